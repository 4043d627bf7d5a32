// Ethernet frames: raw packets. The device does not ask for headers in the WQE, so libmlx5 puts none there,
// except with TSO.
#include "kinds.hpp"

namespace verbatim::bench {
namespace {

struct raw_send : any_parameters {
  using any_parameters::any_parameters;

  static constexpr unsigned wr_flags = IBV_SEND_IP_CSUM;

  static qp_kind qp() {
    return {.type = IBV_QPT_RAW_PACKET, .ops = IBV_QP_EX_WITH_SEND, .any_ring = true};
  }

  void begin(ibv_send_wr& wr) {
    wr.opcode = IBV_WR_SEND;
    wr.send_flags |= IBV_SEND_IP_CSUM;
  }
  [[gnu::always_inline]] void fill(ibv_send_wr&, ibv_sge* sges, const wqe_parameters& p,
                                   unsigned) noexcept {
    one_piece::fill(sges, p);
  }
  [[gnu::always_inline]] void build(ibv_qp_ex* qp, const wqe_parameters& p, unsigned) noexcept {
    ibv_wr_send(qp);
    one_piece::build(qp, p);
  }
};

/// libmlx5 puts the headers of TSO into the WQE.
struct raw_tso : any_parameters {
  using any_parameters::any_parameters;

  static constexpr unsigned wr_flags = IBV_SEND_IP_CSUM;

  static qp_kind qp() {
    return {.type = IBV_QPT_RAW_PACKET,
            .ops = IBV_QP_EX_WITH_TSO,
            .wqebbs = wqebbs_of(7),
            .tso_headers = tcp_headers,
            .any_ring = true};
  }

  /// libmlx5 compares the data with the device's greatest segment, of 256 KiB.
  void adapt(wqe_parameters& p, unsigned) {
    p.pieces[0].length = (p.pieces[0].length & 0xffff) | 1;
  }

  void begin(ibv_send_wr& wr) {
    wr.opcode = IBV_WR_TSO;
    wr.send_flags |= IBV_SEND_IP_CSUM;
  }
  [[gnu::always_inline]] void fill(ibv_send_wr& wr, ibv_sge* sges, const wqe_parameters& p,
                                   unsigned) noexcept {
    wr.tso = {.hdr = const_cast<std::byte*>(p.payload), .hdr_sz = tcp_headers, .mss = p.mss};
    one_piece::fill(sges, p);
  }
  [[gnu::always_inline]] void build(ibv_qp_ex* qp, const wqe_parameters& p, unsigned) noexcept {
    ibv_wr_send_tso(qp, const_cast<std::byte*>(p.payload), tcp_headers, p.mss);
    one_piece::build(qp, p);
  }
};

}  // namespace

void add_native_packet_lines(std::vector<native_line>& lines) {
  lines.push_back(native_line_of<raw_send>("raw_send"));
  lines.push_back(native_line_of<raw_tso>("raw_tso"));
}

}  // namespace verbatim::bench
