// Queue pairs with a connection: RC, UC and XRC.
#include "tools/selftest/bench.hpp"
#include "tools/selftest/direct_lane.hpp"
#include "verbatim/generated/transports/rc.hpp"
#include "verbatim/generated/transports/uc.hpp"
#include "verbatim/verbs/completion/cq.hpp"
#include "verbatim/verbs/direct/qp.hpp"
#include "verbatim/verbs/direct/xrc_domain.hpp"
#include "verbatim/verbs/direct/xrc_recv_qp.hpp"
#include "verbatim/verbs/direct/xrc_srq.hpp"

namespace verbatim::tools::selftest {
namespace {

connect_attributes from_gid(const bench& on) {
  connect_attributes how;
  how.rtr.path.gid_index = on.gid_index();
  return how;
}

/// Retries end soon, so that a check that fails does not take long. 2^14 * 4.096 us is 67 ms.
connect_attributes with_short_retries(const bench& on) {
  auto how = from_gid(on);
  how.rts.timeout = ack_timeout(14);
  how.rts.retry_cnt = std::uint8_t{3};
  how.rts.rnr_retry = rnr_retry_count(3);
  return how;
}

template <class Transport>
class connected_lane final : public direct_lane<Transport, qp<Transport, int>> {
  using type = qp<Transport, int>;

 public:
  explicit connected_lane(bench& on)
      : cq_(on.context(), 256),
        a_(on.uar(), cq_, on.attributes()),
        b_(on.uar(), cq_, on.attributes()) {
    const auto address = a_.address();
    const auto how = Transport::name == rc::name ? with_short_retries(on) : from_gid(on);
    a_.connect(b_.address(), how);
    b_.connect(address, how);
  }

  std::optional<post_result> post_by_peer(const request& r, int entry) override {
    auto posted = build<Transport>(b_, this->to(), r, entry);
    b_.ring_doorbell();
    return posted;
  }

  void post_receive(std::uint64_t addr, std::uint32_t length, lkey key, int entry) override {
    if (!b_.rq_wqe().sge(addr, length, key).finish(entry)) throw failure{"no room to receive"};
    b_.ring_recv_doorbell();
  }
  void poll(std::vector<seen>& into, unsigned most) override {
    cq_.poll([&](auto&& c) { into.push_back(keep(c)); }, most);
  }
  std::uint32_t receiver() const override { return b_.qpn(); }

 private:
  type& from() const override { return const_cast<type&>(a_); }

  cq<type> cq_;
  type a_;
  type b_;
};

class xrc_lane final : public direct_lane<xrc, xrc_send_qp<int>> {
  using type = xrc_send_qp<int>;

 public:
  explicit xrc_lane(bench& on)
      : domain_(on.context()),
        cq_(on.context(), 256),
        srq_(domain_, on.pd(), cq_, {.max_wr = 32}),
        qp_(on.uar(), cq_, on.attributes()),
        peer_(domain_, {.port = on.how().port, .gid_index = on.gid_index()}) {
    const auto address = qp_.address();
    qp_.connect(peer_.address(), with_short_retries(on));
    peer_.connect(address, from_gid(on));
    to().srqn = srq_.srqn();
    to().domain = domain_.native();
  }

  void post_receive(std::uint64_t addr, std::uint32_t length, lkey key, int entry) override {
    if (!srq_.srq_wqe().sge(addr, length, key).finish(entry)) throw failure{"no room to receive"};
    srq_.ring_doorbell();
  }
  void poll(std::vector<seen>& into, unsigned most) override {
    cq_.poll([&](auto&& c) { into.push_back(keep(c)); }, most);
  }
  std::uint32_t receiver() const override { return peer_.qpn(); }

 private:
  type& from() const override { return const_cast<type&>(qp_); }

  xrc_domain domain_;
  cq<type, xrc_srq<int>> cq_;
  xrc_srq<int> srq_;
  type qp_;
  xrc_recv_qp peer_;
};

}  // namespace

std::unique_ptr<lane> make_connected_lane(bench& on, std::string_view transport) {
  if (transport == "uc") return std::make_unique<connected_lane<uc>>(on);
  return std::make_unique<connected_lane<rc>>(on);
}

std::unique_ptr<lane> make_xrc_lane(bench& on) {
  if (!on.context().capabilities().xrc) {
    throw skip{"the device does not claim XRC (IBV_DEVICE_XRC)"};
  }
  return std::make_unique<xrc_lane>(on);
}

}  // namespace verbatim::tools::selftest
