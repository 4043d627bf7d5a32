// CREATE_QP with an indirection table, for which the kernel makes a TIR.
#include "abi/commands/spreading_queue_pair.hpp"

#include <rdma/ib_user_ioctl_cmds.h>
#include <rdma/ib_user_ioctl_verbs.h>
#include <rdma/mlx5-abi.h>

#include <cerrno>

#include "abi/commands/limits.hpp"
#include "abi/named.hpp"
#include "objects/queues/receive_work_queue.hpp"

namespace verbatim::emulator {
namespace {

constexpr std::uint32_t known_flags =
    MLX5_QP_FLAG_TIR_ALLOW_SELF_LB_UC | MLX5_QP_FLAG_TIR_ALLOW_SELF_LB_MC;

void require_hash(const mlx5_ib_create_qp_rss& driver) {
  if (driver.rx_hash_function != MLX5_RX_HASH_FUNC_TOEPLITZ ||
      driver.rx_key_len != toeplitz_key_bytes) {
    refuse<check::qp_not_emulated>(
        EOPNOTSUPP, "hash function {} with a key of {} bytes: Toeplitz (1) with {} bytes",
        driver.rx_hash_function, driver.rx_key_len, toeplitz_key_bytes);
  }
  if (driver.rx_hash_fields_mask & ~hash_field::all) {
    refuse<check::qp_not_emulated>(
        EOPNOTSUPP,
        "hash fields {:#x}: addresses of IPv4 and IPv6, ports of TCP and UDP, no tunnels",
        driver.rx_hash_fields_mask & ~hash_field::all);
  }
  // mlx5_ib qp.c, create_rss_raw_qp_tir: one protocol of each layer.
  using namespace hash_field;
  static_assert(src_ipv6 == MLX5_RX_HASH_SRC_IPV6 && dst_port_udp == MLX5_RX_HASH_DST_PORT_UDP);
  constexpr std::uint64_t of_ipv4 = src_ipv4 | dst_ipv4;
  constexpr std::uint64_t of_ipv6 = src_ipv6 | dst_ipv6;
  constexpr std::uint64_t of_tcp = src_port_tcp | dst_port_tcp;
  constexpr std::uint64_t of_udp = src_port_udp | dst_port_udp;
  const auto has = [&](std::uint64_t fields) { return (driver.rx_hash_fields_mask & fields) != 0; };
  if ((has(of_ipv4) && has(of_ipv6)) || (has(of_tcp) && has(of_udp))) {
    refuse<check::qp_values>(EINVAL, "hash fields {:#x} are of two protocols of one layer",
                             driver.rx_hash_fields_mask);
  }
}

}  // namespace

void create_spreading_queue_pair(const request& to) {
  const auto driver = to.with.driver_in<mlx5_ib_create_qp_rss>();
  if (to.with.constant(UVERBS_ATTR_CREATE_QP_TYPE) != IB_UVERBS_QPT_RAW_PACKET) {
    refuse<check::qp_values>(EINVAL,
                             "a queue pair with an indirection table is no raw packet queue pair");
  }
  if (driver.comp_mask != 0 || driver.flags & ~known_flags) {
    refuse<check::qp_not_emulated>(
        EOPNOTSUPP, "mlx5 flags {:#x} of a queue pair with an indirection table: no tunnels",
        driver.flags & ~known_flags);
  }
  require_hash(driver);
  auto made = std::make_unique<spreading_queue_pair>(to.of);
  made->type = queue_pair_type::raw_packet;
  made->pd = reference(&to.object<protection_domain>(
      to.with.handle(UVERBS_ATTR_CREATE_QP_PD_HANDLE), "protection domain"));
  made->table = reference(&to.object<receive_table>(
      to.with.handle(UVERBS_ATTR_CREATE_QP_IND_TABLE_HANDLE), "indirection table"));
  made->hash_fields = driver.rx_hash_fields_mask;
  made->hash_key.assign(driver.rx_hash_key, driver.rx_hash_key + driver.rx_key_len);
  made->receives_own = (driver.flags & MLX5_QP_FLAG_TIR_ALLOW_SELF_LB_UC) != 0;
  made->user_handle = to.with.in<std::uint64_t>(UVERBS_ATTR_CREATE_QP_USER_HANDLE);
  made->events = async_events_of(to, to.with.descriptor_if(UVERBS_ATTR_CREATE_QP_EVENT_FD));
  // It has no states: it takes frames from the start.
  made->state = queue_pair_state::rtr;
  to.on.enlist(*made);
  const spreading_queue_pair& qp = to.of.add(std::move(made));
  note("queue pair {:#x} spreads frames over {} places", qp.qpn, qp.table->places.size());
  to.with.out_handle(UVERBS_ATTR_CREATE_QP_HANDLE, qp.handle);
  to.with.out(UVERBS_ATTR_CREATE_QP_RESP_CAP, ib_uverbs_qp_cap{});
  to.with.out(UVERBS_ATTR_CREATE_QP_RESP_QP_NUM, qp.qpn);
  mlx5_ib_create_qp_resp answer{};
  answer.comp_mask = MLX5_IB_CREATE_QP_RESP_MASK_TIRN;
  answer.tirn = qp.qpn;
  to.with.driver_out(answer);
}

}  // namespace verbatim::emulator
