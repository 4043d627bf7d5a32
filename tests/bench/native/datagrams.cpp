// The transports with an address: UD, and an initiator of DC.
#include "kinds.hpp"

namespace verbatim::bench {
namespace {

/// Address handles without a global route, to the LIDs of the parameters.
class address_handles {
 public:
  explicit address_handles(ibv_pd* pd) : pd_(pd) {}

  void add(const wqe_parameters& p, unsigned i) {
    ibv_ah_attr attr{};
    attr.dlid = p.dlid;
    attr.port_num = 1;
    handles_.at(i).reset(check(ibv_create_ah(pd_, &attr), "ibv_create_ah"));
  }

  ibv_ah* of(unsigned i) const noexcept { return handles_[i].get(); }

 private:
  ibv_pd* pd_;
  std::array<owner<ibv_ah>, batch> handles_;
};

struct ud_send : message<IBV_WR_SEND, one_piece> {
  using base = message<IBV_WR_SEND, one_piece>;

  explicit ud_send(ibv_qp* qp) : base(qp), handles(qp->pd) {}

  static qp_kind qp() {
    auto kind = base::qp();
    kind.type = IBV_QPT_UD;
    kind.wqebbs = wqebbs_of(base::octowords + 3);
    return kind;
  }

  void adapt(wqe_parameters& p, unsigned i) { handles.add(p, i); }

  [[gnu::always_inline]] void fill(ibv_send_wr& wr, ibv_sge* sges, const wqe_parameters& p,
                                   unsigned i) noexcept {
    wr.wr.ud = {.ah = handles.of(i), .remote_qpn = p.qpn, .remote_qkey = p.qkey};
    base::fill(wr, sges, p, i);
  }

  [[gnu::always_inline]] void build(ibv_qp_ex* qp, const wqe_parameters& p, unsigned i) noexcept {
    build_begin(qp, p);
    ibv_wr_set_ud_addr(qp, handles.of(i), p.qpn, p.qkey);
    data::build(qp, p);
  }

  address_handles handles;
};

/// Base is a kind on RC. ibv_post_send() knows no DCI.
template <class Base>
class on_dci {
 public:
  explicit on_dci(ibv_qp* qp) : base_(qp), handles_(qp->pd) {}

  static constexpr unsigned wr_flags = 0;

  static qp_kind qp() {
    auto kind = Base::qp();
    kind.type = IBV_QPT_DRIVER;
    kind.wqebbs = wqebbs_of(Base::octowords + 3);
    return kind;
  }

  void adapt(wqe_parameters& p, unsigned i) { handles_.add(p, i); }

  [[gnu::always_inline]] void build(ibv_qp_ex* qp, const wqe_parameters& p, unsigned i) noexcept {
    base_.build_begin(qp, p);
    mlx5dv_wr_set_dc_addr(mlx5dv_qp_ex_from_ibv_qp_ex(qp), handles_.of(i), p.qpn, p.dc_key);
    Base::data::build(qp, p);
  }

 private:
  Base base_;
  address_handles handles_;
};

template <ibv_wr_opcode opcode>
using dci_message = on_dci<message<opcode, one_piece>>;

}  // namespace

void add_native_datagram_lines(std::vector<native_line>& lines) {
  lines.push_back(native_line_of<ud_send>("ud_send"));
  lines.push_back(native_line_of<dci_message<IBV_WR_SEND>>("dci_send"));
  lines.push_back(native_line_of<dci_message<IBV_WR_RDMA_WRITE>>("dci_write"));
  lines.push_back(native_line_of<dci_message<IBV_WR_RDMA_READ>>("dci_read"));
  lines.push_back(native_line_of<on_dci<atomic<IBV_WR_ATOMIC_CMP_AND_SWP>>>("dci_cas"));
}

}  // namespace verbatim::bench
