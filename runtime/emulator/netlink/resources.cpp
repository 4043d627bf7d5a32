// Answers of RDMA netlink about the objects of the fabric's programs, like Linux
// (drivers/infiniband/core/nldev.c).
#include <netinet/in.h>
#include <sys/socket.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <iterator>

#include "netlink/request.hpp"
#include "objects/inventory_exchange.hpp"

namespace verbatim::emulator::netlink {
namespace {

/// The attributes of one command about objects.
struct kind_row {
  unsigned command;
  resource_kind kind;

  /// The list, one object of it, and the number by which the program asks for one.
  unsigned list;
  unsigned entry;
  unsigned number;
};

constexpr std::array<kind_row, 7> kinds = {{
    {RDMA_NLDEV_CMD_RES_QP_GET, resource_kind::qp, RDMA_NLDEV_ATTR_RES_QP,
     RDMA_NLDEV_ATTR_RES_QP_ENTRY, RDMA_NLDEV_ATTR_RES_LQPN},
    {RDMA_NLDEV_CMD_RES_CM_ID_GET, resource_kind::cm_id, RDMA_NLDEV_ATTR_RES_CM_ID,
     RDMA_NLDEV_ATTR_RES_CM_ID_ENTRY, RDMA_NLDEV_ATTR_RES_CM_IDN},
    {RDMA_NLDEV_CMD_RES_CQ_GET, resource_kind::cq, RDMA_NLDEV_ATTR_RES_CQ,
     RDMA_NLDEV_ATTR_RES_CQ_ENTRY, RDMA_NLDEV_ATTR_RES_CQN},
    {RDMA_NLDEV_CMD_RES_MR_GET, resource_kind::mr, RDMA_NLDEV_ATTR_RES_MR,
     RDMA_NLDEV_ATTR_RES_MR_ENTRY, RDMA_NLDEV_ATTR_RES_MRN},
    {RDMA_NLDEV_CMD_RES_PD_GET, resource_kind::pd, RDMA_NLDEV_ATTR_RES_PD,
     RDMA_NLDEV_ATTR_RES_PD_ENTRY, RDMA_NLDEV_ATTR_RES_PDN},
    {RDMA_NLDEV_CMD_RES_CTX_GET, resource_kind::context, RDMA_NLDEV_ATTR_RES_CTX,
     RDMA_NLDEV_ATTR_RES_CTX_ENTRY, RDMA_NLDEV_ATTR_RES_CTXN},
    {RDMA_NLDEV_CMD_RES_SRQ_GET, resource_kind::srq, RDMA_NLDEV_ATTR_RES_SRQ,
     RDMA_NLDEV_ATTR_RES_SRQ_ENTRY, RDMA_NLDEV_ATTR_RES_SRQN},
}};

const kind_row& row_of(const request& from) {
  // Only commands of the table come here.
  return *std::find_if(kinds.begin(), kinds.end(),
                       [&](const kind_row& row) { return row.command == from.command(); });
}

/// Returns the objects of the programs of the fabric.
std::vector<resource> all_objects() {
  const std::string& directory = current_options().directory;
  std::vector<resource> result = collect_inventories(directory);
  // Managers of rdma_cm have a place of their own.
  if (std::error_code none; std::filesystem::exists(directory + "/cm", none)) {
    std::ranges::copy(collect_inventories(directory + "/cm"), std::back_inserter(result));
  }
  return result;
}

std::vector<resource> objects_of(unsigned card, resource_kind kind) {
  std::vector<resource> all = all_objects();
  std::erase_if(all, [&](const resource& one) { return one.card != card || one.kind != kind; });
  std::ranges::sort(all, {}, &resource::number);
  return all;
}

void put_port(message_writer& to, const resource& one) {
  if (one.port != 0) to.put(RDMA_NLDEV_ATTR_PORT_INDEX, std::uint32_t{one.port});
}

void fill_queue_pair(message_writer& to, const resource& qp) {
  // Values of enum ib_uverbs_qp_type.
  constexpr std::uint8_t rc = 2;
  constexpr std::uint8_t uc = 3;
  constexpr std::uint8_t xrc_send = 9;
  constexpr std::uint8_t xrc_recv = 10;
  const bool has_peer = qp.type == rc || qp.type == uc;
  put_port(to, qp);
  to.put(RDMA_NLDEV_ATTR_RES_LQPN, qp.lqpn);
  if (has_peer) {
    to.put(RDMA_NLDEV_ATTR_RES_RQPN, qp.rqpn);
    to.put(RDMA_NLDEV_ATTR_RES_RQ_PSN, qp.rq_psn);
  }
  to.put(RDMA_NLDEV_ATTR_RES_SQ_PSN, qp.sq_psn);
  if (has_peer || qp.type == xrc_send || qp.type == xrc_recv) {
    to.put(RDMA_NLDEV_ATTR_RES_PATH_MIG_STATE, qp.path_mig_state);
  }
  to.put(RDMA_NLDEV_ATTR_RES_TYPE, qp.type);
  to.put(RDMA_NLDEV_ATTR_RES_STATE, qp.state);
  to.put(RDMA_NLDEV_ATTR_RES_PDN, qp.pdn);
}

void put_address(message_writer& to, unsigned attribute,
                 const std::array<std::uint8_t, 28>& address) {
  sa_family_t family = 0;
  std::memcpy(&family, address.data(), sizeof family);
  if (family == 0) return;
  // The attribute has the size of a sockaddr_storage.
  sockaddr_storage whole{};
  std::memcpy(&whole, address.data(), address.size());
  to.put_bytes(attribute, &whole, sizeof whole);
}

void fill_id(message_writer& to, const resource& id) {
  put_port(to, id);
  if (id.lqpn != 0) {
    to.put(RDMA_NLDEV_ATTR_RES_LQPN, id.lqpn);
    to.put(RDMA_NLDEV_ATTR_RES_TYPE, id.type);
  }
  to.put(RDMA_NLDEV_ATTR_RES_PS, id.port_space);
  to.put(RDMA_NLDEV_ATTR_RES_STATE, id.state);
  put_address(to, RDMA_NLDEV_ATTR_RES_SRC_ADDR, id.source);
  put_address(to, RDMA_NLDEV_ATTR_RES_DST_ADDR, id.destination);
  to.put(RDMA_NLDEV_ATTR_RES_CM_IDN, id.number);
}

void fill_completion_queue(message_writer& to, const resource& cq) {
  to.put(RDMA_NLDEV_ATTR_RES_CQE, cq.cqe);
  to.put(RDMA_NLDEV_ATTR_RES_USECNT, std::uint64_t{cq.use_count});
  to.put(RDMA_NLDEV_ATTR_DEV_DIM, std::uint8_t{0});
  to.put(RDMA_NLDEV_ATTR_RES_CQN, cq.number);
  to.put(RDMA_NLDEV_ATTR_RES_CTXN, cq.ctxn);
}

void fill_memory_region(message_writer& to, const resource& mr) {
  to.put(RDMA_NLDEV_ATTR_RES_RKEY, mr.key);
  to.put(RDMA_NLDEV_ATTR_RES_LKEY, mr.key);
  to.put(RDMA_NLDEV_ATTR_RES_MRLEN, mr.length);
  to.put(RDMA_NLDEV_ATTR_RES_MRN, mr.number);
  to.put(RDMA_NLDEV_ATTR_RES_PDN, mr.pdn);
}

void fill_shared_receive_queue(message_writer& to, const resource& srq) {
  to.put(RDMA_NLDEV_ATTR_RES_SRQN, srq.number);
  to.put(RDMA_NLDEV_ATTR_RES_TYPE, srq.type);
  to.put(RDMA_NLDEV_ATTR_RES_PDN, srq.pdn);
  if (srq.cqn != 0) to.put(RDMA_NLDEV_ATTR_RES_CQN, srq.cqn);
}

void fill(message_writer& to, const resource& one) {
  switch (one.kind) {
    case resource_kind::qp:
      fill_queue_pair(to, one);
      break;
    case resource_kind::cm_id:
      fill_id(to, one);
      break;
    case resource_kind::cq:
      fill_completion_queue(to, one);
      break;
    case resource_kind::mr:
      fill_memory_region(to, one);
      break;
    case resource_kind::pd:
      to.put(RDMA_NLDEV_ATTR_RES_USECNT, std::uint64_t{one.use_count});
      to.put(RDMA_NLDEV_ATTR_RES_PDN, one.number);
      to.put(RDMA_NLDEV_ATTR_RES_CTXN, one.ctxn);
      break;
    case resource_kind::context:
      to.put(RDMA_NLDEV_ATTR_RES_CTXN, one.number);
      break;
    case resource_kind::srq:
      fill_shared_receive_queue(to, one);
      break;
  }
  to.put(RDMA_NLDEV_ATTR_RES_PID, one.pid);
}

void fill_summary(message_writer& to, unsigned card, const std::vector<resource>& all) {
  static constexpr std::array<std::pair<const char*, resource_kind>, 7> names = {{
      {"pd", resource_kind::pd},
      {"cq", resource_kind::cq},
      {"qp", resource_kind::qp},
      {"cm_id", resource_kind::cm_id},
      {"mr", resource_kind::mr},
      {"ctx", resource_kind::context},
      {"srq", resource_kind::srq},
  }};
  put_device(to, card);
  const std::size_t table = to.begin(RDMA_NLDEV_ATTR_RES_SUMMARY);
  for (const auto& [name, kind] : names) {
    const auto count = std::ranges::count_if(all, [card, kind = kind](const resource& one) {
      return one.card == card && one.kind == kind;
    });
    const std::size_t entry = to.begin(RDMA_NLDEV_ATTR_RES_SUMMARY_ENTRY);
    to.put_text(RDMA_NLDEV_ATTR_RES_SUMMARY_ENTRY_NAME, name);
    to.put(RDMA_NLDEV_ATTR_RES_SUMMARY_ENTRY_CURR, static_cast<std::uint64_t>(count));
    to.end(entry);
  }
  to.end(table);
}

/// Adds the queue pairs of a shared receive queue.
void put_users(message_writer& to, const resource& srq, const std::vector<resource>& all) {
  const std::size_t table = to.begin(RDMA_NLDEV_ATTR_RES_QP);
  for (const resource& qp : all) {
    if (qp.kind != resource_kind::qp || qp.srqn != srq.number) continue;
    const std::size_t entry = to.begin(RDMA_NLDEV_ATTR_RES_QP_ENTRY);
    to.put(RDMA_NLDEV_ATTR_RES_LQPN, qp.lqpn);
    to.end(entry);
  }
  to.end(table);
}

}  // namespace

void get_summary(const request& from, answer& to) {
  const unsigned card = from.card();
  const std::vector<resource> all = all_objects();
  to.add([&](message_writer& out) { fill_summary(out, card, all); });
}

void dump_summaries(const request&, answer& to) {
  const std::vector<resource> all = all_objects();
  for (unsigned card = 0; card < current_options().devices; ++card) {
    to.add_part([&](message_writer& out) { fill_summary(out, card, all); });
  }
}

void get_resource(const request& from, answer& to) {
  const kind_row& row = row_of(from);
  const unsigned card = from.card();
  const auto number = from.number(row.number);
  if (!number) throw failure{EINVAL};
  const std::vector<resource> all = objects_of(card, row.kind);
  const auto found = std::ranges::find(all, *number, &resource::number);
  if (found == all.end()) throw failure{ENOENT};
  to.add([&](message_writer& out) {
    put_device(out, card);
    fill(out, *found);
  });
}

void dump_resources(const request& from, answer& to) {
  // The length of a list is 16 bits, and programs read into buffers of some thousand bytes.
  constexpr std::size_t most = 3072;
  const kind_row& row = row_of(from);
  const unsigned card = from.card();
  const std::vector<resource> all = objects_of(card, row.kind);
  const bool has_users = row.kind == resource_kind::srq;
  const std::vector<resource> users =
      has_users ? objects_of(card, resource_kind::qp) : std::vector<resource>{};
  for (auto next = all.begin(); next != all.end();) {
    to.add_part([&](message_writer& out) {
      put_device(out, card);
      const std::size_t list = out.begin(row.list);
      do {
        const std::size_t entry = out.begin(row.entry);
        fill(out, *next);
        if (has_users) put_users(out, *next, users);
        out.end(entry);
      } while (++next != all.end() && out.size() < most);
      out.end(list);
    });
  }
}

}  // namespace verbatim::emulator::netlink
