// An open device.
#include "verbatim/verbs/context/context.hpp"

#include <endian.h>
#include <infiniband/verbs.h>
#include <net/if.h>

#include <cstring>
#include <span>
#include <vector>

#include "verbatim/verbs/base/error.hpp"
#include "verbatim/verbs/base/logging.hpp"
#include "verbatim/verbs/context/query_capabilities.hpp"

namespace verbatim {
namespace verbs {
namespace {

verbatim::limits query_limits(ibv_context* context, const std::string& name) {
  ibv_device_attr attr{};
  check(ibv_query_device(context, &attr), "ibv_query_device", name);
  return {
      .max_cqe = static_cast<std::uint32_t>(attr.max_cqe),
      .max_qp_wr = static_cast<std::uint32_t>(attr.max_qp_wr),
      .max_sge = static_cast<std::uint32_t>(attr.max_sge),
      .max_qp_rd_atom = static_cast<std::uint8_t>(attr.max_qp_rd_atom),
      .max_qp_init_rd_atom = static_cast<std::uint8_t>(attr.max_qp_init_rd_atom),
      .phys_port_cnt = attr.phys_port_cnt,
      .local_ca_ack_delay = attr.local_ca_ack_delay,
  };
}

static_assert(static_cast<int>(gid_type::infiniband) == IBV_GID_TYPE_IB &&
              static_cast<int>(gid_type::roce_v1) == IBV_GID_TYPE_ROCE_V1 &&
              static_cast<int>(gid_type::roce_v2) == IBV_GID_TYPE_ROCE_V2);

static_assert(static_cast<int>(port_state::down) == IBV_PORT_DOWN &&
              static_cast<int>(port_state::active_defer) == IBV_PORT_ACTIVE_DEFER);

verbatim::gid to_gid(const ibv_gid& native) {
  verbatim::gid gid;
  std::memcpy(gid.bytes.data(), native.raw, sizeof native.raw);
  return gid;
}

}  // namespace

context_body::context_body(native_ptr<ibv_context> native)
    : native_context(std::move(native)),
      limits_(query_limits(this->native(), name())),
      events_(this->native(), name()),
      failure_(name()) {}

verbatim::capabilities context_body::capabilities() const { return query_capabilities(*this); }

void context_body::require_port(std::uint8_t number) const {
  if (number != 0 && number <= limits_.phys_port_cnt) return;
  throw error(std::errc::invalid_argument, "ibv_query_port", describe(number),
              "the device has ports 1 to " + std::to_string(limits_.phys_port_cnt));
}

port context_body::port(std::uint8_t number) const {
  require_port(number);
  ibv_port_attr attr{};
  check(ibv_query_port(native(), number, &attr), "ibv_query_port", describe(number));
  return {
      .number = number,
      .link_layer = attr.link_layer == IBV_LINK_LAYER_ETHERNET ? link_layer::ethernet
                                                               : link_layer::infiniband,
      .active = attr.state == IBV_PORT_ACTIVE,
      .lid = attr.lid,
      .lmc = attr.lmc,
      .sm_lid = attr.sm_lid,
      .active_mtu = static_cast<std::uint16_t>(128u << attr.active_mtu),  // IBV_MTU_256 is 1
      .active_rate = rate::of_link(attr.active_width, attr.active_speed),
      .subnet_timeout = attr.subnet_timeout,
      .gid_tbl_len = static_cast<std::uint16_t>(attr.gid_tbl_len),
      .pkey_tbl_len = attr.pkey_tbl_len,
      .grh_required = (attr.flags & IBV_QPF_GRH_REQUIRED) != 0,
      .state = static_cast<port_state>(attr.state),
      .link = static_cast<link_state>(attr.phys_state),
      .max_mtu = static_cast<std::uint16_t>(128u << attr.max_mtu),
      .max_msg_sz = attr.max_msg_sz,
  };
}

void context_body::require_gid_index(const verbatim::port& port, std::uint16_t index) const {
  if (index < port.gid_tbl_len) return;
  throw error(std::errc::invalid_argument, "ibv_query_gid", describe(port.number),
              "gid_index " + std::to_string(index) + " is not below gid_tbl_len, " +
                  std::to_string(port.gid_tbl_len));
}

gid context_body::gid(const verbatim::port& port, std::uint16_t index) const {
  require_gid_index(port, index);
  ibv_gid gid{};
  check(ibv_query_gid(native(), port.number, index, &gid), "ibv_query_gid", describe(port.number),
        "gid_index " + std::to_string(index) + " cannot be read");
  return to_gid(gid);
}

std::vector<gid_entry> context_body::gid_table(const verbatim::port& port) const {
  std::vector<ibv_gid_entry> entries(std::size_t{port.gid_tbl_len} * limits_.phys_port_cnt);
  const auto count = ibv_query_gid_table(native(), entries.data(), entries.size(), 0);
  if (count < 0) check(static_cast<int>(count), "ibv_query_gid_table", name());
  std::vector<gid_entry> table;
  for (const auto& entry : std::span(entries).first(static_cast<std::size_t>(count))) {
    if (entry.port_num != port.number) continue;
    char netdev[IF_NAMESIZE] = "";
    if (entry.ndev_ifindex != 0) if_indextoname(entry.ndev_ifindex, netdev);
    table.push_back({to_gid(entry.gid), static_cast<std::uint16_t>(entry.gid_index),
                     static_cast<gid_type>(entry.gid_type), netdev});
  }
  return table;
}

std::vector<pkey> context_body::pkey_table(const verbatim::port& port) const {
  std::vector<pkey> table;
  for (int index = 0; index < port.pkey_tbl_len; ++index) {
    __be16 value = 0;
    // -1 without errno means that there is no such index: a table may be shorter than its reported
    // length.
    if (ibv_query_pkey(native(), port.number, index, &value) != 0) break;
    table.push_back(be16toh(value));
  }
  return table;
}

verbatim::guid context_body::guid() const noexcept {
  return be64toh(ibv_get_device_guid(native()->device));
}

verbatim::local_end context_body::local_end(std::uint8_t number) const {
  const auto found = port(number);
  return {found, limits_, gid_table(found), pkey_table(found), guid()};
}

std::uint16_t context_body::best_gid_index(const verbatim::port& port) const {
  if (port.link_layer == link_layer::infiniband) return 0;
  if (const auto choice = choose_gid(gid_table(port)); choice.chosen) return choice.chosen->index;
  throw error(std::errc::address_not_available, "ibv_query_gid_table", describe(port.number),
              "no GID, and RoCE addresses by GID: give the port's network interface an IP address");
}

std::string context_body::describe(std::uint8_t port) const {
  return "port " + std::to_string(port) + " of " + name();
}

std::optional<async_event> context_body::take_event() {
  std::optional<async_event> taken;
  const auto take = [&](const async_event_source::raw_event& raw) {
    auto& event = taken.emplace(async_event{raw.type, subject_of(raw.type), raw.number});
    if (event.type == async_event_type::device_fatal) fail();
    switch (event.subject) {
      case async_event_subject::device:
        event.object = name();
        return;
      case async_event_subject::port:
        event.object = "port " + std::to_string(raw.number) + " of " + name();
        return;
      case async_event_subject::wq:
        event.object = "WQ " + std::to_string(raw.number) + " of " + name();
        return;
      case async_event_subject::cq:
      case async_event_subject::qp:
      case async_event_subject::srq:
        break;
    }
    if (deliver(raw.native, event)) return;
    event.object = event.subject == async_event_subject::qp   ? "QP " + std::to_string(raw.number)
                   : event.subject == async_event_subject::cq ? "a CQ"
                                                              : "an SRQ";
    event.object += " of " + name() + " that was made through native()";
  };
  try {
    events_.read(take);
  } catch (const error& gone) {
    if (gone.code() == std::errc::io_error) fail();
    throw;
  }
  if (taken) log_words(logging::level::info, [&] { return to_string(*taken); });
  return taken;
}

std::optional<async_event> context_body::wait_event(wait_limit limit) {
  const auto until = deadline_after(limit);
  for (;;) {
    {
      const auto open = while_open("wait_event");
      if (auto event = take_event()) return event;
    }
    if (!events_.descriptors().sleep(until, name())) return std::nullopt;
  }
}

void context_body::fail() noexcept {
  failed_ = true;
  failure_.end();
}

void context_body::require_working(std::string_view call, const std::string& object) const {
  if (!failed()) return;
  throw error(std::errc::io_error, call, object,
              "the device has failed or was taken out, and completes nothing any more: flush() the "
              "queue pairs for what is outstanding, close the context, and open the device again");
}

void require_failed(const body& object, const context_body& context, std::string_view call) {
  (void)object.while_open(call);
  if (context.failed()) return;
  throw error(std::errc::operation_not_permitted, call, object.describe(),
              "the device works, as far as is known: to_error() has it flush what is outstanding");
}

int context_body::destroy() noexcept {
  uar_.reset(*this);
  events_.close_devx();
  const int returned = destroy_native();
  if (returned == 0) events_.end();
  return returned;
}

}  // namespace verbs

context context::adopt(ibv_context* native, ownership how) {
  const auto body =
      verbs::make<verbs::context_body>("adopt", {}, verbs::adopted(native, ownership::borrowed));
  if (how == ownership::taken) body->take_over();
  return context(body);
}

capabilities context::capabilities() const {
  const auto lock = body_->while_open("capabilities");
  return body_->capabilities();
}

port context::port(std::uint8_t number) const {
  const auto lock = body_->while_open("port");
  return body_->port(number);
}

gid context::gid(std::uint8_t port, std::uint16_t index) const {
  const auto lock = body_->while_open("gid");
  return body_->gid(body_->port(port), index);
}

std::vector<gid_entry> context::gid_table(std::uint8_t port) const {
  const auto lock = body_->while_open("gid_table");
  return body_->gid_table(body_->port(port));
}

std::vector<pkey> context::pkey_table(std::uint8_t port) const {
  const auto lock = body_->while_open("pkey_table");
  return body_->pkey_table(body_->port(port));
}

local_end context::local_end(std::uint8_t port) const {
  const auto lock = body_->while_open("local_end");
  return body_->local_end(port);
}

}  // namespace verbatim
