// Generated from specs/ by codegen.
// Do not edit: `meson compile -C build generate`.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "verbatim/generated/enums.hpp"
#include "verbatim/wire/syndrome.hpp"

namespace verbatim {

// A library does not read the tables of a program, which may have those of another version.
#pragma GCC visibility push(hidden)

/// Texts of the tables below.
namespace advice_texts {

inline constexpr std::string_view cmd_status_int_err_causes[] = {
    "The firmware has a defect, or has failed before.",
};
inline constexpr std::string_view cmd_status_int_err_checks[] = {
    "Look further up in the log for reports of the device's health, and for other commands that "
    "failed.",
    "Compare the version of the firmware with the newest one for the card.",
};
inline constexpr std::string_view cmd_status_bad_op_err_causes[] = {
    "The firmware is older than what the driver or the program needs, or the card does not have "
    "the feature.",
    "The function may not send the command: a VF, an SF, or a user of DevX without the capability.",
};
inline constexpr std::string_view cmd_status_bad_op_err_checks[] = {
    "Query the capability of the feature before the command is sent.",
    "Compare the version of the firmware with the one that the driver was released for.",
};
inline constexpr std::string_view cmd_status_bad_param_err_causes[] = {
    "A value is beyond a limit of the device, or contradicts another value of the command.",
    "A value names a feature that the device does not have, or that is switched off.",
};
inline constexpr std::string_view cmd_status_bad_param_err_checks[] = {
    "Compare the values with the capabilities that the device reports.",
    "Search for the syndrome together with the name of the command: release notes and known issues "
    "name some.",
};
inline constexpr std::string_view cmd_status_bad_sys_state_err_causes[] = {
    "The device is being started, reset or taken out, or has failed.",
};
inline constexpr std::string_view cmd_status_bad_sys_state_err_checks[] = {
    "Look further up in the log for a reset, and for reports of the device's health.",
};
inline constexpr std::string_view cmd_status_bad_res_err_causes[] = {
    "The object was destroyed before, or never made.",
    "The object belongs to another user of DevX, to another function, or to the kernel.",
    "The device has no more queue pairs (linux-rdma mailing list: CREATE_QP with syndrome "
    "0x65b500).",
};
inline constexpr std::string_view cmd_status_bad_res_err_checks[] = {
    "Compare the numbers in the command with those that the objects got when they were made.",
};
inline constexpr std::string_view cmd_status_res_busy_causes[] = {
    "Something that refers to the object was not destroyed first.",
};
inline constexpr std::string_view cmd_status_res_busy_checks[] = {
    "Destroy queue pairs before their CQs, keys and windows before their PD, and flows before what "
    "they lead to.",
};
inline constexpr std::string_view cmd_status_lim_err_causes[] = {
    "All objects of this kind are in use, or one is larger than the device allows.",
};
inline constexpr std::string_view cmd_status_lim_err_checks[] = {
    "Compare the number of objects with log_max_* of the capabilities, and look for programs that "
    "hold many.",
    "For memory keys of UCX: let its cache hold fewer regions (UCX_IB_RCACHE_MAX_REGIONS; "
    "openucx/ucx issue 6264).",
};
inline constexpr std::string_view cmd_status_bad_res_state_err_causes[] = {
    "The commands came in a wrong order, or the object has failed in between.",
    "Something still refers to the object that the command destroys.",
};
inline constexpr std::string_view cmd_status_bad_res_state_err_checks[] = {
    "Query the state of the object, and look further up in the log for what happened to it.",
};
inline constexpr std::string_view cmd_status_ix_err_causes[] = {
    "A table has fewer entries, such as those of GIDs, P_Keys or rates.",
};
inline constexpr std::string_view cmd_status_ix_err_checks[] = {
    "Compare the index with the length of the table that the capabilities report.",
};
inline constexpr std::string_view cmd_status_no_res_err_causes[] = {
    "The firmware waits for pages of memory from the driver, or the memory of the device is used "
    "up.",
};
inline constexpr std::string_view cmd_status_no_res_err_checks[] = {
    "Look at the number of objects and at the memory of the machine, and try again later.",
};
inline constexpr std::string_view cmd_status_bad_qp_state_err_causes[] = {
    "The queue pair is in another state than the program assumes, for example because of an error.",
};
inline constexpr std::string_view cmd_status_bad_qp_state_err_checks[] = {
    "Query the state of the queue pair before the change.",
};
inline constexpr std::string_view cmd_status_bad_size_outs_cqes_err_checks[] = {
    "Poll before the CQ is resized, or make it larger.",
};
inline constexpr std::string_view cmd_status_bad_inp_len_err_causes[] = {
    "The program and the firmware know different versions of the command.",
};
inline constexpr std::string_view cmd_status_bad_inp_len_err_checks[] = {
    "Compare the length with the size of the command in the vendor's header.",
};
inline constexpr std::string_view cmd_status_bad_outp_len_err_causes[] = {
    "The program and the firmware know different versions of the command.",
};
inline constexpr std::string_view cmd_status_bad_outp_len_err_checks[] = {
    "Compare the length with the size of the answer in the vendor's header.",
};
inline constexpr std::string_view cqe_syndrome_local_length_err_causes[] = {
    "A message is longer than the receive buffers that it went to.",
    "The WQE itself has a length that is not allowed: more than the port or the QP carries, or an "
    "atomic that is not 8 bytes long.",
};
inline constexpr std::string_view cqe_syndrome_local_length_err_checks[] = {
    "For a receive: compare the sum of byte_count of the receive WQE with what the peer sent.",
    "For a send: compare the lengths of the WQE with the MTU (datagrams) or with 2^30 bytes.",
};
inline constexpr std::string_view cqe_syndrome_local_qp_op_err_causes[] = {
    "The WQE is malformed: reserved bits, a wrong ds, a missing segment, or an opcode that this "
    "kind of QP does not carry.",
    "The ring was overwritten before the device had read the WQE.",
    "The WQE uses a feature that the QP was not created for.",
};
inline constexpr std::string_view cqe_syndrome_local_qp_op_err_checks[] = {
    "Decode the WQE together with the CQE, with the right --transport.",
    "Compare the producer index with the completions: a full ring must not be posted to.",
};
inline constexpr std::string_view cqe_syndrome_local_prot_err_causes[] = {
    "The lkey of an SGE is wrong, of another PD than the QP, or of memory that was deregistered.",
    "Address and length of an SGE are not all inside the memory region.",
    "The region lacks IBV_ACCESS_LOCAL_WRITE, which receives, READs and atomics need.",
    "Memory of a GPU or another device is registered in a way that the NIC cannot reach.",
};
inline constexpr std::string_view cqe_syndrome_local_prot_err_checks[] = {
    "Compare lkey, addr and byte_count of every SGE with what was registered.",
    "See whether the region was deregistered too early.",
};
inline constexpr std::string_view cqe_syndrome_wr_flush_err_causes[] = {
    "Another WQE of this QP failed before, and its CQE has the reason.",
    "The program, or its end, put the QP into error.",
};
inline constexpr std::string_view cqe_syndrome_wr_flush_err_checks[] = {
    "Look for the first CQE with error of this QP that is not flushed, on both queues and on the "
    "peer.",
};
inline constexpr std::string_view cqe_syndrome_mw_bind_err_causes[] = {
    "A bind names memory, a key or a range that the region does not have or does not allow "
    "(IBV_ACCESS_MW_BIND).",
    "A UMR changes a key that it may not change, or writes more translations than there is room "
    "for.",
};
inline constexpr std::string_view cqe_syndrome_mw_bind_err_checks[] = {
    "Decode the WQE together with the CQE, and compare its keys and lengths with what was created.",
};
inline constexpr std::string_view cqe_syndrome_bad_resp_err_causes[] = {
    "The peer answered with a packet that does not fit the request: the two QPs are not of the "
    "same kind, or are connected to others than they think.",
};
inline constexpr std::string_view cqe_syndrome_bad_resp_err_checks[] = {
    "Compare QP numbers, PSNs and types of both sides.",
};
inline constexpr std::string_view cqe_syndrome_local_access_err_causes[] = {
    "A request of the peer names memory of this side in a way that the QP or the region does not "
    "allow.",
};
inline constexpr std::string_view cqe_syndrome_local_access_err_checks[] = {
    "Look at the peer's error: it has the WQE. Here, compare the region's access flags with the "
    "request.",
};
inline constexpr std::string_view cqe_syndrome_remote_inval_req_err_causes[] = {
    "The message is longer than the receive buffer of the peer.",
    "The peer's QP does not allow the operation (qp_access_flags), or has a max_dest_rd_atomic "
    "below this side's max_rd_atomic.",
    "An atomic whose address is not a multiple of its size.",
};
inline constexpr std::string_view cqe_syndrome_remote_inval_req_err_checks[] = {
    "Compare the length of the WQE with the receives of the peer.",
    "Compare qp_access_flags and max_dest_rd_atomic of the peer with what this side does.",
};
inline constexpr std::string_view cqe_syndrome_remote_access_err_causes[] = {
    "The rkey is wrong, stale, or of another PD than the peer's QP.",
    "raddr and length are not all inside the peer's memory region.",
    "The peer's region or QP does not allow the operation.",
};
inline constexpr std::string_view cqe_syndrome_remote_access_err_checks[] = {
    "Compare raddr, rkey and length of the WQE with what the peer registered and with which access "
    "flags.",
    "See whether the peer deregistered the memory meanwhile.",
};
inline constexpr std::string_view cqe_syndrome_remote_op_err_causes[] = {
    "The peer could not execute the request though it was valid: its own receive buffer, or the "
    "memory behind its key, failed.",
};
inline constexpr std::string_view cqe_syndrome_remote_op_err_checks[] = {
    "Look for an error CQE and a log of the peer.",
    "If memory of a GPU is involved, see whether nvidia-peermem is loaded or dma-buf is used.",
};
inline constexpr std::string_view cqe_syndrome_transport_retry_exc_err_causes[] = {
    "The peer's QP is gone, in error, or not yet ready to receive; or number, PSN or address were "
    "exchanged wrongly.",
    "Packets do not arrive: wrong GID index, VLAN, MTU or service level, a firewall, or a link "
    "that is down.",
    "The fabric loses packets, or the peer stood still for longer than timeout and retry_cnt "
    "allow.",
};
inline constexpr std::string_view cqe_syndrome_transport_retry_exc_err_checks[] = {
    "The state of the peer's QP, and its log.",
    "A test between the same ports: ibv_rc_pingpong -g GID_INDEX, or ib_write_bw.",
    "hw_counters of both ports: local_ack_timeout_err, packet_seq_err, out_of_sequence.",
};
inline constexpr std::string_view cqe_syndrome_rnr_retry_exc_err_causes[] = {
    "The peer has not posted as many receives as this side sends messages.",
};
inline constexpr std::string_view cqe_syndrome_rnr_retry_exc_err_checks[] = {
    "The peer's hw_counters/out_of_buffer, and how many receives it posts; rnr_retry 7 waits "
    "forever.",
};
inline constexpr std::string_view cqe_syndrome_remote_aborted_err_causes[] = {
    "The peer gave up in the middle of a request.",
    "For a receive: a page of its buffer was not there (on-demand paging); drivers post it again.",
};
inline constexpr std::string_view cqe_syndrome_remote_aborted_err_checks[] = {
    "With vendor syndrome 0x93 or 0x99 on a shared receive queue it is no error of the program.",
};
inline constexpr std::string_view vendor_scatter_memory_causes[] = {
    "The lkey of a posted buffer is of another PD or was invalidated.",
    "The address and length of a posted buffer are not all inside its memory region.",
    "The buffer was registered without IBV_ACCESS_LOCAL_WRITE.",
};
inline constexpr std::string_view vendor_scatter_memory_checks[] = {
    "Compare lkey, addr and byte_count of the receive WQE (of a READ or atomic: of the send WQE) "
    "with what was registered.",
    "See whether the region was deregistered while the WQE was posted.",
};
inline constexpr std::string_view vendor_gather_memory_causes[] = {
    "The lkey of an SGE is wrong, of another PD, or of a region that was deregistered.",
    "Address and length of an SGE are not all inside the memory region.",
};
inline constexpr std::string_view vendor_gather_memory_checks[] = {
    "Compare lkey, addr and byte_count of every data_seg of the WQE with what was registered.",
};
inline constexpr std::string_view vendor_invalid_wqe_causes[] = {
    "The WQE has bits set that have to be 0, or lacks a segment that its opcode or its QP needs.",
    "The WQE was overwritten before the device had read it, or the doorbell was rung before it was "
    "complete.",
    "On Ethernet, fewer packet headers are inlined than the port demands.",
};
inline constexpr std::string_view vendor_invalid_wqe_checks[] = {
    "Decode the WQE itself: give it to this tool together with the CQE.",
    "Look whether the producer index overtook WQEs that had not completed.",
    "On Ethernet, compare inline_hdr_sz with the minimum inline mode of the port (devlink dev "
    "eswitch show).",
};
inline constexpr std::string_view vendor_message_too_long_causes[] = {
    "The sum of all byte_count exceeds 2^30 or the limit of the QP.",
    "A byte_count of 0 was posted; it means 2^31 bytes.",
};
inline constexpr std::string_view vendor_message_too_long_checks[] = {
    "Add up byte_count of all data_segs of the WQE.",
};
inline constexpr std::string_view vendor_message_exceeds_mtu_causes[] = {
    "A datagram is longer than the MTU of the path.",
};
inline constexpr std::string_view vendor_message_exceeds_mtu_checks[] = {
    "Compare the length with active_mtu (ibv_devinfo).",
};
inline constexpr std::string_view vendor_opcode_transport_mismatch_checks[] = {
    "Compare the opcode of the WQE with the type of its QP.",
};
inline constexpr std::string_view vendor_ds_too_short_checks[] = {
    "Compare ds of the ctrl_seg with the segments of the WQE.",
};
inline constexpr std::string_view vendor_inline_exceeds_wqe_checks[] = {
    "Compare byte_count of the inline_seg with ds of the ctrl_seg.",
};
inline constexpr std::string_view vendor_reserved_opcode_checks[] = {
    "Look whether the WQE was complete before its doorbell; garbage in the ring often begins with "
    "such an opcode.",
};
inline constexpr std::string_view vendor_umr_memory_causes[] = {
    "The translation that the UMR writes is longer than the key has room for.",
    "The key is not one that a UMR may change: not free, or not of this PD.",
};
inline constexpr std::string_view vendor_umr_memory_checks[] = {
    "Compare the lengths in umr_ctrl_seg with the size that the key was created with.",
};
inline constexpr std::string_view vendor_request_timeout_exceeded_causes[] = {
    "The peer's QP does not exist any more, is in error, or has another number or PSN than the one "
    "that was exchanged.",
    "Packets do not arrive: wrong GID index, VLAN or MTU, a firewall, ACLs, or a link that is "
    "down.",
    "The fabric loses packets: PFC or ECN is set up differently on hosts and switches.",
    "The peer stood still for longer than timeout and retry_cnt allow.",
};
inline constexpr std::string_view vendor_request_timeout_exceeded_checks[] = {
    "Look at the peer first: its process, its log, and the CQEs of its QP.",
    "ibv_rc_pingpong or ib_write_bw between the same two ports, with the same GID index.",
    "ethtool -S and /sys/class/infiniband/*/ports/*/hw_counters: local_ack_timeout_err, "
    "packet_seq_err, out_of_sequence, rx_discards_phy.",
};
inline constexpr std::string_view vendor_rnr_retry_exceeded_causes[] = {
    "The peer has posted fewer receives than this side sends messages.",
    "rnr_retry is small: 7 means forever, 0 never.",
};
inline constexpr std::string_view vendor_rnr_retry_exceeded_checks[] = {
    "Count the receives that the peer posts, and when; flow control with credits is the usual "
    "remedy.",
    "On the peer: hw_counters/out_of_buffer.",
};
inline constexpr std::string_view vendor_remote_access_nak_causes[] = {
    "The rkey is wrong, stale, or of another PD than the peer's QP.",
    "Remote address and length are not all inside the peer's memory region.",
    "The region, or the peer's QP (qp_access_flags), does not allow this operation.",
};
inline constexpr std::string_view vendor_remote_access_nak_checks[] = {
    "Compare raddr, rkey and the length of the WQE with what the peer registered.",
    "See whether the peer deregistered or re-registered the memory meanwhile.",
};
inline constexpr std::string_view vendor_remote_operation_nak_causes[] = {
    "The peer's own buffer failed: look for a CQE with error there.",
    "The peer's memory is that of a GPU, and the driver that gives access to it (nvidia-peermem or "
    "dma-buf) is missing.",
};
inline constexpr std::string_view vendor_remote_operation_nak_checks[] = {
    "The log and the error CQEs of the peer.",
};
inline constexpr std::string_view vendor_invalid_request_nak_causes[] = {
    "The message is longer than the receive buffer that the peer posted.",
    "The peer's QP does not allow this operation, or has fewer max_dest_rd_atomic than this side "
    "max_rd_atomic.",
    "An atomic whose address is not a multiple of its size.",
};
inline constexpr std::string_view vendor_invalid_request_nak_checks[] = {
    "Compare the length with the receives of the peer.",
    "Compare max_rd_atomic of this QP with max_dest_rd_atomic of the peer's.",
};
inline constexpr std::string_view vendor_packet_mtu_causes[] = {
    "Both sides of the connection were set to different path MTUs.",
};
inline constexpr std::string_view vendor_packet_mtu_checks[] = {
    "Compare path_mtu of both QPs (ibv_query_qp).",
};
inline constexpr std::string_view vendor_odp_fault_causes[] = {
    "Memory that is registered with on-demand paging was touched for the first time; drivers post "
    "the receive again.",
};
inline constexpr std::string_view vendor_odp_fault_checks[] = {
    "If it comes often: touch the buffers before, or ibv_advise_mr with prefetch.",
};
inline constexpr std::string_view vendor_rnr_nak_checks[] = {
    "Count the receives that the peer posts, and when.",
};
inline constexpr std::string_view vendor_message_exceeds_buffers_causes[] = {
    "The receive WQE has less room than the message that took it.",
};
inline constexpr std::string_view vendor_message_exceeds_buffers_checks[] = {
    "Compare the sum of byte_count of the receive WQE with what the peer sent.",
};
inline constexpr std::string_view vendor_command_to_error_causes[] = {
    "ibv_modify_qp to ERR, or the end of the process that owns the QP.",
};
inline constexpr std::string_view vendor_flushed_causes[] = {
    "Another WQE of this QP failed before; its CQE has the reason.",
};
inline constexpr std::string_view vendor_flushed_checks[] = {
    "Find the first CQE with error of this QP, or on the peer.",
};
inline constexpr std::string_view vendor_dc_cnak_exceeded_causes[] = {
    "The DCT does not accept more connections, or its key (dc_key) is another.",
};
inline constexpr std::string_view vendor_dc_cnak_exceeded_checks[] = {
    "Compare DCT number and dc_key of the AV with those of the peer.",
};

}  // namespace advice_texts

#pragma GCC visibility pop

/// Returns the likely causes, and what to look at next.
constexpr wire::advice advice(verbatim::cmd_status value) noexcept {
  using namespace advice_texts;
  switch (value) {
    case verbatim::cmd_status::int_err:
      return {cmd_status_int_err_causes, cmd_status_int_err_checks};
    case verbatim::cmd_status::bad_op_err:
      return {cmd_status_bad_op_err_causes, cmd_status_bad_op_err_checks};
    case verbatim::cmd_status::bad_param_err:
      return {cmd_status_bad_param_err_causes, cmd_status_bad_param_err_checks};
    case verbatim::cmd_status::bad_sys_state_err:
      return {cmd_status_bad_sys_state_err_causes, cmd_status_bad_sys_state_err_checks};
    case verbatim::cmd_status::bad_res_err:
      return {cmd_status_bad_res_err_causes, cmd_status_bad_res_err_checks};
    case verbatim::cmd_status::res_busy:
      return {cmd_status_res_busy_causes, cmd_status_res_busy_checks};
    case verbatim::cmd_status::lim_err:
      return {cmd_status_lim_err_causes, cmd_status_lim_err_checks};
    case verbatim::cmd_status::bad_res_state_err:
      return {cmd_status_bad_res_state_err_causes, cmd_status_bad_res_state_err_checks};
    case verbatim::cmd_status::ix_err:
      return {cmd_status_ix_err_causes, cmd_status_ix_err_checks};
    case verbatim::cmd_status::no_res_err:
      return {cmd_status_no_res_err_causes, cmd_status_no_res_err_checks};
    case verbatim::cmd_status::bad_qp_state_err:
      return {cmd_status_bad_qp_state_err_causes, cmd_status_bad_qp_state_err_checks};
    case verbatim::cmd_status::bad_size_outs_cqes_err:
      return {{}, cmd_status_bad_size_outs_cqes_err_checks};
    case verbatim::cmd_status::bad_inp_len_err:
      return {cmd_status_bad_inp_len_err_causes, cmd_status_bad_inp_len_err_checks};
    case verbatim::cmd_status::bad_outp_len_err:
      return {cmd_status_bad_outp_len_err_causes, cmd_status_bad_outp_len_err_checks};
    default:
      return {};
  }
}

/// Returns the likely causes, and what to look at next.
constexpr wire::advice advice(verbatim::cqe_syndrome value) noexcept {
  using namespace advice_texts;
  switch (value) {
    case verbatim::cqe_syndrome::local_length_err:
      return {cqe_syndrome_local_length_err_causes, cqe_syndrome_local_length_err_checks};
    case verbatim::cqe_syndrome::local_qp_op_err:
      return {cqe_syndrome_local_qp_op_err_causes, cqe_syndrome_local_qp_op_err_checks};
    case verbatim::cqe_syndrome::local_prot_err:
      return {cqe_syndrome_local_prot_err_causes, cqe_syndrome_local_prot_err_checks};
    case verbatim::cqe_syndrome::wr_flush_err:
      return {cqe_syndrome_wr_flush_err_causes, cqe_syndrome_wr_flush_err_checks};
    case verbatim::cqe_syndrome::mw_bind_err:
      return {cqe_syndrome_mw_bind_err_causes, cqe_syndrome_mw_bind_err_checks};
    case verbatim::cqe_syndrome::bad_resp_err:
      return {cqe_syndrome_bad_resp_err_causes, cqe_syndrome_bad_resp_err_checks};
    case verbatim::cqe_syndrome::local_access_err:
      return {cqe_syndrome_local_access_err_causes, cqe_syndrome_local_access_err_checks};
    case verbatim::cqe_syndrome::remote_inval_req_err:
      return {cqe_syndrome_remote_inval_req_err_causes, cqe_syndrome_remote_inval_req_err_checks};
    case verbatim::cqe_syndrome::remote_access_err:
      return {cqe_syndrome_remote_access_err_causes, cqe_syndrome_remote_access_err_checks};
    case verbatim::cqe_syndrome::remote_op_err:
      return {cqe_syndrome_remote_op_err_causes, cqe_syndrome_remote_op_err_checks};
    case verbatim::cqe_syndrome::transport_retry_exc_err:
      return {cqe_syndrome_transport_retry_exc_err_causes,
              cqe_syndrome_transport_retry_exc_err_checks};
    case verbatim::cqe_syndrome::rnr_retry_exc_err:
      return {cqe_syndrome_rnr_retry_exc_err_causes, cqe_syndrome_rnr_retry_exc_err_checks};
    case verbatim::cqe_syndrome::remote_aborted_err:
      return {cqe_syndrome_remote_aborted_err_causes, cqe_syndrome_remote_aborted_err_checks};
    default:
      return {};
  }
}

/// The check of the device that failed. A code whose lowest bits say more stands here with these bits 0;
/// with_detail() sets them.
///
/// Source: NVIDIA libdpcp, src/dpcp/err_cqe.cpp, decode_vendor_error_syndrome; and what each entry names.
enum class vendor_syndrome : std::uint8_t {
  none = 0x00,  ///< No error was found.
  /// Memory of a work queue could not be read. In the lowest 3 bits: memory_fault.
  wqe_fetch_memory = 0x10,
  /// The memory of an atomic could not be accessed. In the lowest 3 bits: memory_fault.
  atomic_memory = 0x18,
  /// The memory of an RDMA READ could not be accessed. In the lowest 3 bits: memory_fault.
  read_memory = 0x20,
  /// A receive buffer could not be written. In the lowest 3 bits: memory_fault.
  receive_data_memory = 0x28,
  /// A data buffer could not be written. In the lowest 3 bits: memory_fault.
  scatter_memory = 0x30,
  /// The memory of an RDMA WRITE could not be accessed. In the lowest 3 bits: memory_fault.
  write_memory = 0x38,
  cq_invalid = 0x40,            ///< The CQ does not exist.
  cq_overflow = 0x41,           ///< The CQ is full.
  cq_memory = 0x42,             ///< The memory of the CQ could not be written.
  cq_network = 0x43,            ///< The CQ could not be written over the network.
  cq_in_error = 0x44,           ///< The CQ is in error.
  cq_locked = 0x45,             ///< The CQ is locked.
  cq_invalid_to_error = 0x48,   ///< The CQ does not exist, so the QP goes to error.
  cq_overflow_to_error = 0x49,  ///< The CQ is full, so the QP goes to error.
  /// The memory of the CQ could not be written, so the QP goes to error.
  cq_memory_to_error = 0x4a,
  /// The CQ could not be written over the network, so the QP goes to error.
  cq_network_to_error = 0x4b,
  cq_in_error_to_error = 0x4c,  ///< The CQ is in error, so the QP goes to error.
  cq_locked_to_error = 0x4d,    ///< The CQ is locked, so the QP goes to error.
  /// Memory that a WQE names could not be read or bound. In the lowest 3 bits: memory_fault.
  gather_memory = 0x50,
  wait_failed = 0x58,            ///< A WAIT failed.
  psv_invalid = 0x59,            ///< A protected signature value is not valid.
  signature_error = 0x5a,        ///< A signature is wrong.
  connection_resilience = 0x5b,  ///< Resilience of the connection failed.
  /// The memory of a WQE, or of the answer to a READ, could not be accessed. In the lowest 3 bits:
  /// memory_fault.
  wqe_or_read_memory = 0x60,
  invalid_wqe = 0x68,                ///< The WQE has a form that the device does not accept.
  message_too_long = 0x69,           ///< The message is longer than the largest that is allowed.
  message_exceeds_mtu = 0x6a,        ///< The message is longer than the MTU.
  ud_pd_mismatch = 0x6b,             ///< The address handle of a datagram is of another PD.
  ud_port_mismatch = 0x6c,           ///< The address handle of a datagram is for another port.
  opcode_transport_mismatch = 0x6d,  ///< The opcode does not exist on this kind of QP.
  /// The length in ctrl_seg is too short for the segments that the opcode needs.
  ds_too_short = 0x6e,
  inline_exceeds_wqe = 0x6f,   ///< Inline data are longer than the WQE.
  inline_in_scatter = 0x70,    ///< Inline data stand where data are to be written.
  reserved_opcode = 0x71,      ///< The opcode is not known.
  wqe_fetch_bus = 0x72,        ///< The bus failed while a WQE was read.
  gather_bus = 0x73,           ///< The bus failed while data were read.
  ud_reserved_gid = 0x74,      ///< The GID of a datagram is reserved.
  ud_lid_gid_mismatch = 0x75,  ///< LID and GID of a datagram do not belong together.
  ud_reserved_key = 0x76,      ///< The key of a datagram is reserved.
  gather_exceeds_wqe = 0x77,   ///< A gather list is longer than its WQE.
  umr_memory = 0x78,       ///< A UMR could not change the key. In the lowest 3 bits: memory_fault.
  request_timeout = 0x80,  ///< No answer came in time.
  request_timeout_exceeded = 0x81,  ///< No answer came, and all retries are used up.
  /// An answer with a later sequence number implies that this request was lost.
  implied_nak = 0x82,
  /// Answers imply that this request was lost, and all retries are used up.
  implied_nak_exceeded = 0x83,
  sequence_nak = 0x84,  ///< The peer says that packets are missing.
  /// The peer says that packets are missing, and all retries are used up.
  sequence_nak_exceeded = 0x85,
  unexpected_answer = 0x86,       ///< The answer has an opcode that does not fit the request.
  rnr_retry_exceeded = 0x87,      ///< The peer had no receive WQE, and all retries are used up.
  remote_access_nak = 0x88,       ///< The peer refused access to its memory.
  remote_operation_nak = 0x89,    ///< The peer failed to execute the request.
  invalid_request_nak = 0x8a,     ///< The peer found the request invalid.
  bad_aeth = 0x8b,                ///< The answer's header is wrong.
  invalid_opcode = 0x8c,          ///< A packet has an opcode that does not exist.
  request_sequence = 0x8d,        ///< Packets of requests came in an order that has no meaning.
  packet_mtu = 0x8e,              ///< A packet has another length than the path MTU demands.
  srq_unavailable = 0x8f,         ///< The SRQ is not available.
  read_not_permitted = 0x90,      ///< The QP does not allow READ.
  atomic_not_permitted = 0x91,    ///< The QP does not allow atomics.
  write_not_permitted = 0x92,     ///< The QP does not allow WRITE.
  odp_fault = 0x93,               ///< A page that is paged on demand was not there.
  psn_error = 0x94,               ///< A packet has the wrong sequence number.
  qp_suspended = 0x95,            ///< The QP is suspended.
  qp_suspended_nack = 0x96,       ///< The QP is suspended, and a negative answer is pending.
  retry_counter_exceeded = 0x97,  ///< All retries are used up.
  virtio_fetcher = 0x98,          ///< The queue that fetches for virtio failed.
  remote_abort = 0x99,            ///< The peer gave up in the middle of a message.
  srcd_violation = 0x9a,          ///< The domain of an XRC request is not that of the SRQ.
  xrc_srq_sequence = 0x9b,        ///< Packets of one XRC message name different SRQs.
  nvme_emulation = 0x9c,          ///< The emulation of NVMe failed.
  gga_error = 0x9d,               ///< The accelerator for memory (GGA) failed.
  ace_error = 0x9e,               ///< The accelerator ACE failed.
  gta_error = 0x9f,               ///< The accelerator GTA failed.
  rnr_nak = 0xa0,                 ///< The peer had no receive WQE. In the lowest 5 bits: rnr_timer.
  /// The memory of an RDMA WRITE with immediate data could not be accessed. In the lowest 3 bits:
  /// memory_fault.
  write_imm_memory = 0xc0,
  /// A key could not be invalidated. In the lowest 3 bits: memory_fault.
  invalidate_memory = 0xc8,
  credits_unreadable = 0xd0,  ///< The end-to-end credits could not be read.
  atomic_misaligned = 0xd1,   ///< An atomic's address is not a multiple of its size.
  /// More READs and atomics are outstanding than max_dest_rd_atomic allows.
  too_many_reads = 0xd2,
  read_too_long = 0xd3,  ///< A READ or atomic is longer than allowed.
  /// A message is longer than the receive buffers, or an answer than the READ asked for.
  message_exceeds_buffers = 0xd4,
  write_too_long = 0xd5,             ///< An RDMA WRITE is longer than allowed.
  receive_wqe_invalid = 0xd6,        ///< The receive queue had no valid WQE.
  receive_wqe_exhausted = 0xd7,      ///< The receive WQE has no room left.
  receive_wqe_bus = 0xd8,            ///< The bus failed while a receive WQE was read.
  atomic_or_write_failed = 0xd9,     ///< An atomic or a WRITE failed.
  read_length_mismatch = 0xda,       ///< The answer to a READ has another length.
  write_imm_too_long = 0xdb,         ///< An RDMA WRITE with immediate data is longer than allowed.
  next_wqe_bus = 0xdc,               ///< The bus failed while the link to the next WQE was read.
  odp_hardware = 0xdd,               ///< On-demand paging failed in hardware.
  dc_cleanup = 0xe0,                 ///< A DC connection was cleaned up.
  sl_mismatch = 0xe2,                ///< A packet has another service level.
  offloaded_wqe_exhausted = 0xe3,    ///< The WQE of an offloaded QP has no room left.
  offloaded_length_exceeded = 0xe4,  ///< A message of an offloaded QP is longer than allowed.
  execution_answer = 0xe5,           ///< The answer of an execution is an error.
  packet_discarded = 0xf0,           ///< The packet was discarded.
  dc_reconnect = 0xf1,               ///< A DC connection is made again.
  dc_cnak = 0xf2,                    ///< A DC connection was refused.
  dc_reconnect_ack = 0xf3,           ///< A DC connection was made again.
  pair_qp_error = 0xf4,              ///< The QP that forms a pair with this one is in error.
  command_to_error = 0xf5,           ///< A command put the QP into error.
  command_to_reset = 0xf6,           ///< A command reset the QP, which was in error.
  connection_terminated = 0xf7,      ///< The connection was terminated.
  command_destroys_qp = 0xf8,        ///< A command destroyed the QP.
  flushed = 0xf9,                    ///< The WQE was flushed, because the QP was in error.
  terminated = 0xfa,                 ///< The QP was terminated.
  dc_cack = 0xfb,                    ///< A DC connection was acknowledged.
  dc_cnak_exceeded = 0xfc,           ///< A DC connection was refused, and all retries are used up.
  rq_drained = 0xfd,                 ///< The receive queue is drained.
  accelerator_error = 0xfe,          ///< An accelerator inside failed.
  urb_error = 0xff,                  ///< The URB unit failed.
};

/// Returns `value` with `detail` in its lowest bits.
constexpr verbatim::vendor_syndrome with_detail(verbatim::vendor_syndrome value,
                                                verbatim::memory_fault detail) noexcept {
  return static_cast<verbatim::vendor_syndrome>(static_cast<std::uint8_t>(value) |
                                                static_cast<std::uint8_t>(detail));
}

/// Returns `value` with `detail` in its lowest bits.
constexpr verbatim::vendor_syndrome with_detail(verbatim::vendor_syndrome value,
                                                verbatim::rnr_timer detail) noexcept {
  return static_cast<verbatim::vendor_syndrome>(static_cast<std::uint8_t>(value) |
                                                static_cast<std::uint8_t>(detail));
}

#pragma GCC visibility push(hidden)

/// The facts about each, in the order of their codes; wire::find() looks one up.
inline constexpr std::array<wire::vendor_syndrome, 112> vendor_syndromes{{
    {0x00, 0, "none", "No error was found.", nullptr, {}, "NVIDIA libdpcp, src/dpcp/err_cqe.cpp"},
    {0x10,
     3,
     "wqe_fetch_memory",
     "Memory of a work queue could not be read.",
     enumerator_meaning<verbatim::memory_fault>,
     {},
     "NVIDIA libdpcp, src/dpcp/err_cqe.cpp"},
    {0x18,
     3,
     "atomic_memory",
     "The memory of an atomic could not be accessed.",
     enumerator_meaning<verbatim::memory_fault>,
     {},
     "NVIDIA libdpcp, src/dpcp/err_cqe.cpp"},
    {0x20,
     3,
     "read_memory",
     "The memory of an RDMA READ could not be accessed.",
     enumerator_meaning<verbatim::memory_fault>,
     {},
     "NVIDIA libdpcp, src/dpcp/err_cqe.cpp"},
    {0x28,
     3,
     "receive_data_memory",
     "A receive buffer could not be written.",
     enumerator_meaning<verbatim::memory_fault>,
     {},
     "NVIDIA libdpcp, src/dpcp/err_cqe.cpp"},
    {0x30,
     3,
     "scatter_memory",
     "A data buffer could not be written.",
     enumerator_meaning<verbatim::memory_fault>,
     {advice_texts::vendor_scatter_memory_causes, advice_texts::vendor_scatter_memory_checks},
     "NVIDIA libdpcp, src/dpcp/err_cqe.cpp; openucx/ucx pull request 9167"},
    {0x38,
     3,
     "write_memory",
     "The memory of an RDMA WRITE could not be accessed.",
     enumerator_meaning<verbatim::memory_fault>,
     {},
     "NVIDIA libdpcp, src/dpcp/err_cqe.cpp"},
    {0x40,
     0,
     "cq_invalid",
     "The CQ does not exist.",
     nullptr,
     {},
     "NVIDIA libdpcp, src/dpcp/err_cqe.cpp"},
    {0x41,
     0,
     "cq_overflow",
     "The CQ is full.",
     nullptr,
     {},
     "NVIDIA libdpcp, src/dpcp/err_cqe.cpp"},
    {0x42,
     0,
     "cq_memory",
     "The memory of the CQ could not be written.",
     nullptr,
     {},
     "NVIDIA libdpcp, src/dpcp/err_cqe.cpp"},
    {0x43,
     0,
     "cq_network",
     "The CQ could not be written over the network.",
     nullptr,
     {},
     "NVIDIA libdpcp, src/dpcp/err_cqe.cpp"},
    {0x44,
     0,
     "cq_in_error",
     "The CQ is in error.",
     nullptr,
     {},
     "NVIDIA libdpcp, src/dpcp/err_cqe.cpp"},
    {0x45,
     0,
     "cq_locked",
     "The CQ is locked.",
     nullptr,
     {},
     "NVIDIA libdpcp, src/dpcp/err_cqe.cpp"},
    {0x48,
     0,
     "cq_invalid_to_error",
     "The CQ does not exist, so the QP goes to error.",
     nullptr,
     {},
     "NVIDIA libdpcp, src/dpcp/err_cqe.cpp"},
    {0x49,
     0,
     "cq_overflow_to_error",
     "The CQ is full, so the QP goes to error.",
     nullptr,
     {},
     "NVIDIA libdpcp, src/dpcp/err_cqe.cpp"},
    {0x4a,
     0,
     "cq_memory_to_error",
     "The memory of the CQ could not be written, so the QP goes to error.",
     nullptr,
     {},
     "NVIDIA libdpcp, src/dpcp/err_cqe.cpp"},
    {0x4b,
     0,
     "cq_network_to_error",
     "The CQ could not be written over the network, so the QP goes to error.",
     nullptr,
     {},
     "NVIDIA libdpcp, src/dpcp/err_cqe.cpp"},
    {0x4c,
     0,
     "cq_in_error_to_error",
     "The CQ is in error, so the QP goes to error.",
     nullptr,
     {},
     "NVIDIA libdpcp, src/dpcp/err_cqe.cpp"},
    {0x4d,
     0,
     "cq_locked_to_error",
     "The CQ is locked, so the QP goes to error.",
     nullptr,
     {},
     "NVIDIA libdpcp, src/dpcp/err_cqe.cpp"},
    {0x50,
     3,
     "gather_memory",
     "Memory that a WQE names could not be read or bound.",
     enumerator_meaning<verbatim::memory_fault>,
     {advice_texts::vendor_gather_memory_causes, advice_texts::vendor_gather_memory_checks},
     "NVIDIA libdpcp, src/dpcp/err_cqe.cpp; openucx/ucx pull request 4727 and issue 9515"},
    {0x58, 0, "wait_failed", "A WAIT failed.", nullptr, {}, "NVIDIA libdpcp, src/dpcp/err_cqe.cpp"},
    {0x59,
     0,
     "psv_invalid",
     "A protected signature value is not valid.",
     nullptr,
     {},
     "NVIDIA libdpcp, src/dpcp/err_cqe.cpp"},
    {0x5a,
     0,
     "signature_error",
     "A signature is wrong.",
     nullptr,
     {},
     "NVIDIA libdpcp, src/dpcp/err_cqe.cpp"},
    {0x5b,
     0,
     "connection_resilience",
     "Resilience of the connection failed.",
     nullptr,
     {},
     "NVIDIA libdpcp, src/dpcp/err_cqe.cpp"},
    {0x60,
     3,
     "wqe_or_read_memory",
     "The memory of a WQE, or of the answer to a READ, could not be accessed.",
     enumerator_meaning<verbatim::memory_fault>,
     {},
     "NVIDIA libdpcp, src/dpcp/err_cqe.cpp"},
    {0x68,
     0,
     "invalid_wqe",
     "The WQE has a form that the device does not accept.",
     nullptr,
     {advice_texts::vendor_invalid_wqe_causes, advice_texts::vendor_invalid_wqe_checks},
     "NVIDIA libdpcp, src/dpcp/err_cqe.cpp; openucx/ucx issue 1151; netdev, Xuan Zhuo, January "
     "2021"},
    {0x69,
     0,
     "message_too_long",
     "The message is longer than the largest that is allowed.",
     nullptr,
     {advice_texts::vendor_message_too_long_causes, advice_texts::vendor_message_too_long_checks},
     "NVIDIA libdpcp, src/dpcp/err_cqe.cpp"},
    {0x6a,
     0,
     "message_exceeds_mtu",
     "The message is longer than the MTU.",
     nullptr,
     {advice_texts::vendor_message_exceeds_mtu_causes,
      advice_texts::vendor_message_exceeds_mtu_checks},
     "NVIDIA libdpcp, src/dpcp/err_cqe.cpp"},
    {0x6b,
     0,
     "ud_pd_mismatch",
     "The address handle of a datagram is of another PD.",
     nullptr,
     {},
     "NVIDIA libdpcp, src/dpcp/err_cqe.cpp"},
    {0x6c,
     0,
     "ud_port_mismatch",
     "The address handle of a datagram is for another port.",
     nullptr,
     {},
     "NVIDIA libdpcp, src/dpcp/err_cqe.cpp"},
    {0x6d,
     0,
     "opcode_transport_mismatch",
     "The opcode does not exist on this kind of QP.",
     nullptr,
     {{}, advice_texts::vendor_opcode_transport_mismatch_checks},
     "NVIDIA libdpcp, src/dpcp/err_cqe.cpp"},
    {0x6e,
     0,
     "ds_too_short",
     "The length in ctrl_seg is too short for the segments that the opcode needs.",
     nullptr,
     {{}, advice_texts::vendor_ds_too_short_checks},
     "NVIDIA libdpcp, src/dpcp/err_cqe.cpp"},
    {0x6f,
     0,
     "inline_exceeds_wqe",
     "Inline data are longer than the WQE.",
     nullptr,
     {{}, advice_texts::vendor_inline_exceeds_wqe_checks},
     "NVIDIA libdpcp, src/dpcp/err_cqe.cpp"},
    {0x70,
     0,
     "inline_in_scatter",
     "Inline data stand where data are to be written.",
     nullptr,
     {},
     "NVIDIA libdpcp, src/dpcp/err_cqe.cpp"},
    {0x71,
     0,
     "reserved_opcode",
     "The opcode is not known.",
     nullptr,
     {{}, advice_texts::vendor_reserved_opcode_checks},
     "NVIDIA libdpcp, src/dpcp/err_cqe.cpp"},
    {0x72,
     0,
     "wqe_fetch_bus",
     "The bus failed while a WQE was read.",
     nullptr,
     {},
     "NVIDIA libdpcp, src/dpcp/err_cqe.cpp"},
    {0x73,
     0,
     "gather_bus",
     "The bus failed while data were read.",
     nullptr,
     {},
     "NVIDIA libdpcp, src/dpcp/err_cqe.cpp"},
    {0x74,
     0,
     "ud_reserved_gid",
     "The GID of a datagram is reserved.",
     nullptr,
     {},
     "NVIDIA libdpcp, src/dpcp/err_cqe.cpp"},
    {0x75,
     0,
     "ud_lid_gid_mismatch",
     "LID and GID of a datagram do not belong together.",
     nullptr,
     {},
     "NVIDIA libdpcp, src/dpcp/err_cqe.cpp"},
    {0x76,
     0,
     "ud_reserved_key",
     "The key of a datagram is reserved.",
     nullptr,
     {},
     "NVIDIA libdpcp, src/dpcp/err_cqe.cpp"},
    {0x77,
     0,
     "gather_exceeds_wqe",
     "A gather list is longer than its WQE.",
     nullptr,
     {},
     "NVIDIA libdpcp, src/dpcp/err_cqe.cpp"},
    {0x78,
     3,
     "umr_memory",
     "A UMR could not change the key.",
     enumerator_meaning<verbatim::memory_fault>,
     {advice_texts::vendor_umr_memory_causes, advice_texts::vendor_umr_memory_checks},
     "NVIDIA libdpcp, src/dpcp/err_cqe.cpp; Linux commit of Michael Guralnik, set iova in ODP "
     "flow"},
    {0x80,
     0,
     "request_timeout",
     "No answer came in time.",
     nullptr,
     {},
     "NVIDIA libdpcp, src/dpcp/err_cqe.cpp"},
    {0x81,
     0,
     "request_timeout_exceeded",
     "No answer came, and all retries are used up.",
     nullptr,
     {advice_texts::vendor_request_timeout_exceeded_causes,
      advice_texts::vendor_request_timeout_exceeded_checks},
     "NVIDIA libdpcp, src/dpcp/err_cqe.cpp; openucx/ucx issues 5199 and 6000; NVIDIA/nccl issue "
     "426"},
    {0x82,
     0,
     "implied_nak",
     "An answer with a later sequence number implies that this request was lost.",
     nullptr,
     {},
     "NVIDIA libdpcp, src/dpcp/err_cqe.cpp"},
    {0x83,
     0,
     "implied_nak_exceeded",
     "Answers imply that this request was lost, and all retries are used up.",
     nullptr,
     {},
     "NVIDIA libdpcp, src/dpcp/err_cqe.cpp"},
    {0x84,
     0,
     "sequence_nak",
     "The peer says that packets are missing.",
     nullptr,
     {},
     "NVIDIA libdpcp, src/dpcp/err_cqe.cpp"},
    {0x85,
     0,
     "sequence_nak_exceeded",
     "The peer says that packets are missing, and all retries are used up.",
     nullptr,
     {},
     "NVIDIA libdpcp, src/dpcp/err_cqe.cpp"},
    {0x86,
     0,
     "unexpected_answer",
     "The answer has an opcode that does not fit the request.",
     nullptr,
     {},
     "NVIDIA libdpcp, src/dpcp/err_cqe.cpp"},
    {0x87,
     0,
     "rnr_retry_exceeded",
     "The peer had no receive WQE, and all retries are used up.",
     nullptr,
     {advice_texts::vendor_rnr_retry_exceeded_causes,
      advice_texts::vendor_rnr_retry_exceeded_checks},
     "NVIDIA libdpcp, src/dpcp/err_cqe.cpp"},
    {0x88,
     0,
     "remote_access_nak",
     "The peer refused access to its memory.",
     nullptr,
     {advice_texts::vendor_remote_access_nak_causes, advice_texts::vendor_remote_access_nak_checks},
     "NVIDIA libdpcp, src/dpcp/err_cqe.cpp; openucx/ucx issue 1569; spdk/spdk issue 964"},
    {0x89,
     0,
     "remote_operation_nak",
     "The peer failed to execute the request.",
     nullptr,
     {advice_texts::vendor_remote_operation_nak_causes,
      advice_texts::vendor_remote_operation_nak_checks},
     "NVIDIA libdpcp, src/dpcp/err_cqe.cpp; openucx/ucx issue 5472; open-mpi/ompi issue 13183"},
    {0x8a,
     0,
     "invalid_request_nak",
     "The peer found the request invalid.",
     nullptr,
     {advice_texts::vendor_invalid_request_nak_causes,
      advice_texts::vendor_invalid_request_nak_checks},
     "NVIDIA libdpcp, src/dpcp/err_cqe.cpp; charmplusplus/charm issue 2532"},
    {0x8b,
     0,
     "bad_aeth",
     "The answer's header is wrong.",
     nullptr,
     {},
     "NVIDIA libdpcp, src/dpcp/err_cqe.cpp"},
    {0x8c,
     0,
     "invalid_opcode",
     "A packet has an opcode that does not exist.",
     nullptr,
     {},
     "NVIDIA libdpcp, src/dpcp/err_cqe.cpp"},
    {0x8d,
     0,
     "request_sequence",
     "Packets of requests came in an order that has no meaning.",
     nullptr,
     {},
     "NVIDIA libdpcp, src/dpcp/err_cqe.cpp"},
    {0x8e,
     0,
     "packet_mtu",
     "A packet has another length than the path MTU demands.",
     nullptr,
     {advice_texts::vendor_packet_mtu_causes, advice_texts::vendor_packet_mtu_checks},
     "NVIDIA libdpcp, src/dpcp/err_cqe.cpp"},
    {0x8f,
     0,
     "srq_unavailable",
     "The SRQ is not available.",
     nullptr,
     {},
     "NVIDIA libdpcp, src/dpcp/err_cqe.cpp"},
    {0x90,
     0,
     "read_not_permitted",
     "The QP does not allow READ.",
     nullptr,
     {},
     "NVIDIA libdpcp, src/dpcp/err_cqe.cpp"},
    {0x91,
     0,
     "atomic_not_permitted",
     "The QP does not allow atomics.",
     nullptr,
     {},
     "NVIDIA libdpcp, src/dpcp/err_cqe.cpp"},
    {0x92,
     0,
     "write_not_permitted",
     "The QP does not allow WRITE.",
     nullptr,
     {},
     "NVIDIA libdpcp, src/dpcp/err_cqe.cpp"},
    {0x93,
     0,
     "odp_fault",
     "A page that is paged on demand was not there.",
     nullptr,
     {advice_texts::vendor_odp_fault_causes, advice_texts::vendor_odp_fault_checks},
     "NVIDIA libdpcp, src/dpcp/err_cqe.cpp; rdma-core providers/mlx5/mlx5dv.h, "
     "MLX5_CQE_VENDOR_SYNDROME_ODP_PFAULT; UCX ib_mlx5.h"},
    {0x94,
     0,
     "psn_error",
     "A packet has the wrong sequence number.",
     nullptr,
     {},
     "NVIDIA libdpcp, src/dpcp/err_cqe.cpp"},
    {0x95,
     0,
     "qp_suspended",
     "The QP is suspended.",
     nullptr,
     {},
     "NVIDIA libdpcp, src/dpcp/err_cqe.cpp"},
    {0x96,
     0,
     "qp_suspended_nack",
     "The QP is suspended, and a negative answer is pending.",
     nullptr,
     {},
     "NVIDIA libdpcp, src/dpcp/err_cqe.cpp"},
    {0x97,
     0,
     "retry_counter_exceeded",
     "All retries are used up.",
     nullptr,
     {},
     "NVIDIA libdpcp, src/dpcp/err_cqe.cpp"},
    {0x98,
     0,
     "virtio_fetcher",
     "The queue that fetches for virtio failed.",
     nullptr,
     {},
     "NVIDIA libdpcp, src/dpcp/err_cqe.cpp"},
    {0x99,
     0,
     "remote_abort",
     "The peer gave up in the middle of a message.",
     nullptr,
     {},
     "NVIDIA libdpcp, src/dpcp/err_cqe.cpp; UCX ib_mlx5.h, UCT_IB_MLX5_CQE_VENDOR_SYND_PSN (which "
     "calls it a sequence number)"},
    {0x9a,
     0,
     "srcd_violation",
     "The domain of an XRC request is not that of the SRQ.",
     nullptr,
     {},
     "NVIDIA libdpcp, src/dpcp/err_cqe.cpp"},
    {0x9b,
     0,
     "xrc_srq_sequence",
     "Packets of one XRC message name different SRQs.",
     nullptr,
     {},
     "NVIDIA libdpcp, src/dpcp/err_cqe.cpp"},
    {0x9c,
     0,
     "nvme_emulation",
     "The emulation of NVMe failed.",
     nullptr,
     {},
     "NVIDIA libdpcp, src/dpcp/err_cqe.cpp"},
    {0x9d,
     0,
     "gga_error",
     "The accelerator for memory (GGA) failed.",
     nullptr,
     {},
     "NVIDIA libdpcp, src/dpcp/err_cqe.cpp"},
    {0x9e,
     0,
     "ace_error",
     "The accelerator ACE failed.",
     nullptr,
     {},
     "NVIDIA libdpcp, src/dpcp/err_cqe.cpp"},
    {0x9f,
     0,
     "gta_error",
     "The accelerator GTA failed.",
     nullptr,
     {},
     "NVIDIA libdpcp, src/dpcp/err_cqe.cpp"},
    {0xa0,
     5,
     "rnr_nak",
     "The peer had no receive WQE.",
     enumerator_meaning<verbatim::rnr_timer>,
     {{}, advice_texts::vendor_rnr_nak_checks},
     "NVIDIA libdpcp, src/dpcp/err_cqe.cpp"},
    {0xc0,
     3,
     "write_imm_memory",
     "The memory of an RDMA WRITE with immediate data could not be accessed.",
     enumerator_meaning<verbatim::memory_fault>,
     {},
     "NVIDIA libdpcp, src/dpcp/err_cqe.cpp"},
    {0xc8,
     3,
     "invalidate_memory",
     "A key could not be invalidated.",
     enumerator_meaning<verbatim::memory_fault>,
     {},
     "NVIDIA libdpcp, src/dpcp/err_cqe.cpp"},
    {0xd0,
     0,
     "credits_unreadable",
     "The end-to-end credits could not be read.",
     nullptr,
     {},
     "NVIDIA libdpcp, src/dpcp/err_cqe.cpp"},
    {0xd1,
     0,
     "atomic_misaligned",
     "An atomic's address is not a multiple of its size.",
     nullptr,
     {},
     "NVIDIA libdpcp, src/dpcp/err_cqe.cpp"},
    {0xd2,
     0,
     "too_many_reads",
     "More READs and atomics are outstanding than max_dest_rd_atomic allows.",
     nullptr,
     {},
     "NVIDIA libdpcp, src/dpcp/err_cqe.cpp"},
    {0xd3,
     0,
     "read_too_long",
     "A READ or atomic is longer than allowed.",
     nullptr,
     {},
     "NVIDIA libdpcp, src/dpcp/err_cqe.cpp"},
    {0xd4,
     0,
     "message_exceeds_buffers",
     "A message is longer than the receive buffers, or an answer than the READ asked for.",
     nullptr,
     {advice_texts::vendor_message_exceeds_buffers_causes,
      advice_texts::vendor_message_exceeds_buffers_checks},
     "NVIDIA libdpcp, src/dpcp/err_cqe.cpp"},
    {0xd5,
     0,
     "write_too_long",
     "An RDMA WRITE is longer than allowed.",
     nullptr,
     {},
     "NVIDIA libdpcp, src/dpcp/err_cqe.cpp"},
    {0xd6,
     0,
     "receive_wqe_invalid",
     "The receive queue had no valid WQE.",
     nullptr,
     {},
     "NVIDIA libdpcp, src/dpcp/err_cqe.cpp; openucx/ucx pull request 11444, where it is called a "
     "malformed WQE (RDE_MAL_WQE)"},
    {0xd7,
     0,
     "receive_wqe_exhausted",
     "The receive WQE has no room left.",
     nullptr,
     {},
     "NVIDIA libdpcp, src/dpcp/err_cqe.cpp"},
    {0xd8,
     0,
     "receive_wqe_bus",
     "The bus failed while a receive WQE was read.",
     nullptr,
     {},
     "NVIDIA libdpcp, src/dpcp/err_cqe.cpp"},
    {0xd9,
     0,
     "atomic_or_write_failed",
     "An atomic or a WRITE failed.",
     nullptr,
     {},
     "NVIDIA libdpcp, src/dpcp/err_cqe.cpp"},
    {0xda,
     0,
     "read_length_mismatch",
     "The answer to a READ has another length.",
     nullptr,
     {},
     "NVIDIA libdpcp, src/dpcp/err_cqe.cpp"},
    {0xdb,
     0,
     "write_imm_too_long",
     "An RDMA WRITE with immediate data is longer than allowed.",
     nullptr,
     {},
     "NVIDIA libdpcp, src/dpcp/err_cqe.cpp"},
    {0xdc,
     0,
     "next_wqe_bus",
     "The bus failed while the link to the next WQE was read.",
     nullptr,
     {},
     "NVIDIA libdpcp, src/dpcp/err_cqe.cpp"},
    {0xdd,
     0,
     "odp_hardware",
     "On-demand paging failed in hardware.",
     nullptr,
     {},
     "NVIDIA libdpcp, src/dpcp/err_cqe.cpp"},
    {0xe0,
     0,
     "dc_cleanup",
     "A DC connection was cleaned up.",
     nullptr,
     {},
     "NVIDIA libdpcp, src/dpcp/err_cqe.cpp"},
    {0xe2,
     0,
     "sl_mismatch",
     "A packet has another service level.",
     nullptr,
     {},
     "NVIDIA libdpcp, src/dpcp/err_cqe.cpp"},
    {0xe3,
     0,
     "offloaded_wqe_exhausted",
     "The WQE of an offloaded QP has no room left.",
     nullptr,
     {},
     "NVIDIA libdpcp, src/dpcp/err_cqe.cpp"},
    {0xe4,
     0,
     "offloaded_length_exceeded",
     "A message of an offloaded QP is longer than allowed.",
     nullptr,
     {},
     "NVIDIA libdpcp, src/dpcp/err_cqe.cpp"},
    {0xe5,
     0,
     "execution_answer",
     "The answer of an execution is an error.",
     nullptr,
     {},
     "NVIDIA libdpcp, src/dpcp/err_cqe.cpp"},
    {0xf0,
     0,
     "packet_discarded",
     "The packet was discarded.",
     nullptr,
     {},
     "NVIDIA libdpcp, src/dpcp/err_cqe.cpp"},
    {0xf1,
     0,
     "dc_reconnect",
     "A DC connection is made again.",
     nullptr,
     {},
     "NVIDIA libdpcp, src/dpcp/err_cqe.cpp"},
    {0xf2,
     0,
     "dc_cnak",
     "A DC connection was refused.",
     nullptr,
     {},
     "NVIDIA libdpcp, src/dpcp/err_cqe.cpp"},
    {0xf3,
     0,
     "dc_reconnect_ack",
     "A DC connection was made again.",
     nullptr,
     {},
     "NVIDIA libdpcp, src/dpcp/err_cqe.cpp"},
    {0xf4,
     0,
     "pair_qp_error",
     "The QP that forms a pair with this one is in error.",
     nullptr,
     {},
     "NVIDIA libdpcp, src/dpcp/err_cqe.cpp; openucx/ucx pull request 9209"},
    {0xf5,
     0,
     "command_to_error",
     "A command put the QP into error.",
     nullptr,
     {advice_texts::vendor_command_to_error_causes, {}},
     "NVIDIA libdpcp, src/dpcp/err_cqe.cpp"},
    {0xf6,
     0,
     "command_to_reset",
     "A command reset the QP, which was in error.",
     nullptr,
     {},
     "NVIDIA libdpcp, src/dpcp/err_cqe.cpp"},
    {0xf7,
     0,
     "connection_terminated",
     "The connection was terminated.",
     nullptr,
     {},
     "NVIDIA libdpcp, src/dpcp/err_cqe.cpp"},
    {0xf8,
     0,
     "command_destroys_qp",
     "A command destroyed the QP.",
     nullptr,
     {},
     "NVIDIA libdpcp, src/dpcp/err_cqe.cpp"},
    {0xf9,
     0,
     "flushed",
     "The WQE was flushed, because the QP was in error.",
     nullptr,
     {advice_texts::vendor_flushed_causes, advice_texts::vendor_flushed_checks},
     "NVIDIA libdpcp, src/dpcp/err_cqe.cpp; NVIDIA/nccl issue 1405; linux-nvme/nvme-cli issue "
     "3268"},
    {0xfa,
     0,
     "terminated",
     "The QP was terminated.",
     nullptr,
     {},
     "NVIDIA libdpcp, src/dpcp/err_cqe.cpp"},
    {0xfb,
     0,
     "dc_cack",
     "A DC connection was acknowledged.",
     nullptr,
     {},
     "NVIDIA libdpcp, src/dpcp/err_cqe.cpp"},
    {0xfc,
     0,
     "dc_cnak_exceeded",
     "A DC connection was refused, and all retries are used up.",
     nullptr,
     {advice_texts::vendor_dc_cnak_exceeded_causes, advice_texts::vendor_dc_cnak_exceeded_checks},
     "NVIDIA libdpcp, src/dpcp/err_cqe.cpp"},
    {0xfd,
     0,
     "rq_drained",
     "The receive queue is drained.",
     nullptr,
     {},
     "NVIDIA libdpcp, src/dpcp/err_cqe.cpp"},
    {0xfe,
     0,
     "accelerator_error",
     "An accelerator inside failed.",
     nullptr,
     {},
     "NVIDIA libdpcp, src/dpcp/err_cqe.cpp"},
    {0xff,
     0,
     "urb_error",
     "The URB unit failed.",
     nullptr,
     {},
     "NVIDIA libdpcp, src/dpcp/err_cqe.cpp"},
}};

/// Reports of what a syndrome and a vendor syndrome together turned out to be.
inline constexpr std::array<wire::vendor_report, 19> vendor_reports{{
    {0x04, 0x52, 0x93, "A SEND with three SGEs whose lkeys the device refused.",
     "openucx/ucx pull request 4727"},
    {0x04, 0x51, 0x02, "A SEND from the memory of a GPU, registered for GPUDirect RDMA.",
     "openucx/ucx issue 9515"},
    {0x04, 0x51, -1, "Memory of a GPU; a setting of the BIOS for large MMIO was suspected.",
     "linux-rdma/perftest issue 173"},
    {0x04, 0x53, 0x9d,
     "A packet that DPDK sent; the report does not say what was wrong with its key.",
     "Juniper/warp17 issue 81"},
    {0x04, 0x32, 0x92, "A receive buffer of an SRQ whose lkey the device refused.",
     "openucx/ucx pull request 9167"},
    {0x04, 0x32, 0x93, "The header buffers of hardware GRO were not mapped.",
     "Linux commit 665a7e13c220, net/mlx5e, HW-GRO with 64K pages"},
    {0x04, 0x56, 0xa9,
     "The IOMMU refused the address of a receive buffer (IO_PAGE_FAULT in the same log).",
     "linux-nvme mailing list, NVMe over RDMA on AMD EPYC 7502 with a ConnectX-6"},
    {0x01, 0x68, 0x60,
     "An Ethernet packet was sent with no inlined headers on a ConnectX-4 Lx, which demands at "
     "least those of L2.",
     "netdev, Xuan Zhuo and Saeed Mahameed, January 2021"},
    {0x02, 0x68, 0x86, "A UMR of mlx5e was not aligned as the device demands.",
     "netdev, Tariq Toukan, net/mlx5e, alignment of UMR entries"},
    {0x02, 0x68, -1, "A masked compare-and-swap on DC.", "openucx/ucx issue 1151"},
    {0x06, 0x78, 0x0f,
     "A UMR wrote more translations than the key had room for, because iova of the region was not "
     "set.",
     "Linux, Michael Guralnik, RDMA/umem, set iova in ODP flow"},
    {0x02, 0xd6, -1, "A malformed receive WQE.", "openucx/ucx pull request 11444"},
    {0x22, 0x93, -1, "A page of an SRQ's buffer was not there; the driver posts the buffer again.",
     "rdma-core providers/mlx5/cq.c, is_odp_pfault_err"},
    {0x22, 0x99, -1,
     "The message was incomplete when the peer gave up; UCX posts the buffer again.",
     "UCX rc_mlx5_common.c, uct_rc_mlx5_iface_check_rx_completion"},
    {0x15, 0x81, 0x00, "The peer did not answer.", "openucx/ucx issues 5199, 5732, 6000 and 6669"},
    {0x13, 0x88, 0x00, "The peer refused its memory.",
     "spdk/spdk issue 964; openucx/ucx issue 1569"},
    {0x14, 0x89, 0x00, "A READ on DC that the peer could not answer.", "openucx/ucx issue 5472"},
    {0x05, 0xf9, -1, "WQEs behind one that had failed.",
     "NVIDIA/nccl issue 1405; ruihong123/dLSM issue 7"},
    {0x05, 0xf4, -1, "WQEs behind a remote access error.", "openucx/ucx pull request 9209"},
}};

#pragma GCC visibility pop

}  // namespace verbatim
