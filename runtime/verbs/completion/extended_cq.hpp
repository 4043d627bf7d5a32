// A completion queue that libibverbs polls one completion at a time, reading only the requested
// fields.
#pragma once

#include <endian.h>
#include <infiniband/verbs.h>

#include <cerrno>
#include <chrono>
#include <cstdint>
#include <iterator>

#include "verbatim/verbs/completion/verbs_cq.hpp"
#include "verbatim/verbs/completion/work_completion.hpp"

namespace verbatim {

/// The fields of completions of an extended_cq besides wr_id, status and opcode. The values are
/// those of ibv_create_cq_wc_flags.
enum class wc_field : std::uint32_t {
  none = 0,                        ///< only the wr_id, the status and the opcode
  byte_len = 1u << 0,              ///< bytes that were received, read or fetched
  imm = 1u << 1,                   ///< immediate data, and the key that a peer invalidated
  qp_num = 1u << 2,                ///< the queue pair of the completed request
  src_qp = 1u << 3,                ///< the sender of a datagram
  slid = 1u << 4,                  ///< the LID of the sender of a datagram
  sl = 1u << 5,                    ///< the service level of a datagram
  dlid_path_bits = 1u << 6,        ///< the low bits of the LID to which a datagram was sent
  completion_timestamp = 1u << 7,  ///< in ticks of the device's clock
  cvlan = 1u << 8,                 ///< the VLAN tag of a raw packet
  flow_tag = 1u << 9,              ///< the tag of the flow rule that steered a raw packet
  completion_timestamp_wallclock = 1u << 11,  ///< in nanoseconds of the time of day

  /// The fields of work_completion.
  standard = byte_len | imm | qp_num | src_qp | slid | sl | dlid_path_bits,
};

constexpr wc_field operator|(wc_field a, wc_field b) noexcept {
  return static_cast<wc_field>(static_cast<std::uint32_t>(a) | static_cast<std::uint32_t>(b));
}
constexpr wc_field operator&(wc_field a, wc_field b) noexcept {
  return static_cast<wc_field>(static_cast<std::uint32_t>(a) & static_cast<std::uint32_t>(b));
}

template <wc_field Fields = wc_field::standard>
class extended_cq;

namespace detail {

/// Options of an extended_cq.
struct extended_cq_attributes {
  /// True if only one thread polls, so that the queue needs no lock.
  bool single_threaded = false;

  /// True if a completion that finds no room overwrites one that was not polled. Otherwise the
  /// queue fails. Use it for queues that are not polled or that cannot be overrun.
  bool ignore_overrun = false;
};

/// The current completion of a poll. It is a view, which the next step of the poll changes. Reading
/// a field without which the queue was made does not compile.
template <wc_field Fields>
class extended_completion {
 public:
  explicit extended_completion(ibv_cq_ex* cq) noexcept : cq_(cq) {}
  extended_completion(const extended_completion&) = delete;
  extended_completion& operator=(const extended_completion&) = delete;

  // The functions below have the meaning of those in work_completion.

  /// Returns the wr_id of the request.
  std::uint64_t wr_id() const noexcept { return cq_->wr_id; }

  /// Returns true if the request succeeded.
  bool ok() const noexcept { return cq_->status == IBV_WC_SUCCESS; }

  /// Returns the status of the request.
  wc_status status() const noexcept { return static_cast<wc_status>(cq_->status); }

  /// Returns the vendor's code for the error.
  std::uint32_t vendor_err() const noexcept { return ibv_wc_read_vendor_err(cq_); }

  /// Returns the kind of the request. It is valid only if ok().
  wc_opcode opcode() const noexcept { return static_cast<wc_opcode>(ibv_wc_read_opcode(cq_)); }

  /// Returns true for a receive. It is valid only if ok().
  bool is_receive() const noexcept { return (ibv_wc_read_opcode(cq_) & IBV_WC_RECV) != 0; }

  /// Returns true if a message has arrived with immediate data.
  bool has_imm() const noexcept { return is_receive() && has(IBV_WC_WITH_IMM); }

  /// Returns true if the peer has invalidated the key invalidated_rkey().
  bool has_invalidated() const noexcept { return has(IBV_WC_WITH_INV); }

  /// Returns true if the first 40 bytes of a datagram's buffer are its GRH.
  bool has_grh() const noexcept { return has(IBV_WC_GRH); }

  /// Returns the length in bytes of the received message, or of the data that a READ or an atomic
  /// fetched.
  std::uint32_t byte_count() const noexcept {
    static_assert(asks(wc_field::byte_len), "make the extended_cq with wc_field::byte_len");
    return ibv_wc_read_byte_len(cq_);
  }

  /// Returns the immediate data in host order. It is valid only if has_imm().
  std::uint32_t imm() const noexcept {
    static_assert(asks(wc_field::imm), "make the extended_cq with wc_field::imm");
    return be32toh(ibv_wc_read_imm_data(cq_));
  }

  /// Returns the key that the peer has invalidated. It is valid only if has_invalidated().
  rkey invalidated_rkey() const noexcept {
    static_assert(asks(wc_field::imm), "make the extended_cq with wc_field::imm");
    return rkey(ibv_wc_read_invalidated_rkey(cq_));
  }

  /// Returns the number of the queue pair to which the request was posted, or through which a
  /// message arrived in an SRQ.
  std::uint32_t qpn() const noexcept {
    static_assert(asks(wc_field::qp_num), "make the extended_cq with wc_field::qp_num");
    return ibv_wc_read_qp_num(cq_);
  }

  /// Returns the QP number of a datagram's sender.
  std::uint32_t source_qpn() const noexcept {
    static_assert(asks(wc_field::src_qp), "make the extended_cq with wc_field::src_qp");
    return ibv_wc_read_src_qp(cq_);
  }

  /// Returns the LID of a datagram's sender, on InfiniBand.
  std::uint32_t slid() const noexcept {
    static_assert(asks(wc_field::slid), "make the extended_cq with wc_field::slid");
    return ibv_wc_read_slid(cq_);
  }

  /// Returns the service level of a datagram.
  std::uint8_t sl() const noexcept {
    static_assert(asks(wc_field::sl), "make the extended_cq with wc_field::sl");
    return ibv_wc_read_sl(cq_);
  }

  /// Returns the low bits of the LID to which a datagram was sent.
  std::uint8_t dlid_path_bits() const noexcept {
    static_assert(asks(wc_field::dlid_path_bits),
                  "make the extended_cq with wc_field::dlid_path_bits");
    return ibv_wc_read_dlid_path_bits(cq_);
  }

  /// Returns the time of completion, in ticks of the device's clock. device_clock converts ticks of
  /// mlx5 devices.
  std::uint64_t timestamp() const noexcept {
    static_assert(asks(wc_field::completion_timestamp),
                  "make the extended_cq with wc_field::completion_timestamp");
    return ibv_wc_read_completion_ts(cq_);
  }

  /// Returns the time of completion, according to the system's clock.
  std::chrono::sys_time<std::chrono::nanoseconds> wallclock() const noexcept {
    static_assert(asks(wc_field::completion_timestamp_wallclock),
                  "make the extended_cq with wc_field::completion_timestamp_wallclock");
    return std::chrono::sys_time<std::chrono::nanoseconds>(
        std::chrono::nanoseconds(ibv_wc_read_completion_wallclock_ns(cq_)));
  }

  /// Returns the VLAN tag of a raw packet.
  std::uint16_t cvlan() const noexcept {
    static_assert(asks(wc_field::cvlan), "make the extended_cq with wc_field::cvlan");
    return ibv_wc_read_cvlan(cq_);
  }

  /// Returns the tag of the rule that steered a raw packet.
  std::uint32_t flow_tag() const noexcept {
    static_assert(asks(wc_field::flow_tag), "make the extended_cq with wc_field::flow_tag");
    return ibv_wc_read_flow_tag(cq_);
  }

  /// Returns all fields of a work_completion, as a value.
  work_completion value() const noexcept {
    static_assert(asks(wc_field::standard), "make the extended_cq with wc_field::standard");
    ibv_wc all{};
    all.wr_id = wr_id();
    all.status = cq_->status;
    all.qp_num = qpn();
    if (!ok()) {
      all.vendor_err = vendor_err();
      return work_completion(all);
    }
    all.opcode = ibv_wc_read_opcode(cq_);
    all.wc_flags = ibv_wc_read_wc_flags(cq_);
    all.byte_len = byte_count();
    if (has_invalidated()) {
      all.invalidated_rkey = invalidated_rkey().value();
    } else {
      all.imm_data = ibv_wc_read_imm_data(cq_);
    }
    if (is_receive()) {
      all.src_qp = source_qpn();
      all.slid = static_cast<std::uint16_t>(slid());
      all.sl = sl();
      all.dlid_path_bits = dlid_path_bits();
    }
    return work_completion(all);
  }

 private:
  static constexpr bool asks(wc_field field) noexcept { return (Fields & field) == field; }
  bool has(unsigned flag) const noexcept { return (ibv_wc_read_wc_flags(cq_) & flag) != 0; }

  ibv_cq_ex* cq_;
};

/// A running poll: a range that can be traversed once, completely or in part. The poll ends when
/// the object is destroyed.
template <wc_field Fields>
class extended_poll {
 public:
  class iterator {
   public:
    explicit iterator(extended_poll& poll) noexcept : poll_(&poll) {}
    const extended_completion<Fields>& operator*() const noexcept { return poll_->completion_; }
    const extended_completion<Fields>* operator->() const noexcept { return &poll_->completion_; }
    iterator& operator++() noexcept {
      poll_->step();
      return *this;
    }
    bool operator==(std::default_sentinel_t) const noexcept { return !poll_->there_; }

   private:
    extended_poll* poll_;
  };

  extended_poll(const extended_poll&) = delete;
  extended_poll& operator=(const extended_poll&) = delete;
  ~extended_poll() {
    if (body_ != nullptr) body_->end_poll();
  }

  /// Returns an iterator at the first completion.
  iterator begin() noexcept { return iterator(*this); }

  /// Returns the end of the completions.
  std::default_sentinel_t end() const noexcept { return {}; }

  /// Returns true if there are no more completions.
  bool empty() const noexcept { return !there_; }

 private:
  template <wc_field>
  friend class verbatim::extended_cq;

  /// Makes a running poll, or an empty one if `body` is null.
  extended_poll(verbs::verbs_cq_body* body, unsigned budget) noexcept
      : body_(body),
        completion_(body != nullptr ? body->extended() : nullptr),
        left_(budget),
        there_(body != nullptr) {}

  void step() noexcept { there_ = --left_ != 0 && body_->next_poll(); }

  verbs::verbs_cq_body* body_;
  extended_completion<Fields> completion_;
  unsigned left_;
  bool there_;
};

}  // namespace detail

/// A completion queue for queue pairs that post through libibverbs, like verbs_cq. Not every device
/// supports it; the constructor throws if the device does not.
///
///   extended_cq<wc_field::byte_len | wc_field::completion_timestamp> completions(context, 64);
///   for (const auto& done : completions.poll())
///     std::cout << done.wr_id() << " at " << done.timestamp() << '\n';
///
/// One thread at a time polls it. During a poll, the queue is locked: posting to its queue pairs is
/// allowed, but do not close or reset them or move them to ERROR.
template <wc_field Fields>
class extended_cq : public detail::any_verbs_cq {
 public:
  using attributes = detail::extended_cq_attributes;

  /// The current completion of a poll.
  using completion = detail::extended_completion<Fields>;

  /// Makes a queue with room for at least `cqes` completions.
  extended_cq(const verbatim::context& context, std::uint32_t cqes, const attributes& how = {})
      : detail::any_verbs_cq(verbs::make<verbs::verbs_cq_body>(
            "create_cq", {context.body()}, *context.body(), cqes, nullptr, format(how))) {}

  /// Makes a queue with a channel, so that threads can wait for it.
  extended_cq(const verbatim::context& context, std::uint32_t cqes,
              const completion_channel& channel, const attributes& how = {})
      : detail::any_verbs_cq(verbs::make<verbs::verbs_cq_body>(
            "create_cq", {context.body(), channel.body()}, *context.body(), cqes,
            channel.body().get(), format(how))) {}

  /// Returns a handle of a queue that was made elsewhere, by ibv_create_cq_ex() or
  /// mlx5dv_create_cq() of this context, with at least these fields. The destination of its events
  /// does not change. If this throws, the caller keeps it.
  static extended_cq adopt(const verbatim::context& context, ibv_cq_ex* native, ownership how) {
    return extended_cq(verbs::make<verbs::verbs_cq_body>("adopt", {context.body()}, *context.body(),
                                                         native, how,
                                                         static_cast<std::uint64_t>(Fields)));
  }

  /// Begins a poll of at most `budget` completions. The poll is empty if there is no completion, if
  /// the queue is closed, and during another poll.
  [[nodiscard]] detail::extended_poll<Fields> poll(unsigned budget = 32) noexcept {
    return {budget != 0 && body_->start_poll() ? body_.get() : nullptr, budget};
  }

  /// Polls; if there is no completion, sleeps until an event arrives and polls again. The poll is
  /// empty only if the time limit passes first.
  [[nodiscard]] detail::extended_poll<Fields> wait(verbs::wait_limit limit = std::nullopt,
                                                   arm_mode which = arm_mode::any,
                                                   unsigned budget = 32) {
    const auto begun = verbs::poll_or_sleep(
        *body_, [&] { return body_->start_poll() ? 1u : 0u; }, [&] { arm(which); }, limit);
    return {begun != 0 ? body_.get() : nullptr, budget};
  }

 private:
  using detail::any_verbs_cq::any_verbs_cq;

  static constexpr verbs::extended_format format(const attributes& how) noexcept {
    const unsigned single = how.single_threaded ? IBV_CREATE_CQ_ATTR_SINGLE_THREADED : 0;
    const unsigned ignoring = how.ignore_overrun ? IBV_CREATE_CQ_ATTR_IGNORE_OVERRUN : 0;
    return {static_cast<std::uint64_t>(Fields), single | ignoring};
  }
};

}  // namespace verbatim
