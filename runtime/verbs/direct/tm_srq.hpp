// A tag-matching SRQ of the device: messages go to the buffer that waits for their tag.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <type_traits>

#include "verbatim/mmio/doorbell_register.hpp"
#include "verbatim/queue/receive/shared_recv_queue.hpp"
#include "verbatim/queue/receive/tag_matching.hpp"
#include "verbatim/verbs/base/body.hpp"
#include "verbatim/verbs/completion/cq.hpp"
#include "verbatim/verbs/direct/direct_queue_pair.hpp"
#include "verbatim/verbs/direct/srq.hpp"
#include "verbatim/verbs/direct/srq_handle.hpp"
#include "verbatim/verbs/queue_pair/uar.hpp"

namespace verbatim {

namespace verbs {

/// The attributes of a tag-matching SRQ. The device may round capacities up.
struct tm_srq_attributes {
  std::uint32_t max_wr = 256;        ///< receives, for messages that find no tag
  std::uint32_t max_sge = 1;         ///< SGEs of one receive WQE
  std::uint32_t max_tags = 64;       ///< tags in the list at once, up to the device's limit
  std::uint32_t max_commands = 256;  ///< outstanding commands
  std::uint8_t port = 1;             ///< any active port: commands do not leave the device

  /// The index of a GID, as in qp_attributes.
  std::optional<std::uint16_t> gid_index = std::nullopt;
};

/// The queue pair whose WQEs change the list of tags: an RC queue pair on the SRQ, connected to
/// itself. libmlx5 makes one too, but keeps it for ibv_post_srq_ops.
class tag_command_qp final : public direct_qp_body {
 public:
  tag_command_qp(const qp_domain& domain, cq_body& cq, srq_body& srq, mmio::ringers ringers,
                 const tm_srq_attributes& attributes);

  using direct_qp_body::destroy;
  using direct_qp_body::send_memory;
  using direct_qp_body::take_async_event;

 private:
  void close_queues() noexcept override {}
};

/// The part of a tag-matching SRQ that does not depend on the types of entries.
class tm_srq_body : public srq_body {
 public:
  tm_srq_body(const qp_domain& domain, cq_body& cq, mmio::ringers ringers,
              const tm_srq_attributes& attributes);

  /// Returns `cq` if it is the completion queue of this SRQ; otherwise throws.
  template <class Cq>
  Cq& its(Cq& cq) const {
    check_cq(cq);
    return cq;
  }
  std::uint32_t command_qpn() const noexcept { return commands_.qpn(); }
  std::string describe() const override;

 protected:
  const detail::send_queue_memory& command_memory() const noexcept {
    return commands_.send_memory();
  }

  /// The attachment to the completion queue under the command queue pair's number.
  attachment attachment_;

 private:
  void check_cq(const cq_body& cq) const;
  int destroy() noexcept override;
  std::optional<std::uint32_t> take_async_event(const void* native,
                                                async_event_type what) noexcept override;

  cq_body& cq_;
  std::string device_;
  tag_command_qp commands_;
};

/// Returns the attributes. Throws if they have scatter_to_cqe, because payloads of matched messages
/// are not copied from CQEs.
qp_attributes without_scatter(qp_attributes attributes);

/// The type of the tags and their command queue. Without a `ringers` policy, the command queue
/// takes a lock to ring, because other queue pairs use the same doorbell register.
template <class TagEntry, auto... Policies>
using srq_tags =
    std::conditional_t<(std::is_same_v<std::remove_const_t<decltype(Policies)>, ringers> || ...),
                       tag_matching<TagEntry, Policies...>,
                       tag_matching<TagEntry, Policies..., ringers::several_threads>>;

/// The queues that completion_queue finds by the command queue pair's number.
template <class Entry, class Tags>
struct tm_srq_endpoint {
  shared_recv_queue<Entry>& rq;
  Tags& tags;
};

template <class Entry, class Tags>
class typed_tm_srq_body final : public tm_srq_body {
  using command_policies = typename Tags::command_queue::policies;

 public:
  template <class Cq>
  typed_tm_srq_body(const qp_domain& domain, Cq& cq, const tm_srq_attributes& attributes)
      : tm_srq_body(domain, cq, command_policies::ringers, attributes),
        queue(memory()),
        tags(command_memory(), attributes.max_tags),
        endpoint_{queue, tags} {
    cq.queue.attach(command_qpn(), endpoint_);
    attachment_ = attachment(cq, command_qpn());
  }

  shared_recv_queue<Entry> queue;
  Tags tags;

 private:
  void close_queue() noexcept override {
#ifndef NDEBUG
    this->complain_of_unrung(queue.unrung(), tags.unrung());
#endif
    queue.close();
    tags.close();
  }

  tm_srq_endpoint<Entry, Tags> endpoint_;
};

}  // namespace verbs

/// A shared receive queue in which RC queue pairs, `rc_qp<…, on_tm_srq<Entry, TagEntry>>`, receive
/// by the tag of the message: senders put a tmh_seg before the payload. A message goes to the first
/// buffer of tags() that waits for its tag, without the tmh_seg, and completes as
/// tag_completion<TagEntry>. A message that matches no tag or has none takes a receive WQE, which
/// also gets the tmh_seg, and completes as recv_completion<Entry>. A request for rendezvous
/// (tmh_op::rndv) may be either: see tag_completion::what().
///
///   const auto tag = srq.tags().append(value, mask, mr.slice(0, 4096), entry);
///   srq.tags().ring_doorbell();
///
/// Commands and messages complete in the cq with which the SRQ was made. `Policies` are those of
/// the command queue. One thread at a time posts, appends, and polls that cq.
template <class Entry, class TagEntry = Entry, auto... Policies>
class tm_srq : public verbs::srq_handle<
                   verbs::typed_tm_srq_body<Entry, verbs::srq_tags<TagEntry, Policies...>>> {
  using tags_type = verbs::srq_tags<TagEntry, Policies...>;
  using body_type = verbs::typed_tm_srq_body<Entry, tags_type>;
  using base = verbs::srq_handle<body_type>;

 public:
  using attributes = verbs::tm_srq_attributes;

  using endpoint = verbs::tm_srq_endpoint<Entry, tags_type>;

  template <class... Qps>
  tm_srq(const verbs::qp_domain& domain, const verbatim::cq<Qps...>& cq, const attributes& how = {})
      : base(verbs::make<body_type>("create_tm_srq", {domain.parent(), cq.body()}, domain,
                                    *cq.body(), with_room(how))) {}

  /// Returns the tag list and its commands.
  tags_type& tags() const noexcept { return this->body_->tags; }

  /// Passes the receives and the tags to the next thread that posts, like qp::hand_over().
  void hand_over() noexcept {
    base::hand_over();
    tags().hand_over();
  }

  /// Hands back receives like srq::flush(), and also the tags and commands: see
  /// tag_matching::flush().
  template <class OnCompletion>
  unsigned flush(OnCompletion&& on_completion) {
    const auto receives = base::flush(on_completion);
    return receives + tags().flush(on_completion);
  }

 private:
  static attributes with_room(attributes how) noexcept {
    how.max_commands = std::max(how.max_commands, tags_type::command_queue::min_wqebbs);
    return how;
  }
};

}  // namespace verbatim
