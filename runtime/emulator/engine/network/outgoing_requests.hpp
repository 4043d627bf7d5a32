// The requester's side of a connection over the network.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <vector>

#include "engine/network/connection_path.hpp"
#include "transport/message.hpp"
#include "transport/transport.hpp"

namespace verbatim::emulator {

/// Sends requests as packets until they are acknowledged: in order, as many as the window allows,
/// and again from the first one that is missing (go back N). The engine gets the answers.
/// Source: InfiniBand specification, 9.7.
class outgoing_requests {
 public:
  using clock = std::chrono::steady_clock;

  outgoing_requests(const connection_path& path, network_counts& counts) noexcept
      : path_(path), counts_(counts) {}

  /// Takes a request, or a piece of one, and sends what can be sent.
  void take(const message& request, clock::time_point now);

  /// Returns true if requests have to wait.
  bool full() const noexcept { return waiting_bytes_ > most_waiting_bytes; }

  /// Handles an acknowledgement, a READ response or the result of an atomic.
  void packet_arrived(const received_packet& packet, clock::time_point now, message_receiver& to);

  /// Does what is due at that time. Returns true if there was something.
  bool look_at_time(clock::time_point now, message_receiver& to);

  /// Returns the time for which `look_at_time` waits.
  std::optional<clock::time_point> deadline() const noexcept;

 private:
  static constexpr std::size_t most_waiting_bytes = 1 << 20;

  struct request {
    message header;
    std::vector<std::byte> payload;
    std::uint32_t packets = 1;

    /// The packets that are acknowledged, or those of the result that have arrived.
    std::uint32_t done = 0;

    bool has_result() const noexcept {
      return header.kind == message_kind::rdma_read || header.kind == message_kind::atomic_cs ||
             header.kind == message_kind::atomic_fa;
    }
    std::uint32_t first_missing() const noexcept { return psn_after(header.packet_psn, done); }
  };

  void send_more(clock::time_point now);
  void send_part(const request& of, std::uint32_t index);
  void send_result_request(const request& of);
  bool acknowledge_through(std::uint32_t psn, clock::time_point now, message_receiver& to);
  void remove_first() noexcept;
  void take_acknowledgement(const received_packet& packet, clock::time_point now,
                            message_receiver& to);
  void take_result(const received_packet& packet, clock::time_point now, message_receiver& to);
  std::optional<message> result_in(const received_packet& packet, const request& of) const;
  bool refuse_to_wait(message_receiver& to, std::uint8_t& count, std::uint8_t most,
                      cqe_syndrome syndrome);
  void result_is_missing(clock::time_point now);
  void go_back(clock::time_point now);
  void fail(cqe_syndrome syndrome, message_receiver& to);
  void progressed(clock::time_point now) noexcept;

  connection_path path_;
  network_counts& counts_;
  std::deque<request> requests_;
  std::size_t waiting_bytes_ = 0;

  /// The next packet: the request, by its place in the queue, and the packet of it.
  std::size_t next_request_ = 0;
  std::uint32_t next_packet_ = 0;

  /// The packets that were sent and not acknowledged, a READ counted as one.
  std::uint32_t in_flight_ = 0;

  /// The PSN behind all that was ever sent.
  std::optional<std::uint32_t> sent_before_;

  std::uint8_t retries_ = 0;
  std::uint8_t rnr_retries_ = 0;
  std::optional<clock::time_point> answer_due_;
  std::optional<clock::time_point> receiver_ready_;

  /// The first missing PSN of a result that was asked for again because later answers came.
  std::optional<std::uint32_t> asked_again_;
  bool failed_ = false;
};

}  // namespace verbatim::emulator
