// Any file to the reader of recordings, and any records to what prints them: no crash, and no more records
// than the file has room for.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <span>
#include <sstream>
#include <string>

#include "recording/bodies.hpp"
#include "recording/reader.hpp"
#include "tools/recorded/print.hpp"

namespace {

namespace file = verbatim::recording;
namespace recorded = verbatim::tools::recorded;

void require(bool holds) {
  if (!holds) std::abort();
}

void print_all(std::span<const std::byte> bytes) {
  for (const auto form :
       {recorded::output_form::lines, recorded::output_form::pages, recorded::output_form::json}) {
    std::ostringstream out;
    const auto done = recorded::print(bytes, {}, form, out);
    require(done.printed <= bytes.size() / file::least_record_bytes);
    require(done.has_records == (done.printed != 0));
  }
}

}  // namespace

/// A file as it is; and a file whose records have the bodies of the input, and right checksums: a byte for
/// the kind, one for the length, and so many bytes.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::span input(reinterpret_cast<const std::byte*>(data), size);
  print_all(input);
  std::string made;
  file::append_file_header(made);
  for (auto rest = input; rest.size() >= 2;) {
    const auto kind = static_cast<file::record_kind>(std::to_integer<unsigned>(rest[0]) % 40);
    const std::size_t length =
        std::min<std::size_t>(std::to_integer<unsigned>(rest[1]), rest.size() - 2);
    const auto body = rest.subspan(2, length);
    const std::size_t at = file::detail::begin_record(made, {}, kind);
    made.append(reinterpret_cast<const char*>(body.data()), body.size());
    file::detail::end_record(made, at);
    rest = rest.subspan(2 + length);
  }
  print_all(std::as_bytes(std::span(made)));
  return 0;
}
