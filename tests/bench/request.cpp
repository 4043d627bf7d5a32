// The requests: arbitrary addresses and keys, and 32 bytes of payload.
#include "request.hpp"

namespace verbatim::bench {
namespace {

constexpr std::uint32_t write_length = 4096;

using payload = std::array<std::byte, inline_length>;

std::array<payload, batch> make_payloads() {
  std::array<payload, batch> result{};
  unsigned value = 0;
  for (auto& bytes : result) {
    for (auto& byte : bytes) byte = static_cast<std::byte>(++value);
  }
  return result;
}

requests make_requests(std::uint32_t length) {
  static const auto payloads = make_payloads();
  requests result{};
  for (std::uint32_t i = 0; i < batch; ++i) {
    result[i] = {.id = 0x1000 + i,
                 .raddr = 0x7f1234560000 + i * std::uint64_t{write_length},
                 .rkey = 0x00a1b200 + i,
                 .lkey = 0x00c3d400 + i,
                 .data = payloads[i].data(),
                 .length = length};
  }
  return result;
}

}  // namespace

const requests& requests_for(operation op) {
  static const requests writes = make_requests(write_length);
  static const requests sends = make_requests(inline_length);
  return op == operation::send_inline ? sends : writes;
}

}  // namespace verbatim::bench
