// The requester's side of a queue pair: executes send WQEs in order and completes them.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <random>
#include <span>
#include <string_view>
#include <vector>

#include "engine/base/engine_room.hpp"
#include "engine/check/missing_fences.hpp"
#include "engine/check/wqe_check.hpp"
#include "engine/memory/umr.hpp"
#include "objects/queues/queue_pair.hpp"
#include "report/finding.hpp"

namespace verbatim::emulator {

/// Executes the WQEs of a send queue. WQEs are read from the ring once, when a doorbell has
/// announced them, and stay here until they are done. Several are on their way to the peer at once;
/// they complete in order.
///
/// A DCI with streams has an additional requester for each stream: the DCI's own reads the ring and
/// hands the WQEs to them.
class requester {
  /// The peer of a connection of a DCI.
  struct dc_peer {
    std::uint32_t dct = 0;
    std::uint16_t lid = 0;
    std::uint64_t access_key = 0;

    bool operator==(const dc_peer&) const = default;
  };

 public:
  requester(engine_room& room, queue_pair& qp) : room_(room), qp_(qp) {}

  /// Creates the requester of one stream of the DCI whose ring `of` reads.
  requester(requester& of, std::uint16_t stream)
      : room_(of.room_), qp_(of.qp_), reader_(&of), stream_(stream) {}

  /// Begins anew, as after a change to RESET.
  void reset() noexcept;

  /// Lets the queue pair send: PSNs count from its sq_psn.
  void start() noexcept { next_psn_ = qp_.attributes.sq_psn; }

  /// Handles a doorbell: all WQEs that the doorbell record covers may be executed.
  void ring() noexcept;

  /// Does the work that can be done now. Returns true if there was some.
  bool advance();

  /// Handles an ack, a refusal or a response from the peer.
  void handle_answer(const message& answer);

  /// Handles the loss of the process in that slot: requests that it has not answered are lost.
  void lose_peer(std::uint32_t slot);

  /// Resets a stream after the program has seen that it failed. Returns false if it has not failed.
  bool reset_stream(std::uint16_t stream) noexcept;

  /// Puts a CQE of syndrome wr_flush_err for each WQE of a queue pair in ERR. Returns true if there
  /// was one.
  bool flush();

  /// Returns the next time to look even if nothing happens, if any.
  std::optional<engine_clock::time_point> deadline() const noexcept;

  /// WQEBBs modulo 2^16: those that doorbells have announced, and the next one to read.
  std::uint16_t announced() const noexcept { return announced_; }
  std::uint16_t next_wqe() const noexcept { return ci_; }

  /// Returns the number of WQEBBs that were ever read, also before a reset.
  std::uint64_t ever_read() const noexcept { return ever_read_; }

  /// Lets a managed queue run up to `index`, for a SEND_EN. Returns the reason why it cannot, or
  /// nothing.
  std::string enable(std::uint16_t index);

  /// True if every announced WQE is done.
  bool idle() const noexcept { return ci_ == announced_ && unfinished() == 0; }

 private:
  /// A WQE on its way.
  struct sending {
    operation wqe;

    /// Set if the WQE cannot be executed; it fails when all before it are done.
    std::optional<wqe_problem> problem;
    std::uint32_t first_psn = 0;

    /// The number of messages of the WQE.
    std::uint32_t messages = 0;

    /// Bytes and messages handed to the transport.
    std::uint32_t sent_bytes = 0;
    std::uint32_t sent_messages = 0;

    /// Bytes of the result that have come back, and the result itself if its CQE takes it.
    std::uint32_t received_bytes = 0;
    std::vector<std::byte> result;
    bool done = false;

    /// True once steps were done that must not be repeated when a peer is asked again.
    bool executed = false;

    /// True if its fence was checked.
    bool looked_at = false;
    std::uint8_t rnr_retries = 0;

    /// UC and UD: done when the transport has sent so many bytes for that slot.
    struct departure {
      std::uint32_t slot;
      std::uint64_t bytes;
    };
    std::vector<departure> departures;

    bool contains(std::uint32_t psn) const noexcept {
      return ((psn - first_psn) & 0xffffff) < messages;
    }
  };

  bool fetch();
  void take(sending one);
  requester& stream_of(const operation& wqe);
  std::size_t unfinished() const noexcept;
  bool is_before(const sending& a, const sending& b) const noexcept;
  bool advance_streams();
  bool advance_reordered();
  requester* choose_stream();
  bool held_up() const noexcept;
  bool has_turn(const sending& one) const noexcept;
  void fail_stream();
  void flush_one(std::uint16_t wqe_index, opcode wqe_opcode, completion_mode ce);
  void flush_pending(std::span<const sending> pending);
  std::vector<sending> give_up_pending();
  void give_up_streams(std::vector<sending>& given_up);
  std::uint32_t peer_of(const sending& one) const noexcept;
  bool connect(const operation& wqe);
  void address(message& request, const sending& one) const;
  bool send_next(sending& one);
  bool execute_local(sending& one);
  bool read_through(sending& one);
  bool copy_memory(sending& one);
  bool execute_wait(sending& one);
  bool wait_for_completions(sending& one);
  bool wait_for_data(sending& one);
  bool stop_waiting() noexcept;
  bool execute_enable(sending& one);
  bool is_master(sending& one);
  bool check_source(sending& one);
  bool send_datagram(sending& one);
  bool depart(sending& one, std::uint32_t slot, const message& next);
  void send_to_all(sending& one, const message& next);
  bool send_packets(sending& one);
  bool check_frame_sizes(sending& one);
  void send_segments(sending& one, std::span<const std::byte> payload);
  void send_frame(sending& one, std::span<const std::byte> payload);
  void put_on_wire(sending& one, std::vector<std::byte> frame);
  bool may_begin(sending& one);
  void put_on_wire(operation& wqe) const;
  bool check_local_memory(sending& one);
  void tell_signature_errors();
  bool gather(sending& one, std::uint32_t offset, std::size_t bytes, std::byte* to);
  bool scatter(sending& one, std::uint32_t offset, std::span<const std::byte> bytes);
  bool scatter_atomic(sending& one, const message& answer);
  bool retire();
  bool retire_front();
  bool retire_streams();
  void find_gone();
  void acknowledge_before(std::uint32_t psn);
  void take_result(const message& answer);
  void refuse(sending& one, cqe_syndrome syndrome, vendor_syndrome vendor, finding why);
  void retry(unreachable_reason reason);
  void wait_for_receiver(const message& answer);
  void rewind() noexcept;
  void complete(const sending& one);
  bool asks_for_completion(const operation& wqe) const noexcept;
  bool take_result_bytes(sending& one, std::uint32_t offset, std::span<const std::byte> bytes);
  void fail(cqe_syndrome syndrome, vendor_syndrome vendor);
  void write_error(std::uint16_t wqe_index, opcode wqe_opcode, cqe_syndrome syndrome,
                   vendor_syndrome vendor);
  void complain(const operation& wqe, const finding& why) const;

  engine_room& room_;
  queue_pair& qp_;
  std::uint16_t ci_ = 0;
  std::uint64_t ever_read_ = 0;
  std::uint16_t announced_ = 0;
  std::uint32_t next_psn_ = 0;
  std::deque<sending> pending_;

  /// The number of WQEs at the front of pending_ that are sent entirely.
  std::size_t sent_ = 0;

  /// The number of READs and atomics whose result is not here.
  std::uint32_t awaiting_results_ = 0;

  /// Counts rewinds. Requests carry it, and refusals return it. Its start is arbitrary, so that a
  /// peer does not confuse this queue pair with a former one of the same number.
  std::uint32_t attempt_ = static_cast<std::uint32_t>(room_.now.time_since_epoch().count());
  std::uint8_t retries_ = 0;
  missing_fences fences_;

  /// True while waiting before another attempt; without a time it waits for ever.
  bool waiting_ = false;
  std::optional<engine_clock::time_point> resume_at_;

  /// While a WAIT is not over: the time of the next look, and the delay to the look after it.
  std::optional<engine_clock::time_point> look_again_at_;
  engine_clock::duration look_again_after_{};

  /// For a DCI: the peer of the open connection, and the connection's number, which is new for
  /// each.
  std::optional<dc_peer> connected_to_;
  std::uint32_t connection_ = attempt_;

  /// For one stream: the requester that reads its WQEs.
  requester* reader_ = nullptr;
  std::uint16_t stream_ = 0;

  /// True after a WQE failed, so that all others fail until the stream is reset.
  bool stream_failed_ = false;

  /// For a DCI with streams: the streams; `unreadable_`: one was given a WQE that stops the whole
  /// queue pair.
  bool unreadable_ = false;
  std::map<std::uint16_t, std::unique_ptr<requester>> streams_;

  /// For reordered streams: the stream whose turn it is for one WQE, and the time until which WQEs
  /// are only collected, so that there is something to choose from.
  std::minstd_rand dice_{
      static_cast<std::uint32_t>(room_.of.settings().reorder_streams.value_or(1))};
  requester* chosen_ = nullptr;
  std::optional<engine_clock::time_point> collect_until_;
};

}  // namespace verbatim::emulator
