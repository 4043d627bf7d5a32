// The exchange of offers over the private data of rdma_cm.
#include "verbatim/connect/cm/cm_offer.hpp"

#include <algorithm>
#include <string>

#include "verbatim/connect/cm/cm_error.hpp"
#include "verbatim/wire/words.hpp"

namespace verbatim::cm {
namespace {

// The layout, big-endian. Lengths come first, because zeros may follow the data.
//
//   at 0   16 bits  magic
//   at 2    8 bits  version
//   at 3    8 bits  number of bytes after the header
//   at 4   64 bits  features
//   at 12  32 bits  receive_depth, 0 if not set
//   at 16  32 bits  max_message, 0 if not set
//   at 20   8 bits  number of memory tokens, each: 64-bit address, 64-bit length, 32-bit rkey
//   at 21           the tokens, and then the user data
constexpr std::uint16_t magic = 0x5643;
constexpr std::uint8_t version = 1;
constexpr std::size_t fixed = 21;
constexpr std::size_t header = 4;
constexpr std::size_t token = 20;

error malformed(const std::string& reason) {
  return error(std::errc::bad_message, "unpack_offer", "", reason);
}

std::optional<std::uint32_t> unless_zero(std::uint32_t value) noexcept {
  return value != 0 ? std::optional(value) : std::nullopt;
}

}  // namespace

namespace detail {

std::size_t pack(const exchange::offer& offer, std::span<std::byte> to) {
  const auto length = fixed + token * offer.memory.size() + offer.user_data.size();
  if (length > to.size() || offer.memory.size() > 255) {
    throw cm::error(std::errc::message_size, "packed_offer", "",
                    "the offer takes " + std::to_string(length) +
                        " bytes, and the message has room for " + std::to_string(to.size()) +
                        ": send the rest over the connection");
  }
  auto* const at = to.data();
  at[0] = std::byte{magic >> 8};
  at[1] = std::byte{magic & 0xff};
  at[2] = std::byte{version};
  at[3] = static_cast<std::byte>(length - header);
  wire::store64(at + 4, offer.features);
  wire::store32(at + 12, offer.receive_depth.value_or(0));
  wire::store32(at + 16, offer.max_message.value_or(0));
  at[20] = static_cast<std::byte>(offer.memory.size());
  auto* next = at + fixed;
  for (const auto& memory : offer.memory) {
    wire::store64(next, memory.address);
    wire::store64(next + 8, memory.length);
    wire::store32(next + 16, memory.rkey.value());
    next += token;
  }
  std::copy(offer.user_data.begin(), offer.user_data.end(), next);
  return length;
}

}  // namespace detail

exchange::offer unpack_offer(std::span<const std::byte> received) {
  const auto byte = [&](std::size_t at) { return std::to_integer<std::size_t>(received[at]); };
  if (received.size() < fixed || (byte(0) << 8 | byte(1)) != magic) {
    throw malformed("the private data is no packed_offer: the peer's program sends something else");
  }
  if (byte(2) != version) {
    throw malformed("it is of version " + std::to_string(byte(2)) + ", and this is version 1");
  }
  const auto length = header + byte(3);
  const auto tokens = byte(20);
  if (length < fixed + token * tokens || length > received.size()) {
    throw malformed("it says " + std::to_string(length) + " bytes with " + std::to_string(tokens) +
                    " memory tokens, and has " + std::to_string(received.size()));
  }
  const auto* const at = received.data();
  exchange::offer offer{.max_message = unless_zero(wire::load32(at + 16)),
                        .receive_depth = unless_zero(wire::load32(at + 12)),
                        .features = wire::load64(at + 4)};
  const auto* next = at + fixed;
  for (std::size_t i = 0; i < tokens; ++i, next += token) {
    offer.memory.push_back({.address = wire::load64(next),
                            .length = wire::load64(next + 8),
                            .rkey = rkey(wire::load32(next + 16))});
  }
  offer.user_data.assign(next, at + length);
  return offer;
}

exchange::agreement agree(const exchange::offer& mine, const exchange::offer& theirs) {
  exchange::agreement agreed{.features = mine.features & theirs.features, .peer = theirs};
  agreed.max_message = mine.max_message;
  if (theirs.max_message) {
    agreed.max_message = std::min(*theirs.max_message, mine.max_message.value_or(~0u));
  }
  return agreed;
}

}  // namespace verbatim::cm
