// Posting in lists, with ibv_post_send.
#pragma once

#include <infiniband/verbs.h>

#include <array>
#include <cerrno>
#include <concepts>
#include <cstdint>
#include <span>

#include "verbatim/verbs/base/error.hpp"
#include "verbatim/verbs/memory/memory_window.hpp"
#include "verbatim/verbs/portable/like_lists.hpp"
#include "verbatim/verbs/portable/verbs_qp_base.hpp"
#include "verbatim/verbs/portable/work_request.hpp"

namespace verbatim::verbs {

/// The part of a verbs_qp that posts lists of requests unchanged.
template <class Transport>
class list_posting : public verbs_qp_base<Transport> {
 public:
  using request = send_request<Transport>;

  /// This policy has no options.
  struct options {};

  /// Posts the requests in order, up to the first that is refused.
  posted_list post(std::span<request> list) noexcept { return this->post_sends(list); }

  /// Posts a request that is made in the call.
  posted_list post(request&& one) noexcept { return post(std::span(&one, 1)); }

  /// Posts a copy of the request.
  posted_list post(const request& one) noexcept { return post(request(one)); }

  /// Posts copies of the requests in order, up to the first that is refused.
  template <std::same_as<request>... More>
  posted_list post(const request& first, const request& second, const More&... more) noexcept {
    std::array list{first, second, more...};
    return post(std::span<request>(list));
  }

  /// Posts requests of one kind, up to the first that is refused, in lists of 32:
  /// `post_all(writes(slices, regions).signal(ids))`. See writes(), reads() and sends().
  template <class Requests>
  posted_list post_all(const Requests& requests) noexcept {
    return post_like<Transport>(requests, [this](std::span<request> list) { return post(list); });
  }

  /// Binds a window of type 1, and requests a completion with `wr_id`. Afterwards window.rkey() is
  /// its key.
  posted_list bind(const verbs::window_binding<window_type::type_1>& binding,
                   std::uint64_t wr_id) noexcept {
    static_assert(has_windows<Transport>, "this transport has no memory windows");
    auto* const qp = this->native();
    if (!this->is_open()) return {0, EBADF};
    ibv_mw_bind native{wr_id, IBV_SEND_SIGNALED, bind_info(binding)};
    const int refused = error_number(ibv_bind_mw(qp, binding.window, &native));
    return {refused == 0 ? 1u : 0u, refused};
  }

 protected:
  list_posting(const verbs_qp_parents& on, const verbs_qp_attributes& attributes, const options&)
      : verbs_qp_base<Transport>(on, attributes, 0) {}
  list_posting(const verbs_qp_parents& on, const native_qp& made, const options&)
      : verbs_qp_base<Transport>(on, made, 0) {}
};

}  // namespace verbatim::verbs
