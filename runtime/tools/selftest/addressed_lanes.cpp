// Queue pairs whose WQEs name the peer: UD and DC.
#include "tools/selftest/bench.hpp"
#include "tools/selftest/direct_lane.hpp"
#include "verbatim/verbs/completion/cq.hpp"
#include "verbatim/verbs/direct/dct.hpp"
#include "verbatim/verbs/direct/qp.hpp"
#include "verbatim/verbs/direct/srq.hpp"
#include "verbatim/verbs/queue_pair/address_handle.hpp"

namespace verbatim::tools::selftest {
namespace {

constexpr std::uint64_t dc_key = 0x0123456789abcdef;
/// Throws `skip` unless the transport is that of the port's link layer.
void require_link_layer(const bench& on, std::string_view transport) {
  const bool roce = transport.ends_with("_roce");
  if (roce == on.on_ethernet()) {
    if (transport.ends_with("_compact")) on.require(firmware::cmd_hca_cap::compact_address_vector);
    return;
  }
  throw skip{"the transport " + std::string(transport) + " is for " +
                 (roce ? "Ethernet" : "InfiniBand") + " ports",
             roce ? "name a port whose link layer is Ethernet"
                  : "name a port whose link layer is InfiniBand"};
}

activate_attributes short_retries() {
  activate_attributes how;
  how.rts.timeout = ack_timeout(14);
  how.rts.retry_cnt = std::uint8_t{3};
  how.rts.rnr_retry = rnr_retry_count(3);
  return how;
}

template <class Transport>
class datagram_lane final : public direct_lane<Transport, qp<Transport, int>> {
  using type = qp<Transport, int>;

 public:
  explicit datagram_lane(bench& on)
      : cq_(on.context(), 256),
        a_(on.uar(), cq_, on.attributes()),
        b_(on.uar(), cq_, on.attributes()) {
    a_.activate();
    b_.activate();
    ah_.emplace(on.pd(), b_.address(), path_attributes{.gid_index = on.gid_index()});
    this->to().datagram = ah_->ud(activate_attributes{}.qkey);
    this->to().ah = ah_->native();
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
  std::optional<address_handle> ah_;
};

template <class Transport>
class dc_lane final : public direct_lane<Transport, qp<Transport, int, void>> {
  using type = qp<Transport, int, void>;

 public:
  explicit dc_lane(bench& on)
      : cq_(on.context(), 256),
        srq_(on.pd(), {.max_wr = 32}),
        qp_(on.uar(), cq_, on.attributes()),
        dct_(on.pd(), cq_, srq_,
             {.dc_key = dc_key, .port = on.how().port, .gid_index = on.gid_index()}) {
    qp_.activate(short_retries());
    ah_.emplace(on.pd(), dct_.address(), path_attributes{.gid_index = on.gid_index()});
    this->to().dc = ah_->dc(dc_key);
    this->to().ah = ah_->native();
  }

  void post_receive(std::uint64_t addr, std::uint32_t length, lkey key, int entry) override {
    if (!srq_.srq_wqe().sge(addr, length, key).finish(entry)) throw failure{"no room to receive"};
    srq_.ring_doorbell();
  }
  void poll(std::vector<seen>& into, unsigned most) override {
    cq_.poll([&](auto&& c) { into.push_back(keep(c)); }, most);
  }
  std::uint32_t receiver() const override { return dct_.dctn(); }

 private:
  type& from() const override { return const_cast<type&>(qp_); }

  cq<type, dct<int>> cq_;
  srq<int> srq_;
  type qp_;
  dct<int> dct_;
  std::optional<address_handle> ah_;
};

}  // namespace

std::unique_ptr<lane> make_datagram_lane(bench& on, std::string_view transport) {
  require_link_layer(on, transport);
  if (transport == "ud_roce") return std::make_unique<datagram_lane<ud_roce>>(on);
  if (transport == "ud_compact") return std::make_unique<datagram_lane<ud_compact>>(on);
  return std::make_unique<datagram_lane<ud>>(on);
}

std::unique_ptr<lane> make_dc_lane(bench& on, std::string_view transport) {
  require_link_layer(on, transport);
  if (transport == "dci_roce") return std::make_unique<dc_lane<dci_roce>>(on);
  if (transport == "dci_compact") return std::make_unique<dc_lane<dci_compact>>(on);
  return std::make_unique<dc_lane<dci>>(on);
}

}  // namespace verbatim::tools::selftest
