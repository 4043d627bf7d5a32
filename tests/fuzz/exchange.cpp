// Any bytes as a frame of the endpoint exchange: refused with an error, or a frame that goes through bytes
// and JSON unchanged.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <span>
#include <string_view>

#include "verbatim/connect/exchange/exchange_frame.hpp"
#include "verbatim/connect/exchange/exchange_json.hpp"
#include "verbatim/verbs/base/error.hpp"

namespace {

void require(bool holds) {
  if (!holds) std::abort();
}

bool is_ascii(std::string_view text) {
  return std::all_of(text.begin(), text.end(), [](char c) { return (c & 0x80) == 0; });
}

/// JSON is UTF-8; what is not is replaced.
bool is_ascii(const verbatim::exchange::frame& frame) {
  const auto& memory = frame.offer.memory;
  return is_ascii(frame.failure.reason) &&
         std::all_of(memory.begin(), memory.end(), [](auto& one) { return is_ascii(one.name); });
}

}  // namespace

/// A '{' begins JSON, and everything else bytes.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::span input(data, size);
  try {
    if (size != 0 && data[0] == '{') {
      const auto frame =
          verbatim::exchange::frame_of_json({reinterpret_cast<const char*>(data), input.size()});
      require(verbatim::exchange::decode_frame(verbatim::exchange::encode_frame(frame)) == frame);
    } else {
      const auto bytes = std::as_bytes(input);
      if (size >= verbatim::exchange::frame_header_size) {
        require(verbatim::exchange::frame_size(bytes) <= verbatim::exchange::max_frame_size);
      }
      const auto frame = verbatim::exchange::decode_frame(bytes);
      require(verbatim::exchange::decode_frame(verbatim::exchange::encode_frame(frame)) == frame);
      const auto json = verbatim::exchange::to_json(frame);
      if (is_ascii(frame)) require(verbatim::exchange::frame_of_json(json) == frame);
    }
  } catch (const verbatim::error& refused) {
    require(!std::string_view(refused.what()).empty());
  }
  return 0;
}
