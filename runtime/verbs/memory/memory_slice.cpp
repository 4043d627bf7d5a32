// Pieces of memory that know their bounds: local memory for SGEs, and memory of a peer.
#include "verbatim/verbs/memory/memory_slice.hpp"

#include <cinttypes>
#include <cstdio>

#include "verbatim/verbs/base/error.hpp"

namespace verbatim {
namespace {

std::string bytes(std::uint64_t count) { return std::to_string(count) + " bytes"; }

std::string in_words(std::uint64_t length, std::uint64_t addr, const char* key,
                     std::uint32_t value) {
  char text[64];
  std::snprintf(text, sizeof text, " at 0x%" PRIx64 ", %s 0x%" PRIx32, addr, key, value);
  return bytes(length).append(text);
}

}  // namespace

std::string to_string(const memory_slice& slice) {
  return in_words(slice.length(), slice.addr(), "lkey", slice.lkey());
}

std::string to_string(const remote_region& region) {
  return in_words(region.length(), region.addr(), "rkey", region.rkey());
}

namespace verbs {

void refuse_slice(std::uint64_t offset, std::uint64_t length, std::uint64_t size,
                  const std::string& object) {
  const auto asked = bytes(length);
  throw error(
      std::errc::result_out_of_range, "slice", object,
      inside(offset, length, size)
          ? asked + " are more than the longest message, " + bytes(max_message)
          : asked + " from " + std::to_string(offset) + " on are not inside its " + bytes(size));
}

}  // namespace verbs
}  // namespace verbatim
