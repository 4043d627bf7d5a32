#include "tools/decode/read_text.hpp"

#include <fmt/format.h>

#include <utility>

#include "tools/decode/dump_block.hpp"
#include "tools/decode/recognisers/recogniser.hpp"

namespace verbatim::tools::decode {
namespace {

constexpr std::size_t cqe_bytes = 64;
constexpr std::size_t least_in_prose = 16;  // bytes in a line that has other words too
constexpr std::size_t least_words = 4;      // the same in words; fewer are a checksum or an address
constexpr std::size_t patience = 2;         // lines between a heading and its dump
constexpr std::size_t most_items = 1 << 16;

class reader {
 public:
  explicit reader(word_order order) : order_(order) {}

  std::vector<item> read(std::string_view text) {
    while (!text.empty() && items_.size() < most_items) {
      const auto end = text.find('\n');
      ++number_;
      take(text.substr(0, end));
      text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    }
    finish();
    return std::move(items_);
  }

 private:
  void take(std::string_view line) {
    while (!line.empty() && (line.back() == '\r' || line.back() == ' ' || line.back() == '\t')) {
      line.remove_suffix(1);
    }
    if (more_words(line) || begins(line) || words(line)) return;
    if (line == "*") return block_.repeat();
    if (const auto end = read_last_offset(line); end && block_.ends_at(*end)) return finish();
    if (auto hex = read_hex_line(line, order_); hex && counts(*hex)) return add(std::move(*hex));
    other(line);
  }

  /// Adds the line to the report that the previous line began. Returns false if the line does not
  /// belong to the report.
  bool more_words(std::string_view line) {
    if (speaker_ == nullptr || speaker_->goes_on == nullptr) return false;
    auto* const said = awaits_dump_ && said_                   ? &*said_
                       : !items_.empty() && items_.back().said ? &*items_.back().said
                                                               : nullptr;
    return said != nullptr && speaker_->goes_on(*said, line);
  }

  bool begins(std::string_view line) {
    for (const auto* program : recognisers) {
      if (program->heading_in == nullptr) continue;
      auto found = program->heading_in(line);
      if (!found) continue;
      // A heading that repeats the previous one with more facts replaces it.
      if (speaker_ == program && block_.empty() && status_alone(said_) &&
          !status_alone(found->said))
        said_.reset();
      finish();
      speaker_ = program;
      next_ = {.origin = program->origin,
               .line = number_,
               .kind = found->kind,
               .dumped = std::move(found->dumped),
               .transport = found->transport};
      said_ = std::move(found->said);
      awaits_dump_ = true;
      waited_ = 0;
      return true;
    }
    return false;
  }

  bool words(std::string_view line) {
    for (const auto* program : recognisers) {
      if (program->report_in == nullptr) continue;
      auto found = program->report_in(line);
      if (!found) continue;
      finish();
      speaker_ = program;
      found->origin = program->origin;
      found->line = number_;
      items_.push_back(std::move(*found));
      return true;
    }
    return false;
  }

  static bool status_alone(const std::optional<report>& said) {
    return said && said->syndrome && !said->vendor;
  }

  bool counts(const hex_line& hex) const {
    return hex.pure || (hex.bytes.size() >= least_in_prose && hex.words >= least_words);
  }

  void add(hex_line hex) {
    const bool headed = awaits_dump_;
    if (!block_.takes(hex)) finish();
    if (block_.empty() && !(headed && awaits_dump_)) next_ = {.line = number_};
    if (block_.empty()) next_.begins_at = 0;
    const bool one_cqe = awaits_dump_ && next_.kind == content::cqe;
    block_.add(std::move(hex));
    if (one_cqe && block_.size() >= cqe_bytes) finish();
  }

  void other(std::string_view line) {
    if (block_.empty()) {
      if (awaits_dump_ && !line.empty() && ++waited_ > patience) finish();
      return;
    }
    // A dump with offsets may continue after other lines. The dump of a CQE may continue after an
    // empty line, because it has 64 bytes.
    const bool in_cqe = awaits_dump_ && next_.kind == content::cqe && line.empty();
    if (!block_.has_offsets() && !in_cqe) finish();
  }

  /// Ends the item of the last lines.
  void finish() {
    if (!block_.empty()) {
      if (const auto bytes = block_.left_out(); bytes != 0) {
        next_.remark = fmt::format(
            "the '*' behind it stands for {} bytes, which are left out: of a line that repeats, {} "
            "bytes are taken at most, "
            "of zeros {}",
            bytes, dump_block::most_others, dump_block::most_zeros);
      }
      next_.begins_at = block_.begins_at();
      next_.bytes = block_.take();
      items_.push_back(std::move(next_));
    } else if (awaits_dump_ && said_ && said_->syndrome) {
      next_.kind = content::unknown;
      next_.said = std::move(said_);  // a report without a dump
      items_.push_back(std::move(next_));
    }
    next_ = {};
    said_.reset();
    awaits_dump_ = false;
    speaker_ = nullptr;
  }

  word_order order_;
  std::size_t number_ = 0;  // number of the line
  std::vector<item> items_;
  item next_;
  std::optional<report> said_;  // the report in the heading
  dump_block block_;
  bool awaits_dump_ = false;  // there was a heading
  std::size_t waited_ = 0;    // lines since the heading
  const recogniser* speaker_ = nullptr;
};

}  // namespace

std::vector<item> read_text(std::string_view text, word_order order) {
  return reader(order).read(text);
}

}  // namespace verbatim::tools::decode
