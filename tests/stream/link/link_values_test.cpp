// The values that the ends of a stream exchange, and the names of values that a stream prints.
#include "verbatim/stream/link/link_values.hpp"

#include <gtest/gtest.h>

#include <cstddef>
#include <set>
#include <span>
#include <sstream>
#include <string>

#include "verbatim/connect.hpp"
#include "verbatim/connect/cm/address.hpp"
#include "verbatim/stream.hpp"
#include "verbatim/verbs.hpp"

namespace verbatim {
namespace {

TEST(link_values, are_those_that_were_packed) {
  stream::stream_address address;
  address.window = 77;
  address.slot_bytes = 5000;
  address.carries = stream::content::messages;
  address.word = {0x0123456789abcdef, 4, rkey(0xfedcba98)};
  address.ring = {0xabcdef0123456789, 0x80000000, rkey(0x76543210)};
  address.lend_from = 70000;
  address.most_window = 300;
  const auto bytes = stream::detail::pack(address);
  const auto back = stream::detail::unpack(bytes);
  ASSERT_TRUE(back);
  EXPECT_EQ(back->window, 77u);
  EXPECT_EQ(back->slot_bytes, 5000u);
  EXPECT_EQ(back->word, address.word);
  EXPECT_EQ(back->ring, address.ring);
  EXPECT_EQ(back->lend_from, 70000u);
  EXPECT_EQ(back->carries, stream::content::messages);
  EXPECT_EQ(back->most_window, 300u);
  // In order: too short, another protocol, another version, no window, an absurd one, another content, slots
  // that are too short, and a ring that is too short.
  EXPECT_FALSE(stream::detail::unpack(std::span(bytes).first(51)));
  const auto refused = [&](std::size_t at, std::byte value) {
    auto changed = bytes;
    changed[at] = value;
    return !stream::detail::unpack(changed);
  };
  EXPECT_TRUE(refused(0, std::byte{'v'}));
  EXPECT_TRUE(refused(3, std::byte{1}));
  EXPECT_TRUE(refused(7, std::byte{0}));
  EXPECT_TRUE(refused(6, std::byte{0x80}));
  EXPECT_TRUE(refused(27, std::byte{2}));
  EXPECT_TRUE(refused(50, std::byte{0x80}));  // a window that may grow too much
  address.slot_bytes = 63;
  EXPECT_FALSE(stream::detail::unpack(stream::detail::pack(address)));
  address.slot_bytes = 64;
  EXPECT_TRUE(stream::detail::unpack(stream::detail::pack(address)));
  address.ring = {address.ring.addr(), 127, address.ring.rkey()};
  EXPECT_FALSE(stream::detail::unpack(stream::detail::pack(address)));
}

/// Every value up to the last has a name of its own, which a stream prints.
template <class Enum>
void expect_names(Enum last) {
  std::set<std::string> names;
  for (unsigned i = 0; i <= static_cast<unsigned>(last); ++i) {
    const auto value = static_cast<Enum>(i);
    std::ostringstream out;
    out << value;
    EXPECT_EQ(out.str(), name(value));
    names.insert(out.str());
  }
  const auto zero_is_none =
      name(static_cast<Enum>(0)).empty();  // the values of a wire may begin with 1
  EXPECT_EQ(names.size(), static_cast<unsigned>(last) + 1);
  EXPECT_EQ(names.contains(""), zero_is_none);
}

TEST(names, are_printed_of_every_value_that_a_program_meets) {
  expect_names(async_event_subject::device);
  expect_names(cm::family::infiniband);
  expect_names(exchange::frame_type::bye);
  expect_names(exchange::stage::use);
  expect_names(logging::level::debug);
  expect_names(stream::content::messages);
  expect_names(stream::datagram_status::device_failed);
  expect_names(stream::outcome::device_failed);
  expect_names(stream::stream_status::lent);
}

}  // namespace
}  // namespace verbatim
