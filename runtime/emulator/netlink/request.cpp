// Reads requests, and passes them to the handlers of their commands, like Linux
// (drivers/infiniband/core/netlink.c, rdma_nl_rcv_msg).
#include "netlink/request.hpp"

#include <unistd.h>

#include <algorithm>
#include <cerrno>

#include "report/report.hpp"

namespace verbatim::emulator::netlink {
namespace {

constexpr std::array<command_row, RDMA_NLDEV_NUM_OPS> make_commands() {
  std::array<command_row, RDMA_NLDEV_NUM_OPS> rows{};
  const command_row change{nullptr, nullptr, true};
  const command_row objects{get_resource, dump_resources};
  rows[RDMA_NLDEV_CMD_GET] = {get_device, dump_devices};
  rows[RDMA_NLDEV_CMD_SET] = change;
  rows[RDMA_NLDEV_CMD_NEWLINK] = change;
  rows[RDMA_NLDEV_CMD_DELLINK] = change;
  rows[RDMA_NLDEV_CMD_PORT_GET] = {get_port, dump_ports};
  rows[RDMA_NLDEV_CMD_SYS_GET] = {get_system, nullptr};
  rows[RDMA_NLDEV_CMD_SYS_SET] = change;
  rows[RDMA_NLDEV_CMD_RES_GET] = {get_summary, dump_summaries};
  rows[RDMA_NLDEV_CMD_RES_QP_GET] = objects;
  rows[RDMA_NLDEV_CMD_RES_CM_ID_GET] = objects;
  rows[RDMA_NLDEV_CMD_RES_CQ_GET] = objects;
  rows[RDMA_NLDEV_CMD_RES_MR_GET] = objects;
  rows[RDMA_NLDEV_CMD_RES_PD_GET] = objects;
  rows[RDMA_NLDEV_CMD_RES_CTX_GET] = objects;
  rows[RDMA_NLDEV_CMD_RES_SRQ_GET] = objects;
  rows[RDMA_NLDEV_CMD_GET_CHARDEV] = {get_character_device, nullptr};
  rows[RDMA_NLDEV_CMD_STAT_SET] = change;
  rows[RDMA_NLDEV_CMD_STAT_DEL] = change;
  return rows;
}

constexpr auto commands = make_commands();

const command_row& row_of(const nlmsghdr& header) {
  // The other clients of RDMA netlink are modules that need not be loaded.
  const unsigned command = RDMA_NL_GET_OP(header.nlmsg_type);
  if (RDMA_NL_GET_CLIENT(header.nlmsg_type) != RDMA_NL_NLDEV || command >= commands.size()) {
    throw failure{EINVAL};
  }
  const command_row& row = commands[command];
  if (row.changes) {
    if (geteuid() != 0) throw failure{EPERM};
    report(
        "RDMA netlink: command {} changes devices, which is not emulated: the options of "
        "verbatim-emulator set devices and ports",
        command);
    throw failure{EOPNOTSUPP};
  }
  if (!row.one && !row.dump) throw failure{EINVAL};
  return row;
}

void add_error(std::vector<bytes>& to, const nlmsghdr& header, std::span<const std::byte> whole,
               std::uint32_t port, int error, bool capped) {
  bytes made;
  const bool repeats = error != 0 && !capped;
  const auto flags = static_cast<std::uint16_t>(repeats ? 0 : NLM_F_CAPPED);
  message_writer out(made, NLMSG_ERROR, flags, header.nlmsg_seq, port);
  out.append(nlmsgerr{-error, header});
  if (repeats) out.append(whole.data() + sizeof header, whole.size() - sizeof header);
  out.finish();
  to.push_back(std::move(made));
}

void add_end(std::vector<bytes>& to, const nlmsghdr& header, std::uint32_t port) {
  bytes made;
  message_writer out(made, NLMSG_DONE, NLM_F_MULTI, header.nlmsg_seq, port);
  out.append(int{0});
  out.finish();
  to.push_back(std::move(made));
}

void answer_one(std::span<const std::byte> whole, const nlmsghdr& header, std::uint32_t port,
                bool capped, std::vector<bytes>& to) {
  int error = 0;
  if (header.nlmsg_flags & NLM_F_REQUEST && header.nlmsg_type >= NLMSG_MIN_TYPE) {
    try {
      const command_row& row = row_of(header);
      const request asked(header, whole.subspan(sizeof header));
      answer made(asked, port);
      const bool dumps = (header.nlmsg_flags & NLM_F_DUMP) != 0;
      if (dumps && row.dump) {
        row.dump(asked, made);
        std::move(made.datagrams.begin(), made.datagrams.end(), std::back_inserter(to));
        // The end of a dump is its acknowledgement.
        return add_end(to, header, port);
      }
      if (row.one) row.one(asked, made);
      std::move(made.datagrams.begin(), made.datagrams.end(), std::back_inserter(to));
    } catch (const failure& refused) {
      error = refused.error;
    }
  }
  if (header.nlmsg_flags & NLM_F_ACK || error != 0) {
    add_error(to, header, whole, port, error, capped);
  }
}

}  // namespace

request::request(const nlmsghdr& header, std::span<const std::byte> attributes) : header_(header) {
  while (attributes.size() >= NLA_HDRLEN) {
    nlattr head{};
    std::memcpy(&head, attributes.data(), sizeof head);
    if (head.nla_len < NLA_HDRLEN || head.nla_len > attributes.size()) throw failure{EINVAL};
    const unsigned type = head.nla_type & NLA_TYPE_MASK;
    if (type < attributes_.size()) {
      attributes_[type] = attributes.subspan(NLA_HDRLEN, head.nla_len - NLA_HDRLEN);
    }
    const std::size_t aligned = NLA_ALIGN(head.nla_len);
    attributes = attributes.subspan(std::min(aligned, attributes.size()));
  }
}

std::optional<std::uint32_t> request::number(unsigned attribute) const {
  const auto found = attributes_[attribute];
  if (!found.data()) return std::nullopt;
  std::uint32_t value = 0;
  if (found.size() < sizeof value) throw failure{ERANGE};
  std::memcpy(&value, found.data(), sizeof value);
  return value;
}

std::optional<std::string> request::text(unsigned attribute) const {
  const auto found = attributes_[attribute];
  if (!found.data()) return std::nullopt;
  const auto* const begin = reinterpret_cast<const char*>(found.data());
  return std::string(begin, strnlen(begin, found.size()));
}

unsigned request::card() const {
  const auto index = number(RDMA_NLDEV_ATTR_DEV_INDEX);
  if (!index || *index >= current_options().devices) throw failure{EINVAL};
  return *index;
}

void answer::add(std::uint16_t flags, const std::function<void(message_writer&)>& fill) {
  bytes made;
  message_writer out(made, to_.header().nlmsg_type, flags, to_.header().nlmsg_seq, port_);
  fill(out);
  out.finish();
  datagrams.push_back(std::move(made));
}

void answer::add(const std::function<void(message_writer&)>& fill) { add(0, fill); }

void answer::add_part(const std::function<void(message_writer&)>& fill) { add(NLM_F_MULTI, fill); }

std::vector<bytes> answer_message(std::span<const std::byte> message, std::uint32_t port,
                                  bool capped) {
  std::vector<bytes> result;
  while (message.size() >= sizeof(nlmsghdr)) {
    nlmsghdr header{};
    std::memcpy(&header, message.data(), sizeof header);
    if (header.nlmsg_len < sizeof header || header.nlmsg_len > message.size()) break;
    answer_one(message.first(header.nlmsg_len), header, port, capped, result);
    const std::size_t aligned = NLMSG_ALIGN(header.nlmsg_len);
    message = message.subspan(std::min(aligned, message.size()));
  }
  return result;
}

}  // namespace verbatim::emulator::netlink
