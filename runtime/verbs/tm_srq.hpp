// A tag-matching SRQ of the device: where messages go to the buffer that waits for their tag.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <type_traits>

#include "verbatim/mmio/doorbell_register.hpp"
#include "verbatim/queue/shared_recv_queue.hpp"
#include "verbatim/queue/tag_matching.hpp"
#include "verbatim/verbs/body.hpp"
#include "verbatim/verbs/cq.hpp"
#include "verbatim/verbs/direct_queue_pair.hpp"
#include "verbatim/verbs/srq.hpp"
#include "verbatim/verbs/srq_handle.hpp"
#include "verbatim/verbs/uar.hpp"

namespace verbatim {

/// Capacities are rounded up to what the device can do.
struct tm_srq_attributes {
  std::uint32_t max_wr = 256;        ///< receives, for messages that find no tag
  std::uint32_t max_sge = 1;         ///< of one receive WQE
  std::uint32_t max_tags = 64;       ///< that wait at once, at most what the device has
  std::uint32_t max_commands = 256;  ///< that are under way at once
  std::uint8_t port = 1;             ///< any that is active: commands go nowhere

  /// As in qp_attributes.
  std::optional<std::uint16_t> gid_index = std::nullopt;
};

namespace verbs {

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

/// What does not depend on the types of entries.
class tm_srq_body : public srq_body {
 public:
  tm_srq_body(const qp_domain& domain, cq_body& cq, mmio::ringers ringers,
              const tm_srq_attributes& attributes);

  /// `cq`, if it is the one where all that is received here completes; throws if not.
  template <class Cq>
  Cq& its(Cq& cq) const {
    check_cq(cq);
    return cq;
  }
  std::uint32_t command_qpn() const noexcept { return commands_.qpn(); }
  std::string describe() const override;

 protected:
  const send_queue_memory& command_memory() const noexcept { return commands_.send_memory(); }

  /// Where the command queue pair's number has been given to the completion queue.
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

/// Throws if payloads were to come in CQEs: those of matched messages are not looked for there.
qp_attributes without_scatter(qp_attributes attributes);

/// A register that the command queue pair gets without asking is another's too.
template <class TagEntry, auto... Policies>
using srq_tags =
    std::conditional_t<(std::is_same_v<std::remove_const_t<decltype(Policies)>, ringers> || ...),
                       tag_matching<TagEntry, Policies...>,
                       tag_matching<TagEntry, Policies..., ringers::several_threads>>;

/// What completion_queue finds by the command queue pair's number.
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
    queue.close();
    tags.close();
  }

  tm_srq_endpoint<Entry, Tags> endpoint_;
};

}  // namespace verbs

/// Where RC queue pairs receive, `rc_qp<…, on_tm_srq<Entry, TagEntry>>`, by the tag of the message:
/// senders put a tmh_seg in front. A message goes to the first buffer of tags() that waits for its
/// tag, without the tmh_seg, and completes as tag_completion<TagEntry>. One that finds none, and one
/// without tag, takes a receive WQE, with the tmh_seg, and completes as recv_completion<Entry>. A
/// request for rendezvous (tmh_op::rndv) may be either: see tag_completion::what().
///
///   const auto tag = srq.tags().append(value, mask, addr, byte_count, lkey, entry);
///   srq.tags().ring_doorbell();
///
/// Commands and messages complete in the cq that it was made with. `Policies` are those of the queue
/// of commands. One thread at a time posts, appends, and polls that cq.
template <class Entry, class TagEntry = Entry, auto... Policies>
class tm_srq : public verbs::srq_handle<
                   verbs::typed_tm_srq_body<Entry, verbs::srq_tags<TagEntry, Policies...>>> {
  using tags_type = verbs::srq_tags<TagEntry, Policies...>;
  using body_type = verbs::typed_tm_srq_body<Entry, tags_type>;
  using base = verbs::srq_handle<body_type>;

 public:
  using endpoint = verbs::tm_srq_endpoint<Entry, tags_type>;

  template <cq_format Format, class... Qps>
  tm_srq(const qp_domain& domain, const basic_cq<Format, Qps...>& cq,
         const tm_srq_attributes& attributes = {})
      : base(verbs::make<body_type>("create_tm_srq", {domain.parent(), cq.body()}, domain,
                                    *cq.body(), with_room(attributes))) {}

  /// The tags that wait, and the commands that change them.
  tags_type& tags() const noexcept { return this->body_->tags; }

  /// The same of both.
  void hand_over() noexcept {
    base::hand_over();
    tags().hand_over();
  }

  /// As srq::flush(), and the tags and commands besides: see tag_matching::flush().
  template <class OnCompletion>
  unsigned flush(OnCompletion&& on_completion) {
    const auto receives = base::flush(on_completion);
    return receives + tags().flush(on_completion);
  }

 private:
  static tm_srq_attributes with_room(tm_srq_attributes attributes) noexcept {
    attributes.max_commands =
        std::max(attributes.max_commands, tags_type::command_queue::min_wqebbs);
    return attributes;
  }
};

}  // namespace verbatim
