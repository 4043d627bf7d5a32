// The table of attributes against the executors of ibv_modify_qp: each attribute left out, and each added.
#include "verbatim/verbs/queue_pair/qp_rules.hpp"

#include <gtest/gtest.h>
#include <infiniband/mlx5dv.h>
#include <infiniband/verbs.h>

#include <cerrno>
#include <cstring>
#include <set>
#include <string>
#include <vector>

#include "verbatim/verbs/completion/cq.hpp"
#include "verbatim/verbs/direct/dct.hpp"
#include "verbatim/verbs/direct/qp.hpp"
#include "verbatim/verbs/direct/srq.hpp"
#include "verbatim/verbs/direct/xrc_domain.hpp"
#include "verbatim/verbs/direct/xrc_recv_qp.hpp"
#include "verbatim/verbs/discovery/device.hpp"
#include "verbatim/verbs/memory/pd.hpp"

namespace verbatim {
namespace {

using verbs::transport;

constexpr std::uint32_t bit(qp_attribute attribute) {
  return static_cast<std::uint32_t>(attribute);
}

/// Every attribute that ibv_modify_qp itself knows, except the state.
std::vector<std::uint32_t> all_attributes() {
  std::vector<std::uint32_t> bits;
  for (std::uint32_t bit = 2; bit <= 0x2000000; bit <<= 1) {
    if (!name(static_cast<qp_attribute>(bit)).empty()) bits.push_back(bit);
  }
  return bits;
}

class rules : public testing::Test {
 protected:
  /// Returns a valid value of each attribute, so that nothing but the mask can be wrong.
  ibv_qp_attr attributes(ibv_qp* qp, qp_state from, qp_state to) {
    ibv_qp_attr attr{};
    attr.qp_state = static_cast<ibv_qp_state>(to);
    attr.cur_qp_state = static_cast<ibv_qp_state>(from);
    attr.port_num = attr.alt_port_num = 1;
    attr.qkey = 5;
    attr.path_mtu = IBV_MTU_1024;
    attr.timeout = 14;
    attr.max_rd_atomic = attr.max_dest_rd_atomic = 1;
    attr.dest_qp_num = qp->qp_num;
    attr.ah_attr.port_num = 1;
    attr.ah_attr.dlid = context.port(1).lid;
    attr.alt_ah_attr = attr.ah_attr;
    attr.path_mig_state = IBV_MIG_MIGRATED;
    if (context.port(1).link_layer == link_layer::ethernet) {
      const auto entry = *choose_gid(context.gid_table(1)).chosen;
      attr.ah_attr.is_global = 1;
      attr.ah_attr.grh.sgid_index = static_cast<std::uint8_t>(entry.index);
      attr.ah_attr.grh.hop_limit = 1;
      std::memcpy(attr.ah_attr.grh.dgid.raw, entry.gid.bytes.data(), 16);
      attr.alt_ah_attr = attr.ah_attr;
    }
    return attr;
  }

  int modify(ibv_qp* qp, qp_state from, qp_state to, std::uint32_t mask) {
    auto attr = attributes(qp, from, to);
    return ibv_modify_qp(qp, &attr, static_cast<int>(mask | bit(qp_attribute::qp_state)));
  }

  /// Brings a new or reset queue pair there, with what the table requires.
  void bring(transport transport, ibv_qp* qp, qp_state wanted) {
    if (wanted == qp_state::reset) return;
    constexpr qp_state states[]{qp_state::reset, qp_state::init, qp_state::rtr, qp_state::rts,
                                qp_state::sqd};
    for (std::size_t i = 1; i < std::size(states); ++i) {
      const auto* rule = verbs::find_rule(transport, states[i - 1], states[i]);
      ASSERT_NE(rule, nullptr);
      ASSERT_EQ(modify(qp, states[i - 1], states[i], rule->required), 0) << name(states[i]);
      if (states[i] == wanted) return;
    }
  }

  /// Returns the device's differences from the table, for a state change from one of the states:
  /// `make` gives a queue pair in RESET.
  ///
  /// `ignored` are attributes that the kernel drops before it looks: those of the other half of an XRC
  /// connection (Linux drivers/infiniband/core/uverbs_cmd.c, modify_qp_mask).
  template <class Make>
  std::set<std::string> differences(transport transport, Make make,
                                    std::initializer_list<qp_state> states,
                                    std::uint32_t ignored = 0) {
    std::set<std::string> found;
    for (const auto from : states) {
      for (int next = 0; next <= static_cast<int>(qp_state::error); ++next) {
        const auto to = static_cast<qp_state>(next);
        const auto* rule = verbs::find_rule(transport, from, to);
        const auto required = rule != nullptr ? rule->required : 0;
        std::vector<std::uint32_t> masks{required};
        for (const auto one : all_attributes()) masks.push_back(required ^ one);
        for (const auto mask : masks) {
          const auto qp = make();
          bring(transport, qp.native(), from);
          const bool allowed = rule != nullptr && (required & ~mask) == 0 &&
                               (mask & ~(required | rule->optional | ignored)) == 0;
          const int error = modify(qp.native(), from, to, mask);
          if ((error == 0) == allowed) continue;
          found.insert(std::string(name(from)) + " to " + std::string(name(to)) + " with {" +
                       verbs::names(mask ^ required) + "} " + std::strerror(error));
        }
      }
    }
    return found;
  }

  verbatim::context context = open_device();
  verbatim::pd pd{context};
};

using states = std::initializer_list<qp_state>;
constexpr states all_states{qp_state::reset, qp_state::init, qp_state::rtr, qp_state::rts,
                            qp_state::sqd};
constexpr states without_sqd{qp_state::reset, qp_state::init, qp_state::rtr, qp_state::rts};
const std::set<std::string> none;

TEST_F(rules, of_rc) {
  cq<rc_qp<int>> cq(context, 16);
  const auto make = [&] { return rc_qp<int>(pd, cq); };
  EXPECT_EQ(differences(transport::rc, make, all_states), none);
}

TEST_F(rules, of_uc) {
  cq<uc_qp<int>> cq(context, 16);
  const auto make = [&] { return uc_qp<int>(pd, cq); };
  EXPECT_EQ(differences(transport::uc, make, all_states), none);
}

TEST_F(rules, of_ud) {
  cq<ud_qp<int>> cq(context, 16);
  const auto make = [&] { return ud_qp<int>(pd, cq); };
  EXPECT_EQ(differences(transport::ud, make, all_states), none);
}

TEST_F(rules, of_xrc_send) {
  cq<xrc_send_qp<int>> cq(context, 16);
  const auto make = [&] { return xrc_send_qp<int>(pd, cq); };
  EXPECT_EQ(differences(transport::xrc_send, make, all_states,
                        bit(qp_attribute::max_dest_rd_atomic) | bit(qp_attribute::min_rnr_timer)),
            none);
}

TEST_F(rules, of_xrc_recv) {
  xrc_domain domain(context);
  const auto make = [&] { return xrc_recv_qp(domain); };
  EXPECT_EQ(differences(transport::xrc_recv, make, all_states,
                        bit(qp_attribute::max_rd_atomic) | bit(qp_attribute::retry_cnt) |
                            bit(qp_attribute::rnr_retry)),
            none);
}

TEST_F(rules, of_dci) {
  cq<dci_qp<int>> cq(context, 16);
  const auto make = [&] { return dci_qp<int>(pd, cq); };
  EXPECT_EQ(differences(transport::dci, make, without_sqd), none);
}

/// A DCT as verbs make it, in RESET.
struct native_dct {
  ~native_dct() { ibv_destroy_qp(qp); }
  ibv_qp* native() const noexcept { return qp; }
  ibv_qp* qp;
};

TEST_F(rules, of_dct) {
  cq<dct<int>> cq(context, 16);
  srq<int> srq(pd);
  ibv_qp_init_attr_ex attr{};
  attr.qp_type = IBV_QPT_DRIVER;
  attr.send_cq = attr.recv_cq = cq.native();
  attr.srq = srq.native();
  attr.comp_mask = IBV_QP_INIT_ATTR_PD;
  attr.pd = pd.native();
  mlx5dv_qp_init_attr mlx5{};
  mlx5.comp_mask = MLX5DV_QP_INIT_ATTR_MASK_DC;
  mlx5.dc_init_attr.dc_type = MLX5DV_DCTYPE_DCT;
  const auto make = [&] { return native_dct{mlx5dv_create_qp(context.native(), &attr, &mlx5)}; };
  EXPECT_EQ(differences(transport::dct, make, {qp_state::reset, qp_state::init, qp_state::rtr}),
            none);
}

TEST_F(rules, of_raw_packets) {
  if (context.port(1).link_layer != link_layer::ethernet) GTEST_SKIP() << "these are Ethernet's";
  cq<raw_packet_qp<int>> cq(context, 16);
  const auto make = [&] { return raw_packet_qp<int>(pd, cq); };
  auto found = differences(transport::raw_packet, make, without_sqd);
  // The emulated device lacks these parts of the table, and says so.
  for (const auto* const lacks :
       {"rtr to rts with {rate_limit}", "rts to rts with {rate_limit}", "rts to sqd with {}"}) {
    std::erase_if(found, [&](const std::string& one) { return one.starts_with(lacks); });
  }
  EXPECT_EQ(found, none);
}

TEST_F(rules, are_told_by_name_and_by_bit) {
  cq<uc_qp<int>> cq(context, 16);
  uc_qp<int> qp(pd, cq);
  qp.to_init();
  try {
    qp.to_rtr(qp.address(),
              {.max_dest_rd_atomic = std::uint8_t{1}, .min_rnr_timer = rnr_timer::ms_0_64});
    FAIL() << "UC has no such attributes";
  } catch (const transition_error& refused) {
    EXPECT_EQ(refused.missing(), 0u);
    EXPECT_EQ(refused.not_allowed(),
              bit(qp_attribute::max_dest_rd_atomic) | bit(qp_attribute::min_rnr_timer));
    EXPECT_EQ(refused.call(), "ibv_modify_qp to RTR");
  }
  const transition_error both("call", "QP", bit(qp_attribute::path_mtu) | bit(qp_attribute::rq_psn),
                              bit(qp_attribute::qkey));
  EXPECT_STREQ(both.what(),
               "call on QP: missing: path_mtu, rq_psn; not allowed here, leave it out: qkey");
}

}  // namespace
}  // namespace verbatim
