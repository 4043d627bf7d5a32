// Pieces of memory that know their bounds: one's own, as SGEs name it, and a peer's.
#include "verbatim/verbs/memory_slice.hpp"

#include "verbatim/verbs/error.hpp"

namespace verbatim::verbs {
namespace {

std::string bytes(std::uint64_t count) { return std::to_string(count) + " bytes"; }

}  // namespace

void refuse_slice(std::uint64_t offset, std::uint64_t length, std::uint64_t size,
                  const std::string& object) {
  const auto asked = bytes(length);
  throw error(
      std::errc::result_out_of_range, "slice", object,
      inside(offset, length, size)
          ? asked + " are more than the longest message, " + bytes(max_message)
          : asked + " from " + std::to_string(offset) + " on are not inside its " + bytes(size));
}

}  // namespace verbatim::verbs
