// Queue pairs of one transport: a sender and its receiver on the same port.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "tools/selftest/request.hpp"
#include "verbatim/generated/cqes/cqe64.hpp"
#include "verbatim/queue/base/post_result.hpp"
#include "verbatim/queue/completion/completion.hpp"

namespace verbatim::tools::selftest {

class bench;

/// A completion, kept beyond its poll.
struct seen {
  bool of_send = false;
  int entry = 0;
  cqe_syndrome status = cqe_syndrome::ok;
  alignas(8) std::array<std::byte, cqe64::size> bytes = {};

  cqe64 cqe() const noexcept { return cqe64(bytes.data()); }
};

template <class Completion>
seen keep(const Completion& c) {
  seen one{.of_send = requires {c.signaled;
}
, .entry = c.entry, .status = c.status()
};  // namespace verbatim::tools::selftest
std::copy_n(c.cqe().bytes(), cqe64::size, one.bytes.begin());
return one;
}

class lane {
 public:
  lane() = default;
  lane(const lane&) = delete;
  lane& operator=(const lane&) = delete;
  virtual ~lane() = default;

  /// Posts with our builders. Returns nothing if there is no builder for the WQE.
  virtual std::optional<post_result> post(const request& r, int entry) = 0;

  /// The same from the receiver's side, on connected transports.
  virtual std::optional<post_result> post_by_peer(const request&, int) { return std::nullopt; }

  virtual void ring() = 0;

  /// Returns the bytes of a posted WQE whose doorbell was not rung.
  virtual std::span<std::byte> wqe(std::uint16_t wqe_index) const = 0;

  /// Returns the bytes of the WQEs that our builders make of the requests, one after the other on a
  /// new queue pair of that number, in memory that no device reads.
  virtual std::vector<std::byte> built(std::span<const request> requests,
                                       std::uint32_t qpn) const = 0;

  virtual void post_receive(std::uint64_t addr, std::uint32_t length, lkey key, int entry) = 0;
  virtual void poll(std::vector<seen>& into, unsigned most) = 0;

  /// Returns the numbers in CQEs of sends and of receives.
  virtual std::uint32_t sender() const = 0;
  virtual std::uint32_t receiver() const = 0;

  const target& to() const noexcept { return to_; }
  target& to() noexcept { return to_; }

 private:
  target to_;
};

/// Makes the queue pairs of a transport. Throws `skip` if this device or port cannot have them.
std::unique_ptr<lane> make_connected_lane(bench& on, std::string_view transport);
std::unique_ptr<lane> make_datagram_lane(bench& on, std::string_view transport);
std::unique_ptr<lane> make_dc_lane(bench& on, std::string_view transport);
std::unique_ptr<lane> make_xrc_lane(bench& on);
std::unique_ptr<lane> make_packet_lane(bench& on);

}  // namespace verbatim::tools::selftest
