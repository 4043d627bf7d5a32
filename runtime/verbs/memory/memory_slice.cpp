// Pieces of memory that know their bounds: local memory for SGEs, and memory of a peer.
#include "verbatim/verbs/memory/memory_slice.hpp"

#include <cinttypes>
#include <cstdio>

#include "verbatim/verbs/base/error.hpp"

namespace verbatim {
namespace {

std::string bytes(std::uint64_t count) { return std::to_string(count) + " bytes"; }

std::string in_words(std::uint64_t length, std::uint64_t addr, const char* key,
                     const std::string& value) {
  char text[64];
  std::snprintf(text, sizeof text, " at 0x%" PRIx64 ", %s ", addr, key);
  return bytes(length).append(text).append(value);
}

std::string in_hex(std::uint32_t key) {
  char text[16];
  std::snprintf(text, sizeof text, "0x%" PRIx32, key);
  return text;
}

}  // namespace

std::string to_string(lkey key) { return in_hex(key.value()); }

std::string to_string(rkey key) { return in_hex(key.value()); }

std::string to_string(const memory_slice& slice) {
  return in_words(slice.length(), slice.addr(), "lkey", to_string(slice.lkey()));
}

std::string to_string(const remote_region& region) {
  return in_words(region.length(), region.addr(), "rkey", to_string(region.rkey()));
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
