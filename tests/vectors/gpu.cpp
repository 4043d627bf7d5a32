// Builds vectors with the builders of GPUs, compiled for the host, and compares the bytes:
// vectors_gpu [FILE...], or the standard input. Each WQE is built by a thread alone, and by the lanes
// of a warp. Lines about other things than WQEs are passed over.
#include "verbatim/gpu.hpp"

#include <array>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <iostream>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "flat_slot.hpp"
#include "input.hpp"
#include "json.h"

// The chains of every vector, which a script writes.
#include "cxx_chains.hpp"

namespace verbatim::test {
namespace {

constexpr std::size_t most_values = 2000;

/// The longest WQE: an octoword for each lane of a warp.
constexpr unsigned most_octowords_of_gpu = 32;

/// No WQE reaches the end of this ring, so that each begins at its index.
constexpr std::uint32_t ring_wqebbs = 1u << 17;

/// The byte that old WQEs have left everywhere: one that is not written shows.
constexpr std::byte old_byte{0xa5};

/// A lane of a warp whose lanes run one after the other, the first one first.
class lane_in_turn {
 public:
  static constexpr unsigned lanes = 32;

  lane_in_turn(std::vector<std::uint32_t>& said, unsigned lane) : said_(&said), lane_(lane) {}

  unsigned lane() const noexcept { return lane_; }
  std::uint32_t from_first(std::uint32_t value) {
    if (lane_ == 0) said_->push_back(value);
    return said_->at(next_++);
  }
  void sync() const noexcept {}

 private:
  std::vector<std::uint32_t>* said_;
  unsigned lane_;
  std::size_t next_ = 0;
};

using thread_slot =
    gpu::send_slot<gpu::memory, gpu::one_thread, gpu::own_octowords<most_octowords_of_gpu>,
                   most_octowords_of_gpu>;
using warp_slot =
    gpu::send_slot<gpu::memory, lane_in_turn, gpu::octoword_of_lane, lane_in_turn::lanes>;

/// A send queue in memory, whose next WQE has any index.
class queue {
 public:
  void begin(const ctrl_seg& values) {
    index_ = values.wqe_index;
    words_ = {index_, index_, index_, 0};
    memory_.qpn = values.qpn;
    std::fill_n(at(), room, old_byte);
  }
  gpu::posting_order<gpu::memory> order() const { return gpu::posting_order<gpu::memory>(memory_); }
  std::byte* at() { return ring_.data() + std::size_t{index_} * wqebb; }

  /// Returns what is wrong with the WQE, or nothing.
  std::string compared(const outcome& made, std::span<const std::byte> expected, const char* by) {
    const auto who = std::string(by) + ": ";
    if (!made.error.empty()) return who + made.error;
    if (std::memcmp(at(), expected.data(), expected.size()) != 0) return who + "other bytes";
    const auto end = (expected.size() + wqebb - 1) / wqebb * wqebb;
    for (auto i = expected.size(); i < end; ++i) {
      if (at()[i] != old_byte) return who + "bytes behind the WQE are written";
    }
    return "";
  }

 private:
  // The longest WQE and the NOP that may follow it.
  static constexpr std::size_t room = most_octowords_of_gpu * octoword + wqebb;

  std::vector<std::byte> ring_ = std::vector<std::byte>(std::size_t{ring_wqebbs} * wqebb);
  std::vector<std::uint64_t> marks_ = std::vector<std::uint64_t>(ring_wqebbs);
  gpu::shared_words words_{};
  std::uint32_t dbrec_ = 0;
  std::uint64_t doorbell_ = 0;
  std::uint32_t index_ = 0;
  gpu::send_queue_memory memory_{.ring = ring_.data(),
                                 .wqebbs = ring_wqebbs,
                                 .qpn = 0,
                                 .dbrec = &dbrec_,
                                 .doorbell = &doorbell_,
                                 .words = &words_,
                                 .marks = marks_.data()};
};

/// Returns the bytes of a vector. These queues have no streams, so the number of one is 0.
std::vector<std::byte> bytes_of(const json* vector) {
  const auto* text = json_get(vector, "bytes", json_string);
  std::vector<std::byte> bytes(text->length / 2);
  json_bytes(text, reinterpret_cast<unsigned char*>(bytes.data()), bytes.size());
  auto ctrl = ctrl_seg::read(bytes.data());
  ctrl.dci_stream_channel_id = 0;
  ctrl.write(bytes.data());
  return bytes;
}

/// Returns why the vector is not reproduced, or nothing.
std::string wrong_with(const json* vector, queue& into) {
  const input from(vector);
  const auto* transport = json_get(vector, "transport", json_string)->string;
  const auto expected = bytes_of(vector);

  into.begin(from.queue_values());
  auto wrong = into.compared(build(transport, thread_slot(into.order(), {}, {}), from), expected,
                             "a thread");
  if (!wrong.empty()) return wrong;

  into.begin(from.queue_values());
  std::vector<std::uint32_t> said;
  for (unsigned lane = 0; lane < lane_in_turn::lanes; ++lane) {
    const auto made =
        build(transport, warp_slot(into.order(), {said, lane}, gpu::octoword_of_lane(lane)), from);
    if (!made.error.empty()) return "lane " + std::to_string(lane) + ": " + made.error;
  }
  return into.compared({}, expected, "a warp");
}

struct counts {
  unsigned long compared = 0, wrong = 0;
};

void compare(const char* name, std::istream& file, queue& into, counts& counted) {
  std::array<json, most_values> values;
  std::string line;
  for (unsigned long number = 1; std::getline(file, line); ++number) {
    const auto* vector = json_read(line.data(), values.data(), values.size());
    std::string why;
    if (vector == nullptr) {
      why = "it is no line of JSON, or has too many values";
    } else if (json_find(vector, "wqe") == nullptr) {
      continue;
    } else {
      why = wrong_with(vector, into);
    }
    ++counted.compared;
    if (why.empty()) continue;
    std::cerr << name << ':' << number << ": " << why << '\n';
    ++counted.wrong;
  }
}

}  // namespace
}  // namespace verbatim::test

int main(int count, char** words) {
  using namespace verbatim::test;
  const auto into = std::make_unique<queue>();
  counts counted;
  if (count == 1) compare("standard input", std::cin, *into, counted);
  for (int i = 1; i < count; ++i) {
    std::ifstream file(words[i]);
    compare(words[i], file, *into, counted);
  }
  std::cout << counted.compared << " vectors, " << counted.wrong << " of them differ\n";
  return counted.wrong != 0 || counted.compared == 0;
}
