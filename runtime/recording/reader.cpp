// Checks lengths and checksums, and stops at the first that is wrong.
#include "recording/reader.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

namespace verbatim::recording {
namespace {

template <class Number>
Number number_at(std::span<const std::byte> from, std::size_t at) {
  Number value{};
  unpacker take(from.subspan(at, sizeof value));
  take(value);
  return value;
}

std::string_view text_of(std::span<const std::byte> bytes) noexcept {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

template <class Number>
void store(std::string& to, std::size_t at, Number value) {
  std::string bytes;
  packer with(bytes);
  with(value);
  to.replace(at, bytes.size(), bytes);
}

}  // namespace

bool is_recording(std::span<const std::byte> bytes) noexcept {
  return text_of(bytes).starts_with(magic);
}

reader::reader(std::span<const std::byte> file) : file_(file) {
  const auto present = std::min(file.size(), magic.size());
  if (present == 0 || text_of(file.first(present)) != magic.substr(0, present)) {
    // The letters are there, but not the line ends: the file was copied as a text.
    constexpr std::size_t letters = 5;
    fail(file.empty() ? "the file is empty"
         : text_of(file).starts_with(magic.substr(0, letters))
             ? "the file is a recording that was changed as if it were a text"
             : "the file is no recording");
    return;
  }
  if (file.size() < file_header_bytes) {
    fail("the file ends in its header: it was cut off after " + std::to_string(file.size()) +
         " bytes");
    return;
  }
  if (number_at<std::uint32_t>(file, 12) != checksum(text_of(file.first(12)))) {
    fail("the header of the file is damaged");
    return;
  }
  const auto major = number_at<std::uint16_t>(file, 8);
  if (major != major_version) {
    fail("the recording has version " + std::to_string(major) + '.' +
         std::to_string(number_at<std::uint16_t>(file, 10)) + ", and this program reads version " +
         std::to_string(major_version) + ": use the program of the release that made it");
    return;
  }
  at_ = file_header_bytes;
}

void reader::fail(std::string why) {
  problem_ = std::move(why);
  file_ = {};
}

std::optional<record> reader::next() {
  if (at_ >= file_.size()) return std::nullopt;
  const auto rest = file_.subspan(at_);
  const auto where = " at byte " + std::to_string(at_);
  const auto cut_off = [&] {
    fail("the recording is cut off: its last record begins" + where + ", and " +
         std::to_string(rest.size()) + " bytes of it are there");
    return std::nullopt;
  };
  if (rest.size() < least_record_bytes) return cut_off();
  const auto length = number_at<std::uint32_t>(rest, 0);
  if (length < least_record_bytes || length > most_record_bytes) {
    fail("the record" + where + " is damaged: its length is " + std::to_string(length));
    return std::nullopt;
  }
  if (length > rest.size()) return cut_off();
  const auto covered = rest.first(length - checksum_bytes);
  if (number_at<std::uint32_t>(rest, covered.size()) != checksum(text_of(covered))) {
    fail("the record" + where + " is damaged: its checksum is wrong");
    return std::nullopt;
  }
  record result;
  result.kind = static_cast<record_kind>(number_at<std::uint16_t>(rest, 4));
  result.process = number_at<std::uint32_t>(rest, 8);
  result.thread = number_at<std::uint32_t>(rest, 12);
  result.time = number_at<std::uint64_t>(rest, 16);
  result.at = at_;
  result.body = covered.subspan(record_header_bytes);
  at_ += length;
  return result;
}

void append_file_header(std::string& to) {
  std::string header(magic);
  packer with(header);
  with(major_version, minor_version);
  with(checksum(header));
  to += header;
}

namespace detail {

std::size_t begin_record(std::string& to, const record& header, record_kind kind) {
  const std::size_t at = to.size();
  packer with(to);
  with(std::uint32_t{0}, static_cast<std::uint16_t>(kind), std::uint16_t{0}, header.process,
       header.thread, header.time);
  return at;
}

void end_record(std::string& to, std::size_t at) {
  store(to, at, static_cast<std::uint32_t>(to.size() - at + checksum_bytes));
  packer with(to);
  with(checksum(std::string_view(to).substr(at)));
}

}  // namespace detail

}  // namespace verbatim::recording
