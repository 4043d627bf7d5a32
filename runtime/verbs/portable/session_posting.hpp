// Posting in sessions, with ibv_wr_*.
#pragma once

#include <infiniband/verbs.h>

#include <cerrno>
#include <cstddef>
#include <cstdint>

#include "verbatim/verbs/portable/like_lists.hpp"
#include "verbatim/verbs/portable/post_session.hpp"
#include "verbatim/verbs/portable/verbs_qp_base.hpp"
#include "verbatim/verbs/portable/verbs_qp_body.hpp"
#include "verbatim/verbs/portable/work_request.hpp"

namespace verbatim {
namespace verbs {

/// Returns all operations of the transport, as flags of ibv_qp_create_send_ops_flags.
template <class Transport>
constexpr std::uint64_t session_operations() noexcept {
  std::uint64_t all = IBV_QP_EX_WITH_SEND;
  if (has_imm<Transport>) all |= IBV_QP_EX_WITH_SEND_WITH_IMM;
  if (has_invalidate<Transport>) all |= IBV_QP_EX_WITH_SEND_WITH_INV;
  if (has_write<Transport>) all |= IBV_QP_EX_WITH_RDMA_WRITE | IBV_QP_EX_WITH_RDMA_WRITE_WITH_IMM;
  if (has_read<Transport>) all |= IBV_QP_EX_WITH_RDMA_READ;
  if (has_atomics<Transport>) {
    all |= IBV_QP_EX_WITH_ATOMIC_CMP_AND_SWP | IBV_QP_EX_WITH_ATOMIC_FETCH_AND_ADD;
  }
  if (has_windows<Transport>) all |= IBV_QP_EX_WITH_BIND_MW;
  if (session_invalidates<Transport>) all |= IBV_QP_EX_WITH_LOCAL_INV;
  return all;
}

/// The part of a verbs_qp that posts sessions.
template <class Transport>
class session_posting : public verbs_qp_base<Transport> {
 public:
  using session = post_session<Transport>;

  /// This policy has no options.
  struct options {};

  /// Begins a session. Only one session can be open at a time. If another session is open, and
  /// after close(), complete() returns an error and posts nothing.
  session begin() noexcept {
    auto& body = this->body();
    if (!this->is_open()) return {body, EBADF};
    if (body.in_session) return {body, EBUSY};
    ibv_wr_start(body.extended());
    body.in_session = true;
    return {body, 0};
  }

  /// Posts requests of one kind in a session of their own, all of them or none:
  /// `post_all(writes(slices, regions).signal(ids))`. See writes(), reads() and sends().
  template <class Requests>
  posted_list post_all(const Requests& requests) noexcept {
    if (requests.ranges_differ()) return {0, EINVAL};
    if (requests.count() == 0) return {};
    auto all = begin();
    for (std::size_t i = 0; i != requests.count(); ++i) add(all, requests, i);
    return all.complete();
  }

 protected:
  session_posting(const verbs_qp_parents& on, const verbs_qp_attributes& attributes, const options&)
      : verbs_qp_base<Transport>(on, attributes, session_operations<Transport>()) {}
  session_posting(const verbs_qp_parents& on, const native_qp& made, const options&)
      : verbs_qp_base<Transport>(on, made, session_operations<Transport>()) {}

 private:
  /// Adds request `i` to the session.
  template <class Requests>
  static void add(session& to, const Requests& requests, std::size_t i) noexcept {
    auto begun = with_options(typename session::flagged(to), requests, i);
    const auto what = payload_of(requests.local(i));
    if constexpr (Requests::verb == detail::like_verb::read) {
      auto place = with_destination<Transport>(std::move(begun).read(region_of(requests.remote(i))),
                                               requests);
      if (what.is_inline()) to.fail(EINVAL);
      std::move(place).sge_list(what.slices());
    } else if constexpr (Requests::verb == detail::like_verb::write) {
      add_data(with_destination<Transport>(std::move(begun).write(region_of(requests.remote(i))),
                                           requests),
               what);
    } else {
      add_data(with_destination<Transport>(std::move(begun).send(), requests), what);
    }
  }

  template <class Stage>
  static void add_data(Stage&& stage, const payload& what) noexcept {
    if (!what.is_inline()) return std::move(stage).sge_list(what.slices());
    const auto& bytes = what.slices().front();
    std::move(stage).inline_data(
        {reinterpret_cast<const std::byte*>(static_cast<std::uintptr_t>(bytes.addr())),
         bytes.length()});
  }
};

}  // namespace verbs
}  // namespace verbatim
