// The completions that polls have found.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace verbatim::tools::perf {

/// The entry of a WQE: the queue pair, and how many messages a send's completion covers, or the slot
/// of a receive.
constexpr std::uint32_t entry_of(std::uint32_t qp, std::uint32_t count_or_slot) noexcept {
  return qp << 16 | count_or_slot;
}

struct tally {
  explicit tally(std::uint32_t queue_pairs) : done(queue_pairs), arrived(queue_pairs) {}

  void take_send(std::uint32_t entry) noexcept {
    sent += entry & 0xffff;
    done[entry >> 16] += entry & 0xffff;
  }
  void take_receive(std::uint32_t entry) noexcept {
    ++received;
    ++arrived[entry >> 16];
  }

  /// Keeps the first failure.
  void fail(bool is_send, std::uint32_t number, std::string_view named, std::string_view means,
            std::uint32_t vendors_code) noexcept {
    if (failed) return;
    failed = true;
    of_send = is_send;
    qpn = number;
    status = named;
    meaning = means;
    vendor = vendors_code;
  }

  std::string words() const {
    return std::string(of_send ? "a message" : "a receive") + " of queue pair " +
           std::to_string(qpn) + " failed: " + std::string(status) + ", vendor's code " +
           std::to_string(vendor) + ": " + std::string(meaning);
  }

  std::uint64_t sent = 0;
  std::uint64_t received = 0;
  std::vector<std::uint64_t> done;     ///< sent, by queue pair
  std::vector<std::uint64_t> arrived;  ///< received, by queue pair
  bool failed = false;
  bool of_send = false;
  std::uint32_t qpn = 0;
  std::uint32_t vendor = 0;
  std::string_view status = {};
  std::string_view meaning = {};
};

}  // namespace verbatim::tools::perf
