// WQEs that say where they go: datagrams, DC and XRC. libmlx5 writes them, and so do we.
#include <gtest/gtest.h>

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "operation.hpp"
#include "twin_rings.hpp"
#include "verbatim/generated/transports/dci.hpp"
#include "verbatim/generated/transports/dci_roce.hpp"
#include "verbatim/generated/transports/ud.hpp"
#include "verbatim/generated/transports/ud_roce.hpp"
#include "verbatim/generated/transports/xrc.hpp"

namespace verbatim::test {
namespace {

constexpr unsigned operations_per_kind_of_queue = 10'000;
constexpr unsigned most_operations = 200'000;

constexpr auto sends = IBV_QP_EX_WITH_SEND | IBV_QP_EX_WITH_SEND_WITH_IMM;
constexpr auto everything = sends | IBV_QP_EX_WITH_SEND_WITH_INV | IBV_QP_EX_WITH_RDMA_WRITE |
                            IBV_QP_EX_WITH_RDMA_WRITE_WITH_IMM | IBV_QP_EX_WITH_RDMA_READ |
                            IBV_QP_EX_WITH_ATOMIC_CMP_AND_SWP | IBV_QP_EX_WITH_ATOMIC_FETCH_AND_ADD;

/// Room for SGEs and inline data; every kind of operation that the type can carry.
any_queue_pair::change with_room(std::uint64_t operations) {
  return [=](ibv_qp_init_attr_ex& attributes, mlx5dv_qp_init_attr&) {
    attributes.send_ops_flags = operations;
    attributes.cap.max_send_sge = 12;
    attributes.cap.max_inline_data = 300;
  };
}

/// An address handle and the address vector that libmlx5 made for it.
class address {
 public:
  address(const plain_context& context, ibv_ah_attr attributes)
      : ah_(made_by("ibv_create_ah", ibv_create_ah(context.pd(), &attributes))) {
    mlx5dv_ah memory{};
    mlx5dv_obj object{};
    object.ah = {ah_.get(), &memory};
    mlx5dv_init_obj(&object, MLX5DV_OBJ_AH);
    av_ = reinterpret_cast<const std::byte*>(memory.av);
  }

  ibv_ah* get() const noexcept { return ah_.get(); }
  const std::byte* av() const noexcept { return av_; }

 private:
  owned<ibv_ah, ibv_destroy_ah> ah_;
  const std::byte* av_ = nullptr;
};

bool is_roce(const plain_context& context) {
  ibv_port_attr port{};
  ibv_query_port(context.get(), 1, &port);
  return port.link_layer == IBV_LINK_LAYER_ETHERNET;
}

/// A random address: within the subnet or with a global route; on RoCE always with one.
ibv_ah_attr random_address(const plain_context& context, dice& random) {
  ibv_ah_attr attributes{};
  attributes.port_num = 1;
  attributes.sl = static_cast<std::uint8_t>(random.below(is_roce(context) ? 8 : 16));
  if (!is_roce(context)) {
    attributes.dlid = static_cast<std::uint16_t>(random.below(0xbfff) + 1);
    attributes.src_path_bits = static_cast<std::uint8_t>(random.below(128));
  }
  attributes.is_global = is_roce(context) || random.one_in(2);
  if (attributes.is_global) {
    if (is_roce(context)) {
      ibv_query_gid(context.get(), 1, 0, &attributes.grh.dgid);  // one that can be resolved
    } else {
      const auto gid = random.bytes(16);
      std::memcpy(attributes.grh.dgid.raw, gid.data(), gid.size());
    }
    attributes.grh.flow_label = random.bits32(20);
    attributes.grh.sgid_index = 0;
    attributes.grh.hop_limit = static_cast<std::uint8_t>(random.below(256));
    attributes.grh.traffic_class = static_cast<std::uint8_t>(random.below(256));
  }
  return attributes;
}

/// The parts of an operation's WQE that libmlx5 leaves as they were, behind `prefix` octowords that
/// the transport puts after ctrl_seg.
std::vector<left_as_they_were> left_by(const operation& op, unsigned prefix, bool by_ibv_wr) {
  std::vector<left_as_they_were> left;
  if (by_ibv_wr && !op.has_imm() && op.what != opcode::send_inval)
    left.push_back({12, 16, difference::unused_imm});
  const auto data = (op.fixed_octowords() + prefix) * octoword;
  if (op.what == opcode::atomic_fa)
    left.push_back({data - 8, data, difference::compare_of_fetch_add});
  if (op.inlined && !op.payload.empty()) {
    left.push_back({data + 4 + op.payload.size(), (op.octowords() + prefix) * octoword,
                    difference::inline_padding});
  }
  return left;
}

template <class Transport>
struct run {
  ibv_qp_type type;
  std::uint64_t operations;
  unsigned prefix;  ///< octowords that the transport puts after ctrl_seg
  bool datagram = false;
  bool by_ibv_post_send = true;                ///< libmlx5 can post this kind by that call too
  std::function<void()> next_address = [] {};  ///< chooses another one
  std::function<void(ibv_send_wr&)> in_request = {};  ///< for ibv_post_send
  std::function<void(ibv_qp_ex*)> by_setter = {};     ///< for ibv_wr_*
  std::vector<left_as_they_were> always_left = {};    ///< by libmlx5
  std::vector<difference> differences = {};           ///< that must be met
  any_queue_pair::change change = {};

  any_queue_pair::change queue_pair() const {
    return [*this](ibv_qp_init_attr_ex& attributes, mlx5dv_qp_init_attr& dv) {
      with_room(operations)(attributes, dv);
      if (change) change(attributes, dv);
    };
  }

  template <class Chain>
  void compare_all(dice& random, lone_queue_pair& theirs, lone_queue_pair& ours,
                   const Chain& chain) {
    twin_rings<Transport> twins(theirs.cq, theirs.qp.place(), ours.cq, ours.qp.place(), random);
    const operation_limits limits{
        .datagram = datagram, .sges = 12, .inline_bytes = 300, .octowords = 63 - prefix};
    const std::size_t kinds = datagram ? 2 : 8;
    const bool both = by_ibv_post_send;
    unsigned posted = 0;
    while (posted < operations_per_kind_of_queue || !twins.every_slot(both ? 2 * kinds : kinds)) {
      ASSERT_LT(posted, most_operations) << "some slot is never reached";
      auto op = random_operation(random, limits);
      op.signaled = true;
      next_address();
      const bool by_wr = !both || random.one_in(2);
      if (by_wr) {
        ASSERT_EQ(post_with_ibv_wr(theirs.qp.ex(), {&op, 1}, random, by_setter), 0);
      } else {
        ASSERT_EQ(post_with_ibv_post_send(theirs.qp.get(), {&op, 1}, in_request), 0);
      }
      const auto result = post_with_chain([&] { return chain(twins.sq()); }, op);
      ASSERT_TRUE(result.ok()) << message(result.error());
      auto left = left_by(op, prefix, by_wr);
      left.insert(left.end(), always_left.begin(), always_left.end());
      ASSERT_NO_FATAL_FAILURE(twins.compare(
          std::string(name(op.what)) + (by_wr ? " by ibv_wr" : " by ibv_post_send"), left));
      ++posted;
    }
    twins.expect_met(differences);
  }
};

template <class Transport>
void compare_datagrams() {
  dice random;
  run<Transport> r{.type = IBV_QPT_UD, .operations = sends, .prefix = 3, .datagram = true};
  r.differences = {difference::unused_imm, difference::inline_padding};
  lone_queue_pair theirs(r.type, r.queue_pair());
  lone_queue_pair ours(r.type, r.queue_pair());
  std::optional<address> to;
  std::uint32_t qpn = 0;
  std::uint32_t qkey = 0;
  r.next_address = [&] {
    to.emplace(theirs.context, random_address(theirs.context, random));
    qpn = random.bits32(24);
    qkey = random.bits32(32);
  };
  r.in_request = [&](ibv_send_wr& wr) {
    wr.wr.ud = {.ah = to->get(), .remote_qpn = qpn, .remote_qkey = qkey};
  };
  r.by_setter = [&](ibv_qp_ex* qp) { ibv_wr_set_ud_addr(qp, to->get(), qpn, qkey); };
  r.compare_all(random, theirs, ours, [&](auto& sq) {
    auto av = av_ud_seg::read(to->av());
    av.qkey = qkey;
    av.dqp_dct = qpn;
    // The short form says everything that it can say.
    if constexpr (std::is_same_v<Transport, ud>) {
      if (av == av_ud_seg{.qkey = qkey, .dqp_dct = qpn, .rlid = av.rlid}) {
        return sq.sq_wqe().av(qkey, qpn, av.rlid);
      }
    } else if (av == av_ud_seg{.qkey = qkey,
                               .dqp_dct = qpn,
                               .rlid = av.rlid,
                               .rmac = av.rmac,
                               .hop_limit = av.hop_limit,
                               .sgid_index = av.sgid_index,
                               .rgid = av.rgid}) {
      return sq.sq_wqe().av(qkey, qpn, av.rmac, av.rgid, av.sgid_index, av.hop_limit, av.rlid);
    }
    return sq.sq_wqe().av(av);
  });
}

template <class Transport>
void compare_dc() {
  dice random;
  run<Transport> r{
      .type = IBV_QPT_DRIVER, .operations = everything, .prefix = 3, .by_ibv_post_send = false};
  r.differences = {difference::unused_imm, difference::inline_padding,
                   difference::compare_of_fetch_add};
  r.change = [](ibv_qp_init_attr_ex& attributes, mlx5dv_qp_init_attr& dv) {
    attributes.cap.max_recv_wr = attributes.cap.max_recv_sge = 0;
    dv.comp_mask = MLX5DV_QP_INIT_ATTR_MASK_DC;
    dv.dc_init_attr.dc_type = MLX5DV_DCTYPE_DCI;
  };
  lone_queue_pair theirs(r.type, r.queue_pair());
  lone_queue_pair ours(r.type, r.queue_pair());
  std::optional<address> to;
  std::uint32_t dctn = 0;
  std::uint64_t key = 0;
  r.next_address = [&] {
    to.emplace(theirs.context, random_address(theirs.context, random));
    dctn = random.bits32(24);
    key = random.bits(64);
  };
  r.by_setter = [&](ibv_qp_ex* qp) {
    mlx5dv_wr_set_dc_addr(mlx5dv_qp_ex_from_ibv_qp_ex(qp), to->get(), dctn, key);
  };
  r.compare_all(random, theirs, ours, [&](auto& sq) {
    auto av = av_dc_seg::read(to->av());
    av.dc_key = key;
    av.dqp_dct = dctn;
    if constexpr (std::is_same_v<Transport, dci>) {
      if (av == av_dc_seg{.dc_key = key, .dqp_dct = dctn, .rlid = av.rlid}) {
        return sq.sq_wqe().av(key, dctn, av.rlid);
      }
    }
    return sq.sq_wqe().av(av);
  });
}

bool on_roce() { return is_roce(plain_context()); }

TEST(addressed_bytes, ud) { on_roce() ? compare_datagrams<ud_roce>() : compare_datagrams<ud>(); }

TEST(addressed_bytes, dci) { on_roce() ? compare_dc<dci_roce>() : compare_dc<dci>(); }

TEST(addressed_bytes, xrc) {
  dice random;
  run<xrc> r{.type = IBV_QPT_XRC_SEND, .operations = everything, .prefix = 1};
  r.change = [](ibv_qp_init_attr_ex& attributes, mlx5dv_qp_init_attr&) {
    attributes.cap.max_recv_wr = attributes.cap.max_recv_sge = 0;
  };
  r.always_left = {{0x14, 0x20, difference::xrc_reserved}};
  r.differences = {difference::unused_imm, difference::inline_padding,
                   difference::compare_of_fetch_add, difference::xrc_reserved};
  lone_queue_pair theirs(r.type, r.queue_pair());
  lone_queue_pair ours(r.type, r.queue_pair());
  std::uint32_t srqn = 0;
  r.next_address = [&] { srqn = random.bits32(24); };
  r.in_request = [&](ibv_send_wr& wr) { wr.qp_type.xrc.remote_srqn = srqn; };
  r.by_setter = [&](ibv_qp_ex* qp) { ibv_wr_set_xrc_srqn(qp, srqn); };
  r.compare_all(random, theirs, ours, [&](auto& sq) { return sq.sq_wqe().xrc(srqn); });
}

}  // namespace
}  // namespace verbatim::test
