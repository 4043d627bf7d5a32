// Frames as bytes: golden ones, all that is malformed, and what is skipped.
#include "verbatim/connect/exchange/exchange_frame.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <set>
#include <string>
#include <vector>

#include "message_of.hpp"
#include "random_offer.hpp"

namespace verbatim {
namespace {

using byte_string = std::vector<std::byte>;

/// `56 45 …`, with any white space.
byte_string bytes_of(std::string_view hex) {
  byte_string bytes;
  unsigned digits = 0, value = 0;
  for (const char c : hex) {
    if (std::isspace(static_cast<unsigned char>(c))) continue;
    value = value * 16 + static_cast<unsigned>(c <= '9' ? c - '0' : c - 'a' + 10);
    if (++digits % 2 == 0) bytes.push_back(static_cast<std::byte>(value)), value = 0;
  }
  return bytes;
}

byte_string bytes_of_text(std::string_view text) {
  const auto* const at = reinterpret_cast<const std::byte*>(text.data());
  return {at, at + text.size()};
}

/// A frame with a length that is right.
byte_string frame_of(unsigned type, std::string_view fields) {
  auto bytes = bytes_of_text("VERBATIM");
  auto rest = bytes_of(fields);
  const auto length = 16 + rest.size();
  for (const auto value : {0ul, 1ul, 0ul, std::size_t{type}, 0ul, 0ul, length >> 8, length & 255}) {
    bytes.push_back(static_cast<std::byte>(value));
  }
  bytes.insert(bytes.end(), rest.begin(), rest.end());
  return bytes;
}

constexpr auto id_fields = "8001 0008 1122334455667788  8002 0004 00000007 ";

exchange::frame small_offer() {
  return {.type = exchange::frame_type::offer,
          .id = {.nonce = 0x1122334455667788, .generation = 7},
          .offer = {.transport = verbs::transport::dci,
                    .dc_key = 0x0123456789abcdef,
                    .device = 0xabcd,
                    .ece = ece{.vendor_id = 0x15b3, .options = 3},
                    .path = roce_path{.type = gid_type::roce_v2,
                                      .grh = {.sgid = parse_gid("10.0.0.1")},
                                      .terms = {.mtu = mtu(1024),
                                                .dqpn = 0x123456u,
                                                .min_rnr_timer = rnr_timer::ms_0_64}},
                    .max_inline = 64u,
                    .features = 5,
                    .memory = {{0x1000, 0x2000, rkey(0x3000), "ring", 0xabcd}},
                    .user_data = bytes_of("cafe")}};
}

// Written by hand from docs/exchange.md.
const auto small_offer_bytes = frame_of(1, std::string(id_fields) +
                                               "8010 0001 03 "                // transport
                                               "801f 0008 0123456789abcdef "  // dc_key
                                               "001b 0008 000000000000abcd "  // device
                                               "001c 0004 000015b3 "          // ece
                                               "001d 0004 00000003 "
                                               "001e 0004 00000000 "
                                               "8011 0001 01 "  // link
                                               "8024 0001 02 "  // type
                                               "8025 0010 "     // sgid
                                               "00000000000000000000ffff0a000001 "
                                               "802b 0002 0400 "              // mtu
                                               "802f 0004 00123456 "          // dqpn
                                               "8037 0001 0c "                // min_rnr_timer
                                               "0013 0004 00000040 "          // max_inline
                                               "8015 0008 0000000000000005 "  // features
                                               "8016 0020 "                   // memory
                                               "0000000000001000 0000000000002000 00003000 "
                                               "000000000000abcd 72696e67"
                                               "0017 0002 cafe");  // user_data

std::string why_not(const byte_string& bytes) {
  return message_of([&] { (void)exchange::decode_frame(bytes); });
}

TEST(exchange_frame, has_these_bytes) {
  EXPECT_EQ(exchange::encode_frame(small_offer()), small_offer_bytes);
  EXPECT_EQ(exchange::decode_frame(small_offer_bytes), small_offer());
  const exchange::id id{.nonce = 0x1122334455667788, .generation = 7};
  for (const auto type : {exchange::frame_type::ready, exchange::frame_type::bye}) {
    const auto bytes = frame_of(static_cast<unsigned>(type), id_fields);
    EXPECT_EQ(exchange::encode_frame({.type = type, .id = id}), bytes);
    EXPECT_EQ(exchange::decode_frame(bytes), (exchange::frame{.type = type, .id = id}));
  }
  const exchange::frame failed{.type = exchange::frame_type::error,
                               .id = id,
                               .failure = {exchange::stage::rtr, 113, "no route"}};
  const auto bytes = frame_of(
      4, std::string(id_fields) + "8018 0001 05 8019 0004 00000071 801a 0008 6e6f20726f757465");
  EXPECT_EQ(exchange::encode_frame(failed), bytes);
  EXPECT_EQ(exchange::decode_frame(bytes), failed);
  EXPECT_EQ(exchange::frame_size(std::span(bytes).first(exchange::frame_header_size)),
            bytes.size());
}

TEST(exchange_frame, of_anything_comes_back) {
  std::mt19937_64 random(1);
  for (int i = 0; i < 2000; ++i) {
    const exchange::frame frame{
        .type = i % 3 == 0 ? exchange::frame_type::answer : exchange::frame_type::offer,
        .id = {random(), static_cast<std::uint32_t>(random())},
        .offer = random_offer(random, i % 2 == 0)};
    ASSERT_EQ(exchange::decode_frame(exchange::encode_frame(frame)), frame)
        << to_string(frame.offer.path);
  }
}

TEST(exchange_frame, knows_every_field_of_paths) {
  std::set<std::string_view> known, used;
  std::set<std::uint16_t> tags;
  for (const auto& field : detail::path_fields) {
    known.insert(field.name);
    tags.insert(field.tag);
  }
  for (const auto& kind : {path(ib_path{}), path(roce_path{})}) {
    for_each_field(kind, [&](std::string_view name, const auto&) { used.insert(name); });
  }
  EXPECT_EQ(known, used);
  EXPECT_EQ(tags.size(), detail::path_fields.size());
}

TEST(exchange_frame, cut_off_anywhere_is_refused) {
  for (std::size_t size = 0; size < small_offer_bytes.size(); ++size) {
    byte_string cut(small_offer_bytes.begin(),
                    small_offer_bytes.begin() + static_cast<std::ptrdiff_t>(size));
    EXPECT_NE(why_not(cut), "no error") << size;
    if (size < exchange::frame_header_size) continue;
    cut[14] = static_cast<std::byte>(size >> 8);
    cut[15] = static_cast<std::byte>(size);
    // With a length that is right, it is well formed where it ends behind all fields that must be there.
    const auto said = why_not(cut);
    EXPECT_TRUE(said != "no error" || exchange::decode_frame(cut) != small_offer()) << size;
  }
}

TEST(exchange_frame, with_any_bit_flipped_is_refused_or_another_frame) {
  unsigned refused = 0;
  for (std::size_t bit = 0; bit < 8 * small_offer_bytes.size(); ++bit) {
    auto bytes = small_offer_bytes;
    bytes[bit / 8] ^= static_cast<std::byte>(1u << bit % 8);
    try {
      const auto frame = exchange::decode_frame(bytes);
      // The critical bit of a field that is known does not matter; all other bits do.
      if (frame == small_offer()) {
        EXPECT_EQ(bit % 8, 7u) << bit;
      }
      EXPECT_EQ(exchange::decode_frame(exchange::encode_frame(frame)), frame) << bit;
    } catch (const error&) {
      ++refused;
    }
  }
  EXPECT_GT(refused, 8 * 14u) << "nearly all bits of the header matter";
}

TEST(exchange_frame, says_what_is_wrong_and_where) {
  const auto expect = [](const byte_string& bytes, std::string_view reason) {
    EXPECT_NE(why_not(bytes).find(reason), std::string::npos) << why_not(bytes);
  };
  const std::string id = id_fields;
  expect({}, "decode_frame on frame of 0 bytes: byte 0: it ends within the header of 16 bytes");
  expect(bytes_of_text("GET / HTTP/1.1\r\n\r\n"), "byte 0: it does not begin with VERBATIM");
  auto other = frame_of(3, id);
  other[9] = std::byte{2};
  expect(other, "byte 8: version 2, and this end knows 1");
  expect(frame_of(0, id), "byte 10: there is no frame type 0");
  expect(frame_of(6, id), "byte 10: there is no frame type 6");
  other = frame_of(3, id);
  other[13] = std::byte{1};
  expect(other, "byte 12: a length of 65572, and it is 16 to 4096");
  other = frame_of(3, id);
  other.push_back(std::byte{0});
  expect(other, "frame of 37 bytes: byte 12: a length of 36");
  expect(frame_of(3, ""), "byte 16: READY: nonce is missing");
  expect(frame_of(3, "8001 0008 1122334455667788"), "byte 28: READY: generation is missing");
  expect(frame_of(3, "8001 0007 11223344556677"), "byte 16: READY: nonce has 7 bytes instead of 8");
  expect(frame_of(3, id + "80"), "byte 36: READY: it ends within the header of a field");
  expect(frame_of(3, id + "8077 0002 11"),
         "byte 36: READY: field 119 has 2 bytes, and the frame ends");
  expect(frame_of(3, id + id), "byte 36: READY: nonce is there twice");
  expect(frame_of(3, id + "8077 0000"), "byte 36: READY: critical field 119 is not known here");
  EXPECT_EQ(why_not(frame_of(3, id + "0077 0003 112233")), "no error") << "it is not critical";

  const auto offer = id + "8010 0001 00 8011 0001 01 8015 0008 0000000000000000 ";
  EXPECT_EQ(why_not(frame_of(1, offer)), "no error");
  expect(frame_of(1, id + "8010 0001 08"), "byte 36: OFFER: transport cannot be 8");
  expect(frame_of(1, id + "8010 0001 00 8011 0001 02"), "byte 41: OFFER: link cannot be 2");
  expect(frame_of(1, offer + "8020 0002 0001"), "byte 58: OFFER: critical field 32 is not known");
  expect(frame_of(1, offer + "802b 0002 03e8"), "byte 58: OFFER: mtu cannot be 1000");
  expect(frame_of(1, offer + "802f 0004 01000000"), "dqpn cannot be 16777216: it has 24 bits");
  expect(frame_of(1, offer + "8024 0001 00"), "type cannot be 0");
  expect(frame_of(1, offer + "8025 0004 00000000"), "sgid has 4 bytes instead of 16");
  expect(frame_of(1, offer + "801f 0004 00000000"), "dc_key has 4 bytes instead of 8");
  expect(frame_of(1, offer + "8016 0002 0000"), "memory has 2 bytes instead of 28");
  expect(frame_of(4, id + "8018 0001 09 8019 0004 00000000 801a 0000"), "stage cannot be 9");
  expect(frame_of(4, id + "8018 0001 00 8019 0004 00000000 801a 0001 1b"),
         "the text of reason is longer than 1024 bytes or has control characters");
}

TEST(exchange_frame, does_not_write_what_nobody_could_read) {
  auto frame = small_offer();
  frame.offer.user_data.resize(exchange::max_frame_size);
  EXPECT_NE(
      message_of([&] { (void)exchange::encode_frame(frame); }).find("4096 is the most: send less"),
      std::string::npos);
  frame.offer.user_data.resize(100'000);
  EXPECT_NE(
      message_of([&] { (void)exchange::encode_frame(frame); }).find("user_data has 100000 bytes"),
      std::string::npos);
  frame = small_offer();
  terms(frame.offer.path).dqpn = 1u << 24;
  EXPECT_NE(
      message_of([&] { (void)exchange::encode_frame(frame); }).find("dqpn cannot be 16777216"),
      std::string::npos);
  frame = small_offer();
  frame.offer.memory[0].name = "a\nb";
  EXPECT_NE(message_of([&] { (void)exchange::encode_frame(frame); }).find("a name of memory"),
            std::string::npos);

  // Reasons are made to fit.
  const exchange::frame failed{.type = exchange::frame_type::error,
                               .failure = {.reason = "line\n" + std::string(2000, 'x')}};
  const auto sent = exchange::decode_frame(exchange::encode_frame(failed)).failure.reason;
  EXPECT_EQ(sent, "line " + std::string(1019, 'x'));
}

TEST(connection_offer, finds_memory_of_the_device_that_the_connection_ends_at) {
  const exchange::offer offer{
      .device = 2,
      .memory = {
          {1, 8, rkey(10), "ring", 1}, {1, 8, rkey(20), "ring", 2}, {9, 8, rkey(30), "log", 1}}};
  EXPECT_EQ(offer.memory_named("ring").rkey, rkey(20));
  EXPECT_EQ(offer.memory_named("ring", 1).rkey, rkey(10));
  EXPECT_NE(message_of([&] {
              (void)offer.memory_named("log");
            }).find("no memory 'log'; it has ring of device 0000:0000:0000:0001, ring, log of"),
            std::string::npos);
}

TEST(connection_offer, finds_memory_by_its_name) {
  const auto offer = small_offer().offer;
  EXPECT_EQ(offer.memory_named("ring").rkey, rkey(0x3000));
  EXPECT_NE(
      message_of([&] { (void)offer.memory_named("log"); }).find("no memory 'log'; it has ring"),
      std::string::npos);
}

}  // namespace
}  // namespace verbatim
