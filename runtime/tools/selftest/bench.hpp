// The open device, memory and queue pairs that all checks share.
#pragma once

#include <array>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tools/selftest/finding.hpp"
#include "tools/selftest/lane.hpp"
#include "verbatim/verbs/context/context.hpp"
#include "verbatim/verbs/context/hca_capabilities.hpp"
#include "verbatim/verbs/memory/mr.hpp"
#include "verbatim/verbs/memory/pd.hpp"
#include "verbatim/verbs/queue_pair/qp_attributes.hpp"
#include "verbatim/verbs/queue_pair/uar.hpp"

namespace verbatim::tools::selftest {

struct settings {
  std::uint8_t port = 1;
  std::optional<std::uint16_t> gid_index = std::nullopt;
  std::chrono::milliseconds patience{5000};  ///< the longest wait for one completion
};

/// The parts of the memory, in bytes from its beginning.
inline constexpr std::size_t part = 16384;
inline constexpr std::size_t source = 0, target_at = part, inbox = 2 * part, results = 3 * part;
inline constexpr std::byte untouched{0xee};

class bench {
 public:
  /// Throws if the device refuses a protection domain or memory.
  bench(const verbatim::context& context, const settings& how);

  const verbatim::context& context() const noexcept { return context_; }
  const verbatim::pd& pd() const noexcept { return pd_; }
  /// The doorbell register of our direct queue pairs, which libmlx5 does not use.
  const verbatim::uar& uar() const noexcept { return *uar_; }
  const verbatim::port& port() const noexcept { return port_; }
  const settings& how() const noexcept { return how_; }
  bool on_ethernet() const noexcept { return port_.link_layer == link_layer::ethernet; }
  std::uint16_t gid_index() const noexcept { return gid_index_; }

  std::span<std::byte> memory(std::size_t at, std::size_t length = part) const {
    return mr_.memory().subspan(at, length);
  }
  std::uint64_t address(std::size_t at) const { return mr_.addr() + at; }
  const verbatim::mr& region() const noexcept { return mr_; }
  verbatim::lkey lkey() const { return mr_.lkey(); }
  verbatim::rkey rkey() const { return mr_.rkey(); }

  template <class Number>
  Number number(std::size_t at) const {
    Number value;
    std::memcpy(&value, memory(at, sizeof value).data(), sizeof value);
    return value;
  }
  template <class Number>
  void set(std::size_t at, Number value) const {
    std::memcpy(memory(at, sizeof value).data(), &value, sizeof value);
  }

  /// Puts other bytes into the source than before, and makes the rest untouched.
  void refill();

  /// Returns the attributes of queue pairs on the port.
  qp_attributes attributes() const;

  /// Returns the queue pairs of a transport, made when they are asked for. Throws `skip` if there
  /// can be none.
  lane& on(std::string_view transport);

  /// Forgets queue pairs in which something went wrong. The next check gets new ones.
  void drop_lanes() noexcept { lanes_.clear(); }

  /// Returns the capability's value; nothing if the device does not report them.
  std::optional<std::uint32_t> capability(const verbs::hca_capabilities::capability& which) const;
  std::optional<std::uint32_t> capability(
      const verbs::atomic_capabilities::capability& which) const;

  /// Throws `skip` if the device says that it lacks the capability.
  void require(const verbs::hca_capabilities::capability& which) const;

  /// Waits until `done()`. Returns false after `how().patience`. Throws `skip` once the user has
  /// interrupted the program.
  template <class Done>
  bool wait(Done&& done) const {
    const auto end = std::chrono::steady_clock::now() + how_.patience;
    while (!done()) {
      if (interrupted) throw skip{"the run was interrupted", "let it run to its end"};
      if (std::chrono::steady_clock::now() > end) return false;
      pause();
    }
    return true;
  }

  /// Returns true if the bytes at `from` are at `at` too. UC sends no acknowledgement, so that the
  /// sender's CQE may come before the data: there it waits for them.
  bool arrived(std::size_t from, std::size_t at, std::size_t bytes,
               std::string_view transport) const;

  /// Waits for so many completions of the lane, or for the first that is an error. Throws `failure`
  /// if they do not come.
  std::vector<seen> collect(lane& from, std::size_t count) const;

  /// Set by signals.
  static inline std::atomic<bool> interrupted = false;

 private:
  static void pause();

  verbatim::context context_;
  settings how_;
  verbatim::port port_;
  std::uint16_t gid_index_;
  verbatim::pd pd_;
  std::optional<verbatim::uar> uar_;  // of mlx5 devices
  verbatim::mr mr_;
  std::optional<verbs::hca_capabilities> general_;
  std::optional<verbs::atomic_capabilities> atomic_;
  std::map<std::string, std::unique_ptr<lane>, std::less<>> lanes_;
  unsigned fills_ = 0;
};

/// Returns why a WQE failed, in words: the syndrome and the vendor syndrome.
std::string in_words(const seen& failed);

}  // namespace verbatim::tools::selftest
