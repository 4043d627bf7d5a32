// The binary frames of the endpoint exchange.
#include "verbatim/connect/exchange/exchange_frame.hpp"

#include <array>
#include <cstring>
#include <string>

#include "verbatim/connect/exchange/exchange_fields.hpp"
#include "verbatim/verbs/base/error.hpp"
#include "verbatim/wire/words.hpp"

namespace verbatim::exchange {
namespace {

using detail::frame_field;

constexpr std::string_view magic = "VERBATIM";
constexpr std::size_t tlv_header = 4;
constexpr std::uint16_t critical_bit = 0x8000;
constexpr std::size_t memory_size = 28;  // in bytes, without the name

class byte_writer {
 public:
  static constexpr bool reads = false;

  explicit byte_writer(frame_type type) : type_(type) {
    for (const char c : magic) out_.push_back(static_cast<std::byte>(c));
    append(frame_version, 2);
    append(static_cast<std::uint16_t>(type), 2);
    append(0, 4);  // the length, which finish() fills in
  }

  template <class Value>
  void one(const frame_field& field, const Value& value) {
    const auto number = detail::number_of(value);
    if (!detail::of_number<Value>(number, field.bits)) {
      throw refuse(detail::no_such_value(field, number));
    }
    begin(field, detail::width_of<Value>());
    append(number, detail::width_of<Value>());
  }

  template <class Value>
  void maybe(const frame_field& field, const std::optional<Value>& value) {
    if (value) one(field, *value);
  }
  void maybe(const frame_field& field, const std::optional<gid>& value) {
    if (!value) return;
    begin(field, value->bytes.size());
    append(std::as_bytes(std::span(value->bytes)));
  }

  void text(const frame_field& field, const std::string& value) {
    const auto sent = detail::printable(value, detail::max_reason);
    begin(field, sent.size());
    append(std::as_bytes(std::span(sent)));
  }

  void bytes(const frame_field& field, const std::vector<std::byte>& value) {
    if (value.empty()) return;
    begin(field, value.size());
    append(value);
  }

  void memory(const frame_field& field, const std::vector<memory_token>& tokens) {
    for (const auto& token : tokens) {
      if (detail::printable(token.name, detail::max_name) != token.name) {
        throw refuse("a name of memory is longer than 255 bytes or has control characters");
      }
      begin(field, memory_size + token.name.size());
      append(token.address, 8);
      append(token.length, 8);
      append(token.rkey.value(), 4);
      append(token.device.value(), 8);
      append(std::as_bytes(std::span(token.name)));
    }
  }

  std::vector<std::byte> finish() && {
    if (out_.size() > max_frame_size) {
      throw refuse("it would have " + std::to_string(out_.size()) + " bytes, and " +
                   std::to_string(max_frame_size) +
                   " is the most: send less user_data, or fewer memory tokens");
    }
    wire::store32(out_.data() + 12, static_cast<std::uint32_t>(out_.size()));
    return std::move(out_);
  }

 private:
  void begin(const frame_field& field, std::size_t length) {
    if (length > max_frame_size) {
      throw refuse(std::string(field.name) + " has " + std::to_string(length) +
                   " bytes, and a frame at most " + std::to_string(max_frame_size));
    }
    append(field.critical ? field.tag | critical_bit : field.tag, 2);
    append(length, 2);
  }

  void append(std::uint64_t number, std::size_t width) {
    while (width-- != 0) out_.push_back(static_cast<std::byte>(number >> (8 * width)));
  }
  void append(std::span<const std::byte> bytes) {
    out_.insert(out_.end(), bytes.begin(), bytes.end());
  }

  verbatim::error refuse(const std::string& reason) const {
    return verbatim::error(std::errc::invalid_argument, "encode_frame", name(type_), reason);
  }

  frame_type type_;
  std::vector<std::byte> out_;
};

/// The decoded header of a frame.
struct header {
  frame_type type;
  std::size_t length;
};

verbatim::error refuse_bytes(std::span<const std::byte> bytes, std::size_t at,
                             const std::string& what,
                             std::errc condition = std::errc::bad_message) {
  return verbatim::error(condition, "decode_frame",
                         "frame of " + std::to_string(bytes.size()) + " bytes",
                         "byte " + std::to_string(at) + ": " + what);
}

header read_header(std::span<const std::byte> bytes) {
  if (bytes.size() < frame_header_size) {
    throw refuse_bytes(
        bytes, bytes.size(),
        "it ends within the header of " + std::to_string(frame_header_size) + " bytes");
  }
  if (std::memcmp(bytes.data(), magic.data(), magic.size()) != 0) {
    throw refuse_bytes(bytes, 0, "it does not begin with VERBATIM: this is another protocol");
  }
  if (const auto version = wire::load16(bytes.data() + 8); version != frame_version) {
    throw refuse_bytes(bytes, 8,
                       "version " + std::to_string(version) + ", and this end knows " +
                           std::to_string(frame_version),
                       std::errc::protocol_not_supported);
  }
  const auto type = wire::load16(bytes.data() + 10);
  if (type < static_cast<std::uint16_t>(frame_type::offer) ||
      type > static_cast<std::uint16_t>(frame_type::bye)) {
    throw refuse_bytes(bytes, 10, "there is no frame type " + std::to_string(type));
  }
  const std::size_t length = wire::load32(bytes.data() + 12);
  if (length < frame_header_size || length > max_frame_size) {
    throw refuse_bytes(bytes, 12,
                       "a length of " + std::to_string(length) + ", and it is " +
                           std::to_string(frame_header_size) + " to " +
                           std::to_string(max_frame_size));
  }
  return {static_cast<frame_type>(type), length};
}

class byte_reader {
 public:
  static constexpr bool reads = true;

  byte_reader(std::span<const std::byte> bytes, frame_type type) : bytes_(bytes), type_(type) {
    for (std::size_t at = frame_header_size; at != bytes.size();) {
      if (bytes.size() - at < tlv_header) throw refuse(at, "it ends within the header of a field");
      const auto tag = wire::load16(&bytes[at]);
      const std::size_t length = wire::load16(&bytes[at + 2]);
      if (length > bytes.size() - at - tlv_header) {
        throw refuse(at, "field " + std::to_string(tag & ~critical_bit) + " has " +
                             std::to_string(length) + " bytes, and the frame ends before");
      }
      tlvs_.push_back({static_cast<std::uint16_t>(tag & ~critical_bit), (tag & critical_bit) != 0,
                       false, at, bytes.subspan(at + tlv_header, length)});
      at += tlv_header + length;
    }
  }

  template <class Value>
  void one(const frame_field& field, Value& value) {
    const auto* tlv = find(field);
    if (tlv == nullptr) throw refuse(bytes_.size(), std::string(field.name) + " is missing");
    value = number<Value>(field, *tlv);
  }

  template <class Value>
  void maybe(const frame_field& field, std::optional<Value>& value) {
    if (const auto* tlv = find(field)) value = number<Value>(field, *tlv);
  }
  void maybe(const frame_field& field, std::optional<gid>& value) {
    const auto* tlv = find(field);
    if (tlv == nullptr) return;
    check_length(field, *tlv, value.emplace().bytes.size());
    std::memcpy(value->bytes.data(), tlv->value.data(), tlv->value.size());
  }

  void text(const frame_field& field, std::string& value) {
    const auto* tlv = find(field);
    if (tlv == nullptr) throw refuse(bytes_.size(), std::string(field.name) + " is missing");
    value = text_of(field, *tlv, tlv->value, detail::max_reason);
  }

  void bytes(const frame_field& field, std::vector<std::byte>& value) {
    if (const auto* tlv = find(field)) value.assign(tlv->value.begin(), tlv->value.end());
  }

  void memory(const frame_field& field, std::vector<memory_token>& tokens) {
    for (auto& tlv : tlvs_) {
      if (tlv.tag != field.tag) continue;
      tlv.known = true;
      const auto* const at = tlv.value.data();
      if (tlv.value.size() < memory_size) check_length(field, tlv, memory_size);
      tokens.push_back({wire::load64(at), wire::load64(at + 8), rkey(wire::load32(at + 16)),
                        text_of(field, tlv, tlv.value.subspan(memory_size), detail::max_name),
                        wire::load64(at + 20)});
    }
  }

  /// Ends the reading of the fields. Throws if an unknown one is critical.
  void finish() const {
    for (const auto& tlv : tlvs_) {
      if (!tlv.known && tlv.critical) {
        throw refuse(tlv.at,
                     "critical field " + std::to_string(tlv.tag) +
                         " is not known here: the peer needs something of a later version",
                     std::errc::not_supported);
      }
    }
  }

 private:
  struct tlv {
    std::uint16_t tag;
    bool critical;
    bool known;
    std::size_t at;
    std::span<const std::byte> value;
  };

  verbatim::error refuse(std::size_t at, const std::string& what,
                         std::errc condition = std::errc::bad_message) const {
    return refuse_bytes(bytes_, at, std::string(name(type_)) + ": " + what, condition);
  }

  const tlv* find(const frame_field& field) {
    tlv* found = nullptr;
    for (auto& tlv : tlvs_) {
      if (tlv.tag != field.tag) continue;
      if (found != nullptr) throw refuse(tlv.at, std::string(field.name) + " is there twice");
      tlv.known = true;
      found = &tlv;
    }
    return found;
  }

  void check_length(const frame_field& field, const tlv& tlv, std::size_t wanted) const {
    if (tlv.value.size() == wanted) return;
    throw refuse(tlv.at, std::string(field.name) + " has " + std::to_string(tlv.value.size()) +
                             " bytes instead of " + std::to_string(wanted));
  }

  template <class Value>
  Value number(const frame_field& field, const tlv& tlv) const {
    check_length(field, tlv, detail::width_of<Value>());
    std::uint64_t number = 0;
    for (const auto byte : tlv.value) number = number << 8 | std::to_integer<std::uint64_t>(byte);
    const auto value = detail::of_number<Value>(number, field.bits);
    if (!value) throw refuse(tlv.at, detail::no_such_value(field, number));
    return *value;
  }

  std::string text_of(const frame_field& field, const tlv& tlv, std::span<const std::byte> bytes,
                      std::size_t most) const {
    const std::string text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    if (detail::printable(text, most) != text) {
      throw refuse(tlv.at, "the text of " + std::string(field.name) + " is longer than " +
                               std::to_string(most) + " bytes or has control characters");
    }
    return text;
  }

  std::span<const std::byte> bytes_;
  frame_type type_;
  std::vector<tlv> tlvs_;
};

}  // namespace

std::vector<std::byte> encode_frame(const exchange::frame& frame) {
  byte_writer writer(frame.type);
  detail::go_through(writer, frame);
  return std::move(writer).finish();
}

std::size_t frame_size(std::span<const std::byte> begin) { return read_header(begin).length; }

exchange::frame decode_frame(std::span<const std::byte> bytes) {
  const auto [type, length] = read_header(bytes);
  if (length != bytes.size()) {
    throw refuse_bytes(bytes, 12, "a length of " + std::to_string(length));
  }
  exchange::frame frame{.type = type};
  byte_reader reader(bytes, type);
  detail::go_through(reader, frame);
  reader.finish();
  return frame;
}

}  // namespace verbatim::exchange
