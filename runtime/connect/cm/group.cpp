// Multicast groups that rdma_cm joins, on InfiniBand and RoCE.
#include "verbatim/connect/cm/group.hpp"

#include <mutex>
#include <utility>

#include "verbatim/connect/cm/ids/connection_state.hpp"
#include "verbatim/connect/cm/ids/datagram_peer_of.hpp"
#include "verbatim/connect/cm/ids/resolution.hpp"

namespace verbatim::cm {
namespace detail {

struct group_state {
  group_state(std::shared_ptr<cm_id> id, datagram_qp qp) : id(std::move(id)), qp(std::move(qp)) {}
  ~group_state() { (void)leave(); }

  close_report leave() noexcept {
    if (attached.exchange(false)) {
      try {
        if (qp.is_open()) qp.detach({peer.to.gid, lid(peer.to.lid)});
      } catch (...) {
        // The queue pair or its device is gone, so the attachment is gone too.
      }
    }
    return id->close();  // which leaves the group
  }

  std::shared_ptr<cm_id> id;
  datagram_qp qp;
  datagram_peer peer;
  std::atomic<bool> attached = false;
  std::mutex mutex;
  std::function<void(const cm::error&)> lost;
};

namespace {

using group_handler = std::function<void(outcome<group>)>;

cm::address group_address(const std::string& number) {
  const auto found = address::parse(number);
  if (found && (found->gid().is_multicast() || found->is_wildcard())) return *found;
  throw cm::error(std::errc::invalid_argument, "join", number,
                  "give the group as a number, such as 239.1.2.3 or ff0e::1");
}

void on_joined(const std::shared_ptr<group_state>& state, const event& event, bool send_only,
               const group_handler& handler) {
  if (event.type != RDMA_CM_EVENT_MULTICAST_JOIN || event.status != 0) {
    auto why = error_of(event, "rdma_join_multicast", state->id->describe());
    (void)state->id->close();
    return handler(why);
  }
  try {
    state->peer = peer_of(event);
    if (!send_only) {
      state->qp.attach({state->peer.to.gid, lid(state->peer.to.lid)});
      state->attached = true;
    }
  } catch (...) {
    const auto why = as_error("join", state->id->describe());
    (void)state->leave();
    return handler(why);
  }
  state->id->watch([weak = std::weak_ptr(state)](const detail::event& later) {
    const auto state = weak.lock();
    if (state == nullptr || (later.type != RDMA_CM_EVENT_MULTICAST_ERROR &&
                             later.type != RDMA_CM_EVENT_DEVICE_REMOVAL)) {
      return;
    }
    const auto why = error_of(later, "group", state->id->describe());
    (void)state->leave();
    std::function<void(const cm::error&)> lost;
    {
      const std::lock_guard lock(state->mutex);
      lost = std::exchange(state->lost, nullptr);
    }
    if (lost) lost(why);
  });
  handler(group(state));
}

void join_with(const std::shared_ptr<cm_id>& id, const datagram_qp& qp, const cm::address& to,
               const group_options& options, const group_handler& handler) {
  try {
    check_fits(*id, qp, IBV_QPT_UD, "join");
    const auto state = std::make_shared<group_state>(id, qp);
    id->expect(
        [state, send_only = options.send_only, handler](const event* event,
                                                        const cm::error* failed) {
          if (event != nullptr) return on_joined(state, *event, send_only, handler);
          const auto why = *failed;
          (void)state->id->close();
          handler(why);
        },
        verbs::deadline_after(options.timeout));
    id->join_group(to, options.send_only ? RDMA_MC_JOIN_FLAG_SENDONLY_FULLMEMBER
                                         : RDMA_MC_JOIN_FLAG_FULLMEMBER);
  } catch (...) {
    const auto why = as_error("join", to_string(to));
    if (id->is_open()) id->expect(nullptr, std::nullopt);
    (void)id->close();
    handler(why);
  }
}

/// Finds the device: the device of the local address, or the one through which the route to the
/// group leaves.
void find_device(const reactor& loop, const cm::address& to, const group_options& options,
                 id_handler handler) {
  if (options.source) {
    loop.channel()->post([channel = loop.channel(), options, handler] {
      std::shared_ptr<cm_id> id;
      try {
        id = cm_id::create(channel, IBV_QPT_UD, {}, options.source);
      } catch (...) {
        return handler(as_error("join", to_string(*options.source)));
      }
      handler(id);
    });
    return;
  }
  resolve_addresses(loop.channel(), {to},
                    {.type = IBV_QPT_UD, .timeout = options.timeout, .to_group = true}, handler);
}

}  // namespace
}  // namespace detail

const datagram_peer& group::peer() const noexcept { return state_->peer; }

multicast_group group::id() const noexcept {
  return {state_->peer.to.gid, lid(state_->peer.to.lid)};
}

bool group::is_open() const noexcept { return state_->id->is_open(); }

void group::on_lost(std::function<void(const error&)> callback) {
  const std::lock_guard lock(state_->mutex);
  state_->lost = std::move(callback);
}

close_report group::leave() noexcept { return state_->leave(); }

std::string device_of_group(const reactor& loop, const std::string& number,
                            const group_options& options) {
  const auto id =
      detail::drive<std::shared_ptr<detail::cm_id>>(loop.channel(), [&](auto&& handler) {
        detail::find_device(loop, detail::group_address(number), options, handler);
      });
  return id->device();
}

void join(const reactor& loop, const datagram_qp& qp, const std::string& number,
          const group_options& options, std::function<void(outcome<group>)> callback) {
  const auto to = detail::group_address(number);
  detail::find_device(loop, to, options,
                      [qp, to, options, callback = std::move(callback)](
                          outcome<std::shared_ptr<detail::cm_id>> found) {
                        if (!found) return callback(found.error());
                        detail::join_with(*found, qp, to, options, callback);
                      });
}

group join(const reactor& loop, const datagram_qp& qp, const std::string& number,
           const group_options& options) {
  return detail::drive<group>(loop.channel(),
                              [&](auto&& handler) { join(loop, qp, number, options, handler); });
}

}  // namespace verbatim::cm
