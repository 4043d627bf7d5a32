// Datagram queue pairs that find one another by host name and port.
#include "verbatim/connect/cm/datagram.hpp"

#include <utility>

#include "verbatim/connect/cm/ids/connection_state.hpp"
#include "verbatim/connect/cm/ids/datagram_peer_of.hpp"
#include "verbatim/connect/cm/ids/listening.hpp"
#include "verbatim/connect/cm/ids/resolution.hpp"

namespace verbatim::cm {
namespace {

using look_up_handler = std::function<void(outcome<datagram_peer>)>;

void start_look_up(const std::shared_ptr<detail::cm_id>& id, const look_up_options& options,
                   look_up_handler handler) {
  const auto data = options.private_data.bytes();
  detail::check_length(data, datagram_request_data::limit + id->room_of_ip_header(), "look_up");
  id->expect(
      [id, handler = std::move(handler)](const detail::event* event, const error* failed) {
        const auto end = [&](outcome<datagram_peer> how) {
          (void)id->close();  // no message follows the peer's answer
          handler(std::move(how));
        };
        if (event == nullptr) return end(*failed);
        if (event->type != RDMA_CM_EVENT_ESTABLISHED) {
          return end(detail::error_of(*event, "look_up", id->describe()));
        }
        end(detail::peer_of(*event));
      },
      verbs::deadline_after(options.timeout));
  rdma_conn_param param{};
  param.private_data = data.data();
  param.private_data_len = static_cast<std::uint8_t>(data.size());
  try {
    id->set_stage(detail::stage::connecting);
    id->call("rdma_connect", [&](rdma_cm_id* native) { return rdma_connect(native, &param); });
  } catch (...) {
    id->expect(nullptr, std::nullopt);
    throw;
  }
}

detail::way way_of(const datagram_options& options) {
  return {.type = IBV_QPT_UD,
          .source =
              options.source ? std::optional(detail::for_datagrams(*options.source)) : std::nullopt,
          .options = options.id,
          .timeout = options.timeout};
}

detail::id_handler as_route(std::function<void(outcome<datagram_route>)> callback) {
  return [callback = std::move(callback)](outcome<std::shared_ptr<detail::cm_id>> found) {
    if (!found) return callback(found.error());
    callback(datagram_route(std::move(*found)));
  };
}

std::shared_ptr<detail::cm_id> taken_from(std::shared_ptr<detail::cm_id>& id) {
  if (id != nullptr) return std::move(id);
  throw error(std::errc::invalid_argument, "look_up", "datagram route",
              "it was used or moved before: resolve again");
}

}  // namespace

namespace detail {

datagram_peer peer_of(const event& event) {
  datagram_peer peer{.to = {.qpn = event.qpn, .lid = event.ah.dlid},
                     .path = path_of(event.ah),
                     .qkey = event.qkey};
  std::copy(std::begin(event.ah.grh.dgid.raw), std::end(event.ah.grh.dgid.raw),
            peer.to.gid.bytes.begin());
  peer.path.port = event.ah.port_num;
  const auto data = event.private_data();
  peer.data.assign(data.begin(), data.end());
  return peer;
}

}  // namespace detail

std::string datagram_route::device() const { return id_->device(); }
std::uint8_t datagram_route::port() const { return id_->port_number(); }

datagram_peer datagram_route::look_up(const look_up_options& options) && {
  const auto id = taken_from(id_);
  return detail::drive<datagram_peer>(id->channel(),
                                      [&](auto&& handler) { start_look_up(id, options, handler); });
}

void datagram_route::look_up(const look_up_options& options, look_up_handler callback) && {
  start_look_up(taken_from(id_), options, std::move(callback));
}

void resolve_datagrams(const reactor& loop, const std::string& host, const std::string& service,
                       const datagram_options& options,
                       std::function<void(outcome<datagram_route>)> callback) {
  detail::resolve_host(loop.channel(), host, service, way_of(options),
                       as_route(std::move(callback)));
}

void resolve_datagrams(const reactor& loop, const address& peer, const datagram_options& options,
                       std::function<void(outcome<datagram_route>)> callback) {
  detail::resolve_addresses(loop.channel(), {detail::for_datagrams(peer)}, way_of(options),
                            as_route(std::move(callback)));
}

datagram_route resolve_datagrams(const reactor& loop, const std::string& host,
                                 const std::string& service, const datagram_options& options) {
  return detail::drive<datagram_route>(loop.channel(), [&](auto&& handler) {
    resolve_datagrams(loop, host, service, options, handler);
  });
}

datagram_route resolve_datagrams(const reactor& loop, const address& peer,
                                 const datagram_options& options) {
  return detail::drive<datagram_route>(
      loop.channel(), [&](auto&& handler) { resolve_datagrams(loop, peer, options, handler); });
}

datagram_request::datagram_request(std::unique_ptr<detail::request_state> state) noexcept
    : state_(std::move(state)) {}
datagram_request::datagram_request(datagram_request&&) noexcept = default;
datagram_request& datagram_request::operator=(datagram_request&&) noexcept = default;
datagram_request::~datagram_request() = default;

detail::request_state& datagram_request::taken(const char* call) const {
  if (state_ == nullptr) {
    throw error(std::errc::invalid_argument, call, "datagram request",
                "it was accepted, rejected or moved before");
  }
  return *state_;
}

std::string datagram_request::device() const { return taken("device").id->device(); }
std::uint8_t datagram_request::port() const { return taken("port").id->port_number(); }

std::span<const std::byte> datagram_request::private_data() const noexcept {
  return state_ != nullptr ? state_->came.private_data() : std::span<const std::byte>();
}

void datagram_request::accept(const datagram_qp& qp, datagram_reply_data data) && {
  auto& request = taken("accept");
  detail::check_length(data.bytes(), datagram_reply_data::limit, "accept");
  detail::check_fits(*request.id, qp, IBV_QPT_UD, "accept");
  if (qp.state() != qp_state::rts) {
    throw error(std::errc::invalid_argument, "accept", qp.describe(),
                "activate({.qkey = cm::datagram_qkey}) it first: the peer may send at once");
  }
  rdma_conn_param param{};
  param.qp_num = qp.qpn();
  param.private_data = data.bytes().data();
  param.private_data_len = static_cast<std::uint8_t>(data.bytes().size());
  request.id->call("rdma_accept", [&](rdma_cm_id* id) { return rdma_accept(id, &param); });
  state_.reset();  // the answer is sent, and no message follows it
}

void datagram_request::reject(datagram_reply_data data) && {
  detail::check_length(data.bytes(), datagram_reply_data::limit, "reject");
  auto& request = taken("reject");
  detail::reject(*request.id, data.bytes());
  state_.reset();
}

datagram_listener::datagram_listener(const reactor& loop, const datagram_listener_options& options)
    : state_(std::make_shared<detail::listener_state>()) {
  state_->begin(loop.channel(), IBV_QPT_UD,
                options.at ? detail::for_datagrams(*options.at)
                           : detail::listening_address(options.address, options.port),
                options.backlog, options.id);
}

address datagram_listener::local() const { return state_->local; }

datagram_request datagram_listener::next(const verbs::wait_limit& limit) {
  return datagram_request(state_->next(limit));
}

void datagram_listener::on_request(std::function<void(datagram_request)> callback) {
  state_->hand_to([callback = std::move(callback)](std::unique_ptr<detail::request_state> request) {
    callback(datagram_request(std::move(request)));
  });
}

bool datagram_listener::is_open() const noexcept { return state_->id->is_open(); }

close_report datagram_listener::close() noexcept { return state_->close(); }

}  // namespace verbatim::cm
