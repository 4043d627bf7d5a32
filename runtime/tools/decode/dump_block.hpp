// Lines of a hex dump that belong together.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "tools/decode/hex_line.hpp"

namespace verbatim::tools::decode {

class dump_block {
 public:
  bool empty() const noexcept { return lines_.empty(); }
  bool has_offsets() const noexcept { return !empty() && lines_.front().offset.has_value(); }
  std::size_t size() const noexcept { return size_; }

  /// Offset behind the last byte.
  std::uint64_t end() const noexcept;

  /// True if the line can be the next one.
  bool takes(const hex_line& line) const noexcept;

  void add(hex_line line);

  /// A "*", by which hexdump and xxd leave out lines that are like the one before.
  void repeat() noexcept { repeated_ = has_offsets(); }

  /// Offset of the first byte, if it is one in a queue rather than an address.
  std::size_t begins_at() const noexcept;

  /// All bytes; the block is empty afterwards.
  std::vector<std::byte> take();

 private:
  struct numbered {
    std::optional<std::uint64_t> offset;
    std::vector<std::byte> bytes;
    bool repeats_before;  // lines like the one before are left out in front of it
  };

  std::vector<numbered> lines_;
  std::size_t size_ = 0;
  bool repeated_ = false;
  // Bytes that "*" may stand for in a whole text: a few characters must not become hours of work.
  std::uint64_t repetitions_left_ = std::uint64_t{1} << 20;
};

}  // namespace verbatim::tools::decode
