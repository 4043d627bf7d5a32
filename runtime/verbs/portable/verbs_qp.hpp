// A queue pair that posts through libibverbs, on any device.
#pragma once

#include <infiniband/verbs.h>

#include <cstdint>
#include <type_traits>

#include "verbatim/verbs/base/native.hpp"
#include "verbatim/verbs/completion/verbs_cq.hpp"
#include "verbatim/verbs/portable/automatic_posting.hpp"
#include "verbatim/verbs/portable/list_posting.hpp"
#include "verbatim/verbs/portable/session_posting.hpp"
#include "verbatim/verbs/portable/verbs_qp_base.hpp"
#include "verbatim/verbs/portable/verbs_qp_body.hpp"
#include "verbatim/verbs/portable/verbs_srq.hpp"
#include "verbatim/verbs/queue_pair/uar.hpp"

namespace verbatim {

/// Policy of a verbs_qp: the way in which requests are passed to the provider.
enum class posting {
  lists,     ///< in lists, with ibv_post_send, on every device
  sessions,  ///< built in place, with ibv_wr_*, on devices whose provider supports it
};

/// Policy of a verbs_qp: the choice of the requests that are inlined or signaled.
enum class signaling {
  by_request,  ///< each request chooses for itself
  automatic,   ///< the queue pair adds inlining and signaling according to its options
};

namespace verbs {

/// The policies of a verbs_qp; each may be given once, in any order.
template <auto... Policies>
class verbs_qp_policies {
  template <class Policy, class Given>
  static constexpr bool is = std::is_same_v<Policy, std::remove_const_t<Given>>;

  template <class Policy>
  static constexpr int count = (0 + ... + int{is<Policy, decltype(Policies)>});

  template <class Policy, class Given>
  static constexpr void take(Policy& to, Given given) noexcept {
    if constexpr (is<Policy, Given>) to = given;
  }

  /// Returns the given policy; if none was given, the first enumerator of its type.
  template <class Policy>
  static constexpr Policy chosen() noexcept {
    Policy found{};
    (take(found, Policies), ...);
    return found;
  }

  static_assert(((is<posting, decltype(Policies)> || is<signaling, decltype(Policies)>)&&...),
                "a policy of a verbs_qp is a posting or a signaling");
  static_assert(count<posting> <= 1 && count<signaling> <= 1,
                "the same policy of a verbs_qp is given twice");

 public:
  static constexpr posting how = chosen<posting>();
  static constexpr signaling signals = chosen<signaling>();

  static_assert(how == posting::lists || signals == signaling::by_request,
                "requests of sessions are already in the device's form: signaling::automatic goes "
                "with posting::lists");
};

template <class Transport, auto... Policies>
using posting_of = std::conditional_t<
    verbs_qp_policies<Policies...>::how == posting::sessions, session_posting<Transport>,
    std::conditional_t<verbs_qp_policies<Policies...>::signals == signaling::automatic,
                       automatic_posting<Transport>, list_posting<Transport>>>;

}  // namespace verbs

/// A queue pair that posts through libibverbs. It works on every device. On mlx5, a qp is several
/// times as fast, because it writes the WQEs itself. See connected_qp or unconnected_qp for the
/// steps to RTS.
///
/// Lists of requests (posting::lists), several threads at a time:
///
///   verbs_cq completions(context, 64);
///   verbs_qp<rc> pair(domain, completions);
///   using request = verbs_qp<rc>::request;
///   request list[] = {request::write(mr.slice(0, 64), remote.slice(0, 64)),
///                     request::send(mr.slice(64, 8)).signal(7)};
///   // list[posted.accepted] was refused: posted.message()
///   if (auto posted = pair.post(list); !posted) …
///
/// Sessions (posting::sessions), one at a time; see verbs_qp::session. If the device does not
/// support them, the constructor throws an error:
///
///   verbs_qp<rc, posting::sessions> pair(domain, completions);
///   auto session = pair.begin();
///
/// Lists with signaling::automatic, for programs that need the result of every request but want few
/// completions. Each request has a wr_id, set with id() or signal(), and is handed back once, in
/// order. Receives must not complete in `send_cq`. The queue pair holds at most max_send_wr
/// requests that were not handed back; room() returns the number that can still be posted. One
/// thread posts and hands back:
///
///   verbs_qp<rc, signaling::automatic> pair(domain, send_cq, recv_cq, {.max_inline_data = 64},
///                                           {.inline_up_to = 64, .signal_every = 16});
///   (void)pair.post(list);
///   for (const auto& one : std::span(done).first(send_cq.poll(done)))
///     pair.completed(one, [](std::uint64_t wr_id, wc_status status) { … });
///
/// Do not post while another thread closes the queue pair. After it is closed, posting returns
/// EBADF.
template <class Transport, auto... Policies>
class verbs_qp : public verbs::posting_of<Transport, Policies...> {
  using base = verbs::posting_of<Transport, Policies...>;

 public:
  using attributes = verbs::verbs_qp_attributes;

  /// Makes a queue pair whose sends and receives complete in one completion queue, or in two.
  /// `how_to_post` controls inlining and signaling with signaling::automatic; other policies have no
  /// options.
  verbs_qp(const verbs::qp_domain& domain, const detail::any_verbs_cq& cq,
           const attributes& how = {}, const typename base::options& how_to_post = {})
      : base({domain, cq, cq}, how, how_to_post) {}
  verbs_qp(const verbs::qp_domain& domain, const detail::any_verbs_cq& send_cq,
           const detail::any_verbs_cq& recv_cq, const attributes& how = {},
           const typename base::options& how_to_post = {})
      : base({domain, send_cq, recv_cq}, how, how_to_post) {}

  /// Makes a queue pair that receives from a shared queue.
  verbs_qp(const verbs::qp_domain& domain, const detail::any_verbs_cq& cq, const verbs_srq& srq,
           const attributes& how = {}, const typename base::options& how_to_post = {})
      : verbs_qp(domain, cq, cq, srq, how, how_to_post) {}
  verbs_qp(const verbs::qp_domain& domain, const detail::any_verbs_cq& send_cq,
           const detail::any_verbs_cq& recv_cq, const verbs_srq& srq, const attributes& how = {},
           const typename base::options& how_to_post = {})
      : base({domain, send_cq, recv_cq, &srq}, how, how_to_post) {
    static_assert(Transport::name != xrc::name && Transport::name != raw_packet::name,
                  "queue pairs of this transport receive from no verbs_srq");
  }

  /// Takes over a queue pair that was made elsewhere, for example by rdma_create_qp(), on the same
  /// device and with these completion queues. If other code moves it to RTS, it must do so before
  /// this call. For posting::sessions, its send_ops_flags must have every operation of the
  /// transport. For signaling::automatic, nothing may have been posted yet. If this throws, the
  /// caller keeps it.
  static verbs_qp adopt(const verbs::qp_domain& domain, const detail::any_verbs_cq& send_cq,
                        const detail::any_verbs_cq& recv_cq, ibv_qp* native, ownership how,
                        std::uint8_t port = 1, const typename base::options& how_to_post = {}) {
    return verbs_qp({domain, send_cq, recv_cq}, verbs::native_qp{native, how, port}, how_to_post);
  }

 private:
  verbs_qp(const verbs::verbs_qp_parents& on, const verbs::native_qp& made,
           const typename base::options& how_to_post)
      : base(on, made, how_to_post) {}
};

}  // namespace verbatim
