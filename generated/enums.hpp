// Generated from specs/enums/ by codegen.
// Do not edit: `meson compile -C build generate`.
#pragma once

#include <cstdint>
#include <string_view>

#include "verbatim/wire/cpp20.hpp"

namespace verbatim {

/// The completions that raise an event on an armed CQ.
///
/// Source: mlx5dv.h, MLX5_CQ_DB_REQ_NOT and MLX5_CQ_DB_REQ_NOT_SOL.
enum class arm_mode : std::uint8_t {
  any = 0x00,             ///< The next completion.
  solicited_only = 0x01,  ///< The next solicited or failed completion.
};

/// Returns the enumerator's name, or "" if the device gave a value that has none.
constexpr std::string_view name(verbatim::arm_mode value) noexcept {
  switch (value) {
    case verbatim::arm_mode::any:
      return "any";
    case verbatim::arm_mode::solicited_only:
      return "solicited_only";
  }
  return "";
}

/// Returns the enumerator's meaning as a sentence, or "" if it has no name.
constexpr std::string_view meaning(verbatim::arm_mode value) noexcept {
  switch (value) {
    case verbatim::arm_mode::any:
      return "The next completion.";
    case verbatim::arm_mode::solicited_only:
      return "The next solicited or failed completion.";
  }
  return "";
}

/// The signature of a block, unless a bsf_inl_seg has it (block format selector, BFS).
///
/// Source: rdma-core providers/mlx5/wqe.h, MLX5_BFS_*_BASE.
enum class block_format : std::uint8_t {
  by_inline = 0x00,   ///< None, or the T10-DIF of a bsf_inl_seg.
  crc32 = 0x02,       ///< CRC32 in 4 bytes.
  crc32c = 0x04,      ///< CRC32C in 4 bytes.
  crc64_xp10 = 0x05,  ///< CRC64 of XP10 in 8 bytes.
};

/// Returns the enumerator's name, or "" if the device gave a value that has none.
constexpr std::string_view name(verbatim::block_format value) noexcept {
  switch (value) {
    case verbatim::block_format::by_inline:
      return "by_inline";
    case verbatim::block_format::crc32:
      return "crc32";
    case verbatim::block_format::crc32c:
      return "crc32c";
    case verbatim::block_format::crc64_xp10:
      return "crc64_xp10";
  }
  return "";
}

/// Returns the enumerator's meaning as a sentence, or "" if it has no name.
constexpr std::string_view meaning(verbatim::block_format value) noexcept {
  switch (value) {
    case verbatim::block_format::by_inline:
      return "None, or the T10-DIF of a bsf_inl_seg.";
    case verbatim::block_format::crc32:
      return "CRC32 in 4 bytes.";
    case verbatim::block_format::crc32c:
      return "CRC32C in 4 bytes.";
    case verbatim::block_format::crc64_xp10:
      return "CRC64 of XP10 in 8 bytes.";
  }
  return "";
}

/// Bytes of data to which a signature, or a tweak, belongs (block size selector).
///
/// Source: rdma-core providers/mlx5/qp.c, bs_to_bs_selector.
enum class block_size : std::uint8_t {
  none = 0x00,        ///< No blocks.
  bytes_512 = 0x01,   ///< 512 bytes.
  bytes_520 = 0x02,   ///< 520 bytes.
  bytes_4096 = 0x03,  ///< 4096 bytes.
  bytes_4160 = 0x04,  ///< 4160 bytes.
  bytes_4048 = 0x06,  ///< 4048 bytes.
};

/// Returns the enumerator's name, or "" if the device gave a value that has none.
constexpr std::string_view name(verbatim::block_size value) noexcept {
  switch (value) {
    case verbatim::block_size::none:
      return "none";
    case verbatim::block_size::bytes_512:
      return "bytes_512";
    case verbatim::block_size::bytes_520:
      return "bytes_520";
    case verbatim::block_size::bytes_4096:
      return "bytes_4096";
    case verbatim::block_size::bytes_4160:
      return "bytes_4160";
    case verbatim::block_size::bytes_4048:
      return "bytes_4048";
  }
  return "";
}

/// Returns the enumerator's meaning as a sentence, or "" if it has no name.
constexpr std::string_view meaning(verbatim::block_size value) noexcept {
  switch (value) {
    case verbatim::block_size::none:
      return "No blocks.";
    case verbatim::block_size::bytes_512:
      return "512 bytes.";
    case verbatim::block_size::bytes_520:
      return "520 bytes.";
    case verbatim::block_size::bytes_4096:
      return "4096 bytes.";
    case verbatim::block_size::bytes_4160:
      return "4160 bytes.";
    case verbatim::block_size::bytes_4048:
      return "4048 bytes.";
  }
  return "";
}

/// Size of the BSF.
///
/// Source: rdma-core providers/mlx5/wqe.h, MLX5_BSF_SIZE_*.
enum class bsf_size : std::uint8_t {
  basic = 0x00,           ///< 16 bytes, bsf_seg.
  extended = 0x01,        ///< 32 bytes, bsf_seg and bsf_ext_seg.
  with_inline = 0x02,     ///< 64 bytes, also a bsf_inl_seg for the wire and one for memory.
  sig_and_crypto = 0x03,  ///< 128 bytes, and crypto_bsf_seg behind.
};

/// Returns the enumerator's name, or "" if the device gave a value that has none.
constexpr std::string_view name(verbatim::bsf_size value) noexcept {
  switch (value) {
    case verbatim::bsf_size::basic:
      return "basic";
    case verbatim::bsf_size::extended:
      return "extended";
    case verbatim::bsf_size::with_inline:
      return "with_inline";
    case verbatim::bsf_size::sig_and_crypto:
      return "sig_and_crypto";
  }
  return "";
}

/// Returns the enumerator's meaning as a sentence, or "" if it has no name.
constexpr std::string_view meaning(verbatim::bsf_size value) noexcept {
  switch (value) {
    case verbatim::bsf_size::basic:
      return "16 bytes, bsf_seg.";
    case verbatim::bsf_size::extended:
      return "32 bytes, bsf_seg and bsf_ext_seg.";
    case verbatim::bsf_size::with_inline:
      return "64 bytes, also a bsf_inl_seg for the wire and one for memory.";
    case verbatim::bsf_size::sig_and_crypto:
      return "128 bytes, and crypto_bsf_seg behind.";
  }
  return "";
}

/// The status in the answer to a command of the firmware.
///
/// Source: Linux include/linux/mlx5/device.h, MLX5_CMD_STAT_*; drivers/net/ethernet/mellanox/mlx5/core/cmd.c,
/// cmd_status_str.
enum class cmd_status : std::uint8_t {
  ok = 0x00,             ///< The command was executed.
  int_err = 0x01,        ///< The firmware failed internally.
  bad_op_err = 0x02,     ///< The firmware does not have this command, or not with this op_mod.
  bad_param_err = 0x03,  ///< A field of the command has a value that the firmware does not take.
  bad_sys_state_err = 0x04,  ///< The device is not in a state in which it takes the command.
  bad_res_err = 0x05,  ///< The command names an object that does not exist, or not for this user.
  res_busy = 0x06,     ///< The object is in use by another one.
  lim_err = 0x08,      ///< The command goes beyond a limit of the device.
  bad_res_state_err = 0x09,  ///< The object is in another state than the command needs.
  ix_err = 0x0a,             ///< An index is out of range.
  no_res_err = 0x0f,         ///< The firmware has no resources left.
  bad_qp_state_err = 0x10,   ///< The queue pair is in a state that cannot be changed like this.
  bad_pkt_err = 0x30,        ///< A malformed management packet was dropped.
  /// The new ring of a CQ has no room for the CQEs that were not polled.
  bad_size_outs_cqes_err = 0x40,
  bad_inp_len_err = 0x50,   ///< The command is too short or too long.
  bad_outp_len_err = 0x51,  ///< The room for the answer is too small or too large.
};

/// Returns the enumerator's name, or "" if the device gave a value that has none.
constexpr std::string_view name(verbatim::cmd_status value) noexcept {
  switch (value) {
    case verbatim::cmd_status::ok:
      return "ok";
    case verbatim::cmd_status::int_err:
      return "int_err";
    case verbatim::cmd_status::bad_op_err:
      return "bad_op_err";
    case verbatim::cmd_status::bad_param_err:
      return "bad_param_err";
    case verbatim::cmd_status::bad_sys_state_err:
      return "bad_sys_state_err";
    case verbatim::cmd_status::bad_res_err:
      return "bad_res_err";
    case verbatim::cmd_status::res_busy:
      return "res_busy";
    case verbatim::cmd_status::lim_err:
      return "lim_err";
    case verbatim::cmd_status::bad_res_state_err:
      return "bad_res_state_err";
    case verbatim::cmd_status::ix_err:
      return "ix_err";
    case verbatim::cmd_status::no_res_err:
      return "no_res_err";
    case verbatim::cmd_status::bad_qp_state_err:
      return "bad_qp_state_err";
    case verbatim::cmd_status::bad_pkt_err:
      return "bad_pkt_err";
    case verbatim::cmd_status::bad_size_outs_cqes_err:
      return "bad_size_outs_cqes_err";
    case verbatim::cmd_status::bad_inp_len_err:
      return "bad_inp_len_err";
    case verbatim::cmd_status::bad_outp_len_err:
      return "bad_outp_len_err";
  }
  return "";
}

/// Returns the enumerator's meaning as a sentence, or "" if it has no name.
constexpr std::string_view meaning(verbatim::cmd_status value) noexcept {
  switch (value) {
    case verbatim::cmd_status::ok:
      return "The command was executed.";
    case verbatim::cmd_status::int_err:
      return "The firmware failed internally.";
    case verbatim::cmd_status::bad_op_err:
      return "The firmware does not have this command, or not with this op_mod.";
    case verbatim::cmd_status::bad_param_err:
      return "A field of the command has a value that the firmware does not take.";
    case verbatim::cmd_status::bad_sys_state_err:
      return "The device is not in a state in which it takes the command.";
    case verbatim::cmd_status::bad_res_err:
      return "The command names an object that does not exist, or not for this user.";
    case verbatim::cmd_status::res_busy:
      return "The object is in use by another one.";
    case verbatim::cmd_status::lim_err:
      return "The command goes beyond a limit of the device.";
    case verbatim::cmd_status::bad_res_state_err:
      return "The object is in another state than the command needs.";
    case verbatim::cmd_status::ix_err:
      return "An index is out of range.";
    case verbatim::cmd_status::no_res_err:
      return "The firmware has no resources left.";
    case verbatim::cmd_status::bad_qp_state_err:
      return "The queue pair is in a state that cannot be changed like this.";
    case verbatim::cmd_status::bad_pkt_err:
      return "A malformed management packet was dropped.";
    case verbatim::cmd_status::bad_size_outs_cqes_err:
      return "The new ring of a CQ has no room for the CQEs that were not polled.";
    case verbatim::cmd_status::bad_inp_len_err:
      return "The command is too short or too long.";
    case verbatim::cmd_status::bad_outp_len_err:
      return "The room for the answer is too small or too large.";
  }
  return "";
}

/// The condition under which the device writes a CQE for a send WQE.
///
/// Source: mlx5dv.h, MLX5_WQE_CTRL_CQ_UPDATE; DPDK mlx5_prm.h, MLX5_COMP_*.
enum class completion_mode : std::uint8_t {
  on_error = 0x00,        ///< Only if the WQE fails.
  on_first_error = 0x01,  ///< Only if the WQE is the first to fail.
  always = 0x02,          ///< Always.
  always_and_eqe = 0x03,  ///< Always, and an event.
};

/// Returns the enumerator's name, or "" if the device gave a value that has none.
constexpr std::string_view name(verbatim::completion_mode value) noexcept {
  switch (value) {
    case verbatim::completion_mode::on_error:
      return "on_error";
    case verbatim::completion_mode::on_first_error:
      return "on_first_error";
    case verbatim::completion_mode::always:
      return "always";
    case verbatim::completion_mode::always_and_eqe:
      return "always_and_eqe";
  }
  return "";
}

/// Returns the enumerator's meaning as a sentence, or "" if it has no name.
constexpr std::string_view meaning(verbatim::completion_mode value) noexcept {
  switch (value) {
    case verbatim::completion_mode::on_error:
      return "Only if the WQE fails.";
    case verbatim::completion_mode::on_first_error:
      return "Only if the WQE is the first to fail.";
    case verbatim::completion_mode::always:
      return "Always.";
    case verbatim::completion_mode::always_and_eqe:
      return "Always, and an event.";
  }
  return "";
}

/// The event that a completion of tag matching reports.
///
/// Source: rdma-core providers/mlx5/cq.c, handle_tag_matching; UCX ib_mlx5.h, UCT_IB_MLX5_CQE_APP_OP_*.
enum class cqe_app_op : std::uint8_t {
  none = 0x00,           ///< Nothing.
  tm_consumed = 0x01,    ///< A message has found its tag; its data come with another completion.
  tm_expected = 0x02,    ///< The data of a message that found its tag are there.
  tm_unexpected = 0x03,  ///< A message found no tag and is in a buffer of the SRQ.
  tm_no_tag = 0x04,      ///< A message without a tag is in a buffer of the SRQ.
  tm_append = 0x05,      ///< A tag was appended.
  tm_remove = 0x06,      ///< A tag was removed or was not there.
  tm_noop = 0x07,        ///< The counter of unexpected messages was brought up to date.
  /// The same as tm_consumed, but the program has to finish the rendezvous.
  tm_consumed_sw_rndv = 0x09,
  tm_consumed_msg = 0x0a,  ///< A message has found its tag and its data are there.
  /// The same as tm_consumed_msg, but the program has to finish the rendezvous.
  tm_consumed_msg_sw_rndv = 0x0b,
  /// The same as tm_expected, but the program has to finish the rendezvous.
  tm_msg_completion_canceled = 0x0c,
};

/// Returns the enumerator's name, or "" if the device gave a value that has none.
constexpr std::string_view name(verbatim::cqe_app_op value) noexcept {
  switch (value) {
    case verbatim::cqe_app_op::none:
      return "none";
    case verbatim::cqe_app_op::tm_consumed:
      return "tm_consumed";
    case verbatim::cqe_app_op::tm_expected:
      return "tm_expected";
    case verbatim::cqe_app_op::tm_unexpected:
      return "tm_unexpected";
    case verbatim::cqe_app_op::tm_no_tag:
      return "tm_no_tag";
    case verbatim::cqe_app_op::tm_append:
      return "tm_append";
    case verbatim::cqe_app_op::tm_remove:
      return "tm_remove";
    case verbatim::cqe_app_op::tm_noop:
      return "tm_noop";
    case verbatim::cqe_app_op::tm_consumed_sw_rndv:
      return "tm_consumed_sw_rndv";
    case verbatim::cqe_app_op::tm_consumed_msg:
      return "tm_consumed_msg";
    case verbatim::cqe_app_op::tm_consumed_msg_sw_rndv:
      return "tm_consumed_msg_sw_rndv";
    case verbatim::cqe_app_op::tm_msg_completion_canceled:
      return "tm_msg_completion_canceled";
  }
  return "";
}

/// Returns the enumerator's meaning as a sentence, or "" if it has no name.
constexpr std::string_view meaning(verbatim::cqe_app_op value) noexcept {
  switch (value) {
    case verbatim::cqe_app_op::none:
      return "Nothing.";
    case verbatim::cqe_app_op::tm_consumed:
      return "A message has found its tag; its data come with another completion.";
    case verbatim::cqe_app_op::tm_expected:
      return "The data of a message that found its tag are there.";
    case verbatim::cqe_app_op::tm_unexpected:
      return "A message found no tag and is in a buffer of the SRQ.";
    case verbatim::cqe_app_op::tm_no_tag:
      return "A message without a tag is in a buffer of the SRQ.";
    case verbatim::cqe_app_op::tm_append:
      return "A tag was appended.";
    case verbatim::cqe_app_op::tm_remove:
      return "A tag was removed or was not there.";
    case verbatim::cqe_app_op::tm_noop:
      return "The counter of unexpected messages was brought up to date.";
    case verbatim::cqe_app_op::tm_consumed_sw_rndv:
      return "The same as tm_consumed, but the program has to finish the rendezvous.";
    case verbatim::cqe_app_op::tm_consumed_msg:
      return "A message has found its tag and its data are there.";
    case verbatim::cqe_app_op::tm_consumed_msg_sw_rndv:
      return "The same as tm_consumed_msg, but the program has to finish the rendezvous.";
    case verbatim::cqe_app_op::tm_msg_completion_canceled:
      return "The same as tm_expected, but the program has to finish the rendezvous.";
  }
  return "";
}

/// The place of a completion's payload.
///
/// Source: mlx5dv.h, MLX5_INLINE_SCATTER_32 and _64; UCX ib_mlx5.h.
enum class cqe_format : std::uint8_t {
  plain = 0x00,       ///< In the posted buffers.
  inline_32 = 0x01,   ///< In the first 32 bytes of the CQE.
  inline_64 = 0x02,   ///< In the 64 bytes before the CQE.
  compressed = 0x03,  ///< The CQE stands for several.
};

/// Returns the enumerator's name, or "" if the device gave a value that has none.
constexpr std::string_view name(verbatim::cqe_format value) noexcept {
  switch (value) {
    case verbatim::cqe_format::plain:
      return "plain";
    case verbatim::cqe_format::inline_32:
      return "inline_32";
    case verbatim::cqe_format::inline_64:
      return "inline_64";
    case verbatim::cqe_format::compressed:
      return "compressed";
  }
  return "";
}

/// Returns the enumerator's meaning as a sentence, or "" if it has no name.
constexpr std::string_view meaning(verbatim::cqe_format value) noexcept {
  switch (value) {
    case verbatim::cqe_format::plain:
      return "In the posted buffers.";
    case verbatim::cqe_format::inline_32:
      return "In the first 32 bytes of the CQE.";
    case verbatim::cqe_format::inline_64:
      return "In the 64 bytes before the CQE.";
    case verbatim::cqe_format::compressed:
      return "The CQE stands for several.";
  }
  return "";
}

/// The kind of a completion.
///
/// Source: mlx5dv.h, MLX5_CQE_*.
enum class cqe_opcode : std::uint8_t {
  req = 0x00,            ///< A send WQE is done.
  resp_wr_imm = 0x01,    ///< The peer wrote and gave immediate data.
  resp_send = 0x02,      ///< A message arrived.
  resp_send_imm = 0x03,  ///< A message with immediate data arrived.
  resp_send_inv = 0x04,  ///< A message arrived and invalidated a key.
  resize_cq = 0x05,      ///< The rest is in the new buffer.
  no_packet = 0x06,      ///< A tag-matching list operation is done.
  sig_err = 0x0c,        ///< A signature did not match.
  req_err = 0x0d,        ///< A send WQE failed.
  resp_err = 0x0e,       ///< A receive WQE failed.
  invalid = 0x0f,        ///< Software's initial value; the device never writes it.
};

/// Returns the enumerator's name, or "" if the device gave a value that has none.
constexpr std::string_view name(verbatim::cqe_opcode value) noexcept {
  switch (value) {
    case verbatim::cqe_opcode::req:
      return "req";
    case verbatim::cqe_opcode::resp_wr_imm:
      return "resp_wr_imm";
    case verbatim::cqe_opcode::resp_send:
      return "resp_send";
    case verbatim::cqe_opcode::resp_send_imm:
      return "resp_send_imm";
    case verbatim::cqe_opcode::resp_send_inv:
      return "resp_send_inv";
    case verbatim::cqe_opcode::resize_cq:
      return "resize_cq";
    case verbatim::cqe_opcode::no_packet:
      return "no_packet";
    case verbatim::cqe_opcode::sig_err:
      return "sig_err";
    case verbatim::cqe_opcode::req_err:
      return "req_err";
    case verbatim::cqe_opcode::resp_err:
      return "resp_err";
    case verbatim::cqe_opcode::invalid:
      return "invalid";
  }
  return "";
}

/// Returns the enumerator's meaning as a sentence, or "" if it has no name.
constexpr std::string_view meaning(verbatim::cqe_opcode value) noexcept {
  switch (value) {
    case verbatim::cqe_opcode::req:
      return "A send WQE is done.";
    case verbatim::cqe_opcode::resp_wr_imm:
      return "The peer wrote and gave immediate data.";
    case verbatim::cqe_opcode::resp_send:
      return "A message arrived.";
    case verbatim::cqe_opcode::resp_send_imm:
      return "A message with immediate data arrived.";
    case verbatim::cqe_opcode::resp_send_inv:
      return "A message arrived and invalidated a key.";
    case verbatim::cqe_opcode::resize_cq:
      return "The rest is in the new buffer.";
    case verbatim::cqe_opcode::no_packet:
      return "A tag-matching list operation is done.";
    case verbatim::cqe_opcode::sig_err:
      return "A signature did not match.";
    case verbatim::cqe_opcode::req_err:
      return "A send WQE failed.";
    case verbatim::cqe_opcode::resp_err:
      return "A receive WQE failed.";
    case verbatim::cqe_opcode::invalid:
      return "Software's initial value; the device never writes it.";
  }
  return "";
}

/// The error of a WQE.
///
/// Source: mlx5dv.h, MLX5_CQE_SYNDROME_*.
enum class cqe_syndrome : std::uint8_t {
  ok = 0x00,  ///< Nothing went wrong.
  /// A message is longer than its receive buffers, or has an illegal length.
  local_length_err = 0x01,
  local_qp_op_err = 0x02,  ///< The WQE is malformed, or its opcode is not for this kind of QP.
  /// A local key is wrong, of another PD, out of bounds, or forbids the access.
  local_prot_err = 0x04,
  wr_flush_err = 0x05,      ///< The QP was in error, so the WQE was not executed.
  mw_bind_err = 0x06,       ///< A UMR or a window bind failed.
  bad_resp_err = 0x10,      ///< The peer answered with an unexpected opcode.
  local_access_err = 0x11,  ///< The responder may not access its own memory.
  /// The peer found the request invalid: too long for its buffers, misaligned or not allowed.
  remote_inval_req_err = 0x12,
  remote_access_err = 0x13,  ///< The remote key is wrong, out of bounds, or forbids the access.
  remote_op_err = 0x14,      ///< The peer could not execute the request.
  /// The peer does not answer; see whether its QP is ready to receive and the path is right.
  transport_retry_exc_err = 0x15,
  rnr_retry_exc_err = 0x16,   ///< The peer has not posted a receive.
  remote_aborted_err = 0x22,  ///< The peer gave up the request.
};

/// Returns the enumerator's name, or "" if the device gave a value that has none.
constexpr std::string_view name(verbatim::cqe_syndrome value) noexcept {
  switch (value) {
    case verbatim::cqe_syndrome::ok:
      return "ok";
    case verbatim::cqe_syndrome::local_length_err:
      return "local_length_err";
    case verbatim::cqe_syndrome::local_qp_op_err:
      return "local_qp_op_err";
    case verbatim::cqe_syndrome::local_prot_err:
      return "local_prot_err";
    case verbatim::cqe_syndrome::wr_flush_err:
      return "wr_flush_err";
    case verbatim::cqe_syndrome::mw_bind_err:
      return "mw_bind_err";
    case verbatim::cqe_syndrome::bad_resp_err:
      return "bad_resp_err";
    case verbatim::cqe_syndrome::local_access_err:
      return "local_access_err";
    case verbatim::cqe_syndrome::remote_inval_req_err:
      return "remote_inval_req_err";
    case verbatim::cqe_syndrome::remote_access_err:
      return "remote_access_err";
    case verbatim::cqe_syndrome::remote_op_err:
      return "remote_op_err";
    case verbatim::cqe_syndrome::transport_retry_exc_err:
      return "transport_retry_exc_err";
    case verbatim::cqe_syndrome::rnr_retry_exc_err:
      return "rnr_retry_exc_err";
    case verbatim::cqe_syndrome::remote_aborted_err:
      return "remote_aborted_err";
  }
  return "";
}

/// Returns the enumerator's meaning as a sentence, or "" if it has no name.
constexpr std::string_view meaning(verbatim::cqe_syndrome value) noexcept {
  switch (value) {
    case verbatim::cqe_syndrome::ok:
      return "Nothing went wrong.";
    case verbatim::cqe_syndrome::local_length_err:
      return "A message is longer than its receive buffers, or has an illegal length.";
    case verbatim::cqe_syndrome::local_qp_op_err:
      return "The WQE is malformed, or its opcode is not for this kind of QP.";
    case verbatim::cqe_syndrome::local_prot_err:
      return "A local key is wrong, of another PD, out of bounds, or forbids the access.";
    case verbatim::cqe_syndrome::wr_flush_err:
      return "The QP was in error, so the WQE was not executed.";
    case verbatim::cqe_syndrome::mw_bind_err:
      return "A UMR or a window bind failed.";
    case verbatim::cqe_syndrome::bad_resp_err:
      return "The peer answered with an unexpected opcode.";
    case verbatim::cqe_syndrome::local_access_err:
      return "The responder may not access its own memory.";
    case verbatim::cqe_syndrome::remote_inval_req_err:
      return "The peer found the request invalid: too long for its buffers, misaligned or not "
             "allowed.";
    case verbatim::cqe_syndrome::remote_access_err:
      return "The remote key is wrong, out of bounds, or forbids the access.";
    case verbatim::cqe_syndrome::remote_op_err:
      return "The peer could not execute the request.";
    case verbatim::cqe_syndrome::transport_retry_exc_err:
      return "The peer does not answer; see whether its QP is ready to receive and the path is "
             "right.";
    case verbatim::cqe_syndrome::rnr_retry_exc_err:
      return "The peer has not posted a receive.";
    case verbatim::cqe_syndrome::remote_aborted_err:
      return "The peer gave up the request.";
  }
  return "";
}

/// The side on which data is encrypted.
///
/// Source: rdma-core providers/mlx5/wqe.h, MLX5_ENCRYPTION_ORDER_*; Linux mlx5_ifc.h.
enum class enc_order : std::uint8_t {
  /// On the wire, signature included: it is computed before the data is encrypted.
  encrypted_wire_signature = 0x00,
  encrypted_memory_signature = 0x01,  ///< In memory, signature included.
  /// On the wire, without the signature, which is computed over the encrypted data.
  encrypted_raw_wire = 0x02,
  encrypted_raw_memory = 0x03,  ///< In memory, without the signature.
};

/// Returns the enumerator's name, or "" if the device gave a value that has none.
constexpr std::string_view name(verbatim::enc_order value) noexcept {
  switch (value) {
    case verbatim::enc_order::encrypted_wire_signature:
      return "encrypted_wire_signature";
    case verbatim::enc_order::encrypted_memory_signature:
      return "encrypted_memory_signature";
    case verbatim::enc_order::encrypted_raw_wire:
      return "encrypted_raw_wire";
    case verbatim::enc_order::encrypted_raw_memory:
      return "encrypted_raw_memory";
  }
  return "";
}

/// Returns the enumerator's meaning as a sentence, or "" if it has no name.
constexpr std::string_view meaning(verbatim::enc_order value) noexcept {
  switch (value) {
    case verbatim::enc_order::encrypted_wire_signature:
      return "On the wire, signature included: it is computed before the data is encrypted.";
    case verbatim::enc_order::encrypted_memory_signature:
      return "In memory, signature included.";
    case verbatim::enc_order::encrypted_raw_wire:
      return "On the wire, without the signature, which is computed over the encrypted data.";
    case verbatim::enc_order::encrypted_raw_memory:
      return "In memory, without the signature.";
  }
  return "";
}

/// The standard of an encryption.
///
/// Source: rdma-core providers/mlx5/wqe.h, MLX5_ENCRYPTION_STANDARD_AES_XTS.
enum class enc_standard : std::uint8_t {
  aes_xts = 0x00,  ///< AES-XTS.
};

/// Returns the enumerator's name, or "" if the device gave a value that has none.
constexpr std::string_view name(verbatim::enc_standard value) noexcept {
  switch (value) {
    case verbatim::enc_standard::aes_xts:
      return "aes_xts";
  }
  return "";
}

/// Returns the enumerator's meaning as a sentence, or "" if it has no name.
constexpr std::string_view meaning(verbatim::enc_standard value) noexcept {
  switch (value) {
    case verbatim::enc_standard::aes_xts:
      return "AES-XTS.";
  }
  return "";
}

/// The earlier work that a WQE waits for before it starts; IBV_SEND_FENCE is reads_atomics_and_key_changes.
///
/// Source: mlx5dv.h, MLX5_WQE_CTRL_FENCE and _INITIATOR_SMALL_FENCE; modes 2 and 3: UCX ib_mlx5.h.
enum class fence_mode : std::uint8_t {
  none = 0x00,               ///< Nothing.
  key_changes = 0x01,        ///< Earlier UMRs and local invalidations: a small fence.
  reads_and_atomics = 0x02,  ///< Earlier READs and atomics; IBV_SEND_FENCE waits for more.
  everything = 0x03,         ///< Everything earlier: strong ordering.
  /// Earlier READs, atomics, UMRs and local invalidations, as IBV_SEND_FENCE does.
  reads_atomics_and_key_changes = 0x04,
};

/// Returns the enumerator's name, or "" if the device gave a value that has none.
constexpr std::string_view name(verbatim::fence_mode value) noexcept {
  switch (value) {
    case verbatim::fence_mode::none:
      return "none";
    case verbatim::fence_mode::key_changes:
      return "key_changes";
    case verbatim::fence_mode::reads_and_atomics:
      return "reads_and_atomics";
    case verbatim::fence_mode::everything:
      return "everything";
    case verbatim::fence_mode::reads_atomics_and_key_changes:
      return "reads_atomics_and_key_changes";
  }
  return "";
}

/// Returns the enumerator's meaning as a sentence, or "" if it has no name.
constexpr std::string_view meaning(verbatim::fence_mode value) noexcept {
  switch (value) {
    case verbatim::fence_mode::none:
      return "Nothing.";
    case verbatim::fence_mode::key_changes:
      return "Earlier UMRs and local invalidations: a small fence.";
    case verbatim::fence_mode::reads_and_atomics:
      return "Earlier READs and atomics; IBV_SEND_FENCE waits for more.";
    case verbatim::fence_mode::everything:
      return "Everything earlier: strong ordering.";
    case verbatim::fence_mode::reads_atomics_and_key_changes:
      return "Earlier READs, atomics, UMRs and local invalidations, as IBV_SEND_FENCE does.";
  }
  return "";
}

/// The type of a general object; also its bit in general_obj_types of the capabilities.
///
/// Source: rdma-core providers/mlx5/mlx5_ifc.h, MLX5_OBJ_TYPE_*.
enum class general_object : std::uint16_t {
  dek = 0x0c,                 ///< A data encryption key.
  crypto_login = 0x1f,        ///< A login session, in which wrapped keys are taken.
  scheduling_element = 0x26,  ///< An element of the scheduler.
  reserved_qpn = 0x2c,        ///< A queue pair number without a queue pair.
  av_qp_mapping = 0x3a,       ///< An address vector that is mapped to a queue pair.
};

/// Returns the enumerator's name, or "" if the device gave a value that has none.
constexpr std::string_view name(verbatim::general_object value) noexcept {
  switch (value) {
    case verbatim::general_object::dek:
      return "dek";
    case verbatim::general_object::crypto_login:
      return "crypto_login";
    case verbatim::general_object::scheduling_element:
      return "scheduling_element";
    case verbatim::general_object::reserved_qpn:
      return "reserved_qpn";
    case verbatim::general_object::av_qp_mapping:
      return "av_qp_mapping";
  }
  return "";
}

/// Returns the enumerator's meaning as a sentence, or "" if it has no name.
constexpr std::string_view meaning(verbatim::general_object value) noexcept {
  switch (value) {
    case verbatim::general_object::dek:
      return "A data encryption key.";
    case verbatim::general_object::crypto_login:
      return "A login session, in which wrapped keys are taken.";
    case verbatim::general_object::scheduling_element:
      return "An element of the scheduler.";
    case verbatim::general_object::reserved_qpn:
      return "A queue pair number without a queue pair.";
    case verbatim::general_object::av_qp_mapping:
      return "An address vector that is mapped to a queue pair.";
  }
  return "";
}

/// The guard of a T10-DIF.
///
/// Source: rdma-core providers/mlx5/wqe.h, MLX5_T10DIF_CRC and MLX5_T10DIF_IPCS.
enum class guard_type : std::uint8_t {
  none = 0x00,  ///< No T10-DIF.
  crc = 0x01,   ///< The CRC16 of T10.
  ipcs = 0x02,  ///< The checksum of IP.
};

/// Returns the enumerator's name, or "" if the device gave a value that has none.
constexpr std::string_view name(verbatim::guard_type value) noexcept {
  switch (value) {
    case verbatim::guard_type::none:
      return "none";
    case verbatim::guard_type::crc:
      return "crc";
    case verbatim::guard_type::ipcs:
      return "ipcs";
  }
  return "";
}

/// Returns the enumerator's meaning as a sentence, or "" if it has no name.
constexpr std::string_view meaning(verbatim::guard_type value) noexcept {
  switch (value) {
    case verbatim::guard_type::none:
      return "No T10-DIF.";
    case verbatim::guard_type::crc:
      return "The CRC16 of T10.";
    case verbatim::guard_type::ipcs:
      return "The checksum of IP.";
  }
  return "";
}

/// The reason that memory could not be accessed; the lowest bits of a vendor syndrome.
///
/// Source: NVIDIA libdpcp, src/dpcp/err_cqe.cpp, TPT_3BIT_SYNDROMES.
enum class memory_fault : std::uint8_t {
  unknown = 0x00,  ///< The device does not say why.
  pcie = 0x01,     ///< PCIe failed.
  /// The key does not exist, is free, or is of another protection domain.
  protection_domain = 0x02,
  access_rights = 0x03,  ///< The key does not allow the access.
  length = 0x04,         ///< Address and length are not all inside the region.
  encryption = 0x05,     ///< Encryption failed.
  page_fault = 0x06,     ///< No memory is behind the address: a page fault, or the bus refused it.
  internal = 0x07,       ///< The device failed internally.
};

/// Returns the enumerator's name, or "" if the device gave a value that has none.
constexpr std::string_view name(verbatim::memory_fault value) noexcept {
  switch (value) {
    case verbatim::memory_fault::unknown:
      return "unknown";
    case verbatim::memory_fault::pcie:
      return "pcie";
    case verbatim::memory_fault::protection_domain:
      return "protection_domain";
    case verbatim::memory_fault::access_rights:
      return "access_rights";
    case verbatim::memory_fault::length:
      return "length";
    case verbatim::memory_fault::encryption:
      return "encryption";
    case verbatim::memory_fault::page_fault:
      return "page_fault";
    case verbatim::memory_fault::internal:
      return "internal";
  }
  return "";
}

/// Returns the enumerator's meaning as a sentence, or "" if it has no name.
constexpr std::string_view meaning(verbatim::memory_fault value) noexcept {
  switch (value) {
    case verbatim::memory_fault::unknown:
      return "The device does not say why.";
    case verbatim::memory_fault::pcie:
      return "PCIe failed.";
    case verbatim::memory_fault::protection_domain:
      return "The key does not exist, is free, or is of another protection domain.";
    case verbatim::memory_fault::access_rights:
      return "The key does not allow the access.";
    case verbatim::memory_fault::length:
      return "Address and length are not all inside the region.";
    case verbatim::memory_fault::encryption:
      return "Encryption failed.";
    case verbatim::memory_fault::page_fault:
      return "No memory is behind the address: a page fault, or the bus refused it.";
    case verbatim::memory_fault::internal:
      return "The device failed internally.";
  }
  return "";
}

/// The fields of mkey_ctx_seg that a UMR changes, a bit for each (umr_ctrl_seg.mkey_mask).
///
/// Source: mlx5dv.h, MLX5_WQE_UMR_CTRL_MKEY_MASK_*; the others: Linux include/linux/mlx5/device.h,
/// MLX5_MKEY_MASK_*.
enum class mkey_mask : std::uint32_t {
  len = 0x01,               ///< len.
  page_size = 0x02,         ///< log_page_size.
  xlt_oct_size = 0x04,      ///< translations_octword_size.
  start_addr = 0x40,        ///< start_addr.
  pd = 0x80,                ///< pd.
  en_rinval = 0x100,        ///< en_rinval.
  sig_err = 0x200,          ///< sig_err_cnt.
  bsf_enable = 0x1000,      ///< bsf_en.
  mkey = 0x2000,            ///< mkey_7_0.
  qpn = 0x4000,             ///< qpn.
  local_read = 0x20000,     ///< local_read.
  local_write = 0x40000,    ///< local_write.
  remote_read = 0x80000,    ///< remote_read.
  remote_write = 0x100000,  ///< remote_write.
  atomic = 0x200000,        ///< atomic.
  small_fence = 0x800000,   ///< A small fence.
  free = 0x20000000,        ///< free.
};

/// Returns the enumerator's name, or "" if the device gave a value that has none.
constexpr std::string_view name(verbatim::mkey_mask value) noexcept {
  switch (value) {
    case verbatim::mkey_mask::len:
      return "len";
    case verbatim::mkey_mask::page_size:
      return "page_size";
    case verbatim::mkey_mask::xlt_oct_size:
      return "xlt_oct_size";
    case verbatim::mkey_mask::start_addr:
      return "start_addr";
    case verbatim::mkey_mask::pd:
      return "pd";
    case verbatim::mkey_mask::en_rinval:
      return "en_rinval";
    case verbatim::mkey_mask::sig_err:
      return "sig_err";
    case verbatim::mkey_mask::bsf_enable:
      return "bsf_enable";
    case verbatim::mkey_mask::mkey:
      return "mkey";
    case verbatim::mkey_mask::qpn:
      return "qpn";
    case verbatim::mkey_mask::local_read:
      return "local_read";
    case verbatim::mkey_mask::local_write:
      return "local_write";
    case verbatim::mkey_mask::remote_read:
      return "remote_read";
    case verbatim::mkey_mask::remote_write:
      return "remote_write";
    case verbatim::mkey_mask::atomic:
      return "atomic";
    case verbatim::mkey_mask::small_fence:
      return "small_fence";
    case verbatim::mkey_mask::free:
      return "free";
  }
  return "";
}

/// Returns the enumerator's meaning as a sentence, or "" if it has no name.
constexpr std::string_view meaning(verbatim::mkey_mask value) noexcept {
  switch (value) {
    case verbatim::mkey_mask::len:
      return "len.";
    case verbatim::mkey_mask::page_size:
      return "log_page_size.";
    case verbatim::mkey_mask::xlt_oct_size:
      return "translations_octword_size.";
    case verbatim::mkey_mask::start_addr:
      return "start_addr.";
    case verbatim::mkey_mask::pd:
      return "pd.";
    case verbatim::mkey_mask::en_rinval:
      return "en_rinval.";
    case verbatim::mkey_mask::sig_err:
      return "sig_err_cnt.";
    case verbatim::mkey_mask::bsf_enable:
      return "bsf_en.";
    case verbatim::mkey_mask::mkey:
      return "mkey_7_0.";
    case verbatim::mkey_mask::qpn:
      return "qpn.";
    case verbatim::mkey_mask::local_read:
      return "local_read.";
    case verbatim::mkey_mask::local_write:
      return "local_write.";
    case verbatim::mkey_mask::remote_read:
      return "remote_read.";
    case verbatim::mkey_mask::remote_write:
      return "remote_write.";
    case verbatim::mkey_mask::atomic:
      return "atomic.";
    case verbatim::mkey_mask::small_fence:
      return "A small fence.";
    case verbatim::mkey_mask::free:
      return "free.";
  }
  return "";
}

/// The operation that a send WQE asks for.
///
/// Source: mlx5dv.h, MLX5_OPCODE_*; the others: DPDK mlx5_prm.h and the kernel's include/linux/mlx5/device.h.
enum class opcode : std::uint8_t {
  nop = 0x00,               ///< Does nothing.
  send_inval = 0x01,        ///< Send that also invalidates a key of the peer.
  rdma_write = 0x08,        ///< Write into the peer's memory.
  rdma_write_imm = 0x09,    ///< Write into the peer's memory and complete a receive there.
  send = 0x0a,              ///< Send into a receive buffer of the peer.
  send_imm = 0x0b,          ///< Send with 32 bits of immediate data.
  tso = 0x0e,               ///< Segment one large TCP payload into packets.
  wait = 0x0f,              ///< Wait for a CQ, for memory or for a time.
  rdma_read = 0x10,         ///< Read the peer's memory.
  atomic_cs = 0x11,         ///< 64-bit compare-and-swap.
  atomic_fa = 0x12,         ///< 64-bit fetch-and-add.
  atomic_masked_cs = 0x14,  ///< Masked compare-and-swap.
  atomic_masked_fa = 0x15,  ///< Masked fetch-and-add.
  recv_en = 0x16,           ///< Let another receive queue run.
  send_en = 0x17,           ///< Let another send queue run.
  local_inval = 0x1b,       ///< Invalidate a local key.
  set_psv = 0x20,           ///< Set a protected signature value.
  dump = 0x23,              ///< Pass data through the TLS engine.
  umr = 0x25,               ///< Change a memory key, bind a window, or invalidate.
  tag_matching = 0x28,      ///< Change a tag-matching list.
  enhanced_mpsw = 0x29,     ///< Send several Ethernet packets.
  flow_tbl_access = 0x2c,   ///< Write a steering object.
  access_aso = 0x2d,        ///< Read or write an advanced steering object.
  mmo = 0x2f,               ///< Copy memory or transform it.
};

/// Returns the enumerator's name, or "" if the device gave a value that has none.
constexpr std::string_view name(verbatim::opcode value) noexcept {
  switch (value) {
    case verbatim::opcode::nop:
      return "nop";
    case verbatim::opcode::send_inval:
      return "send_inval";
    case verbatim::opcode::rdma_write:
      return "rdma_write";
    case verbatim::opcode::rdma_write_imm:
      return "rdma_write_imm";
    case verbatim::opcode::send:
      return "send";
    case verbatim::opcode::send_imm:
      return "send_imm";
    case verbatim::opcode::tso:
      return "tso";
    case verbatim::opcode::wait:
      return "wait";
    case verbatim::opcode::rdma_read:
      return "rdma_read";
    case verbatim::opcode::atomic_cs:
      return "atomic_cs";
    case verbatim::opcode::atomic_fa:
      return "atomic_fa";
    case verbatim::opcode::atomic_masked_cs:
      return "atomic_masked_cs";
    case verbatim::opcode::atomic_masked_fa:
      return "atomic_masked_fa";
    case verbatim::opcode::recv_en:
      return "recv_en";
    case verbatim::opcode::send_en:
      return "send_en";
    case verbatim::opcode::local_inval:
      return "local_inval";
    case verbatim::opcode::set_psv:
      return "set_psv";
    case verbatim::opcode::dump:
      return "dump";
    case verbatim::opcode::umr:
      return "umr";
    case verbatim::opcode::tag_matching:
      return "tag_matching";
    case verbatim::opcode::enhanced_mpsw:
      return "enhanced_mpsw";
    case verbatim::opcode::flow_tbl_access:
      return "flow_tbl_access";
    case verbatim::opcode::access_aso:
      return "access_aso";
    case verbatim::opcode::mmo:
      return "mmo";
  }
  return "";
}

/// Returns the enumerator's meaning as a sentence, or "" if it has no name.
constexpr std::string_view meaning(verbatim::opcode value) noexcept {
  switch (value) {
    case verbatim::opcode::nop:
      return "Does nothing.";
    case verbatim::opcode::send_inval:
      return "Send that also invalidates a key of the peer.";
    case verbatim::opcode::rdma_write:
      return "Write into the peer's memory.";
    case verbatim::opcode::rdma_write_imm:
      return "Write into the peer's memory and complete a receive there.";
    case verbatim::opcode::send:
      return "Send into a receive buffer of the peer.";
    case verbatim::opcode::send_imm:
      return "Send with 32 bits of immediate data.";
    case verbatim::opcode::tso:
      return "Segment one large TCP payload into packets.";
    case verbatim::opcode::wait:
      return "Wait for a CQ, for memory or for a time.";
    case verbatim::opcode::rdma_read:
      return "Read the peer's memory.";
    case verbatim::opcode::atomic_cs:
      return "64-bit compare-and-swap.";
    case verbatim::opcode::atomic_fa:
      return "64-bit fetch-and-add.";
    case verbatim::opcode::atomic_masked_cs:
      return "Masked compare-and-swap.";
    case verbatim::opcode::atomic_masked_fa:
      return "Masked fetch-and-add.";
    case verbatim::opcode::recv_en:
      return "Let another receive queue run.";
    case verbatim::opcode::send_en:
      return "Let another send queue run.";
    case verbatim::opcode::local_inval:
      return "Invalidate a local key.";
    case verbatim::opcode::set_psv:
      return "Set a protected signature value.";
    case verbatim::opcode::dump:
      return "Pass data through the TLS engine.";
    case verbatim::opcode::umr:
      return "Change a memory key, bind a window, or invalidate.";
    case verbatim::opcode::tag_matching:
      return "Change a tag-matching list.";
    case verbatim::opcode::enhanced_mpsw:
      return "Send several Ethernet packets.";
    case verbatim::opcode::flow_tbl_access:
      return "Write a steering object.";
    case verbatim::opcode::access_aso:
      return "Read or write an advanced steering object.";
    case verbatim::opcode::mmo:
      return "Copy memory or transform it.";
  }
  return "";
}

/// The attributes that ibv_modify_qp can set, as bits of its mask; the names are those of the members of
/// ibv_qp_attr.
///
/// Source: verbs.h, enum ibv_qp_attr_mask; man ibv_modify_qp.
enum class qp_attribute : std::uint32_t {
  qp_state = 0x01,             ///< State that the queue pair goes to.
  cur_qp_state = 0x02,         ///< State that the caller expects the queue pair to be in.
  en_sqd_async_notify = 0x04,  ///< True if the end of draining raises an event.
  qp_access_flags = 0x08,      ///< Operations that the peer may do.
  pkey_index = 0x10,           ///< Index of the P_Key that packets carry.
  port_num = 0x20,             ///< Port that it sends and receives through, from 1.
  qkey = 0x40,                 ///< Q_Key that datagrams must carry.
  ah_attr = 0x80,              ///< Address of the peer.
  path_mtu = 0x100,            ///< The longest payload of a packet.
  timeout = 0x200,             ///< Time to wait for an acknowledgement.
  retry_cnt = 0x400,           ///< Number of retries when no acknowledgement came.
  rnr_retry = 0x800,           ///< Number of retries when the peer had no receive posted.
  rq_psn = 0x1000,             ///< Number of the first packet that is expected.
  max_rd_atomic = 0x2000,      ///< READs and atomics under way at once.
  /// The path to change to when the first fails, with its port, P_Key index and timeout.
  alt_ah_attr = 0x4000,
  min_rnr_timer = 0x8000,        ///< Time that a sender waits if it found no receive posted.
  sq_psn = 0x10000,              ///< Number of the first packet that is sent.
  max_dest_rd_atomic = 0x20000,  ///< READs and atomics of the peer under way at once.
  path_mig_state = 0x40000,      ///< State of the migration between the two paths.
  cap = 0x80000,                 ///< Capacity of its queues.
  dest_qp_num = 0x100000,        ///< Number of the peer's queue pair.
  rate_limit = 0x2000000,        ///< Rate at which packets leave.
};

/// Returns the enumerator's name, or "" if the device gave a value that has none.
constexpr std::string_view name(verbatim::qp_attribute value) noexcept {
  switch (value) {
    case verbatim::qp_attribute::qp_state:
      return "qp_state";
    case verbatim::qp_attribute::cur_qp_state:
      return "cur_qp_state";
    case verbatim::qp_attribute::en_sqd_async_notify:
      return "en_sqd_async_notify";
    case verbatim::qp_attribute::qp_access_flags:
      return "qp_access_flags";
    case verbatim::qp_attribute::pkey_index:
      return "pkey_index";
    case verbatim::qp_attribute::port_num:
      return "port_num";
    case verbatim::qp_attribute::qkey:
      return "qkey";
    case verbatim::qp_attribute::ah_attr:
      return "ah_attr";
    case verbatim::qp_attribute::path_mtu:
      return "path_mtu";
    case verbatim::qp_attribute::timeout:
      return "timeout";
    case verbatim::qp_attribute::retry_cnt:
      return "retry_cnt";
    case verbatim::qp_attribute::rnr_retry:
      return "rnr_retry";
    case verbatim::qp_attribute::rq_psn:
      return "rq_psn";
    case verbatim::qp_attribute::max_rd_atomic:
      return "max_rd_atomic";
    case verbatim::qp_attribute::alt_ah_attr:
      return "alt_ah_attr";
    case verbatim::qp_attribute::min_rnr_timer:
      return "min_rnr_timer";
    case verbatim::qp_attribute::sq_psn:
      return "sq_psn";
    case verbatim::qp_attribute::max_dest_rd_atomic:
      return "max_dest_rd_atomic";
    case verbatim::qp_attribute::path_mig_state:
      return "path_mig_state";
    case verbatim::qp_attribute::cap:
      return "cap";
    case verbatim::qp_attribute::dest_qp_num:
      return "dest_qp_num";
    case verbatim::qp_attribute::rate_limit:
      return "rate_limit";
  }
  return "";
}

/// Returns the enumerator's meaning as a sentence, or "" if it has no name.
constexpr std::string_view meaning(verbatim::qp_attribute value) noexcept {
  switch (value) {
    case verbatim::qp_attribute::qp_state:
      return "State that the queue pair goes to.";
    case verbatim::qp_attribute::cur_qp_state:
      return "State that the caller expects the queue pair to be in.";
    case verbatim::qp_attribute::en_sqd_async_notify:
      return "True if the end of draining raises an event.";
    case verbatim::qp_attribute::qp_access_flags:
      return "Operations that the peer may do.";
    case verbatim::qp_attribute::pkey_index:
      return "Index of the P_Key that packets carry.";
    case verbatim::qp_attribute::port_num:
      return "Port that it sends and receives through, from 1.";
    case verbatim::qp_attribute::qkey:
      return "Q_Key that datagrams must carry.";
    case verbatim::qp_attribute::ah_attr:
      return "Address of the peer.";
    case verbatim::qp_attribute::path_mtu:
      return "The longest payload of a packet.";
    case verbatim::qp_attribute::timeout:
      return "Time to wait for an acknowledgement.";
    case verbatim::qp_attribute::retry_cnt:
      return "Number of retries when no acknowledgement came.";
    case verbatim::qp_attribute::rnr_retry:
      return "Number of retries when the peer had no receive posted.";
    case verbatim::qp_attribute::rq_psn:
      return "Number of the first packet that is expected.";
    case verbatim::qp_attribute::max_rd_atomic:
      return "READs and atomics under way at once.";
    case verbatim::qp_attribute::alt_ah_attr:
      return "The path to change to when the first fails, with its port, P_Key index and timeout.";
    case verbatim::qp_attribute::min_rnr_timer:
      return "Time that a sender waits if it found no receive posted.";
    case verbatim::qp_attribute::sq_psn:
      return "Number of the first packet that is sent.";
    case verbatim::qp_attribute::max_dest_rd_atomic:
      return "READs and atomics of the peer under way at once.";
    case verbatim::qp_attribute::path_mig_state:
      return "State of the migration between the two paths.";
    case verbatim::qp_attribute::cap:
      return "Capacity of its queues.";
    case verbatim::qp_attribute::dest_qp_num:
      return "Number of the peer's queue pair.";
    case verbatim::qp_attribute::rate_limit:
      return "Rate at which packets leave.";
  }
  return "";
}

/// The state of a queue pair.
///
/// Source: verbs.h, enum ibv_qp_state; man ibv_modify_qp.
enum class qp_state : std::uint8_t {
  reset = 0x00,  ///< It neither sends nor receives; it is as new.
  init = 0x01,   ///< It neither sends nor receives, but receives can be posted.
  rtr = 0x02,    ///< It receives.
  rts = 0x03,    ///< It receives and sends.
  sqd = 0x04,    ///< It receives, and finishes the sends that have begun.
  sqe = 0x05,    ///< It receives, and a send that failed keeps the later ones back.
  error = 0x06,  ///< Everything that is posted is flushed.
};

/// Returns the enumerator's name, or "" if the device gave a value that has none.
constexpr std::string_view name(verbatim::qp_state value) noexcept {
  switch (value) {
    case verbatim::qp_state::reset:
      return "reset";
    case verbatim::qp_state::init:
      return "init";
    case verbatim::qp_state::rtr:
      return "rtr";
    case verbatim::qp_state::rts:
      return "rts";
    case verbatim::qp_state::sqd:
      return "sqd";
    case verbatim::qp_state::sqe:
      return "sqe";
    case verbatim::qp_state::error:
      return "error";
  }
  return "";
}

/// Returns the enumerator's meaning as a sentence, or "" if it has no name.
constexpr std::string_view meaning(verbatim::qp_state value) noexcept {
  switch (value) {
    case verbatim::qp_state::reset:
      return "It neither sends nor receives; it is as new.";
    case verbatim::qp_state::init:
      return "It neither sends nor receives, but receives can be posted.";
    case verbatim::qp_state::rtr:
      return "It receives.";
    case verbatim::qp_state::rts:
      return "It receives and sends.";
    case verbatim::qp_state::sqd:
      return "It receives, and finishes the sends that have begun.";
    case verbatim::qp_state::sqe:
      return "It receives, and a send that failed keeps the later ones back.";
    case verbatim::qp_state::error:
      return "Everything that is posted is flushed.";
  }
  return "";
}

/// The time that the peer asks to wait before a message is sent again; the lowest bits of a vendor syndrome.
///
/// Source: ibv_modify_qp(3), min_rnr_timer.
enum class rnr_timer : std::uint8_t {
  ms_655_36 = 0x00,  ///< 655.36 milliseconds.
  ms_0_01 = 0x01,    ///< 0.01 milliseconds.
  ms_0_02 = 0x02,    ///< 0.02 milliseconds.
  ms_0_03 = 0x03,    ///< 0.03 milliseconds.
  ms_0_04 = 0x04,    ///< 0.04 milliseconds.
  ms_0_06 = 0x05,    ///< 0.06 milliseconds.
  ms_0_08 = 0x06,    ///< 0.08 milliseconds.
  ms_0_12 = 0x07,    ///< 0.12 milliseconds.
  ms_0_16 = 0x08,    ///< 0.16 milliseconds.
  ms_0_24 = 0x09,    ///< 0.24 milliseconds.
  ms_0_32 = 0x0a,    ///< 0.32 milliseconds.
  ms_0_48 = 0x0b,    ///< 0.48 milliseconds.
  ms_0_64 = 0x0c,    ///< 0.64 milliseconds.
  ms_0_96 = 0x0d,    ///< 0.96 milliseconds.
  ms_1_28 = 0x0e,    ///< 1.28 milliseconds.
  ms_1_92 = 0x0f,    ///< 1.92 milliseconds.
  ms_2_56 = 0x10,    ///< 2.56 milliseconds.
  ms_3_84 = 0x11,    ///< 3.84 milliseconds.
  ms_5_12 = 0x12,    ///< 5.12 milliseconds.
  ms_7_68 = 0x13,    ///< 7.68 milliseconds.
  ms_10_24 = 0x14,   ///< 10.24 milliseconds.
  ms_15_36 = 0x15,   ///< 15.36 milliseconds.
  ms_20_48 = 0x16,   ///< 20.48 milliseconds.
  ms_30_72 = 0x17,   ///< 30.72 milliseconds.
  ms_40_96 = 0x18,   ///< 40.96 milliseconds.
  ms_61_44 = 0x19,   ///< 61.44 milliseconds.
  ms_81_92 = 0x1a,   ///< 81.92 milliseconds.
  ms_122_88 = 0x1b,  ///< 122.88 milliseconds.
  ms_163_84 = 0x1c,  ///< 163.84 milliseconds.
  ms_245_76 = 0x1d,  ///< 245.76 milliseconds.
  ms_327_68 = 0x1e,  ///< 327.68 milliseconds.
  ms_491_52 = 0x1f,  ///< 491.52 milliseconds.
};

/// Returns the enumerator's name, or "" if the device gave a value that has none.
constexpr std::string_view name(verbatim::rnr_timer value) noexcept {
  switch (value) {
    case verbatim::rnr_timer::ms_655_36:
      return "ms_655_36";
    case verbatim::rnr_timer::ms_0_01:
      return "ms_0_01";
    case verbatim::rnr_timer::ms_0_02:
      return "ms_0_02";
    case verbatim::rnr_timer::ms_0_03:
      return "ms_0_03";
    case verbatim::rnr_timer::ms_0_04:
      return "ms_0_04";
    case verbatim::rnr_timer::ms_0_06:
      return "ms_0_06";
    case verbatim::rnr_timer::ms_0_08:
      return "ms_0_08";
    case verbatim::rnr_timer::ms_0_12:
      return "ms_0_12";
    case verbatim::rnr_timer::ms_0_16:
      return "ms_0_16";
    case verbatim::rnr_timer::ms_0_24:
      return "ms_0_24";
    case verbatim::rnr_timer::ms_0_32:
      return "ms_0_32";
    case verbatim::rnr_timer::ms_0_48:
      return "ms_0_48";
    case verbatim::rnr_timer::ms_0_64:
      return "ms_0_64";
    case verbatim::rnr_timer::ms_0_96:
      return "ms_0_96";
    case verbatim::rnr_timer::ms_1_28:
      return "ms_1_28";
    case verbatim::rnr_timer::ms_1_92:
      return "ms_1_92";
    case verbatim::rnr_timer::ms_2_56:
      return "ms_2_56";
    case verbatim::rnr_timer::ms_3_84:
      return "ms_3_84";
    case verbatim::rnr_timer::ms_5_12:
      return "ms_5_12";
    case verbatim::rnr_timer::ms_7_68:
      return "ms_7_68";
    case verbatim::rnr_timer::ms_10_24:
      return "ms_10_24";
    case verbatim::rnr_timer::ms_15_36:
      return "ms_15_36";
    case verbatim::rnr_timer::ms_20_48:
      return "ms_20_48";
    case verbatim::rnr_timer::ms_30_72:
      return "ms_30_72";
    case verbatim::rnr_timer::ms_40_96:
      return "ms_40_96";
    case verbatim::rnr_timer::ms_61_44:
      return "ms_61_44";
    case verbatim::rnr_timer::ms_81_92:
      return "ms_81_92";
    case verbatim::rnr_timer::ms_122_88:
      return "ms_122_88";
    case verbatim::rnr_timer::ms_163_84:
      return "ms_163_84";
    case verbatim::rnr_timer::ms_245_76:
      return "ms_245_76";
    case verbatim::rnr_timer::ms_327_68:
      return "ms_327_68";
    case verbatim::rnr_timer::ms_491_52:
      return "ms_491_52";
  }
  return "";
}

/// Returns the enumerator's meaning as a sentence, or "" if it has no name.
constexpr std::string_view meaning(verbatim::rnr_timer value) noexcept {
  switch (value) {
    case verbatim::rnr_timer::ms_655_36:
      return "655.36 milliseconds.";
    case verbatim::rnr_timer::ms_0_01:
      return "0.01 milliseconds.";
    case verbatim::rnr_timer::ms_0_02:
      return "0.02 milliseconds.";
    case verbatim::rnr_timer::ms_0_03:
      return "0.03 milliseconds.";
    case verbatim::rnr_timer::ms_0_04:
      return "0.04 milliseconds.";
    case verbatim::rnr_timer::ms_0_06:
      return "0.06 milliseconds.";
    case verbatim::rnr_timer::ms_0_08:
      return "0.08 milliseconds.";
    case verbatim::rnr_timer::ms_0_12:
      return "0.12 milliseconds.";
    case verbatim::rnr_timer::ms_0_16:
      return "0.16 milliseconds.";
    case verbatim::rnr_timer::ms_0_24:
      return "0.24 milliseconds.";
    case verbatim::rnr_timer::ms_0_32:
      return "0.32 milliseconds.";
    case verbatim::rnr_timer::ms_0_48:
      return "0.48 milliseconds.";
    case verbatim::rnr_timer::ms_0_64:
      return "0.64 milliseconds.";
    case verbatim::rnr_timer::ms_0_96:
      return "0.96 milliseconds.";
    case verbatim::rnr_timer::ms_1_28:
      return "1.28 milliseconds.";
    case verbatim::rnr_timer::ms_1_92:
      return "1.92 milliseconds.";
    case verbatim::rnr_timer::ms_2_56:
      return "2.56 milliseconds.";
    case verbatim::rnr_timer::ms_3_84:
      return "3.84 milliseconds.";
    case verbatim::rnr_timer::ms_5_12:
      return "5.12 milliseconds.";
    case verbatim::rnr_timer::ms_7_68:
      return "7.68 milliseconds.";
    case verbatim::rnr_timer::ms_10_24:
      return "10.24 milliseconds.";
    case verbatim::rnr_timer::ms_15_36:
      return "15.36 milliseconds.";
    case verbatim::rnr_timer::ms_20_48:
      return "20.48 milliseconds.";
    case verbatim::rnr_timer::ms_30_72:
      return "30.72 milliseconds.";
    case verbatim::rnr_timer::ms_40_96:
      return "40.96 milliseconds.";
    case verbatim::rnr_timer::ms_61_44:
      return "61.44 milliseconds.";
    case verbatim::rnr_timer::ms_81_92:
      return "81.92 milliseconds.";
    case verbatim::rnr_timer::ms_122_88:
      return "122.88 milliseconds.";
    case verbatim::rnr_timer::ms_163_84:
      return "163.84 milliseconds.";
    case verbatim::rnr_timer::ms_245_76:
      return "245.76 milliseconds.";
    case verbatim::rnr_timer::ms_327_68:
      return "327.68 milliseconds.";
    case verbatim::rnr_timer::ms_491_52:
      return "491.52 milliseconds.";
  }
  return "";
}

/// The operation of a TAG_MATCHING WQE on the list of tags.
///
/// Source: mlx5dv.h, struct mlx5_wqe_tm_seg; rdma-core providers/mlx5/wqe.h, MLX5_TM_OPCODE_*.
enum class tm_op : std::uint8_t {
  nop = 0x00,     ///< Only brings the counter of unexpected messages up to date.
  append = 0x01,  ///< Puts a tag at the end of the list.
  remove = 0x02,  ///< Takes a tag out of the list.
};

/// Returns the enumerator's name, or "" if the device gave a value that has none.
constexpr std::string_view name(verbatim::tm_op value) noexcept {
  switch (value) {
    case verbatim::tm_op::nop:
      return "nop";
    case verbatim::tm_op::append:
      return "append";
    case verbatim::tm_op::remove:
      return "remove";
  }
  return "";
}

/// Returns the enumerator's meaning as a sentence, or "" if it has no name.
constexpr std::string_view meaning(verbatim::tm_op value) noexcept {
  switch (value) {
    case verbatim::tm_op::nop:
      return "Only brings the counter of unexpected messages up to date.";
    case verbatim::tm_op::append:
      return "Puts a tag at the end of the list.";
    case verbatim::tm_op::remove:
      return "Takes a tag out of the list.";
  }
  return "";
}

/// The kind of the message that follows a tag-matching header.
///
/// Source: infiniband/tm_types.h, enum ibv_tmh_op.
enum class tmh_op : std::uint8_t {
  no_tag = 0x00,  ///< A message without a tag.
  rndv = 0x01,    ///< A rendezvous request; the receiver reads the message itself.
  fin = 0x02,     ///< A rendezvous is done.
  eager = 0x03,   ///< A message with a tag.
};

/// Returns the enumerator's name, or "" if the device gave a value that has none.
constexpr std::string_view name(verbatim::tmh_op value) noexcept {
  switch (value) {
    case verbatim::tmh_op::no_tag:
      return "no_tag";
    case verbatim::tmh_op::rndv:
      return "rndv";
    case verbatim::tmh_op::fin:
      return "fin";
    case verbatim::tmh_op::eager:
      return "eager";
  }
  return "";
}

/// Returns the enumerator's meaning as a sentence, or "" if it has no name.
constexpr std::string_view meaning(verbatim::tmh_op value) noexcept {
  switch (value) {
    case verbatim::tmh_op::no_tag:
      return "A message without a tag.";
    case verbatim::tmh_op::rndv:
      return "A rendezvous request; the receiver reads the message itself.";
    case verbatim::tmh_op::fin:
      return "A rendezvous is done.";
    case verbatim::tmh_op::eager:
      return "A message with a tag.";
  }
  return "";
}

/// The comparison between the value of a WAIT and the value that the device reads.
///
/// Source: DPDK drivers/common/mlx5/mlx5_prm.h, MLX5_WAIT_COND_*.
enum class wait_operation : std::uint8_t {
  always_true = 0x00,     ///< Does not wait.
  equal = 0x01,           ///< Until both are equal.
  bigger = 0x02,          ///< Until the value is bigger than the one that the device reads.
  smaller = 0x03,         ///< Until the value is smaller than the one that the device reads.
  cyclic_bigger = 0x04,   ///< Until the value is bigger, on a circle.
  cyclic_smaller = 0x05,  ///< Until the value is smaller, on a circle: a time is past.
};

/// Returns the enumerator's name, or "" if the device gave a value that has none.
constexpr std::string_view name(verbatim::wait_operation value) noexcept {
  switch (value) {
    case verbatim::wait_operation::always_true:
      return "always_true";
    case verbatim::wait_operation::equal:
      return "equal";
    case verbatim::wait_operation::bigger:
      return "bigger";
    case verbatim::wait_operation::smaller:
      return "smaller";
    case verbatim::wait_operation::cyclic_bigger:
      return "cyclic_bigger";
    case verbatim::wait_operation::cyclic_smaller:
      return "cyclic_smaller";
  }
  return "";
}

/// Returns the enumerator's meaning as a sentence, or "" if it has no name.
constexpr std::string_view meaning(verbatim::wait_operation value) noexcept {
  switch (value) {
    case verbatim::wait_operation::always_true:
      return "Does not wait.";
    case verbatim::wait_operation::equal:
      return "Until both are equal.";
    case verbatim::wait_operation::bigger:
      return "Until the value is bigger than the one that the device reads.";
    case verbatim::wait_operation::smaller:
      return "Until the value is smaller than the one that the device reads.";
    case verbatim::wait_operation::cyclic_bigger:
      return "Until the value is bigger, on a circle.";
    case verbatim::wait_operation::cyclic_smaller:
      return "Until the value is smaller, on a circle: a time is past.";
  }
  return "";
}

/// Returns name() of a number, for the field tables.
template <class Enum>
constexpr std::string_view enumerator_name(std::uint64_t value) noexcept {
  return name(static_cast<Enum>(value));
}

/// Returns meaning() of a number, for the field tables.
template <class Enum>
constexpr std::string_view enumerator_meaning(std::uint64_t value) noexcept {
  return meaning(static_cast<Enum>(value));
}

}  // namespace verbatim
