// Returns rising numbers, and starts over at the end.
#include "objects/number_pool.hpp"

#include <system_error>

namespace verbatim::emulator {

std::uint32_t number_pool::take() {
  if (taken_.size() > last_ - first_) {
    throw std::system_error(std::make_error_code(std::errc::not_enough_memory));
  }
  for (;;) {
    const std::uint32_t number = next_;
    next_ = next_ == last_ ? first_ : next_ + 1;
    if (taken_.insert(number).second) return number;
  }
}

}  // namespace verbatim::emulator
