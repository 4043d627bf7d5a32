#include "tools/decode/dump_block.hpp"

#include <algorithm>
#include <utility>

namespace verbatim::tools::decode {
namespace {

constexpr std::uint64_t largest_offset = std::uint64_t{1} << 32;  // what is more is an address
constexpr std::size_t usual_line = 16;

}  // namespace

bool dump_block::takes(const hex_line& line) const noexcept {
  if (empty()) return true;
  const auto& last = lines_.back();
  if (line.offset.has_value() != last.offset.has_value()) return false;
  if (!line.offset) return true;
  if (*line.offset <= *last.offset) return false;
  const auto step = *line.offset - *last.offset;
  // Dumps that people paste have a byte too many now and then; the offset says which.
  return step <= last.bytes.size() || (repeated_ && step <= repetitions_left_);
}

std::uint64_t dump_block::end() const noexcept {
  return has_offsets() ? *lines_.back().offset + lines_.back().bytes.size() : size_;
}

void dump_block::add(hex_line line) {
  size_ += line.bytes.size();
  if (repeated_) repetitions_left_ -= *line.offset - *lines_.back().offset;
  lines_.push_back({line.offset, std::move(line.bytes), std::exchange(repeated_, false)});
}

std::size_t dump_block::begins_at() const noexcept {
  if (!has_offsets() || *lines_.front().offset >= largest_offset) return 0;
  return static_cast<std::size_t>(*lines_.front().offset);
}

std::vector<std::byte> dump_block::take() {
  std::vector<std::byte> all;
  std::size_t length = has_offsets() ? usual_line : 0;  // of a line, by the offsets
  for (std::size_t i = 0; i < lines_.size(); ++i) {
    auto& bytes = lines_[i].bytes;
    if (has_offsets()) {
      const bool last = i + 1 == lines_.size();
      if (!last && !lines_[i + 1].repeats_before) {
        length = static_cast<std::size_t>(*lines_[i + 1].offset - *lines_[i].offset);
      } else if (lines_.size() == 1) {
        length = bytes.size();
      }
      bytes.resize(std::min(bytes.size(), std::max<std::size_t>(length, 1)));
    }
    all.insert(all.end(), bytes.begin(), bytes.end());
    if (i + 1 == lines_.size() || !lines_[i + 1].repeats_before || bytes.empty()) continue;
    const auto begin = all.size() - bytes.size();
    const auto end = begin + (*lines_[i + 1].offset - *lines_[i].offset);
    while (all.size() < end) all.push_back(bytes[(all.size() - begin) % bytes.size()]);
  }
  lines_.clear();
  size_ = 0;
  repeated_ = false;
  return all;
}

}  // namespace verbatim::tools::decode
