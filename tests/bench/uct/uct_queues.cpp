// Makes the objects by uct, and writes the CQEs that a device would write.
#include "uct_queues.hpp"

#include <dlfcn.h>
#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <cstring>
#include <initializer_list>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>

#include "native_queues.hpp"
#include "verbatim/wire/words.hpp"

namespace verbatim::bench {
namespace {

/// The queues that are being made, if any are.
noted_queues* noting = nullptr;

/// Notes the queues while it lives.
class notes {
 public:
  explicit notes(noted_queues& in) { noting = &in; }
  ~notes() { noting = nullptr; }
  notes(const notes&) = delete;
  notes& operator=(const notes&) = delete;
};

void check(ucs_status_t status, const char* what) {
  if (status == UCS_OK) return;
  throw std::runtime_error(fmt::format("{}: {}", what, ucs_status_string(status)));
}

using setting = std::pair<const char*, const char*>;

/// UCX reads its settings from the environment; uct_config_modify() does not reach all of them.
void set(const std::string& prefix, std::initializer_list<setting> settings) {
  for (const auto& [name, value] : settings) setenv((prefix + name).c_str(), value, 1);
}

/// Settings of a transport that posts 8 bytes with each doorbell, or whole WQEs.
void set_transport(const uct_kind& kind) {
  const std::string transport = kind.transport;
  std::string prefix = "UCX_" + transport + "_";
  for (auto& letter : prefix) letter = static_cast<char>(std::toupper(letter));
  // libmlx5 makes the rings longer than these lengths: of `depth` WQEBBs.
  set(prefix, {{"TX_QUEUE_LEN", transport == "ud_mlx5" ? "65" : "32"},
               {"RX_QUEUE_LEN", "128"},
               {"TX_INLINE_RESP", "0"},
               {"MMIO_MODE", kind.blueflame ? "bf_post" : "db"}});
  // An address is as long as libmlx5 makes it. No peer grants a window or would answer a repeated datagram.
  if (transport == "ud_mlx5") {
    set(prefix, {{"COMPACT_AV", "n"},
                 {"TX_MIN_SGE", "2"},
                 {"TX_MIN_INLINE", "16"},
                 {"TIMER_TICK", "1s"},
                 {"ASYNC_TIMER_TICK", "1000s"}});
  } else {
    set(prefix, {{"FC_ENABLE", "n"}, {"SRQ_TOPO", "list"}});
  }
  if (transport == "dc_mlx5") set(prefix, {{"NUM_DCI", "1"}, {"COMPACT_AV", "n"}});
  if (transport == "rc_mlx5") set(prefix, {{"TX_CQ_MODERATION", "0"}});
}

uct_component_h infiniband() {
  uct_component_h* components = nullptr;
  unsigned count = 0;
  check(uct_query_components(&components, &count), "uct_query_components");
  uct_component_h found = nullptr;
  for (unsigned i = 0; i < count; ++i) {
    uct_component_attr_t about{};
    about.field_mask = UCT_COMPONENT_ATTR_FIELD_NAME;
    check(uct_component_query(components[i], &about), "uct_component_query");
    if (std::string_view(about.name) == "ib") found = components[i];
  }
  uct_release_component_list(components);
  if (found == nullptr) throw std::runtime_error("UCX has no component 'ib'");
  return found;
}

/// UCX makes its queue pairs by verbs, and so by libmlx5. It asks the device by DevX for masked atomics on
/// RC. Regions are not cached, so that it does not patch mmap() in this process.
uct_md_h open_domain(std::string_view transport) {
  set_environment(tuning::write_combining);
  set("UCX_IB_", {{"MLX5_DEVX", transport == "rc_mlx5" ? "y" : "n"},
                  {"MLX5_DEVX_OBJECTS", ""},
                  {"REG_METHODS", "direct"}});
  const auto component = infiniband();
  uct_md_config_t* config = nullptr;
  check(uct_md_config_read(component, nullptr, nullptr, &config), "uct_md_config_read");
  uct_md_h domain = nullptr;
  check(uct_md_open(component, "mlx5_0", config, &domain), "uct_md_open");
  uct_config_release(config);
  return domain;
}

}  // namespace

uct_queues::uct_queues(const uct_kind& kind) {
  const notes while_made(noted_);
  open(kind);
  connect_to_itself();
  find_queues();
}

uct_queues::~uct_queues() {
  uct_ep_destroy(endpoint_);
  uct_md_mem_dereg(domain_, memory_);
  uct_iface_close(iface_);
  uct_md_close(domain_);
  uct_worker_destroy(worker_);
  ucs_async_context_destroy(async_);
}

void uct_queues::open(const uct_kind& kind) {
  check(ucs_async_context_create(UCS_ASYNC_MODE_THREAD_SPINLOCK, &async_),
        "ucs_async_context_create");
  check(uct_worker_create(async_, UCS_THREAD_MODE_SINGLE, &worker_), "uct_worker_create");
  domain_ = open_domain(kind.transport);
  check(uct_md_mem_reg(domain_, bytes_.data(), bytes_.size(), UCT_MD_MEM_ACCESS_ALL, &memory_),
        "uct_md_mem_reg");

  set_transport(kind);
  uct_iface_config_t* config = nullptr;
  check(uct_md_iface_config_read(domain_, kind.transport, nullptr, nullptr, &config),
        "uct_md_iface_config_read");
  uct_iface_params_t params{};
  params.field_mask = UCT_IFACE_PARAM_FIELD_OPEN_MODE | UCT_IFACE_PARAM_FIELD_DEVICE;
  params.open_mode = UCT_IFACE_OPEN_MODE_DEVICE;
  params.mode.device.tl_name = kind.transport;
  params.mode.device.dev_name = "mlx5_0:1";
  check(uct_iface_open(domain_, worker_, &params, config, &iface_), "uct_iface_open");
  uct_config_release(config);
  uct_iface_progress_enable(iface_, UCT_PROGRESS_SEND | UCT_PROGRESS_RECV);
}

void uct_queues::connect_to_itself() {
  uct_iface_attr_t about{};
  check(uct_iface_query(iface_, &about), "uct_iface_query");
  const auto make = [](std::size_t length) { return std::vector<unsigned char>(length); };
  auto device = make(about.device_addr_len);
  auto interface = make(about.iface_addr_len);
  auto end = make(about.ep_addr_len);
  auto* const device_addr = reinterpret_cast<uct_device_addr_t*>(device.data());
  auto* const iface_addr = reinterpret_cast<uct_iface_addr_t*>(interface.data());
  auto* const ep_addr = reinterpret_cast<uct_ep_addr_t*>(end.data());
  check(uct_iface_get_device_address(iface_, device_addr), "uct_iface_get_device_address");

  uct_ep_params_t params{};
  params.field_mask = UCT_EP_PARAM_FIELD_IFACE;
  params.iface = iface_;
  if ((about.cap.flags & UCT_IFACE_FLAG_CONNECT_TO_EP) == 0) {
    check(uct_iface_get_address(iface_, iface_addr), "uct_iface_get_address");
    params.field_mask |= UCT_EP_PARAM_FIELD_DEV_ADDR | UCT_EP_PARAM_FIELD_IFACE_ADDR;
    params.dev_addr = device_addr;
    params.iface_addr = iface_addr;
    check(uct_ep_create(&params, &endpoint_), "uct_ep_create");
    return;
  }
  check(uct_ep_create(&params, &endpoint_), "uct_ep_create");
  check(uct_ep_get_address(endpoint_, ep_addr), "uct_ep_get_address");
  check(uct_ep_connect_to_ep(endpoint_, device_addr, ep_addr), "uct_ep_connect_to_ep");
}

mlx5dv_cq uct_queues::noted_cq(const ibv_cq* cq) const {
  const auto& all = noted_.completions;
  const auto at =
      std::find_if(all.begin(), all.end(), [cq](const auto& one) { return one.cq == cq; });
  if (at == all.end()) throw std::runtime_error("uct polls an unknown CQ");
  return at->dv;
}

void uct_queues::find_queues() {
  if (noted_.sends.empty()) throw std::runtime_error("uct made no send queue by libmlx5");
  send_ = noted_.sends.back();
  if (send_.dv.sq.wqe_cnt != depth) {
    throw std::runtime_error(fmt::format("uct made a ring of {} WQEBBs", send_.dv.sq.wqe_cnt));
  }
  sent_.dv = noted_cq(send_.qp->send_cq);
  acknowledges_ = send_.qp->qp_type == IBV_QPT_UD;
  if (acknowledges_) received_.dv = noted_cq(send_.qp->recv_cq);
}

void uct_queues::poll_after(cqes& to, cqe64::values cqe) {
  cqe.owner = static_cast<std::uint8_t>(to.written / to.dv.cqe_cnt & 1);
  cqe.write(static_cast<std::byte*>(to.dv.buf) +
            std::size_t{to.written % to.dv.cqe_cnt + 1} * to.dv.cqe_size - cqe64::size);
  ++to.written;
  if (uct_worker_progress(worker_) == 0) throw std::runtime_error("a completion was not found");
}

void uct_queues::complete(std::uint32_t index) {
  if (acknowledges_) acknowledge(index);
  poll_after(sent_, {.s_wqe_opcode = static_cast<opcode>(wqe_at(index)[3]),
                     .qpn = qpn(),
                     .wqe_counter = static_cast<std::uint16_t>(index),
                     .opcode = cqe_opcode::req});
}

void uct_queues::acknowledge(std::uint32_t index) {
  // The header of UCX's datagrams, in the host's order. It is in the inline_seg, behind the address.
  struct {
    std::uint32_t to;  // an endpoint in 24 bits, and flags
    std::uint16_t number;
    std::uint16_t acknowledged;
  } header;
  std::memcpy(&header, wqe_at(index + 1) + 4, sizeof header);
  header.to &= 0xffffff;
  header.acknowledged = header.number;

  constexpr std::size_t grh = 40;
  const auto& rq = send_.dv.rq;
  const auto* const receive =
      static_cast<const std::byte*>(rq.buf) + received_.written % rq.wqe_cnt * rq.stride;
  auto* const packet = reinterpret_cast<std::byte*>(wire::load64(receive + 8));
  std::memcpy(packet + grh, &header, sizeof header);
  poll_after(received_, {.byte_cnt = grh + sizeof header,
                         .qpn = qpn(),
                         .wqe_counter = static_cast<std::uint16_t>(received_.written),
                         .opcode = cqe_opcode::resp_send});
}

const std::byte* uct_queues::wqe_at(std::uint32_t index) const noexcept {
  return static_cast<const std::byte*>(send_.dv.sq.buf) + index % depth * wqebb;
}

std::uint32_t uct_queues::producer_index() const noexcept {
  return wire::load32(reinterpret_cast<const std::byte*>(&send_.dv.dbrec[MLX5_SND_DBR]));
}

std::uint64_t uct_queues::doorbell(unsigned half) const noexcept {
  return wire::load64(static_cast<const std::byte*>(send_.dv.bf.reg) + half * send_.dv.bf.size);
}

}  // namespace verbatim::bench

/// libuct_ib.so is loaded later than this program, and so calls this function for the one of libmlx5.
extern "C" [[gnu::visibility("default")]] int mlx5dv_init_obj(mlx5dv_obj* object,
                                                              std::uint64_t type) {
  using verbatim::bench::noting;
  static const auto real =
      reinterpret_cast<int (*)(mlx5dv_obj*, std::uint64_t)>(dlsym(RTLD_NEXT, "mlx5dv_init_obj"));
  const int error = real(object, type);
  if (error != 0 || noting == nullptr) return error;
  if ((type & MLX5DV_OBJ_QP) != 0) noting->sends.push_back({object->qp.in, *object->qp.out});
  if ((type & MLX5DV_OBJ_CQ) != 0) noting->completions.push_back({object->cq.in, *object->cq.out});
  return error;
}
