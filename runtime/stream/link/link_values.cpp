#include "verbatim/stream/link/link_values.hpp"

#include <algorithm>
#include <cstdint>
#include <string>
#include <system_error>

#include "verbatim/stream/protocol/side.hpp"

namespace verbatim::stream::detail {
namespace {

constexpr std::array magic{std::byte{'V'}, std::byte{'B'}, std::byte{'S'}, std::byte{3}};

/// The places of the fields behind the magic bytes, and their lengths.
struct place {
  std::size_t offset, length;
};
constexpr place window{4, 4}, slot_bytes{8, 4}, rkey_of_word{12, 4}, addr_of_word{16, 8},
    carries{24, 4}, rkey_of_ring{28, 4}, addr_of_ring{32, 8}, ring_bytes{40, 4}, lend_from{44, 4},
    most_window{48, 4};

void put(link_bytes& to, place at, std::uint64_t value) noexcept {
  for (std::size_t i = 0; i < at.length; ++i) {
    to[at.offset + i] = static_cast<std::byte>(value >> 8 * (at.length - 1 - i));
  }
}

std::uint64_t get(std::span<const std::byte> from, place at) noexcept {
  std::uint64_t value = 0;
  for (const auto one : from.subspan(at.offset, at.length)) {
    value = value << 8 | std::to_integer<std::uint64_t>(one);
  }
  return value;
}

}  // namespace

link_bytes pack(const stream_address& address) noexcept {
  link_bytes result{};
  std::copy(magic.begin(), magic.end(), result.begin());
  put(result, window, address.window);
  put(result, slot_bytes, address.slot_bytes);
  put(result, rkey_of_word, address.word.rkey().value());
  put(result, addr_of_word, address.word.addr());
  put(result, carries, static_cast<std::uint64_t>(address.carries));
  put(result, rkey_of_ring, address.ring.rkey().value());
  put(result, addr_of_ring, address.ring.addr());
  put(result, ring_bytes, address.ring.length());
  put(result, lend_from, address.lend_from);
  put(result, most_window, address.most_window);
  return result;
}

std::optional<stream_address> unpack(std::span<const std::byte> from) noexcept {
  if (from.size() < link_bytes{}.size()) return std::nullopt;
  if (!std::equal(magic.begin(), magic.end(), from.begin())) return std::nullopt;
  stream_address result;
  result.window = static_cast<std::uint32_t>(get(from, window));
  result.slot_bytes = static_cast<std::uint32_t>(get(from, slot_bytes));
  result.word = {get(from, addr_of_word), sizeof(std::uint32_t),
                 rkey(static_cast<std::uint32_t>(get(from, rkey_of_word)))};
  const auto what = get(from, carries);
  if (what > static_cast<std::uint64_t>(content::messages)) return std::nullopt;
  result.carries = static_cast<content>(what);
  result.ring = {get(from, addr_of_ring), get(from, ring_bytes),
                 rkey(static_cast<std::uint32_t>(get(from, rkey_of_ring)))};
  result.lend_from = static_cast<std::uint32_t>(get(from, lend_from));
  result.most_window = static_cast<std::uint32_t>(get(from, most_window));
  if (result.most_window > protocol::most_window) return std::nullopt;
  if (!is_allowed(
          {result.window, result.slot_bytes, static_cast<std::uint32_t>(result.ring.length())})) {
    return std::nullopt;
  }
  return result;
}

std::string why_refused(std::span<const std::byte> from) {
  constexpr auto version_at = magic.size() - 1;
  if (from.size() < magic.size() || !std::equal(magic.begin(), magic.end() - 1, from.begin())) {
    return "this end takes streams only";
  }
  if (from[version_at] != magic[version_at]) {
    const auto text = [](std::byte version) {
      return std::to_string(std::to_integer<unsigned>(version));
    };
    return "this end speaks version " + text(magic[version_at]) +
           " of the protocol of streams, and the peer version " + text(from[version_at]) +
           ": use the same version at both ends";
  }
  return "this end takes no stream with such values";
}

bool is_of_peer(const cm::error& failed) noexcept {
  // rdma_cm has ended the request meanwhile, and refuses each step.
  return failed.rejected() != nullptr || failed.call() == "rdma_init_qp_attr" ||
         failed.call() == "rdma_accept" || failed.code() == std::errc::timed_out;
}

}  // namespace verbatim::stream::detail
