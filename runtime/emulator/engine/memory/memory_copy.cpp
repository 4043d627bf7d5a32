// Copies piece by piece through a buffer, so that missing memory is an error and not a signal.
#include "engine/memory/memory_copy.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <vector>

#include "engine/memory/memory_access.hpp"
#include "objects/queues/queue_pair.hpp"

namespace verbatim::emulator {
namespace {

constexpr std::uint64_t opaque_bytes = 64;
constexpr std::uint64_t piece_bytes = 256 * 1024;

/// Writes the result. A NIC's result is not documented. The zeros overwrite data that a program
/// wrongly keeps in this buffer.
std::string write_result(const memory_access& memory, const queue_pair& qp,
                         const copy_request::place& at) {
  const auto range =
      memory.find("lkey", at.lkey, qp.pd.get(), at.addr, opaque_bytes, access::local_write, qp.qpn);
  if (!range.problem.empty()) return range.problem;
  const std::array<std::byte, opaque_bytes> zeros{};
  if (range.write(zeros.data(), zeros.size())) return {};
  return fmt::format("the result buffer at {:#x} is registered, but cannot be written any more",
                     at.addr);
}

}  // namespace

std::string execute_memory_copy(const memory_access& memory, const queue_pair& qp,
                                const copy_request& what) {
  const auto check = [&](const char* name, const copy_request::place& place, std::uint64_t bytes,
                         std::uint32_t rights) {
    const auto problem =
        memory.check("lkey", place.lkey, qp.pd.get(), place.addr, bytes, rights, qp.qpn);
    return problem.empty() ? problem : fmt::format("{}: {}", name, problem);
  };
  auto problem =
      check("the result buffer (opaque_va)", what.opaque, opaque_bytes, access::local_write);
  if (problem.empty()) problem = check("the source", what.from, what.bytes, 0);
  if (problem.empty()) {
    problem = check("the destination", what.to, what.bytes, access::local_write);
  }
  if (!problem.empty()) return problem;
  std::vector<std::byte> buffer(std::min(what.bytes, piece_bytes));
  for (std::uint64_t done = 0; done < what.bytes;) {
    const std::uint64_t here = std::min(what.bytes - done, piece_bytes);
    const auto from =
        memory.find("lkey", what.from.lkey, qp.pd.get(), what.from.addr + done, here, 0, qp.qpn);
    if (!from.problem.empty()) return from.problem;
    const auto to = memory.find("lkey", what.to.lkey, qp.pd.get(), what.to.addr + done, here,
                                access::local_write, qp.qpn);
    if (!to.problem.empty()) return to.problem;
    if (!from.read(buffer.data(), here) || !to.write(buffer.data(), here)) {
      return fmt::format("{} bytes from byte {} on are registered, but not there any more", here,
                         done);
    }
    done += here;
  }
  return write_result(memory, qp, what.opaque);
}

}  // namespace verbatim::emulator
