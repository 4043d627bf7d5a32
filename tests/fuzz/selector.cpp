// Texts that say which device is meant: any is read, and what is read is written so that it reads the same.
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "verbatim/verbs/discovery/device_selector.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto read =
      verbatim::parse_selector(std::string_view(reinterpret_cast<const char*>(data), size));
  if (read.selector.has_value() != read.why.empty()) std::abort();
  if (!read.selector) return 0;
  if (verbatim::parse_selector(to_string(*read.selector)).selector != read.selector) std::abort();
  return 0;
}
