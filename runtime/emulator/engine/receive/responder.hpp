// The responder's side of a queue pair: executes the peer's requests and answers them.
#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "engine/base/engine_room.hpp"
#include "engine/base/vendor_syndromes.hpp"
#include "engine/receive/tag_matching.hpp"
#include "engine/ring/receive_queue.hpp"
#include "objects/queues/queue_pair.hpp"
#include "report/finding.hpp"
#include "verbatim/generated/cqes/cqe64.hpp"
#include "verbatim/generated/cqes/tm_receive_cqe.hpp"

namespace verbatim::emulator {

/// A message that arrives in several pieces.
struct arriving_message {
  std::optional<receive_wqe> wqe;
  std::uint32_t received_bytes = 0;

  /// XRC and tag matching: the shared receive queue of the WQE.
  shared_receive_queue* srq = nullptr;

  /// Tag matching only: the destination of the message. If it is the buffer of a tag, `wqe` is not
  /// a WQE of the SRQ.
  std::optional<tag_verdict> tags;

  /// The message, if its CQE carries it.
  std::vector<std::byte> in_cqe;

  bool matched() const noexcept { return tags && tags->event == tag_event::matched; }

  /// UC only: true if the rest is ignored.
  bool dropped = false;
};

class responder {
 public:
  responder(engine_room& room, queue_pair& qp) : room_(room), qp_(qp) {}

  /// Creates the part of a DCT that answers one stream of a DCI.
  responder(engine_room& room, queue_pair& dct, std::uint32_t dci)
      : room_(room), qp_(dct), dci_(dci) {}

  /// Returns to the initial state, for a change to RESET.
  void reset() noexcept;

  /// Lets the queue pair receive: PSNs count from its rq_psn.
  void start() noexcept { expected_psn_ = qp_.attributes.rq_psn; }

  /// Ends the message that is arriving, because the queue pair has moved to ERR. Existing answers
  /// are still sent.
  void stop();

  /// Executes a request to this queue pair.
  void handle_request(const message& request);

  /// Sends answers, as long as the transport takes them. Returns true if it sent any.
  bool advance();

  /// Returns true if advance() and publish() have nothing to do before the next request.
  bool is_idle() const noexcept { return answers_.empty() && unpublished_.empty(); }

  /// Passes the received messages to the program. Call it after the answers have left: a program
  /// may end as soon as it has the last message, and a NIC would have answered by then.
  void publish();

  /// For XRC: forgets a shared receive queue that is destroyed.
  void forget(const shared_receive_queue& gone) noexcept;

 private:
  /// One answer to send. Answers leave in the order of their requests.
  struct answer {
    message header;

    /// Bytes of a READ that were sent. Its data is read when it is sent.
    std::uint32_t sent_bytes = 0;
  };

  std::uint32_t peer() const noexcept { return dci_.value_or(qp_.attributes.dest_qp_num); }
  std::pair<unreachable_reason, std::string> why_not(const message& request) const;
  bool connect(const message& request);
  void lose_connection();
  bool is_for_port(const message& request) const;
  bool in_sequence(const message& request);
  bool begin(const message& request);
  bool begin_receive(const message& request);
  bool check_length(const message& request);
  bool begin_matched(const message& request);
  std::string scatter(const message& request) const;
  bool goes_into_cqe(const message& request) const;
  std::vector<std::byte> name_sender(const message& request, cqe64::values& cqe) const;
  void complete_receive(const message& request, const arriving_message& done);
  bool take_payload(const message& request);
  void finish(const message& request);
  void read(const message& request);
  void read_again(const message& request);
  void execute_atomic(const message& request);
  finding check_remote(const message& request, std::uint32_t rights) const;
  memory_range find_remote(const message& request, std::uint64_t offset, std::uint64_t bytes,
                           std::uint32_t rights) const;
  bool send_read_response(answer& next);

  shared_receive_queue* xrc_target(const message& request) const;
  finding check_xrc_target(const message& request) const;
  const protection_domain* pd_for(const message& request) const;
  completion_queue& completions_of(const arriving_message& one) const;
  std::uint32_t index_of(const arriving_message& one) const;

  message answer_to(const message& request, message_kind kind) const;
  void acknowledge(const message& request);
  void refuse(const message& request, cqe_syndrome syndrome, const finding& why);
  void leave_message() noexcept;
  void fail_receive(const message& request, cqe_syndrome syndrome, vendor_syndrome vendor,
                    cqe_syndrome for_peer, const finding& why);
  bool reliable() const noexcept { return is_reliable(qp_.type); }

  engine_room& room_;
  queue_pair& qp_;

  /// DCT only: the DCI that is answered, and its connection.
  std::optional<std::uint32_t> dci_;
  std::optional<std::uint32_t> connection_;
  std::uint32_t expected_psn_ = 0;

  /// The attempt of the peer that has to begin again at expected_psn_. Other requests of this attempt are not
  /// answered.
  std::optional<std::uint32_t> refused_attempt_;
  std::optional<arriving_message> arriving_;

  /// UC only: the receive WQE of a message whose rest was lost. The next message uses it.
  std::optional<receive_wqe> unused_receive_;
  std::deque<answer> answers_;

  struct unpublished_completion {
    completion_queue* cq;
    std::variant<cqe64::values, tm_receive_cqe::values> cqe;
    std::vector<std::byte> payload;
    std::vector<std::byte> grh;
  };
  std::vector<unpublished_completion> unpublished_;
};

/// Returns the answer to a request that no queue pair here can take, for a requester that expects
/// an answer.
message unreachable_answer(const message& request, unreachable_reason reason);

}  // namespace verbatim::emulator
