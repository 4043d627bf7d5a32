#include "tools/decode/dump_block.hpp"

#include <algorithm>
#include <utility>

namespace verbatim::tools::decode {
namespace {

constexpr std::uint64_t largest_offset = std::uint64_t{1} << 32;  // larger values are addresses
constexpr std::size_t usual_line = 16;

}  // namespace

std::uint64_t dump_block::step_to(const dump_offset& next, base in) const noexcept {
  if (!(next.*in) || !(last_.*in) || *(next.*in) < *(last_.*in)) return 0;
  return *(next.*in) - *(last_.*in);
}

dump_block::base dump_block::base_of(const dump_offset& next) noexcept {
  const auto length = lines_.back().bytes.size();
  base possible = nullptr;
  for (const auto in : bases) {
    const auto step = step_to(next, in);
    if (step == length && !repeated_) return in;
    // Pasted dumps sometimes have one byte too many; the offset shows it.
    const bool follows = step != 0 && (step <= length || (repeated_ && step <= repetitions_left()));
    if (follows && (possible == nullptr || in == base_)) possible = in;
  }
  return possible;
}

std::uint64_t& dump_block::repetitions_left() noexcept {
  const bool zeros =
      std::ranges::all_of(lines_.back().bytes, [](std::byte b) { return b == std::byte{}; });
  return zeros ? zeros_left_ : others_left_;
}

std::uint64_t dump_block::too_much_before(const dump_offset& next) noexcept {
  const auto step = repeated_ ? step_to(next, base_) : 0;
  return step > repetitions_left() ? step - lines_.back().bytes.size() : 0;
}

bool dump_block::takes(const hex_line& line) noexcept {
  if (empty()) return true;
  if (line.offset.has_value() != lines_.back().offset.has_value()) return false;
  if (!line.offset || base_of(*line.offset) != nullptr) return true;
  left_out_ = too_much_before(*line.offset);
  return false;
}

void dump_block::add(hex_line line) {
  if (line.offset && empty()) {
    last_ = *line.offset;
    base_ = *std::ranges::find_if(bases, [this](base in) { return (last_.*in).has_value(); });
  } else if (line.offset) {
    base_ = base_of(*line.offset);
    const auto step = step_to(*line.offset, base_);
    const bool certain = !repeated_ && step == lines_.back().bytes.size();
    if (repeated_) repetitions_left() -= step;
    for (const auto in : bases) {
      const bool may_be = (last_.*in).has_value() && (in == base_ || !certain);
      last_.*in = may_be ? (*line.offset).*in : std::nullopt;
    }
  }
  size_ += line.bytes.size();
  lines_.push_back({line.offset, std::move(line.bytes), std::exchange(repeated_, false)});
}

bool dump_block::ends_at(const dump_offset& offset) {
  if (!has_offsets()) return false;
  const auto in = base_of(offset);
  left_out_ = in == nullptr ? too_much_before(offset) : 0;
  if (left_out_ != 0) return true;
  if (in == nullptr || (!repeated_ && step_to(offset, in) != lines_.back().bytes.size()))
    return false;
  add({.offset = offset});
  return true;
}

std::size_t dump_block::begins_at() const noexcept {
  if (!has_offsets() || at(lines_.front()) >= largest_offset) return 0;
  return static_cast<std::size_t>(at(lines_.front()));
}

std::vector<std::byte> dump_block::take() {
  std::vector<std::byte> all;
  std::size_t length = has_offsets() ? usual_line : 0;  // of a line, by the offsets
  for (std::size_t i = 0; i < lines_.size(); ++i) {
    auto& bytes = lines_[i].bytes;
    if (has_offsets()) {
      const bool last = i + 1 == lines_.size();
      if (!last && !lines_[i + 1].repeats_before) {
        length = static_cast<std::size_t>(at(lines_[i + 1]) - at(lines_[i]));
      } else if (lines_.size() == 1) {
        length = bytes.size();
      }
      bytes.resize(std::min(bytes.size(), std::max<std::size_t>(length, 1)));
    }
    all.insert(all.end(), bytes.begin(), bytes.end());
    if (i + 1 == lines_.size() || !lines_[i + 1].repeats_before || bytes.empty()) continue;
    const auto begin = all.size() - bytes.size();
    const auto end = begin + (at(lines_[i + 1]) - at(lines_[i]));
    while (all.size() < end) all.push_back(bytes[(all.size() - begin) % bytes.size()]);
  }
  lines_.clear();
  size_ = 0;
  left_out_ = 0;
  repeated_ = false;
  return all;
}

}  // namespace verbatim::tools::decode
