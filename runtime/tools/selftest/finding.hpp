// The findings of `verbatim selftest`: one for each check.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace verbatim::tools::selftest {

enum class status : std::uint8_t {
  pass,      ///< the device does what the specs say
  fail,      ///< it does not
  skipped,   ///< it was not tried
  observed,  ///< no source says what is right; the values say what the device does
};
std::string_view name(status status) noexcept;

struct finding {
  std::string id = {};  ///< `wqe/rdma_write/rc`
  selftest::status status = selftest::status::pass;
  std::string words = {};     ///< a sentence or two
  std::string remedy = {};    ///< of a skipped check: what would let it run; may be empty
  std::string expected = {};  ///< bytes in hex; empty if no bytes were compared
  std::string observed = {};  ///< bytes in hex
  std::vector<std::pair<std::string, std::string>> values = {};  ///< in the order of their notes
};

/// Thrown by a check that cannot be tried.
struct skip {
  std::string why;
  std::string remedy = {};
};

/// Thrown by a check that cannot go on.
struct failure {
  std::string words;
};

/// Returns the bytes as hexadecimal digits, without spaces.
std::string hex(std::span<const std::byte> bytes);

/// Returns the value in hexadecimal, with 0x in front.
std::string hex(std::uint64_t value);

/// Collects what a check finds out.
class verdict {
 public:
  explicit verdict(std::string id) { found_.id = std::move(id); }

  /// Notes `otherwise` as a failure unless `holds`. The check goes on.
  bool require(bool holds, std::string_view otherwise);

  /// Notes a failure unless both are equal. `what` is their name.
  bool require_equal(std::string_view what, std::uint64_t observed, std::uint64_t expected);

  /// Notes a value, for the reader of the file.
  void note(std::string_view name, std::string text) { found_.values.emplace_back(name, text); }

  void expected(std::span<const std::byte> bytes) { found_.expected = hex(bytes); }
  void observed(std::span<const std::byte> bytes) { found_.observed = hex(bytes); }

  /// Notes a failure unless the observed bytes are the expected ones. Keeps both.
  void compare(std::span<const std::byte> observed, std::span<const std::byte> expected);

  /// Makes the finding one that was observed: there is no right or wrong, unless a requirement fails.
  void answer(std::string words) {
    found_.status = status::observed;
    found_.words = std::move(words);
  }

  /// Sets the sentence for a check that passes.
  void say(std::string words) { found_.words = std::move(words); }

  bool failed() const noexcept { return !complaints_.empty(); }

  /// Ends the check.
  finding result() &&;
  finding result(const skip &why) &&;

 private:
  finding found_;
  std::string complaints_;
};

}  // namespace verbatim::tools::selftest
