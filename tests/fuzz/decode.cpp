// Any input to verbatim-decode: no crash, no hang, and output of a length that the input justifies.
#include "tools/decode/decode.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <span>
#include <string_view>

namespace {

namespace decode = verbatim::tools::decode;

constexpr std::array<const char*, 4> transports{"", "rc", "raw_packet", "dci"};
constexpr std::array kinds{decode::content::unknown, decode::content::cqe,
                           decode::content::wqe,     decode::content::cq_ring,
                           decode::content::sq_ring, decode::content::rq_ring,
                           decode::content::unknown, decode::content::unknown};
constexpr std::array<std::size_t, 4> strides{16, 32, 64, 1024};

void require(bool holds) {
  if (!holds) std::abort();
}

}  // namespace

/// The first two bytes are options: 'a' is the least of them, so that a corpus can be read.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size < 2) return 0;
  const auto first = static_cast<std::uint8_t>(data[0] - 'a');
  const auto second = static_cast<std::uint8_t>(data[1] - 'a');
  const bool binary = (first & 1) != 0;
  decode::options said;
  said.errors_only = (first & 2) != 0;
  said.order = (first & 4) != 0 ? decode::word_order::little : decode::word_order::usual;
  said.cqe_size = (first & 8) != 0 ? 128 : 64;
  said.enhanced = (first & 16) != 0;
  said.kind = kinds[second & 7];
  said.transport = transports[second >> 3 & 3];
  said.stride = strides[second >> 5 & 3];
  const std::span input(reinterpret_cast<const char*>(data + 2), size - 2);
  const auto entries = binary ? decode::decode_bytes(std::as_bytes(input), said)
                              : decode::decode_text({input.data(), input.size()}, said);
  // A "*" of hexdump stands for bytes that are not in the input; their text would take long.
  constexpr std::size_t most = 256;
  if (entries.size() > most) return 0;
  for (const auto& one : entries) {
    for (const auto other : one.joined) require(other < entries.size());
    require(one.kind != decode::entry_kind::cqe || one.bytes.size() == 64);
  }
  require(decode::as_text(entries, true).empty() == entries.empty());
  require(decode::as_json(entries).starts_with("["));
  return 0;
}
