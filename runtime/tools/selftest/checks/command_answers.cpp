// Answers to what the specs of commands leave open: each check asks the firmware, by DevX.
#include <infiniband/mlx5dv.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "tools/selftest/check.hpp"
#include "tools/selftest/twin.hpp"
#include "verbatim/generated/commands/alloc_flow_counter.hpp"
#include "verbatim/generated/commands/cmd_hca_cap_2.hpp"
#include "verbatim/generated/commands/create_cq.hpp"
#include "verbatim/generated/commands/create_encryption_key_obj_in.hpp"
#include "verbatim/generated/commands/create_general_object.hpp"
#include "verbatim/generated/commands/general_obj_in_cmd_hdr.hpp"
#include "verbatim/generated/commands/hca_vport_context.hpp"
#include "verbatim/generated/commands/modify_cq.hpp"
#include "verbatim/generated/commands/query_flow_counter.hpp"
#include "verbatim/generated/commands/query_hca_vport_context.hpp"
#include "verbatim/generated/commands/traffic_counter.hpp"
#include "verbatim/generated/enums.hpp"
#include "verbatim/verbs/base/error.hpp"
#include "verbatim/verbs/context/devx.hpp"

namespace verbatim::tools::selftest {
namespace {

using firmware::cmd_hca_cap;
using firmware::cqc;
using firmware::create_cq;
using firmware::general_obj_in_cmd_hdr;
using firmware::hca_vport_context;
using firmware::modify_cq;
using firmware::query_hca_vport_context;
using devx_object = native_object<mlx5dv_devx_obj, mlx5dv_devx_obj_destroy>;
using devx_page = native_object<mlx5dv_devx_uar, mlx5dv_devx_free_uar>;

constexpr std::uint32_t log_cqes = 6, ring_bytes = 64 << log_cqes;  // CQEs of 64 bytes

/// The answer of the firmware to a command, or of the kernel in front of it. `error_number` is 0 if
/// the command was executed.
std::string in_words(int error_number, std::span<const std::byte> answer) {
  verbs::mailbox_answer begin;
  std::copy_n(answer.begin(), begin.bytes.size(), begin.bytes.begin());
  const auto status = begin.get(firmware::mbox_out::status);
  if (status != 0) {
    return "refused by the firmware: status " + hex(status) + ", syndrome " +
           hex(begin.get(firmware::mbox_out::syndrome));
  }
  if (error_number != 0) return std::string("refused: ") + std::strerror(error_number);
  return "accepted";
}

/// Makes an object and forgets it. Returns the answer in words.
std::string try_to_make(const bench& on, std::span<const std::byte> command) {
  verbs::mailbox_answer answer;
  errno = 0;
  const devx_object made(mlx5dv_devx_obj_create(on.context().native(), command.data(),
                                                command.size(), answer.bytes.data(),
                                                answer.bytes.size()));
  return in_words(made ? 0 : errno, answer.bytes);
}

/// The command that makes a completion queue of 64 CQEs, and the memory of that queue.
class queue_command {
 public:
  explicit queue_command(const bench& on)
      : ring(*on.context().body(), 2 * ring_bytes, create_cq::title),
        dbrec_(*on.context().body(), 8, create_cq::title),
        page_(mlx5dv_devx_alloc_uar(on.context().native(), MLX5DV_UAR_ALLOC_TYPE_NC)) {
    if (!page_) throw_errno("mlx5dv_devx_alloc_uar", errno);
    if (const int e = mlx5dv_devx_query_eqn(on.context().native(), 0, &event_queue)) {
      throw_errno("mlx5dv_devx_query_eqn", e);
    }
    bytes.set(create_cq::in::cq_umem_id, ring.umem_id());
    bytes.set(create_cq::in::cq_umem_valid, 1);
    const auto of = queue();
    of.set(cqc::dbr_umem_id, dbrec_.umem_id());
    of.set(cqc::dbr_umem_valid, 1);
    of.set(cqc::uar_page, page_->page_id);
    of.set(cqc::c_eqn_or_apu_element, event_queue);
    of.set(cqc::log_cq_size, log_cqes);
  }

  wire::mailbox_view<cqc> queue() noexcept { return bytes.part(create_cq::in::cq_context); }

  wire::mailbox<create_cq::in> bytes;
  verbs::umem ring;  // twice as long as the queue
  std::uint32_t event_queue = 0;

 private:
  verbs::umem dbrec_;
  devx_page page_;
};

void require_devx(const bench& on) {
  if (on.capability(cmd_hca_cap::num_ports)) return;
  throw skip{"commands to the firmware need DevX, which this kernel or device does not offer here",
             "run it as root, or with CAP_NET_RAW"};
}

/// Linux has two bits for the layout. DPDK has seven, whose lowest two these are.
void layout(bench& on, verdict& to) {
  constexpr auto two_bits = cqc::cqe_compression_layout;
  constexpr wire::mailbox_number<cqc> seven_bits{two_bits.bit - 5, two_bits.width + 5,
                                                 "cqe_comp_layout"};
  require_devx(on);
  on.require(cmd_hca_cap::cqe_compression);
  queue_command command(on);
  command.queue().set(cqc::cqe_comp_en, 1);
  for (const unsigned value : {0u, 1u, 2u, 3u, 4u, 64u}) {
    command.queue().set(seven_bits, value);
    to.note("layout " + std::to_string(value), try_to_make(on, command.bytes.bytes));
  }
  to.answer("a CQ with compression, with each of these values in DPDK's seven bits");
}

/// Linux has a whole word for the event queue, DPDK its lowest byte.
void event_queue(bench& on, verdict& to) {
  require_devx(on);
  queue_command command(on);
  for (const std::uint32_t above : {0u, 1u << 8, 1u << 31}) {
    command.queue().set(cqc::c_eqn_or_apu_element, command.event_queue | above);
    to.note("its number | " + hex(above), try_to_make(on, command.bytes.bytes));
  }
  to.answer("a CQ with the number of its event queue, and with bits above DPDK's eight");
}

/// Moves a new CQ to another ring. Returns the answer in words.
std::string move(const bench& on, std::uint32_t umem, std::uint64_t offset) {
  queue_command command(on);
  wire::mailbox<create_cq::out> made;
  const devx_object cq(mlx5dv_devx_obj_create(on.context().native(), command.bytes.bytes.data(),
                                              command.bytes.bytes.size(), made.bytes.data(),
                                              made.bytes.size()));
  if (!cq) throw_errno("mlx5dv_devx_obj_create", errno);
  const verbs::umem other(*on.context().body(), 2 * ring_bytes, modify_cq::title);
  wire::mailbox<modify_cq::in> ask;
  ask.set(modify_cq::in::op_mod, 1);               // moves the ring
  ask.set(modify_cq::in::modify_field_select, 1);  // to a number of CQEs
  ask.set(modify_cq::in::cqn, made.get(create_cq::out::cqn));
  ask.set(modify_cq::in::cq_umem_id, umem != 0 ? umem : other.umem_id());
  ask.set(modify_cq::in::cq_umem_valid, 1);
  ask.set(modify_cq::in::cq_umem_offset, offset);
  ask.part(modify_cq::in::cq_context).set(cqc::log_cq_size, log_cqes);
  verbs::mailbox_answer answer;
  const int returned = mlx5dv_devx_obj_modify(cq.get(), ask.bytes.data(), ask.bytes.size(),
                                              answer.bytes.data(), answer.bytes.size());
  return in_words(returned == 0 ? 0 : verbs::error_number(returned), answer.bytes);
}

void user_memory(bench& on, verdict& to) {
  constexpr std::uint32_t nobodys = 0xfffff0;
  require_devx(on);
  on.require(cmd_hca_cap::cq_resize);
  to.note("another memory", move(on, 0, 0));
  to.note("a number that no memory has", move(on, nobodys, 0));
  to.answer("a CQ that moves to another ring, with the number at the place of CREATE_CQ's");
}

void user_memory_offset(bench& on, verdict& to) {
  require_devx(on);
  on.require(cmd_hca_cap::cq_resize);
  to.note("behind the first half", move(on, 0, ring_bytes));
  to.note("behind the end", move(on, 0, 4 * ring_bytes));
  to.answer("a CQ that moves to another ring, with the offset at the place of CREATE_CQ's");
}

/// Asks for the state of the port, with room for so many bytes. Returns the answer in words.
std::string ask_port(const bench& on, std::span<std::byte> answer) {
  require_devx(on);
  if (on.on_ethernet()) throw skip{"ports on Ethernet have no LID and no such state"};
  wire::mailbox<query_hca_vport_context::in> ask;
  if (on.capability(cmd_hca_cap::num_ports) > 1u) {
    ask.set(query_hca_vport_context::in::port_num, on.port().number);
  }
  const int returned = mlx5dv_devx_general_cmd(on.context().native(), ask.bytes.data(),
                                               ask.bytes.size(), answer.data(), answer.size());
  return in_words(returned == 0 ? 0 : verbs::error_number(returned), answer);
}

/// UCX has 4 bytes less in the answer.
void port_state(bench& on, verdict& to) {
  for (const std::size_t shorter : {std::size_t{0}, std::size_t{4}}) {
    wire::mailbox<query_hca_vport_context::out> answer;
    const auto room = std::span(answer.bytes).first(answer.bytes.size() - shorter);
    const auto words = ask_port(on, room);
    to.note("room for " + std::to_string(room.size()) + " bytes", words);
  }
  to.answer("the state of a port, with the room of Linux and of UCX for it");
}

/// UCX has the LID of the subnet manager where Linux has that of the port.
void lid(bench& on, verdict& to) {
  wire::mailbox<query_hca_vport_context::out> answer;
  const auto words = ask_port(on, answer.bytes);
  to.note("the command", words);
  if (words == "accepted") {
    const auto state = answer.part(query_hca_vport_context::out::hca_vport_context);
    to.note("in its answer", std::to_string(state.get(hca_vport_context::lid)));
  }
  to.note("LID of the port by verbs", std::to_string(on.port().lid));
  to.note("LID of the subnet manager by verbs", std::to_string(on.port().sm_lid));
  to.answer("the LID in the state of a port, beside those that verbs report");
}

/// Two bits may announce the enhanced layout. A CQ shows whether there is one.
void enhanced_layout(bench& on, verdict& to, const verbs::hca_capabilities::capability& bit) {
  require_devx(on);
  to.note("the bit", std::to_string(on.capability(bit).value_or(0)));
  queue_command command(on);
  command.queue().set(cqc::cqe_comp_en, 1);
  command.queue().set(cqc::cqe_compression_layout, 1);
  to.note("a CQ with the enhanced layout", try_to_make(on, command.bytes.bytes));
  to.answer("the bit, and whether a CQ with the enhanced layout can be made");
}

/// DPDK has a number of an object where rdma-core has the number of objects. Queue pair numbers are reserved
/// in ranges of a size that the device reports.
void object_range(bench& on, verdict& to) {
  constexpr std::uint32_t most = 31;
  using second_group = verbs::hca_capability_group<firmware::cmd_hca_cap_2, 0x20>;
  require_devx(on);
  if (on.capability(cmd_hca_cap::hca_cap_2) == 0u) {
    throw skip{"the device does not claim reserved queue pair numbers (cmd_hca_cap_2)"};
  }
  const second_group capabilities(*on.context().body(), "selftest");
  const auto fewest = capabilities.value(firmware::cmd_hca_cap_2::log_reserved_qpn_granularity);
  to.note("log_reserved_qpn_granularity", std::to_string(fewest));
  for (const auto range : {fewest, std::min(fewest + 1, most), most}) {
    wire::mailbox<general_obj_in_cmd_hdr> command;
    command.set(general_obj_in_cmd_hdr::opcode, firmware::create_general_object::opcode);
    command.set(general_obj_in_cmd_hdr::obj_type,
                static_cast<unsigned>(general_object::reserved_qpn));
    command.set(general_obj_in_cmd_hdr::log_obj_range, range);
    to.note("log_obj_range " + std::to_string(range), try_to_make(on, command.bytes));
  }
  to.answer("reserved queue pair numbers, with each of these values");
}

/// Linux has 16 bits for the number of counters, DPDK 30.
void counters(bench& on, verdict& to) {
  using query = firmware::query_flow_counter;
  constexpr auto sixteen = query::in::num_of_counters;
  constexpr wire::mailbox_number<query::in> thirty{sixteen.bit - 14, sixteen.width + 14,
                                                   sixteen.name};
  require_devx(on);
  wire::mailbox<firmware::alloc_flow_counter::in> make;
  wire::mailbox<firmware::alloc_flow_counter::out> made;
  errno = 0;
  const devx_object counter(mlx5dv_devx_obj_create(on.context().native(), make.bytes.data(),
                                                   make.bytes.size(), made.bytes.data(),
                                                   made.bytes.size()));
  to.note("a counter", in_words(counter ? 0 : errno, made.bytes));
  if (counter) {
    for (const std::uint32_t count : {0u, 1u, 1u << 16 | 1}) {
      wire::mailbox<query::in> ask;
      ask.set(query::in::flow_counter_id,
              made.get(firmware::alloc_flow_counter::out::flow_counter_id));
      ask.set(thirty, count);
      std::array<std::byte, query::out::size + firmware::traffic_counter::size> answer{};
      const int returned = mlx5dv_devx_obj_query(counter.get(), ask.bytes.data(), ask.bytes.size(),
                                                 answer.data(), answer.size());
      to.note(hex(count) + " counters",
              in_words(returned == 0 ? 0 : verbs::error_number(returned), answer));
    }
  }
  to.answer("a flow counter that is read with each of these numbers in DPDK's thirty bits");
}

/// Linux has 256 bits for a key, rdma-core 1024.
void key_bits(bench& on, verdict& to) {
  using command = firmware::create_encryption_key_obj_in;
  using key = firmware::encryption_key_obj;
  constexpr std::uint32_t of_256_bits = 1, aes_xts = 3;
  require_devx(on);
  on.require(cmd_hca_cap::crypto);
  wire::mailbox<command> make;
  const auto header = make.part(command::hdr);
  header.set(general_obj_in_cmd_hdr::opcode, firmware::create_general_object::opcode);
  header.set(general_obj_in_cmd_hdr::obj_type, static_cast<unsigned>(general_object::dek));
  const auto of = make.part(command::key_obj);
  of.set(key::key_size, of_256_bits);
  of.set(key::key_purpose, aes_xts);
  of.set(key::pd, verbs::number_of(on.pd().native()));
  for (const std::size_t shorter : {std::size_t{0}, std::size_t{96}}) {
    const auto given = std::span<const std::byte>(make.bytes).first(make.bytes.size() - shorter);
    to.note("a key of " + std::to_string(128 - shorter) + " bytes", try_to_make(on, given));
  }
  to.answer("an encryption key, with the room of rdma-core and of Linux for it");
}

}  // namespace

void add_command_answers(std::vector<check>& to) {
  const auto add = [&](std::string_view field, std::string_view about, auto run) {
    to.push_back(
        {.id = "uncertain/" + std::string(field), .about = std::string(about), .run = run});
  };
  add("cqc.cqe_compression_layout", "Tries all widths of the layout of compressed CQEs.", layout);
  add("cqc.c_eqn_or_apu_element", "Tries all widths of the number of an event queue.", event_queue);
  add("modify_cq.cq_umem_id", "Moves a CQ to a memory that exists, and to one that does not.",
      user_memory);
  add("modify_cq.cq_umem_offset", "Moves a CQ into a memory, and behind its end.",
      user_memory_offset);
  add("query_hca_vport_context.hca_vport_context", "Asks for a port's state in two lengths.",
      port_state);
  add("hca_vport_context.lid", "Compares a LID of the firmware with those of verbs.", lid);
  for (const auto* const bit :
       {&cmd_hca_cap::enhanced_cqe_compression, &cmd_hca_cap::enhanced_cqe_compression_5bb}) {
    const bool first = bit == &cmd_hca_cap::enhanced_cqe_compression;
    add(first ? "cmd_hca_cap.enhanced_cqe_compression" : "cmd_hca_cap.enhanced_cqe_compression_5bb",
        "Compares a bit that may announce the enhanced layout with what a CQ takes.",
        [bit](bench& on, verdict& found) { enhanced_layout(on, found, *bit); });
  }
  add("general_obj_in_cmd_hdr.log_obj_range",
      "Reserves queue pair numbers in ranges of other sizes.", object_range);
  add("query_flow_counter.num_of_counters", "Reads a flow counter with numbers of two widths.",
      counters);
  add("encryption_key_obj.key", "Makes an encryption key of two lengths.", key_bits);
}

}  // namespace verbatim::tools::selftest
