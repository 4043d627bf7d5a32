#include "tools/decode/mailbox.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <utility>

#include "verbatim/generated/commands/mbox_out.hpp"
#include "verbatim/generated/described_commands.hpp"
#include "verbatim/wire/mailbox.hpp"

namespace verbatim::tools::decode {
namespace {

constexpr std::uint32_t widest_number = 64;

class mailbox_reader {
 public:
  explicit mailbox_reader(std::span<const std::byte> bytes)
      : bytes_(bytes), left_(bytes.begin(), bytes.end()) {}

  void read(std::span<const firmware::described_field> fields, std::uint32_t base,
            const std::string& before) {
    for (const auto& field : fields) {
      const auto name = before + std::string(field.name);
      if (field.inner != nullptr) {
        read({field.inner, field.inner_count}, base + field.bit, name + ".");
      } else {
        take(field, base + field.bit, name);
      }
    }
  }

  std::vector<mailbox_value> values() { return std::move(values_); }

  /// Returns the number of bits that are set and were in no field.
  std::size_t others() const {
    std::size_t count = 0;
    for (const auto byte : left_) {
      count += static_cast<std::size_t>(std::popcount(std::to_integer<unsigned>(byte)));
    }
    return count;
  }

 private:
  void take(const firmware::described_field& field, std::uint32_t bit, const std::string& name) {
    const auto whole = 8 * bytes_.size();
    const auto end = field.width == 0 ? whole : std::min<std::size_t>(bit + field.width, whole);
    if (bit >= end) return;
    auto text = field.width - 1 < widest_number ? number(bit, end, field.width) : bytes(bit, end);
    for (auto i = bit; i < end; ++i) left_[i / 8] &= ~(std::byte{0x80} >> i % 8);
    if (!text.empty()) values_.push_back({name, std::move(text), field.meaning});
  }

  /// Returns a number in hex; empty if it is 0. Bits behind the end of the bytes are 0.
  std::string number(std::uint32_t bit, std::size_t end, std::uint32_t width) const {
    std::uint64_t value = 0;
    for (std::size_t i = bit; i < bit + width; ++i) {
      const bool set = i < end && (bytes_[i / 8] & std::byte{0x80} >> i % 8) != std::byte{0};
      value = value << 1 | (set ? 1u : 0u);
    }
    return value == 0 ? "" : fmt::format("{:#x}", value);
  }

  /// Returns bytes in groups of four; empty if all are 0.
  std::string bytes(std::uint32_t bit, std::size_t end) const {
    const auto some = bytes_.subspan(bit / 8, (end - bit) / 8);
    if (std::ranges::all_of(some, [](std::byte one) { return one == std::byte{0}; })) return {};
    std::string text;
    for (std::size_t i = 0; i < some.size(); ++i) {
      if (i % 4 == 0 && i != 0) text += ' ';
      text += fmt::format("{:02x}", std::to_integer<unsigned>(some[i]));
    }
    return text;
  }

  std::span<const std::byte> bytes_;
  std::vector<std::byte> left_;  // the bits that were in no field
  std::vector<mailbox_value> values_;
};

}  // namespace

mailbox_reading read_mailbox(const dumped_command& what, std::span<const std::byte> bytes) {
  mailbox_reading result;
  const auto* const known = std::ranges::find(firmware::described_commands, what.opcode,
                                              &firmware::described_command::opcode);
  result.is_described = known != std::end(firmware::described_commands);
  mailbox_reader reader(bytes);
  if (result.is_described) reader.read(what.is_answer ? known->out : known->in, 0, "");
  result.values = reader.values();
  result.others = reader.others();
  if (what.is_answer) {
    const wire::mailbox_view<firmware::mbox_out, const std::byte> answer(bytes);
    result.status = static_cast<std::uint8_t>(answer.get(firmware::mbox_out::status));
    result.syndrome = answer.get(firmware::mbox_out::syndrome);
  }
  return result;
}

}  // namespace verbatim::tools::decode
