// The fields of the frames, defined once. The binary format and the JSON format visit the same
// fields.
#pragma once

#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>

#include "verbatim/connect/exchange/exchange_message.hpp"
#include "verbatim/verbs/values/path_fields.hpp"

namespace verbatim::detail {

/// A field of a frame. Numbers are below 2^bits.
struct frame_field {
  std::uint16_t tag;  ///< 15 bits
  std::string_view name;
  unsigned bits;
  bool critical = true;  ///< a reader that does not know the field must refuse the frame
};

inline constexpr frame_field nonce_field{0x01, "nonce", 64};
inline constexpr frame_field generation_field{0x02, "generation", 32};
inline constexpr frame_field transport_field{0x10, "transport", 3};
inline constexpr frame_field link_field{0x11, "link", 1};
inline constexpr frame_field max_message_field{0x12, "max_message", 32};
inline constexpr frame_field max_inline_field{0x13, "max_inline", 32, false};
inline constexpr frame_field receive_depth_field{0x14, "receive_depth", 32};
inline constexpr frame_field features_field{0x15, "features", 64};
inline constexpr frame_field memory_field{0x16, "memory", 0};
inline constexpr frame_field user_data_field{0x17, "user_data", 0, false};
inline constexpr frame_field stage_field{0x18, "stage", 4};
inline constexpr frame_field error_number_field{0x19, "error_number", 32};
inline constexpr frame_field reason_field{0x1a, "reason", 0};
inline constexpr frame_field device_field{0x1b, "device", 64, false};
inline constexpr frame_field ece_vendor_field{0x1c, "ece_vendor_id", 32, false};
inline constexpr frame_field ece_options_field{0x1d, "ece_options", 32, false};
inline constexpr frame_field ece_comp_mask_field{0x1e, "ece_comp_mask", 32, false};
inline constexpr frame_field dc_key_field{0x1f, "dc_key", 64};

/// The fields of paths, with the names of path_fields.hpp.
inline constexpr std::array path_fields{
    frame_field{0x20, "slid", 16},
    frame_field{0x21, "dlid", 16},
    frame_field{0x22, "sl", 4},
    frame_field{0x23, "has_grh", 1},
    frame_field{0x24, "type", 2},
    frame_field{0x25, "sgid", 0},
    frame_field{0x26, "dgid", 0},
    frame_field{0x27, "flow_label", 20},
    frame_field{0x28, "traffic_class", 8},
    frame_field{0x29, "hop_limit", 8},
    frame_field{0x2a, "pkey", 16},
    frame_field{0x2b, "mtu", 16},
    frame_field{0x2c, "rate", 6},
    frame_field{0x2d, "packet_life_time", 6},
    frame_field{0x2e, "sqpn", 24},
    frame_field{0x2f, "dqpn", 24},
    frame_field{0x30, "qkey", 32},
    frame_field{0x31, "sqpsn", 24},
    frame_field{0x32, "dqpsn", 24},
    frame_field{0x33, "srdatomic", 8},
    frame_field{0x34, "drdatomic", 8},
    frame_field{0x35, "sack_resp_time", 5},
    frame_field{0x36, "dack_resp_time", 5},
    frame_field{0x37, "min_rnr_timer", 5},
    frame_field{0x38, "retry_cnt", 3},
    frame_field{0x39, "rnr_retry", 3},
};

constexpr const frame_field& path_field(std::string_view name) noexcept {
  for (const auto& field : path_fields) {
    if (field.name == name) return field;
  }
  return path_fields.front();  // path_fields has all of them; its test checks that
}

/// Returns the value of a field of any type as a number.
template <class Value>
std::uint64_t number_of(const Value& value) noexcept {
  if constexpr (std::is_same_v<Value, mtu>) {
    return value.bytes();
  } else if constexpr (requires { value.encoding(); }) {
    return value.encoding();
  } else if constexpr (requires { value.value(); }) {
    return value.value();
  } else {
    return static_cast<std::uint64_t>(value);
  }
}

/// Returns the number as a field's value; nothing if the number is not valid for the field.
template <class Value>
std::optional<Value> of_number(std::uint64_t number, unsigned bits) {
  if (bits < 64 && number >> bits != 0) return std::nullopt;
  if constexpr (std::is_same_v<Value, mtu>) {
    const mtu value(static_cast<std::uint16_t>(number));
    return value.is_valid() ? std::optional(value) : std::nullopt;
  } else if constexpr (std::is_same_v<Value, gid_type>) {
    if (number != static_cast<std::uint64_t>(gid_type::roce_v1) &&
        number != static_cast<std::uint64_t>(gid_type::roce_v2)) {
      return std::nullopt;
    }
    return static_cast<gid_type>(number);
  } else if constexpr (std::is_same_v<Value, exchange::stage>) {
    if (number > static_cast<std::uint64_t>(exchange::stage::use)) return std::nullopt;
    return static_cast<exchange::stage>(number);
  } else if constexpr (std::is_same_v<Value, lid> || std::is_same_v<Value, pkey>) {
    return Value(static_cast<std::uint16_t>(number));
  } else if constexpr (std::is_same_v<Value, rate>) {
    return rate(static_cast<std::uint8_t>(number));
  } else if constexpr (requires(const Value& value) { value.encoding(); }) {
    return Value(static_cast<unsigned>(number));
  } else {
    return static_cast<Value>(number);
  }
}

/// Returns the size of a number on the wire, in bytes.
template <class Value>
constexpr std::size_t width_of() noexcept {
  if constexpr (std::is_same_v<Value, mtu>) return 2;
  return sizeof(Value);  // the other types have the width of their number
}

/// Visits the device's GUID. 0 means that there is none.
template <class Archive, class Guid>
void go_through_device(Archive& archive, Guid& device) {
  std::optional<guid> said;
  if (device != guid()) said = device;
  archive.maybe(device_field, said);
  if constexpr (Archive::reads) device = said.value_or(guid());
}

/// Visits the three fields of ECE. They are valid only if all three are there.
template <class Archive, class Ece>
void go_through_ece(Archive& archive, Ece& ece) {
  std::optional<std::uint32_t> vendor_id, options, comp_mask;
  if (ece) vendor_id = ece->vendor_id, options = ece->options, comp_mask = ece->comp_mask;
  archive.maybe(ece_vendor_field, vendor_id);
  archive.maybe(ece_options_field, options);
  archive.maybe(ece_comp_mask_field, comp_mask);
  if constexpr (Archive::reads) {
    if (vendor_id && options && comp_mask) ece = verbatim::ece{*vendor_id, *options, *comp_mask};
  }
}

/// Visits the content of `frame`, whose type is known. An archive has
///
///   one(field, value)      that is always there: a number
///   maybe(field, optional) a number or a GID
///   text(field, string), bytes(field, vector), memory(field, vector)
///   static constexpr bool reads
template <class Archive, class Frame>
void go_through(Archive& archive, Frame& frame) {
  archive.one(nonce_field, frame.id.nonce);
  archive.one(generation_field, frame.id.generation);
  if (frame.type == exchange::frame_type::offer || frame.type == exchange::frame_type::answer) {
    auto& offer = frame.offer;
    archive.one(transport_field, offer.transport);
    archive.maybe(dc_key_field, offer.dc_key);
    go_through_device(archive, offer.device);
    go_through_ece(archive, offer.ece);
    bool ethernet = std::holds_alternative<roce_path>(offer.path);
    archive.one(link_field, ethernet);
    if constexpr (Archive::reads) offer.path = ethernet ? path(roce_path{}) : path(ib_path{});
    for_each_field(offer.path, [&](std::string_view name, auto& field) {
      archive.maybe(path_field(name), field);
    });
    archive.maybe(max_message_field, offer.max_message);
    archive.maybe(max_inline_field, offer.max_inline);
    archive.maybe(receive_depth_field, offer.receive_depth);
    archive.one(features_field, offer.features);
    archive.memory(memory_field, offer.memory);
    archive.bytes(user_data_field, offer.user_data);
  } else if (frame.type == exchange::frame_type::error) {
    archive.one(stage_field, frame.failure.stage);
    archive.one(error_number_field, frame.failure.error_number);
    archive.text(reason_field, frame.failure.reason);
  }
}

/// Returns the message about a number that is not valid for the field.
inline std::string no_such_value(const frame_field& field, std::uint64_t number) {
  return std::string(field.name) + " cannot be " + std::to_string(number) +
         (field.bits < 64 ? ": it has " + std::to_string(field.bits) + " bits, and may exclude some"
                          : "");
}

/// Returns at most `most` bytes of text, without control characters, which would garble a terminal.
std::string printable(std::string_view text, std::size_t most);

inline constexpr std::size_t max_name = 255;
inline constexpr std::size_t max_reason = 1024;

}  // namespace verbatim::detail
