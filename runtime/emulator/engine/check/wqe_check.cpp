// Reads a WQE once, with its own reader.
#include "engine/check/wqe_check.hpp"

#include "engine/check/wqe_reader.hpp"

namespace verbatim::emulator {

std::variant<operation, wqe_problem> check_wqe(std::span<const std::byte> wqe,
                                               const wqe_expectation& expected) {
  return wqe_reader(wqe, expected).read();
}

}  // namespace verbatim::emulator
