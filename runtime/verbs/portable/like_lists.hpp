// Requests to libibverbs that are made of ranges: post_all() of queue pairs that post through it.
#pragma once

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <type_traits>
#include <utility>

#include "verbatim/generated/enums.hpp"
#include "verbatim/queue/send/like_requests.hpp"
#include "verbatim/verbs/memory/memory_slice.hpp"
#include "verbatim/verbs/portable/payload.hpp"
#include "verbatim/verbs/portable/request_list.hpp"
#include "verbatim/verbs/portable/work_request.hpp"
#include "verbatim/wire/memory.hpp"

namespace verbatim::verbs {

/// The most requests of a post_all() in one call of ibv_post_send. They are made on the stack.
inline constexpr std::size_t most_in_one_list = 32;

/// Returns the payload of a request of post_all().
template <class Local>
payload payload_of(const Local& data) noexcept {
  if constexpr (std::is_convertible_v<const Local&, const payload&>) {
    return data;
  } else if constexpr (std::is_convertible_v<const Local&, const wire::local_memory&>) {
    const wire::local_memory& slice = data;
    return memory_slice(slice.addr(), slice.length(), slice.lkey());
  } else {
    static_assert(
        std::is_convertible_v<const Local&, std::span<const std::byte>>,
        "the data of a request is a memory_slice, a span of bytes that are inlined, or a payload");
    return payload::inline_data(data);
  }
}

inline remote_region region_of(const wire::remote_memory& remote) noexcept {
  return {remote.addr(), remote.length(), remote.rkey()};
}

/// Gives a request of libibverbs, or one of a session, the wr_id of request `i` of `all`.
template <class Request, class Requests>
Request with_id(Request one, const Requests& all, std::size_t i) noexcept {
  using enum detail::like_entries;
  constexpr auto carries = Requests::carries;
  if constexpr (carries != none) {
    if (carries == signaled || i + 1 == all.count()) return std::move(one).signal(all.entry(i));
    if (carries == carried) return std::move(one).id(all.entry(i));
  }
  return one;
}

/// Gives it the flags and the wr_id.
template <class Request, class Requests>
Request with_options(Request one, const Requests& all, std::size_t i) noexcept {
  if (all.flags().fence != fence_mode::none) {
    if (all.flags().solicited) return with_id<Request>(std::move(one).fence().solicited(), all, i);
    return with_id<Request>(std::move(one).fence(), all, i);
  }
  if (all.flags().solicited) return with_id<Request>(std::move(one).solicited(), all, i);
  return with_id<Request>(std::move(one), all, i);
}

/// Gives a request its destination, on transports where each request has one.
template <class Transport, class Begun, class Requests>
auto with_destination(Begun&& begun, const Requests& all) noexcept {
  static_assert(is_addressed<Transport> == Requests::is_addressed,
                "add .to(destination) on a transport where each request has one, and nowhere else");
  if constexpr (is_addressed<Transport>) {
    return std::forward<Begun>(begun).to(all.address());
  } else {
    return std::forward<Begun>(begun);
  }
}

/// Makes request `i` of `all`.
template <class Transport, class Requests>
send_request<Transport> request_of(const Requests& all, std::size_t i) noexcept {
  using request = send_request<Transport>;
  const auto what = payload_of(all.local(i));
  const auto make = [&] {
    if constexpr (Requests::verb == detail::like_verb::write) {
      return request::write(what, region_of(all.remote(i)));
    } else if constexpr (Requests::verb == detail::like_verb::read) {
      return request::read(what, region_of(all.remote(i)));
    } else {
      return request::send(what);
    }
  };
  return with_options(request(with_destination<Transport>(make(), all)), all, i);
}

/// Posts the requests by `post(list)`, some at a time, up to the first that is refused.
template <class Transport, class Requests, class Post>
posted_list post_like(const Requests& all, Post&& post) noexcept {
  using request = send_request<Transport>;
  static_assert(std::is_trivially_destructible_v<request>);
  if (all.ranges_differ()) return {0, EINVAL};
  alignas(request) std::array<std::byte, most_in_one_list * sizeof(request)> room;
  posted_list posted;
  for (std::size_t i = 0; i != all.count();) {
    const auto some = std::min(most_in_one_list, all.count() - i);
    auto* const list = reinterpret_cast<request*>(room.data());
    for (std::size_t at = 0; at != some; ++at) {
      std::construct_at(list + at, request_of<Transport>(all, i + at));
    }
    const posted_list now = post(std::span<request>(list, some));
    posted.accepted += now.accepted;
    posted.error_number = now.error_number;
    if (!now.ok()) break;
    i += some;
  }
  return posted;
}

}  // namespace verbatim::verbs
