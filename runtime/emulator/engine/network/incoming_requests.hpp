// The responder's side of a connection over the network.
#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <string_view>

#include "engine/network/connection_path.hpp"
#include "engine/network/received_packet.hpp"
#include "transport/message.hpp"
#include "transport/transport.hpp"

namespace verbatim::emulator {

/// Passes the packets of requests to the engine, in the order of their PSNs and each once, and makes
/// packets of the engine's answers. Requests that come again are answered again.
/// Source: InfiniBand specification, 9.7 (RC) and 9.8.2 (UC).
class incoming_requests {
 public:
  incoming_requests(const connection_path& path, network_counts& counts) noexcept;

  void packet_arrived(const received_packet& packet, message_receiver& to);

  /// Sends an answer of the engine.
  void answer(const message& answered);

  /// Returns true if enough responses to READs have left since the last call of `settle`. Those that wait
  /// can still be replaced when a READ comes again.
  bool busy() const noexcept { return responses_ >= most_responses; }

  /// Sends the acknowledgement or the refusal that waits for the engine's answers. Call it when the
  /// engine has answered what it can.
  void settle();

 private:
  static constexpr std::uint32_t most_responses = 64;

  /// The present place in the sequence of requests. An RNR NAK returns to where it was before the request.
  struct position {
    std::uint32_t psn = 0;

    /// The PSN that the engine expects; it counts the messages that it gets.
    std::uint32_t message_psn = 0;

    /// The messages that are complete.
    std::uint32_t number = 0;

    /// These describe the message whose packets are arriving.
    bool inside = false;
    bool is_write = false;
    std::uint32_t offset = 0;
    std::uint32_t message_bytes = 0;
    std::uint64_t raddr = 0;
    std::uint32_t rkey = 0;

    /// True if the engine has the data of the last packet, but not yet its immediate word.
    bool has_data = false;
  };

  /// The result of an atomic, for requests that come again.
  struct atomic_result {
    std::uint32_t psn = 0;
    std::uint32_t number = 0;
    std::uint64_t original = 0;
  };

  void take(const received_packet& packet, message_receiver& to);
  void take_part(const received_packet& packet, message_receiver& to);
  void take_late_word(message& last, message_receiver& to);
  bool fits(const received_packet& packet, bool is_first, bool is_last, bool is_write) const;
  void take_result_request(const received_packet& packet, message_receiver& to);
  void answer_again(const received_packet& packet, message_receiver& to);
  void deliver(message& request, bool may_wait, message_receiver& to);
  void refuse(const received_packet& packet);
  void drop(const received_packet& packet, std::string_view why);
  void send_read_response(const message& part);
  void send_acknowledgement(std::uint32_t psn, std::uint32_t syndrome, std::uint32_t number);
  void answered_through(std::uint32_t psn) noexcept;
  bool all_answered() const noexcept { return !psn_before(answered_, expects_answer_); }

  connection_path path_;
  network_counts& counts_;
  position at_;

  /// The places in the sequence before the requests that may get an RNR NAK.
  std::deque<position> before_;

  /// The last PSN of the requests that the engine has to answer, and of those that it has answered.
  std::uint32_t expects_answer_;
  std::uint32_t answered_;

  /// The packet that asked for an acknowledgement in the middle of a message, or that came again. The
  /// acknowledgement names that packet and not a later one, because Linux's rdma_rxe mistakes an
  /// acknowledgement of a READ for its data.
  std::optional<std::uint32_t> asked_;
  std::optional<std::uint32_t> came_again_;
  bool refusal_waits_ = false;

  /// True after a NAK of a wrong PSN, until the right one comes.
  bool refused_sequence_ = false;
  bool failed_ = false;
  std::uint32_t responses_ = 0;
  std::deque<atomic_result> atomics_;
};

}  // namespace verbatim::emulator
