// The transports with an address: UD, and an initiator of DC.
#include <cstring>

#include "kinds.hpp"

namespace verbatim::bench {
namespace {

/// Address handles to the LIDs of the parameters.
class address_handles {
 public:
  explicit address_handles(ibv_pd* pd) : pd_(pd) {}

  /// Without a global route.
  void add(const wqe_parameters& p, unsigned i) {
    ibv_ah_attr attr{};
    attr.dlid = p.dlid;
    make(attr, i);
  }

  /// With the whole address.
  void add(const av_ud_seg& av, unsigned i) {
    ibv_ah_attr attr{};
    attr.dlid = av.rlid;
    attr.sl = av.sl;
    attr.src_path_bits = av.mlid;
    attr.is_global = 1;
    attr.grh = {.dgid = {},
                .flow_label = av.flow_label,
                .sgid_index = av.sgid_index,
                .hop_limit = av.hop_limit,
                .traffic_class = av.tclass};
    std::memcpy(attr.grh.dgid.raw, av.rgid.data(), av.rgid.size());
    make(attr, i);
  }

  ibv_ah* of(unsigned i) const noexcept { return handles_[i].get(); }

 private:
  void make(ibv_ah_attr& attr, unsigned i) {
    attr.port_num = 1;
    handles_.at(i).reset(check(ibv_create_ah(pd_, &attr), "ibv_create_ah"));
  }

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

/// The same with a whole address, which libmlx5 copies from its handle. InfiniBand has no MAC addresses, and
/// libmlx5 numbers static rates by itself, all but 0.
struct ud_send_global : ud_send {
  using ud_send::ud_send;

  void adapt(wqe_parameters& p, unsigned i) {
    p.av_ud.rmac = {};
    p.av_ud.stat_rate = 0;
    p.av_ud.write(p.av_bytes.data());
    p.av_prepared = wire::prepared(p.av_ud);
    handles.add(p.av_ud, i);
  }
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
  lines.push_back(native_line_of<ud_send_global>("ud_send_grh"));
  lines.push_back(native_line_of<ud_send_global>("ud_send_prepared"));
  lines.push_back(native_line_of<dci_message<IBV_WR_SEND>>("dci_send"));
  lines.push_back(native_line_of<dci_message<IBV_WR_RDMA_WRITE>>("dci_write"));
  lines.push_back(native_line_of<dci_message<IBV_WR_RDMA_READ>>("dci_read"));
  lines.push_back(native_line_of<on_dci<atomic<IBV_WR_ATOMIC_CMP_AND_SWP>>>("dci_cas"));
}

}  // namespace verbatim::bench
