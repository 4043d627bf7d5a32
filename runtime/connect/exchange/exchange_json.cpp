// Frames of the endpoint exchange as JSON.
#include "verbatim/connect/exchange/exchange_json.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <nlohmann/json.hpp>

#include "verbatim/connect/exchange/exchange_fields.hpp"
#include "verbatim/verbs/base/error.hpp"

namespace verbatim::exchange {
namespace {

using detail::frame_field;
using nlohmann::ordered_json;

constexpr std::string_view hex_digits = "0123456789abcdef";

verbatim::error refuse(const std::string& reason) {
  return verbatim::error(std::errc::bad_message, "frame_of_json", "JSON of a frame", reason);
}

std::string hex(std::uint64_t number) {
  char digits[16];
  return "0x" + std::string(digits, std::to_chars(digits, digits + sizeof digits, number, 16).ptr);
}

std::string hex(const std::vector<std::byte>& bytes) {
  std::string text;
  for (const auto byte : bytes) {
    text += hex_digits[std::to_integer<unsigned>(byte >> 4)];
    text += hex_digits[std::to_integer<unsigned>(byte & std::byte{15})];
  }
  return text;
}

class json_writer {
 public:
  static constexpr bool reads = false;

  explicit json_writer(ordered_json& out) : out_(out) {}

  template <class Value>
  void one(const frame_field& field, const Value& value) {
    auto& entry = out_[std::string(field.name)];
    if constexpr (std::is_same_v<Value, bool> || std::is_same_v<Value, std::uint32_t>) {
      entry = value;
    } else if constexpr (std::is_same_v<Value, std::uint64_t> || std::is_same_v<Value, guid>) {
      entry = hex(detail::number_of(value));
    } else if constexpr (requires { name(value); } && !std::is_same_v<Value, rnr_timer>) {
      entry = name(value);
    } else {
      entry = detail::number_of(value);
    }
    if (field.name == detail::link_field.name) {
      entry = entry == ordered_json(true) ? "Ethernet" : "InfiniBand";
    }
  }

  template <class Value>
  void maybe(const frame_field& field, const std::optional<Value>& value) {
    if (value) one(field, *value);
  }
  void maybe(const frame_field& field, const std::optional<gid>& value) {
    if (value) out_[std::string(field.name)] = to_string(*value);
  }

  void text(const frame_field& field, const std::string& value) {
    out_[std::string(field.name)] = value;
  }

  void bytes(const frame_field& field, const std::vector<std::byte>& value) {
    if (!value.empty()) out_[std::string(field.name)] = hex(value);
  }

  void memory(const frame_field& field, const std::vector<memory_token>& tokens) {
    for (const auto& token : tokens) {
      auto& entry =
          out_[std::string(field.name)].emplace_back(ordered_json{{"name", token.name},
                                                                  {"address", hex(token.address)},
                                                                  {"length", hex(token.length)},
                                                                  {"rkey", token.rkey.value()}});
      if (token.device != guid()) entry["device"] = hex(token.device.value());
    }
  }

 private:
  ordered_json& out_;
};

/// Returns the entry of an object; null if there is none.
const ordered_json* find(const ordered_json& in, std::string_view name) {
  const auto at = in.find(std::string(name));
  return at == in.end() ? nullptr : &*at;
}

const ordered_json& need(const ordered_json& in, std::string_view name) {
  const auto* entry = find(in, name);
  if (entry == nullptr) throw refuse(std::string(name) + " is missing");
  return *entry;
}

std::string text_in(const ordered_json& entry, std::string_view name, std::size_t most) {
  if (!entry.is_string()) throw refuse(std::string(name) + " is no text");
  auto text = entry.get<std::string>();
  if (detail::printable(text, most) != text) {
    throw refuse(std::string(name) + " is longer than " + std::to_string(most) +
                 " bytes or has control characters");
  }
  return text;
}

std::uint64_t number_in(const ordered_json& entry, std::string_view name) {
  if (entry.is_number_unsigned()) return entry.get<std::uint64_t>();
  if (entry.is_string()) {
    const auto text = entry.get<std::string>();
    std::uint64_t number = 0;
    const char* const end = text.data() + text.size();
    if (text.size() > 2 && text.starts_with("0x")) {
      const auto [stop, failed] = std::from_chars(text.data() + 2, end, number, 16);
      if (failed == std::errc() && stop == end) return number;
    }
  }
  throw refuse(std::string(name) + " is neither a number nor text as \"0x1f\"");
}

class json_reader {
 public:
  static constexpr bool reads = true;

  explicit json_reader(const ordered_json& in) : in_(in) {}

  template <class Value>
  void one(const frame_field& field, Value& value) {
    value = read<Value>(field, need(in_, field.name));
  }

  template <class Value>
  void maybe(const frame_field& field, std::optional<Value>& value) {
    if (const auto* entry = find(in_, field.name)) value = read<Value>(field, *entry);
  }
  void maybe(const frame_field& field, std::optional<gid>& value) {
    const auto* entry = find(in_, field.name);
    if (entry == nullptr) return;
    value = parse_gid(text_in(*entry, field.name, 64));
    if (!value) throw refuse(std::string(field.name) + " is no IPv6 or IPv4 address");
  }

  void text(const frame_field& field, std::string& value) {
    value = text_in(need(in_, field.name), field.name, detail::max_reason);
  }

  void bytes(const frame_field& field, std::vector<std::byte>& value) {
    const auto* entry = find(in_, field.name);
    if (entry == nullptr) return;
    const auto text = text_in(*entry, field.name, 2 * max_frame_size);
    for (std::size_t i = 0; i + 1 < text.size(); i += 2) {
      const auto high = hex_digits.find(text[i]), low = hex_digits.find(text[i + 1]);
      if (high == hex_digits.npos || low == hex_digits.npos) break;
      value.push_back(static_cast<std::byte>(high << 4 | low));
    }
    if (2 * value.size() != text.size()) {
      throw refuse(std::string(field.name) + " is not pairs of the digits " +
                   std::string(hex_digits));
    }
  }

  void memory(const frame_field& field, std::vector<memory_token>& tokens) {
    const auto* entries = find(in_, field.name);
    if (entries == nullptr) return;
    if (!entries->is_array()) throw refuse(std::string(field.name) + " is no array");
    for (const auto& entry : *entries) {
      if (!entry.is_object()) throw refuse(std::string(field.name) + " holds what is no object");
      const auto rkey = number_in(need(entry, "rkey"), "rkey");
      if (rkey >> 32 != 0) throw refuse("rkey has more than 32 bits");
      const auto* const device = find(entry, "device");
      tokens.push_back({number_in(need(entry, "address"), "address"),
                        number_in(need(entry, "length"), "length"),
                        verbatim::rkey(static_cast<std::uint32_t>(rkey)),
                        text_in(need(entry, "name"), "name", detail::max_name),
                        device == nullptr ? 0 : number_in(*device, "device")});
    }
  }

 private:
  template <class Value>
  Value read(const frame_field& field, const ordered_json& entry) const {
    if (field.name == detail::link_field.name) {
      if (entry == "InfiniBand" || entry == "Ethernet")
        return static_cast<Value>(entry == "Ethernet");
      throw refuse("link is neither \"InfiniBand\" nor \"Ethernet\"");
    }
    if constexpr (std::is_same_v<Value, bool>) {
      if (entry.is_boolean()) return entry.get<bool>();
      throw refuse(std::string(field.name) + " is neither true nor false");
    } else if constexpr (requires(Value v) { name(v); } && !std::is_same_v<Value, rnr_timer>) {
      for (std::uint64_t number = 0; number >> field.bits == 0; ++number) {
        const auto value = detail::of_number<Value>(number, field.bits);
        if (value && entry == name(*value)) return *value;
      }
      throw refuse(std::string(field.name) + " cannot be " +
                   entry.dump(-1, ' ', true, ordered_json::error_handler_t::replace));
    } else {
      const auto number = number_in(entry, field.name);
      const auto value = detail::of_number<Value>(number, field.bits);
      if (!value) throw refuse(detail::no_such_value(field, number));
      return *value;
    }
  }

  const ordered_json& in_;
};

}  // namespace

std::string to_json(const exchange::frame& frame) {
  (void)encode_frame(frame);  // throws if the frame does not fit into bytes
  ordered_json out{{"frame", name(frame.type)}, {"version", frame_version}};
  json_writer writer(out);
  detail::go_through(writer, frame);
  return out.dump(2, ' ', false, ordered_json::error_handler_t::replace);
}

exchange::frame frame_of_json(std::string_view text) {
  constexpr std::size_t most = 16 * max_frame_size;
  if (text.size() > most) throw refuse("it is longer than " + std::to_string(most) + " bytes");
  const auto in = ordered_json::parse(text, nullptr, false);
  if (!in.is_object()) throw refuse("it is no JSON object");
  if (const auto& version = need(in, "version"); version != frame_version) {
    throw verbatim::error(std::errc::protocol_not_supported, "frame_of_json", "JSON of a frame",
                          "version is not " + std::to_string(frame_version));
  }
  exchange::frame frame;
  const auto& type = need(in, "frame");
  const auto is = [&](frame_type type_of) { return type == name(type_of); };
  const std::array types{frame_type::offer, frame_type::answer, frame_type::ready,
                         frame_type::error, frame_type::bye};
  const auto* const found = std::find_if(types.begin(), types.end(), is);
  if (found == types.end()) throw refuse("frame is none of OFFER, ANSWER, READY, ERROR and BYE");
  frame.type = *found;
  json_reader reader(in);
  detail::go_through(reader, frame);
  (void)encode_frame(frame);  // throws if the frame does not fit into bytes
  return frame;
}

}  // namespace verbatim::exchange
