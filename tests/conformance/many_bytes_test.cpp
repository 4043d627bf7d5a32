// Lists of like requests by post_all(), and the bytes that libmlx5 writes for the same list.
#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "dice.hpp"
#include "operation.hpp"
#include "twin_rings.hpp"
#include "verbatim/generated/transports/dci.hpp"
#include "verbatim/generated/transports/dci_roce.hpp"
#include "verbatim/generated/transports/raw_packet.hpp"
#include "verbatim/generated/transports/rc.hpp"
#include "verbatim/generated/transports/uc.hpp"
#include "verbatim/generated/transports/ud.hpp"
#include "verbatim/generated/transports/ud_roce.hpp"
#include "verbatim/generated/transports/xrc.hpp"
#include "verbatim/queue/send/like_requests.hpp"
#include "verbatim/wire/units.hpp"

namespace verbatim::test {
namespace {

constexpr unsigned lists = 2000;
constexpr std::uint32_t longest_list = twin_cqes;
constexpr std::uint32_t longest_payload = 200;
constexpr std::uint64_t sends_only = IBV_QP_EX_WITH_SEND;
constexpr std::uint64_t writes_too = sends_only | IBV_QP_EX_WITH_RDMA_WRITE;
constexpr std::uint64_t reads_too = writes_too | IBV_QP_EX_WITH_RDMA_READ;

bool is_roce(const plain_context& context) {
  ibv_port_attr port{};
  ibv_query_port(context.get(), 1, &port);
  return port.link_layer == IBV_LINK_LAYER_ETHERNET;
}
bool on_roce() { return is_roce(plain_context()); }

/// An address handle of the first port, and the address vector that libmlx5 made for it.
class address {
 public:
  explicit address(const plain_context& context) {
    ibv_ah_attr attributes{};
    attributes.port_num = 1;
    attributes.sl = 3;
    if (is_roce(context)) {
      attributes.is_global = 1;
      ibv_query_gid(context.get(), 1, 0, &attributes.grh.dgid);
    } else {
      attributes.dlid = 0x123;
    }
    ah_.reset(made_by("ibv_create_ah", ibv_create_ah(context.pd(), &attributes)));
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

struct no_address {};

/// A list of operations that differ in their data, their remote memory and their wr_ids only.
struct like_list {
  std::vector<operation> operations;
  std::vector<wire::local_memory> slices;
  std::vector<wire::remote_memory> regions;
  std::vector<byte_view> bytes;
  std::vector<std::uint64_t> ids;

  const operation& first() const { return operations.front(); }
};

like_list random_list(dice& random, opcode what, bool inlined, std::uint32_t least_length) {
  like_list list;
  const auto count = random.below(longest_list) + 1;
  const bool fenced = random.one_in(4);
  const bool solicited = random.one_in(4);
  list.operations.resize(count);
  for (auto& op : list.operations) {
    op.what = what;
    op.id = random.any<std::uint64_t>();
    op.signaled = true;
    op.fenced = fenced;
    op.solicited = solicited;
    op.raddr = random.bits(64);
    op.rkey = random.bits32(32);
    op.inlined = inlined;
    if (inlined) {
      op.payload = random.bytes(random.below(longest_payload - least_length + 1) + least_length);
      op.sges = {{reinterpret_cast<std::uintptr_t>(op.payload.data()),
                  static_cast<std::uint32_t>(op.payload.size()), 0}};
    } else {
      // Some are of length 0 and so have no SGE, unless the transport demands one.
      op.sges = {{random.bits(64), random.bits32(31) | least_length, random.bits32(32)}};
    }
    const auto& sge = op.sges.front();
    list.slices.emplace_back(sge.addr, sge.length, lkey(sge.lkey));
    list.regions.emplace_back(op.raddr, 0, rkey(op.rkey));
    list.bytes.emplace_back(op.payload);
    list.ids.push_back(op.id);
  }
  return list;
}

/// Posts the list by one post_all().
template <class Queue, class Address>
detail::posted_requests post_by_us(Queue& sq, const like_list& list, const Address& to) {
  const auto post = [&](const auto& all) {
    auto requests = all.signal(list.ids);
    if (list.first().fenced) requests = requests.fence();
    if (list.first().solicited) requests = requests.solicited();
    if constexpr (std::is_same_v<Address, no_address>) {
      return sq.post_all(requests);
    } else {
      return sq.post_all(requests.to(to));
    }
  };
  using transport = typename Queue::transport;
  if constexpr (requires { typename transport::rdma_write; }) {
    if (list.first().what == opcode::rdma_write) {
      return list.first().inlined ? post(writes(list.bytes, list.regions))
                                  : post(writes(list.slices, list.regions));
    }
  }
  if constexpr (requires { typename transport::rdma_read; }) {
    if (list.first().what == opcode::rdma_read) return post(reads(list.slices, list.regions));
  }
  return list.first().inlined ? post(sends(list.bytes)) : post(sends(list.slices));
}

/// A kind of queue pair, and the way in which libmlx5 takes the destination of its requests.
struct kind_of_queue {
  ibv_qp_type type;
  std::uint64_t operations;
  unsigned prefix = 0;           ///< octowords that the transport puts after ctrl_seg
  bool by_ibv_post_send = true;  ///< libmlx5 can post this kind by that call too
  any_queue_pair::change change = {};
  complete_request in_request = {};
  std::function<void(ibv_qp_ex*)> by_setter = {};
  std::vector<left_as_they_were> always_left = {};
  std::uint32_t least_length = 0;
};

template <class Transport, class Address>
void compare_lists(const kind_of_queue& kind, lone_queue_pair& theirs, lone_queue_pair& ours,
                   const Address& to) {
  dice random;
  twin_rings<Transport> twins(theirs.cq, theirs.qp.place(), ours.cq, ours.qp.place(), random);
  std::vector<opcode> verbs{opcode::send};
  if (kind.operations & IBV_QP_EX_WITH_RDMA_WRITE) verbs.push_back(opcode::rdma_write);
  if (kind.operations & IBV_QP_EX_WITH_RDMA_READ) verbs.push_back(opcode::rdma_read);
  const std::size_t names =
      (2 * verbs.size() - (kind.operations & IBV_QP_EX_WITH_RDMA_READ ? 1 : 0)) *
      (kind.by_ibv_post_send ? 2 : 1);
  for (unsigned i = 0; i < lists || !twins.every_slot(names); ++i) {
    ASSERT_LT(i, 100 * lists) << "some slot is never reached";
    const auto what = verbs[random.below(static_cast<std::uint32_t>(verbs.size()))];
    const bool inlined = what != opcode::rdma_read && random.one_in(2);
    auto list = random_list(random, what, inlined, kind.least_length);
    const bool by_wr = !kind.by_ibv_post_send || random.one_in(2);

    // Ours first: it says how many fit.
    const auto posted = post_by_us(twins.sq(), list, to);
    ASSERT_TRUE(posted || posted.error() == post_error::queue_full) << posted.message();
    ASSERT_NE(posted.accepted, 0u);
    const auto fits = std::span(list.operations).first(posted.accepted);
    ASSERT_EQ(by_wr ? post_with_ibv_wr(theirs.qp.ex(), fits, random, kind.by_setter)
                    : post_with_ibv_post_send(theirs.qp.get(), fits, kind.in_request),
              0);
    auto name = std::string(verbatim::name(what)) + (inlined ? " inline" : "") +
                (by_wr ? " by ibv_wr" : " by ibv_post_send");
    // The padding of each payload is elsewhere, so the list is compared WQE by WQE.
    for (const auto& op : fits) {
      auto left = kind.always_left;
      if (by_wr) left.push_back({12, 16, difference::unused_imm});
      if (op.inlined && !op.payload.empty()) {
        const auto data = (op.fixed_octowords() + kind.prefix) * octoword;
        left.push_back({data + 4 + op.payload.size(), (op.octowords() + kind.prefix) * octoword,
                        difference::inline_padding});
      }
      ASSERT_NO_FATAL_FAILURE(twins.compare_one(name, left));
    }
    ASSERT_EQ(twins.index(), twins.sq().pi()) << "more was posted than libmlx5 posts";
  }
}

template <class Transport, class Address = no_address>
void compare(kind_of_queue kind, const Address& to = {}) {
  const auto with_room = [&](ibv_qp_init_attr_ex& attributes, mlx5dv_qp_init_attr& dv) {
    attributes.send_ops_flags = kind.operations;
    attributes.cap.max_send_sge = 4;
    attributes.cap.max_inline_data = longest_payload;
    if (kind.change) kind.change(attributes, dv);
  };
  lone_queue_pair theirs(kind.type, with_room);
  lone_queue_pair ours(kind.type, with_room);
  compare_lists<Transport>(kind, theirs, ours, to);
}

void without_receives(ibv_qp_init_attr_ex& attributes, mlx5dv_qp_init_attr&) {
  attributes.cap.max_recv_wr = attributes.cap.max_recv_sge = 0;
}

TEST(many_bytes, rc) { compare<rc>({.type = IBV_QPT_RC, .operations = reads_too}); }

TEST(many_bytes, uc) { compare<uc>({.type = IBV_QPT_UC, .operations = writes_too}); }

template <class Transport>
void compare_datagrams() {
  constexpr std::uint32_t qpn = 0x456789;
  constexpr std::uint32_t qkey = 0x11223344;
  const plain_context context;
  const address to(context);
  auto av = av_ud_seg::read(to.av());
  av.qkey = qkey;
  av.dqp_dct = qpn;
  compare<Transport>(
      {.type = IBV_QPT_UD,
       .operations = sends_only,
       .prefix = 3,
       .in_request =
           [&](ibv_send_wr& wr) {
             wr.wr.ud = {.ah = to.get(), .remote_qpn = qpn, .remote_qkey = qkey};
           },
       .by_setter = [&](ibv_qp_ex* qp) { ibv_wr_set_ud_addr(qp, to.get(), qpn, qkey); }},
      av);
}

TEST(many_bytes, ud) { on_roce() ? compare_datagrams<ud_roce>() : compare_datagrams<ud>(); }

template <class Transport>
void compare_dc() {
  constexpr std::uint32_t dctn = 0x456789;
  constexpr std::uint64_t key = 0x1122334455667788;
  const plain_context context;
  const address to(context);
  auto av = av_dc_seg::read(to.av());
  av.dc_key = key;
  av.dqp_dct = dctn;
  compare<Transport>({.type = IBV_QPT_DRIVER,
                      .operations = reads_too,
                      .prefix = 3,
                      .by_ibv_post_send = false,
                      .change =
                          [](ibv_qp_init_attr_ex& attributes, mlx5dv_qp_init_attr& dv) {
                            without_receives(attributes, dv);
                            dv.comp_mask = MLX5DV_QP_INIT_ATTR_MASK_DC;
                            dv.dc_init_attr.dc_type = MLX5DV_DCTYPE_DCI;
                          },
                      .by_setter =
                          [&](ibv_qp_ex* qp) {
                            mlx5dv_wr_set_dc_addr(mlx5dv_qp_ex_from_ibv_qp_ex(qp), to.get(), dctn,
                                                  key);
                          }},
                     av);
}

TEST(many_bytes, dci) { on_roce() ? compare_dc<dci_roce>() : compare_dc<dci>(); }

TEST(many_bytes, xrc) {
  constexpr std::uint32_t srqn = 0x123456;
  compare<xrc>({.type = IBV_QPT_XRC_SEND,
                .operations = reads_too,
                .prefix = 1,
                .change = without_receives,
                .in_request = [](ibv_send_wr& wr) { wr.qp_type.xrc.remote_srqn = srqn; },
                .by_setter = [](ibv_qp_ex* qp) { ibv_wr_set_xrc_srqn(qp, srqn); },
                .always_left = {{0x14, 0x20, difference::xrc_reserved}}},
               srqn);
}

// Raw packets: libmlx5 takes the frame's header, at least 18 bytes, into the WQE if it is not inlined.
TEST(many_bytes, raw_packet) {
  if (!on_roce()) GTEST_SKIP() << "raw packets need Ethernet";
  compare<raw_packet>({.type = IBV_QPT_RAW_PACKET,
                       .operations = sends_only,
                       .prefix = 1,
                       .by_ibv_post_send = false,
                       .least_length = 64},
                      eth_seg{});
}

}  // namespace
}  // namespace verbatim::test
