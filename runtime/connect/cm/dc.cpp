// Connections of dynamically connected (DC) queue pairs: each end gives its peer a DCT.
#include "verbatim/connect/cm/dc.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "verbatim/connect/cm/ids/datagram_peer_of.hpp"
#include "verbatim/connect/cm/ids/dc_setup.hpp"
#include "verbatim/connect/cm/ids/listening.hpp"
#include "verbatim/connect/cm/ids/making.hpp"
#include "verbatim/connect/cm/ids/resolution.hpp"
#include "verbatim/wire/words.hpp"

namespace verbatim::cm {
namespace detail {

/// The connection, and what lives as long as it.
struct dc_state : connection_state {
  dc_state(std::shared_ptr<cm_id> of, const dc_end& end)
      : connection_state(std::move(of), std::nullopt), own(end) {}
  ~dc_state() { (void)id->close(); }  // before its number is given back

  dc_end own;
  std::optional<dc_peer> peer_dct;
};

}  // namespace detail

namespace {

using dc_handler = std::function<void(outcome<dc_connection>)>;

constexpr std::uint32_t mark = 0xdc000000;

/// The private data of a message: the head, and the bytes of the program.
struct message {
  message(const dc_end& end, std::span<const std::byte> data) : length(dc_head + data.size()) {
    if (end.target) {
      wire::store32(bytes.data(), mark | end.target->dctn());
      wire::store64(bytes.data() + 4, end.target->dc_key());
    } else {
      wire::store32(bytes.data(), mark);
    }
    std::copy(data.begin(), data.end(), bytes.begin() + dc_head);
  }

  std::array<std::byte, reply_data::limit> bytes{};
  std::size_t length;
};

rdma_conn_param parameters(const dc_end& end, const message& message) {
  rdma_conn_param param{};
  param.private_data = message.bytes.data();
  param.private_data_len = static_cast<std::uint8_t>(message.length);
  param.flow_control = 1;
  param.retry_count = 7;
  param.rnr_retry_count = 7;
  param.qp_num = end.number.qpn();
  return param;
}

/// Returns the DCT that the peer's message names, if any. The id has the path to it.
std::optional<dc_peer> peer_in(const detail::cm_id& id, std::span<const std::byte> data,
                               std::string_view call) {
  if (data.size() < dc_head || (wire::load32(data.data()) & 0xff000000) != mark) {
    throw cm::error(std::errc::protocol_error, call, id.describe(),
                    "the peer's message is not of DC: the ends must use connect_dc() and "
                    "accept_dc()");
  }
  const auto dctn = wire::load32(data.data()) & 0xffffff;
  if (dctn == 0) return std::nullopt;
  const auto ah = id.attributes(IBV_QPS_RTR).ah_attr;
  dc_peer peer{.to = {.qpn = dctn, .lid = ah.dlid},
               .path = detail::path_of(ah),
               .dc_key = wire::load64(data.data() + 4)};
  static_assert(sizeof peer.to.gid.bytes == sizeof ah.grh.dgid.raw);
  std::memcpy(peer.to.gid.bytes.data(), ah.grh.dgid.raw, sizeof peer.to.gid.bytes);
  return peer;
}

void check_end(const detail::cm_id& id, const dc_end& end, ibv_qp_type type,
               std::string_view call) {
  const auto number = end.number.describe();
  if (type != IBV_QPT_RC) {
    throw cm::error(std::errc::invalid_argument, call, number,
                    "connections of DC need the kind rc in the options of resolve() and of the "
                    "listener");
  }
  const auto open = [&](const auto& object) {
    if (object.is_open()) return;
    throw cm::error(std::errc::invalid_argument, call, object.describe(), "it has been closed");
  };
  open(end.number);
  detail::check_way(id, end.number.body()->device().name(), 0, number, call);
  if (!end.target) return;
  open(*end.target);
  const auto& target = *end.target->body();
  detail::check_way(id, target.device().name(), target.port_number(), target.describe(), call);
}

detail::making making_of(const std::shared_ptr<detail::dc_state>& state, dc_handler handler,
                         std::string_view call) {
  return {.id = state->id,
          .state = state,
          .end = {},
          .handler =
              [weak = std::weak_ptr(state), handler = std::move(handler)](outcome<connection> how) {
                if (!how) return handler(how.error());
                handler(dc_connection(weak.lock()));  // `how` keeps it
              },
          .call = call};
}

void start_connect(const std::shared_ptr<detail::cm_id>& id, const dc_end& end, ibv_qp_type type,
                   const dc_connect_options& options, dc_handler handler) {
  const auto data = options.data.bytes();
  detail::check_length(data, decltype(options.data)::limit, "connect_dc");
  check_end(*id, end, type, "connect_dc");
  const auto state = std::make_shared<detail::dc_state>(id, end);
  const auto made = making_of(state, std::move(handler), "connect_dc");
  made.begin([&] {
    const message asks(end, data);
    auto param = parameters(end, asks);
    id->set_stage(detail::stage::connecting);
    id->expect(
        [made, state](const detail::event* event, const cm::error* failed) {
          if (event == nullptr) return made.fail(*failed);
          if (event->type != RDMA_CM_EVENT_CONNECT_RESPONSE) {
            return made.fail(detail::error_of(*event, made.call, made.id->describe()));
          }
          const bool ready = made.run([&] {
            state->peer_dct = peer_in(*made.id, event->private_data(), made.call);
            made.id->call("rdma_establish",
                          [](rdma_cm_id* native) { return rdma_establish(native); });
          });
          if (ready) made.succeed(event->private_data().subspan(dc_head));
        },
        verbs::deadline_after(options.timeout));
    id->call("rdma_connect", [&](rdma_cm_id* native) { return rdma_connect(native, &param); });
  });
}

void start_accept(const detail::request_state& request, const dc_end& end,
                  const dc_accept_options& options, dc_handler handler) {
  const auto& id = request.id;
  const auto data = options.data.bytes();
  detail::check_length(data, decltype(options.data)::limit, "accept_dc");
  check_end(*id, end, request.type, "accept_dc");
  const auto state = std::make_shared<detail::dc_state>(id, end);
  const auto asked = request.came.private_data();
  state->peer_dct = peer_in(*id, asked, "accept_dc");
  const auto made = making_of(state, std::move(handler), "accept_dc");
  made.begin([&] {
    const message answers(end, data);
    auto param = parameters(end, answers);
    id->set_stage(detail::stage::connecting);
    id->expect(
        [made, data = std::vector<std::byte>(asked.begin() + dc_head, asked.end())](
            const detail::event* event, const cm::error* failed) {
          if (event == nullptr) return made.fail(*failed);
          if (event->type != RDMA_CM_EVENT_ESTABLISHED) {
            return made.fail(detail::error_of(*event, made.call, made.id->describe()));
          }
          made.succeed(data);
        },
        verbs::deadline_after(options.timeout));
    id->call("rdma_accept", [&](rdma_cm_id* native) { return rdma_accept(native, &param); });
  });
}

}  // namespace

namespace detail {

std::pair<std::shared_ptr<cm_id>, ibv_qp_type> dc_setup::take(route& along) {
  auto id = along.taken("connect_dc");
  return {std::move(id), type_of(along.kind_)};
}

std::unique_ptr<request_state> dc_setup::take(connection_request& request) {
  (void)request.taken("accept_dc");
  return std::move(request.state_);
}

}  // namespace detail

dc_connection::dc_connection(std::shared_ptr<detail::dc_state> state) noexcept
    : connection(state), state_(std::move(state)) {}

const std::optional<dc_peer>& dc_connection::peer_dct() const noexcept { return state_->peer_dct; }

void connect_dc(route along, const dc_end& end, const dc_connect_options& options,
                std::function<void(outcome<dc_connection>)> callback) {
  const auto [id, type] = detail::dc_setup::take(along);
  start_connect(id, end, type, options, std::move(callback));
}

dc_connection connect_dc(route along, const dc_end& end, const dc_connect_options& options) {
  const auto [id, type] = detail::dc_setup::take(along);
  return detail::drive<dc_connection>(id->channel(), [&, &id = id, type = type](auto&& handler) {
    start_connect(id, end, type, options, handler);
  });
}

void accept_dc(connection_request request, const dc_end& end, const dc_accept_options& options,
               std::function<void(outcome<dc_connection>)> callback) {
  start_accept(*detail::dc_setup::take(request), end, options, std::move(callback));
}

dc_connection accept_dc(connection_request request, const dc_end& end,
                        const dc_accept_options& options) {
  const auto taken = detail::dc_setup::take(request);
  return detail::drive<dc_connection>(
      taken->id->channel(), [&](auto&& handler) { start_accept(*taken, end, options, handler); });
}

}  // namespace verbatim::cm
