// The completions of an engine that posts through libibverbs.
#pragma once

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <cstdint>
#include <cstring>
#include <optional>
#include <span>
#include <string>
#include <system_error>
#include <type_traits>
#include <utility>

#include "verbatim/connect/path/reply.hpp"
#include "verbatim/generated/transport_tags/rc.hpp"
#include "verbatim/generated/transport_tags/ud.hpp"
#include "verbatim/stream/base/datagram_destination.hpp"
#include "verbatim/stream/base/operations.hpp"
#include "verbatim/stream/base/piece.hpp"
#include "verbatim/stream/bytes/shared_receives.hpp"
#include "verbatim/stream/protocol/message.hpp"
#include "verbatim/verbs/base/error.hpp"
#include "verbatim/verbs/completion/completion_channel.hpp"
#include "verbatim/verbs/completion/verbs_cq.hpp"
#include "verbatim/verbs/completion/work_completion.hpp"
#include "verbatim/verbs/context/context.hpp"
#include "verbatim/verbs/memory/memory_slice.hpp"
#include "verbatim/verbs/memory/memory_window.hpp"
#include "verbatim/verbs/memory/pd.hpp"
#include "verbatim/verbs/portable/payload.hpp"
#include "verbatim/verbs/portable/verbs_qp.hpp"
#include "verbatim/verbs/portable/verbs_srq.hpp"
#include "verbatim/verbs/portable/work_request.hpp"

namespace verbatim::stream::detail {

/// A queue pair, and the functions that post operations to it. Every function returns 0, or an
/// errno if nothing was posted.
template <class Transport>
class verbs_end {
 public:
  using queue_pair_type = verbs_qp<Transport>;
  using request = typename queue_pair_type::request;

  verbs_end(const verbs::qp_domain& domain, const verbs_cq& cq,
            const verbs::verbs_qp_attributes& attributes)
      : qp(domain, cq, attributes) {}
  verbs_end(const verbs::qp_domain& domain, const verbs_cq& cq, const verbs_srq& srq,
            const verbs::verbs_qp_attributes& attributes)
      : qp(domain, cq, srq, attributes) {}

  // `to` is the peer, if the requests of the transport name it.

  template <class... Peer>
  int post_send(const memory_slice& from, const send_options& how, ticket whose,
                const Peer&... to) noexcept {
    return how.has_imm ? post(sent_to(request::send_imm(of(from), how.imm), to...), how, whose)
                       : post(sent_to(request::send(of(from)), to...), how, whose);
  }

  int post_write(const memory_slice& from, const remote_region& to, const send_options& how,
                 ticket whose) noexcept {
    return how.has_imm ? post(request::write_imm(of(from), to, how.imm), how, whose)
                       : post(request::write(of(from), to), how, whose);
  }

  int post_read(const memory_slice& into, const remote_region& from, ticket whose) noexcept {
    return post(request::read(of(into), from), {}, whose);
  }

  int post_compare_swap(const memory_slice& result, const remote_region& at, std::uint64_t compare,
                        std::uint64_t swap, ticket whose) noexcept {
    return post(request::compare_swap(result, at, compare, swap), {}, whose);
  }

  int post_fetch_add(const memory_slice& result, const remote_region& at, std::uint64_t add,
                     ticket whose) noexcept {
    return post(request::fetch_add(result, at, add), {}, whose);
  }

  int post_bind(const verbs::window_binding<window_type::type_2>& binding, ticket whose) noexcept {
    return post(request::bind(binding), {}, whose);
  }

  int post_invalidate(verbatim::rkey rkey, ticket whose) noexcept {
    return post(request::local_invalidate(rkey), {}, whose);
  }

  int recv(const memory_slice& into, ticket whose) noexcept {
    return qp.post_recv(recv_request(of(into), whose.wr_id())).error_number;
  }

  /// The longest message that is copied into its request, in bytes.
  std::uint32_t most_inline() const noexcept {
    if (!has_written_headers_) return qp.max_inline_data();
    const auto most = std::min(qp.max_inline_data(), most_copied);
    return most - std::min<std::uint32_t>(most, sizeof(protocol::written_header));
  }

  /// Returns the attributes of a queue pair for these numbers of outstanding messages.
  static verbs::verbs_qp_attributes attributes_for(std::uint32_t sends,
                                                   std::uint32_t receives) noexcept {
    return {.max_send_wr = sends + 1, .max_recv_wr = receives + 1, .max_inline_data = 64};
  }

  /// Returns the WQEs of a stream that shares its receives. It keeps `control` of them for messages that are
  /// not data. With the request of drain() they are 32, and libmlx5 rounds their bytes up to a power of two.
  static constexpr std::uint32_t sends_of_sharing(std::uint32_t, std::uint32_t control) noexcept {
    return 13 + 2 * control;
  }

  /// Sends a message of a stream. It is signaled if `whose` is not a default ticket.
  int post_message(std::span<const std::byte> bytes, std::uint32_t imm, ticket whose) noexcept {
    return finish(request::send_imm(payload::inline_data(bytes), imm), whose);
  }
  int post_message(const memory_slice& from, std::uint32_t imm, ticket whose) noexcept {
    return finish(request::send_imm(from, imm), whose);
  }

  /// Devices of iWARP have no immediate data. There a message begins with its header.
  static constexpr bool may_lack_imm = true;
  void begin_with_headers() noexcept { has_written_headers_ = true; }

  int post_message(const protocol::written_header& head, std::span<const std::byte> bytes,
                   ticket whose) noexcept {
    std::array<std::byte, most_copied> whole;
    std::memcpy(whole.data(), &head, sizeof head);
    std::memcpy(whole.data() + sizeof head, bytes.data(), bytes.size());
    const auto all = std::span<const std::byte>(whole).first(sizeof head + bytes.size());
    return finish(request::send(payload::inline_data(all)), whose);
  }
  int post_message(const memory_slice& head, const memory_slice& from, ticket whose) noexcept {
    const std::array<memory_slice, 2> both{head, from};
    return finish(request::send(both), whose);
  }

  /// Writes a message of a stream into the memory of the peer.
  int post_ring_message(const memory_slice& from, const remote_region& to, std::uint32_t imm,
                        ticket whose) noexcept {
    return finish(request::write_imm(from, to, imm), whose);
  }

  /// Writes a few bytes into the memory of the peer.
  int post_word(std::span<const std::byte> bytes, const remote_region& to, ticket whose) noexcept {
    return finish(request::write(payload::inline_data(bytes), to), whose);
  }

  /// Sends a datagram, out of its request or out of registered memory.
  int post_datagram(std::span<const std::byte> bytes, const datagram_destination& to,
                    const send_options& how, ticket whose) noexcept {
    return datagram(bytes.empty() ? payload() : payload::inline_data(bytes), to, how, whose);
  }
  int post_datagram(const memory_slice& from, const datagram_destination& to,
                    const send_options& how, ticket whose) noexcept {
    return datagram(of(from), to, how, whose);
  }
  static constexpr bool sends_by_handle = true;
  std::uint32_t most_inline_datagram() const noexcept { return qp.max_inline_data(); }

  /// Returns the sender of a datagram that has arrived in `buffer`.
  static datagram_origin origin_of(const completed& what,
                                   std::span<const std::byte> buffer) noexcept {
    return verbatim::origin_of(*static_cast<const work_completion*>(what.native), buffer);
  }

  /// Posts a receive. libibverbs rings the doorbell at once.
  int post_recv(const memory_slice& into, ticket whose) noexcept { return recv(into, whose); }
  void ring_receives() noexcept {}

  /// libibverbs hands back no WQEs after a failure of the device.
  void fail() noexcept {}

  /// True if source.drain() takes queue pairs of this transport.
  static constexpr bool can_drain = !std::is_same_v<Transport, ud>;

  queue_pair_type qp;

 private:
  static constexpr std::uint32_t most_copied = 1024;  ///< with its header

  /// An empty slice is no SGE, but libibverbs would post it as one.
  static payload of(const memory_slice& slice) noexcept {
    return slice.length() == 0 ? payload() : payload(slice);
  }

  static request sent_to(request&& one) noexcept { return std::move(one); }
  template <class Begun>
  static request sent_to(Begun&& one, const datagram_destination& to) noexcept {
    return std::move(one).to(to.native());
  }

  int datagram(const payload& what, const datagram_destination& to, const send_options& how,
               ticket whose) noexcept {
    auto one = how.has_imm ? request::send_imm(what, how.imm).to(to.native())
                           : request::send(what).to(to.native());
    if (how.solicited) one = std::move(one).solicited();
    return finish(std::move(one), whose);
  }

  int finish(request&& one, ticket whose) noexcept {
    if (whose) return qp.post(std::move(one).signal(whose.wr_id())).error_number;
    return qp.post(std::move(one)).error_number;
  }

  int post(request&& one, const send_options& how, ticket whose) noexcept {
    auto signaled = std::move(one).signal(whose.wr_id());
    if (how.fenced) signaled = std::move(signaled).fence();
    if (how.solicited) signaled = std::move(signaled).solicited();
    return qp.post(std::move(signaled)).error_number;
  }

  bool has_written_headers_ = false;
};

/// The queue of shared receives.
struct verbs_shared_queue {
  verbs_shared_queue(const pd& pd, std::uint32_t receives) : srq(pd, {.max_wr = receives}) {}

  void post(const memory_slice& into, ticket whose) noexcept {
    (void)srq.post(recv_request(payload(into), whose.wr_id()));
  }

  verbs_srq srq;
};

/// One completion queue for queue pairs of any transport.
class verbs_source {
 public:
  using qp_attributes_type = verbs::verbs_qp_attributes;

  template <class Transport>
  using end = verbs_end<Transport>;

  static constexpr bool carries_datagrams = true;

  verbs_source(const context& context, std::uint32_t cqes)
      : verbs_source(context, cqes,
                     context.native()->device->transport_type == IBV_TRANSPORT_IWARP) {}

  template <class Transport>
  verbs_end<Transport> make(const verbs::qp_domain& domain,
                            const verbs::verbs_qp_attributes& attributes) {
    return verbs_end<Transport>(domain, cq_, attributes);
  }

  /// Makes the queue pair of a stream for so many outstanding messages.
  verbs_end<rc> make_for_stream(const verbs::qp_domain& domain, std::uint32_t sends,
                                std::uint32_t receives) {
    auto attributes = verbs_end<rc>::attributes_for(sends, receives);
    if (head_bytes_ != 0) attributes.max_send_sge = 2;
    attributes.max_inline_data += head_bytes_;
    return of_stream(verbs_end<rc>(domain, cq_, attributes));
  }

  /// The receives that streams share; nothing before engine::share_receives(). It is never replaced.
  std::optional<shared_receives<verbs_shared_queue>> shared;

  /// Makes a queue pair for so many outstanding messages, which are copied into their requests. Its
  /// receives are the shared ones.
  template <class Transport>
  verbs_end<Transport> make_sharing(const verbs::qp_domain& domain, std::uint32_t sends) try {
    return of_stream(verbs_end<Transport>(domain, cq_, shared->queue.srq,
                                          {.max_send_wr = sends + 1,
                                           .max_send_sge = head_bytes_ != 0 ? 2u : 1u,
                                           .max_inline_data = shared->slot_bytes() + head_bytes_}));
  } catch (const error& why) {
    if (why.code() != std::errc::invalid_argument) throw;
    throw error(std::errc::invalid_argument, "stream", domain.pd().describe(),
                "the device cannot copy messages of " + std::to_string(shared->slot_bytes()) +
                    " bytes into their requests: give shared_options shorter slots (" + why.what() +
                    ")");
  }

  /// Returns the length of the header in front of each message of a stream; 0 if it is the immediate data.
  std::uint32_t head_bytes() const noexcept { return head_bytes_; }

  template <class Sink>
  unsigned poll(Sink&& sink, unsigned budget) noexcept {
    std::array<work_completion, 64> some;
    const auto room = std::min<std::size_t>(budget, some.size());
    const auto count = cq_.poll(std::span(some).first(room));
    for (const auto& one : std::span(some).first(count)) sink(completed_of(one));
    return count;
  }

  bool in_turn = false;
  std::uint32_t turn = 1;

  // libibverbs has rung the doorbell already.
  template <class Transport>
  void posted(verbs_end<Transport>&) noexcept {}
  template <class Transport>
  void forget(verbs_end<Transport>&) noexcept {}
  void ring() noexcept {}

  void arm() { cq_.arm(); }
  std::uint32_t cqn() const noexcept { return cq_.number(); }
  int fd() const noexcept { return channel_.fd(); }
  void take_events() {
    while (channel_.wait(std::chrono::nanoseconds(0))) {
    }
  }

  template <class Transport, class Sink>
  bool drain(verbs_end<Transport>& one_end, Sink&& sink, verbs::wait_limit limit) {
    return one_end.qp.drain([&](const work_completion& one) { sink(completed_of(one)); }, limit,
                            cq_);
  }

 protected:
  /// Tests make sources that do without immediate data where the device has it.
  verbs_source(const context& context, std::uint32_t cqes, bool lacks_imm)
      : channel_(context),
        cq_(context, cqes, channel_),
        head_bytes_(lacks_imm ? sizeof(protocol::written_header) : 0) {}

 private:
  template <class Transport>
  verbs_end<Transport> of_stream(verbs_end<Transport> one) noexcept {
    if (head_bytes_ != 0) one.begin_with_headers();
    return one;
  }

  completed completed_of(const work_completion& one) noexcept {
    completed made{.whose = ticket::of(one.wr_id()), .status = one.status()};
    if (made.whose.slot == shared_slots::ticket_slot) {
      made.whose = shared->of_stream(made.whose, one.qpn(), one.ok());
    }
    if (!one.ok()) {
      if (!made.whose && shared) made.whose = shared->of_failed(one.qpn());
      return made;
    }
    made.is_receive = one.is_receive();
    made.has_imm = one.has_imm();
    made.is_write = one.opcode() == wc_opcode::recv_rdma_with_imm;
    made.byte_count = one.byte_count();
    made.imm = made.has_imm ? one.imm() : 0;
    made.native = &one;
    return made;
  }

  completion_channel channel_;
  verbs_cq cq_;
  std::uint32_t head_bytes_;
};

}  // namespace verbatim::stream::detail
