// Queue pairs that wait for each other and enable each other, made by DevX.
#include "tools/selftest/checks/cross_channel.hpp"

#include <infiniband/mlx5dv.h>

#include <cstring>
#include <thread>

#include "tools/selftest/build.hpp"
#include "tools/selftest/raw_completions.hpp"
#include "verbatim/generated/transports/rc.hpp"
#include "verbatim/mmio/doorbell_register.hpp"
#include "verbatim/queue/receive/recv_queue.hpp"
#include "verbatim/queue/send/send_queue.hpp"
#include "verbatim/verbs/queue_pair/devx_qp.hpp"

namespace verbatim::tools::selftest {
namespace {}  // namespace

/// One queue pair with a completion queue of its own.
class cross_channel_pairs::member {
 public:
  member(bench& on, verbs::cross_channel role)
      : on_(on),
        completions_(on),
        qp_(verbs::qp_domain(on.pd()),
            {.transport = verbs::transport::rc,
             .receives = true,
             .send_cqn = completions_.cqn(),
             .recv_cqn = completions_.cqn(),
             .srqn = 0,
             .send_cqe_size = 64,
             .recv_cqe_size = 64,
             .cross_channel = role},
            on.attributes()),
        doorbell_(qp_.doorbell(), qp_.half_size()) {
    auto sends = qp_.send_memory();
    sends.doorbell = &doorbell_;
    sends_.emplace(sends);
    receives_.emplace(qp_.recv_memory());
  }
  ~member() { (void)qp_.destroy(); }
  member(const member&) = delete;
  member& operator=(const member&) = delete;

  void connect(std::uint32_t peer) {
    const auto& port = on_.port();
    ibv_qp_attr to{};
    to.port_num = to.ah_attr.port_num = port.number;
    to.qp_access_flags = IBV_ACCESS_REMOTE_WRITE | IBV_ACCESS_REMOTE_READ;
    to.path_mtu = IBV_MTU_1024;
    to.dest_qp_num = peer;
    to.max_dest_rd_atomic = to.max_rd_atomic = 1;
    to.min_rnr_timer = 12;
    to.timeout = 14;
    to.retry_cnt = to.rnr_retry = 7;
    to.ah_attr.dlid = port.lid;
    to.ah_attr.is_global = on_.on_ethernet();
    to.ah_attr.grh.hop_limit = 64;
    to.ah_attr.grh.sgid_index = static_cast<std::uint8_t>(on_.gid_index());
    const auto gid = on_.context().gid(port.number, on_.gid_index());
    std::memcpy(to.ah_attr.grh.dgid.raw, gid.bytes.data(), gid.bytes.size());
    auto from = qp_state::reset;
    for (const auto& [next, state] :
         {std::pair{qp_state::init, IBV_QPS_INIT}, std::pair{qp_state::rtr, IBV_QPS_RTR},
          std::pair{qp_state::rts, IBV_QPS_RTS}}) {
      to.qp_state = state;
      qp_.modify(std::exchange(from, next), to, *on_.pd().body(), [] { return std::string(); });
    }
  }

  void post(const request& r, bool ring = true) {
    const auto posted = build<rc>(*sends_, {}, r, 1);
    if (!posted || !*posted) throw failure{"no room to post"};
    if (ring) sends_->ring_doorbell();
  }
  void post_receive(std::uint64_t addr, std::uint32_t length) {
    if (!receives_->rq_wqe().sge(addr, length, on_.lkey()).finish(1)) {
      throw failure{"no room to receive"};
    }
    receives_->ring_doorbell();
  }

  std::uint32_t qpn() const noexcept { return qp_.qpn(); }
  raw_completions& completions() noexcept { return completions_; }

 private:
  bench& on_;
  raw_completions completions_;
  verbs::devx_qp qp_;
  mmio::doorbell_register doorbell_;
  std::optional<send_queue<rc, int>> sends_;
  std::optional<recv_queue<int>> receives_;
};

cross_channel_pairs::cross_channel_pairs(bench& on) {
  on.require(firmware::cmd_hca_cap::cd);
  if (!on.context().capabilities().devx) {
    throw skip{
        "cross-channel masters are made by DevX, which this kernel or device does not offer "
        "to this user",
        "run it as root, or with CAP_NET_RAW"};
  }
  master_ = std::make_unique<member>(on, verbs::cross_channel::master);
  master_->connect(master_->qpn());
}

cross_channel_pairs::~cross_channel_pairs() = default;

void cross_channel_pairs::wait_for_completion(bench& on, verdict& to) {
  member other(on, verbs::cross_channel::none);
  other.connect(other.qpn());
  master_->post({.wqe = "wait_cq", .number = other.completions().cqn(), .value = 1});
  std::this_thread::sleep_for(moment);
  to.require(!master_->completions().next_at_once(), "it did not wait");
  other.post({.wqe = "nop"});
  (void)other.completions().next(on);
  const auto waited = master_->completions().next(on);
  to.note("CQE", hex(waited.bytes));
  if (waited.status != cqe_syndrome::ok) throw failure{in_words(waited)};
  to.require(waited.cqe().s_wqe_opcode() == opcode::wait, "s_wqe_opcode is not that of a WAIT");
}

void cross_channel_pairs::enable(bench& on, verdict& to, bool receives) {
  on.refill();
  member slave(on,
               receives ? verbs::cross_channel::slave_receive : verbs::cross_channel::slave_send);
  slave.connect(slave.qpn());
  if (receives) {
    // A message to itself, whose receive is not enabled yet: it is sent again and again.
    slave.post_receive(on.address(inbox), 64);
    auto send = usual_request(on, "send", 64);
    slave.post(send);
  } else {
    slave.post(usual_request(on, "rdma_write", 64));
  }
  std::this_thread::sleep_for(moment);
  to.require(!slave.completions().next_at_once(), "the queue ran before it was enabled");
  master_->post(
      {.wqe = receives ? "recv_enable" : "send_enable", .number = slave.qpn(), .value = 1});
  const auto enabled = master_->completions().next(on);
  to.note("CQE", hex(enabled.bytes));
  if (enabled.status != cqe_syndrome::ok) throw failure{in_words(enabled)};
  for (int left = receives ? 2 : 1; left != 0; --left) {
    const auto completed = slave.completions().next(on);
    if (completed.status != cqe_syndrome::ok) throw failure{in_words(completed)};
  }
  to.require(std::ranges::equal(on.memory(source, 64), on.memory(receives ? inbox : target_at, 64)),
             "the enabled queue moved other data");
}

}  // namespace verbatim::tools::selftest
