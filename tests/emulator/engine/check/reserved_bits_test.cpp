// Bits that no NIC reads: they are in the specs, WQEs with them are taken, and --verbose reports each once.
#include "engine/check/reserved_bits.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <regex>
#include <string>
#include <string_view>
#include <vector>

#include "verbatim/generated/layouts.hpp"
#include "verbatim/wire/words.hpp"
#include "wqe_under_test.hpp"

namespace verbatim::emulator {
namespace {

// A list that names what does not exist protects nothing.
TEST(reserved_bits, that_nobody_reads_exist) {
  for (const unread_bits& one : all_unread_bits()) {
    EXPECT_TRUE(std::ranges::any_of(layouts,
                                    [&](const wire::layout& layout) {
                                      return layout.name == one.segment &&
                                             std::ranges::any_of(layout.fields,
                                                                 [&](const wire::field& field) {
                                                                   return field.name == one.field;
                                                                 });
                                    }))
        << one.segment << " " << one.field;
  }
}

/// A segment with ones in its reserved field of that name, and zeroes in all others.
std::vector<std::byte> segment_with(const wire::layout& layout, std::string_view field) {
  std::vector<std::byte> bytes(layout.size);
  for (const wire::field& one : layout.fields) {
    if (one.name != field) continue;
    if (one.bytes != 0) {
      std::fill_n(bytes.begin() + one.at, one.bytes, std::byte{0xff});
    } else {
      const auto ones = (~std::uint64_t{0} >> (63 - (one.msb - one.lsb))) << one.lsb;
      if (one.msb > 31) {
        wire::store64(bytes.data() + one.at, ones);
      } else {
        wire::store32(bytes.data() + one.at, static_cast<std::uint32_t>(ones));
      }
    }
  }
  return bytes;
}

/// Returns everything that is said while `work` runs. Only the first call in a process gets it.
template <class Work>
std::string said_by(Work&& work) {
  const auto file =
      std::filesystem::temp_directory_path() / ("unread-bits-" + std::to_string(getpid()));
  setenv("VERBATIM_EMULATOR_REPORT", file.c_str(), 1);
  work();
  std::ifstream stream(file);
  std::string said{std::istreambuf_iterator<char>(stream), {}};
  std::filesystem::remove(file);
  return said;
}

/// --verbose
TEST(unread_bits_verbose, are_told_once) {
  const auto said = said_by([] {
    for (int times = 0; times < 3; ++times) {
      for (const unread_bits& one : all_unread_bits()) {
        const auto layout = std::ranges::find(layouts, one.segment, &wire::layout::name);
        ASSERT_NE(layout, std::end(layouts));
        const auto bytes = segment_with(*layout, one.field);
        EXPECT_EQ(unexpected_field(layout->fields, one.segment, bytes.data(), 1).words, "");
      }
      // These are no reserved fields: other WQEs have a number there.
      tell_unread_bits("av_dc_seg", "rmac");
      tell_unread_bits("av_ud_seg", "rmac");
      constexpr std::uint8_t mmo = 0x2f;
      auto head = ctrl(mmo, 4);
      head[0] = 1;
      (void)wqe_under_test{head, {}, data(8), data(8)}.words();
    }
  });
  for (const unread_bits& one : all_unread_bits()) {
    const auto expected =
        std::string(one.field) + " of its " + std::string(one.segment) + " is not zero";
    const std::regex words(expected);
    EXPECT_EQ(std::distance(std::sregex_iterator(said.begin(), said.end(), words), {}), 1)
        << expected << "\n"
        << said;
    EXPECT_NE(said.find(one.source), std::string::npos) << one.source;
  }
}

}  // namespace
}  // namespace verbatim::emulator
