// Generated from specs/enums/ by codegen.
// Do not edit: `meson compile -C build generate`.
#ifndef VERBATIM_C_ENUMS_H
#define VERBATIM_C_ENUMS_H

#ifdef __cplusplus
extern "C" {
#endif

/// The completions that raise an event on an armed CQ.
///
/// Source: mlx5dv.h, MLX5_CQ_DB_REQ_NOT and MLX5_CQ_DB_REQ_NOT_SOL.
enum verbatim_arm_mode {
  /// The next completion.
  VERBATIM_ARM_MODE_ANY = 0x00,
  /// The next solicited or failed completion.
  VERBATIM_ARM_MODE_SOLICITED_ONLY = 0x01
};

/// Returns the name of a value of verbatim_arm_mode, or "" if it has none.
static inline const char *verbatim_arm_mode_name(unsigned value) {
  switch (value) {
    case VERBATIM_ARM_MODE_ANY:
      return "any";
    case VERBATIM_ARM_MODE_SOLICITED_ONLY:
      return "solicited_only";
    default:
      return "";
  }
}

/// The signature of a block, unless a bsf_inl_seg has it (block format selector, BFS).
///
/// Source: rdma-core providers/mlx5/wqe.h, MLX5_BFS_*_BASE.
enum verbatim_block_format {
  /// None, or the T10-DIF of a bsf_inl_seg.
  VERBATIM_BLOCK_FORMAT_BY_INLINE = 0x00,
  /// CRC32 in 4 bytes.
  VERBATIM_BLOCK_FORMAT_CRC32 = 0x02,
  /// CRC32C in 4 bytes.
  VERBATIM_BLOCK_FORMAT_CRC32C = 0x04,
  /// CRC64 of XP10 in 8 bytes.
  VERBATIM_BLOCK_FORMAT_CRC64_XP10 = 0x05
};

/// Returns the name of a value of verbatim_block_format, or "" if it has none.
static inline const char *verbatim_block_format_name(unsigned value) {
  switch (value) {
    case VERBATIM_BLOCK_FORMAT_BY_INLINE:
      return "by_inline";
    case VERBATIM_BLOCK_FORMAT_CRC32:
      return "crc32";
    case VERBATIM_BLOCK_FORMAT_CRC32C:
      return "crc32c";
    case VERBATIM_BLOCK_FORMAT_CRC64_XP10:
      return "crc64_xp10";
    default:
      return "";
  }
}

/// Bytes of data to which a signature, or a tweak, belongs (block size selector).
///
/// Source: rdma-core providers/mlx5/qp.c, bs_to_bs_selector.
enum verbatim_block_size {
  /// No blocks.
  VERBATIM_BLOCK_SIZE_NONE = 0x00,
  /// 512 bytes.
  VERBATIM_BLOCK_SIZE_BYTES_512 = 0x01,
  /// 520 bytes.
  VERBATIM_BLOCK_SIZE_BYTES_520 = 0x02,
  /// 4096 bytes.
  VERBATIM_BLOCK_SIZE_BYTES_4096 = 0x03,
  /// 4160 bytes.
  VERBATIM_BLOCK_SIZE_BYTES_4160 = 0x04,
  /// 4048 bytes.
  VERBATIM_BLOCK_SIZE_BYTES_4048 = 0x06
};

/// Returns the name of a value of verbatim_block_size, or "" if it has none.
static inline const char *verbatim_block_size_name(unsigned value) {
  switch (value) {
    case VERBATIM_BLOCK_SIZE_NONE:
      return "none";
    case VERBATIM_BLOCK_SIZE_BYTES_512:
      return "bytes_512";
    case VERBATIM_BLOCK_SIZE_BYTES_520:
      return "bytes_520";
    case VERBATIM_BLOCK_SIZE_BYTES_4096:
      return "bytes_4096";
    case VERBATIM_BLOCK_SIZE_BYTES_4160:
      return "bytes_4160";
    case VERBATIM_BLOCK_SIZE_BYTES_4048:
      return "bytes_4048";
    default:
      return "";
  }
}

/// Size of the BSF.
///
/// Source: rdma-core providers/mlx5/wqe.h, MLX5_BSF_SIZE_*.
enum verbatim_bsf_size {
  /// 16 bytes, bsf_seg.
  VERBATIM_BSF_SIZE_BASIC = 0x00,
  /// 32 bytes, bsf_seg and bsf_ext_seg.
  VERBATIM_BSF_SIZE_EXTENDED = 0x01,
  /// 64 bytes, also a bsf_inl_seg for the wire and one for memory.
  VERBATIM_BSF_SIZE_WITH_INLINE = 0x02,
  /// 128 bytes, and crypto_bsf_seg behind.
  VERBATIM_BSF_SIZE_SIG_AND_CRYPTO = 0x03
};

/// Returns the name of a value of verbatim_bsf_size, or "" if it has none.
static inline const char *verbatim_bsf_size_name(unsigned value) {
  switch (value) {
    case VERBATIM_BSF_SIZE_BASIC:
      return "basic";
    case VERBATIM_BSF_SIZE_EXTENDED:
      return "extended";
    case VERBATIM_BSF_SIZE_WITH_INLINE:
      return "with_inline";
    case VERBATIM_BSF_SIZE_SIG_AND_CRYPTO:
      return "sig_and_crypto";
    default:
      return "";
  }
}

/// The status in the answer to a command of the firmware.
///
/// Source: Linux include/linux/mlx5/device.h, MLX5_CMD_STAT_*; drivers/net/ethernet/mellanox/mlx5/core/cmd.c,
/// cmd_status_str.
enum verbatim_cmd_status {
  /// The command was executed.
  VERBATIM_CMD_STATUS_OK = 0x00,
  /// The firmware failed internally.
  VERBATIM_CMD_STATUS_INT_ERR = 0x01,
  /// The firmware does not have this command, or not with this op_mod.
  VERBATIM_CMD_STATUS_BAD_OP_ERR = 0x02,
  /// A field of the command has a value that the firmware does not take.
  VERBATIM_CMD_STATUS_BAD_PARAM_ERR = 0x03,
  /// The device is not in a state in which it takes the command.
  VERBATIM_CMD_STATUS_BAD_SYS_STATE_ERR = 0x04,
  /// The command names an object that does not exist, or not for this user.
  VERBATIM_CMD_STATUS_BAD_RES_ERR = 0x05,
  /// The object is in use by another one.
  VERBATIM_CMD_STATUS_RES_BUSY = 0x06,
  /// The command goes beyond a limit of the device.
  VERBATIM_CMD_STATUS_LIM_ERR = 0x08,
  /// The object is in another state than the command needs.
  VERBATIM_CMD_STATUS_BAD_RES_STATE_ERR = 0x09,
  /// An index is out of range.
  VERBATIM_CMD_STATUS_IX_ERR = 0x0a,
  /// The firmware has no resources left.
  VERBATIM_CMD_STATUS_NO_RES_ERR = 0x0f,
  /// The queue pair is in a state that cannot be changed like this.
  VERBATIM_CMD_STATUS_BAD_QP_STATE_ERR = 0x10,
  /// A malformed management packet was dropped.
  VERBATIM_CMD_STATUS_BAD_PKT_ERR = 0x30,
  /// The new ring of a CQ has no room for the CQEs that were not polled.
  VERBATIM_CMD_STATUS_BAD_SIZE_OUTS_CQES_ERR = 0x40,
  /// The command is too short or too long.
  VERBATIM_CMD_STATUS_BAD_INP_LEN_ERR = 0x50,
  /// The room for the answer is too small or too large.
  VERBATIM_CMD_STATUS_BAD_OUTP_LEN_ERR = 0x51
};

/// Returns the name of a value of verbatim_cmd_status, or "" if it has none.
static inline const char *verbatim_cmd_status_name(unsigned value) {
  switch (value) {
    case VERBATIM_CMD_STATUS_OK:
      return "ok";
    case VERBATIM_CMD_STATUS_INT_ERR:
      return "int_err";
    case VERBATIM_CMD_STATUS_BAD_OP_ERR:
      return "bad_op_err";
    case VERBATIM_CMD_STATUS_BAD_PARAM_ERR:
      return "bad_param_err";
    case VERBATIM_CMD_STATUS_BAD_SYS_STATE_ERR:
      return "bad_sys_state_err";
    case VERBATIM_CMD_STATUS_BAD_RES_ERR:
      return "bad_res_err";
    case VERBATIM_CMD_STATUS_RES_BUSY:
      return "res_busy";
    case VERBATIM_CMD_STATUS_LIM_ERR:
      return "lim_err";
    case VERBATIM_CMD_STATUS_BAD_RES_STATE_ERR:
      return "bad_res_state_err";
    case VERBATIM_CMD_STATUS_IX_ERR:
      return "ix_err";
    case VERBATIM_CMD_STATUS_NO_RES_ERR:
      return "no_res_err";
    case VERBATIM_CMD_STATUS_BAD_QP_STATE_ERR:
      return "bad_qp_state_err";
    case VERBATIM_CMD_STATUS_BAD_PKT_ERR:
      return "bad_pkt_err";
    case VERBATIM_CMD_STATUS_BAD_SIZE_OUTS_CQES_ERR:
      return "bad_size_outs_cqes_err";
    case VERBATIM_CMD_STATUS_BAD_INP_LEN_ERR:
      return "bad_inp_len_err";
    case VERBATIM_CMD_STATUS_BAD_OUTP_LEN_ERR:
      return "bad_outp_len_err";
    default:
      return "";
  }
}

/// The condition under which the device writes a CQE for a send WQE.
///
/// Source: mlx5dv.h, MLX5_WQE_CTRL_CQ_UPDATE; DPDK mlx5_prm.h, MLX5_COMP_*.
enum verbatim_completion_mode {
  /// Only if the WQE fails.
  VERBATIM_COMPLETION_MODE_ON_ERROR = 0x00,
  /// Only if the WQE is the first to fail.
  VERBATIM_COMPLETION_MODE_ON_FIRST_ERROR = 0x01,
  /// Always.
  VERBATIM_COMPLETION_MODE_ALWAYS = 0x02,
  /// Always, and an event.
  VERBATIM_COMPLETION_MODE_ALWAYS_AND_EQE = 0x03
};

/// Returns the name of a value of verbatim_completion_mode, or "" if it has none.
static inline const char *verbatim_completion_mode_name(unsigned value) {
  switch (value) {
    case VERBATIM_COMPLETION_MODE_ON_ERROR:
      return "on_error";
    case VERBATIM_COMPLETION_MODE_ON_FIRST_ERROR:
      return "on_first_error";
    case VERBATIM_COMPLETION_MODE_ALWAYS:
      return "always";
    case VERBATIM_COMPLETION_MODE_ALWAYS_AND_EQE:
      return "always_and_eqe";
    default:
      return "";
  }
}

/// The event that a completion of tag matching reports.
///
/// Source: rdma-core providers/mlx5/cq.c, handle_tag_matching; UCX ib_mlx5.h, UCT_IB_MLX5_CQE_APP_OP_*.
enum verbatim_cqe_app_op {
  /// Nothing.
  VERBATIM_CQE_APP_OP_NONE = 0x00,
  /// A message has found its tag; its data come with another completion.
  VERBATIM_CQE_APP_OP_TM_CONSUMED = 0x01,
  /// The data of a message that found its tag are there.
  VERBATIM_CQE_APP_OP_TM_EXPECTED = 0x02,
  /// A message found no tag and is in a buffer of the SRQ.
  VERBATIM_CQE_APP_OP_TM_UNEXPECTED = 0x03,
  /// A message without a tag is in a buffer of the SRQ.
  VERBATIM_CQE_APP_OP_TM_NO_TAG = 0x04,
  /// A tag was appended.
  VERBATIM_CQE_APP_OP_TM_APPEND = 0x05,
  /// A tag was removed or was not there.
  VERBATIM_CQE_APP_OP_TM_REMOVE = 0x06,
  /// The counter of unexpected messages was brought up to date.
  VERBATIM_CQE_APP_OP_TM_NOOP = 0x07,
  /// The same as tm_consumed, but the program has to finish the rendezvous.
  VERBATIM_CQE_APP_OP_TM_CONSUMED_SW_RNDV = 0x09,
  /// A message has found its tag and its data are there.
  VERBATIM_CQE_APP_OP_TM_CONSUMED_MSG = 0x0a,
  /// The same as tm_consumed_msg, but the program has to finish the rendezvous.
  VERBATIM_CQE_APP_OP_TM_CONSUMED_MSG_SW_RNDV = 0x0b,
  /// The same as tm_expected, but the program has to finish the rendezvous.
  VERBATIM_CQE_APP_OP_TM_MSG_COMPLETION_CANCELED = 0x0c
};

/// Returns the name of a value of verbatim_cqe_app_op, or "" if it has none.
static inline const char *verbatim_cqe_app_op_name(unsigned value) {
  switch (value) {
    case VERBATIM_CQE_APP_OP_NONE:
      return "none";
    case VERBATIM_CQE_APP_OP_TM_CONSUMED:
      return "tm_consumed";
    case VERBATIM_CQE_APP_OP_TM_EXPECTED:
      return "tm_expected";
    case VERBATIM_CQE_APP_OP_TM_UNEXPECTED:
      return "tm_unexpected";
    case VERBATIM_CQE_APP_OP_TM_NO_TAG:
      return "tm_no_tag";
    case VERBATIM_CQE_APP_OP_TM_APPEND:
      return "tm_append";
    case VERBATIM_CQE_APP_OP_TM_REMOVE:
      return "tm_remove";
    case VERBATIM_CQE_APP_OP_TM_NOOP:
      return "tm_noop";
    case VERBATIM_CQE_APP_OP_TM_CONSUMED_SW_RNDV:
      return "tm_consumed_sw_rndv";
    case VERBATIM_CQE_APP_OP_TM_CONSUMED_MSG:
      return "tm_consumed_msg";
    case VERBATIM_CQE_APP_OP_TM_CONSUMED_MSG_SW_RNDV:
      return "tm_consumed_msg_sw_rndv";
    case VERBATIM_CQE_APP_OP_TM_MSG_COMPLETION_CANCELED:
      return "tm_msg_completion_canceled";
    default:
      return "";
  }
}

/// The place of a completion's payload.
///
/// Source: mlx5dv.h, MLX5_INLINE_SCATTER_32 and _64; UCX ib_mlx5.h.
enum verbatim_cqe_format {
  /// In the posted buffers.
  VERBATIM_CQE_FORMAT_PLAIN = 0x00,
  /// In the first 32 bytes of the CQE.
  VERBATIM_CQE_FORMAT_INLINE_32 = 0x01,
  /// In the 64 bytes before the CQE.
  VERBATIM_CQE_FORMAT_INLINE_64 = 0x02,
  /// The CQE stands for several.
  VERBATIM_CQE_FORMAT_COMPRESSED = 0x03
};

/// Returns the name of a value of verbatim_cqe_format, or "" if it has none.
static inline const char *verbatim_cqe_format_name(unsigned value) {
  switch (value) {
    case VERBATIM_CQE_FORMAT_PLAIN:
      return "plain";
    case VERBATIM_CQE_FORMAT_INLINE_32:
      return "inline_32";
    case VERBATIM_CQE_FORMAT_INLINE_64:
      return "inline_64";
    case VERBATIM_CQE_FORMAT_COMPRESSED:
      return "compressed";
    default:
      return "";
  }
}

/// The kind of a completion.
///
/// Source: mlx5dv.h, MLX5_CQE_*.
enum verbatim_cqe_opcode {
  /// A send WQE is done.
  VERBATIM_CQE_OPCODE_REQ = 0x00,
  /// The peer wrote and gave immediate data.
  VERBATIM_CQE_OPCODE_RESP_WR_IMM = 0x01,
  /// A message arrived.
  VERBATIM_CQE_OPCODE_RESP_SEND = 0x02,
  /// A message with immediate data arrived.
  VERBATIM_CQE_OPCODE_RESP_SEND_IMM = 0x03,
  /// A message arrived and invalidated a key.
  VERBATIM_CQE_OPCODE_RESP_SEND_INV = 0x04,
  /// The rest is in the new buffer.
  VERBATIM_CQE_OPCODE_RESIZE_CQ = 0x05,
  /// A tag-matching list operation is done.
  VERBATIM_CQE_OPCODE_NO_PACKET = 0x06,
  /// A signature did not match.
  VERBATIM_CQE_OPCODE_SIG_ERR = 0x0c,
  /// A send WQE failed.
  VERBATIM_CQE_OPCODE_REQ_ERR = 0x0d,
  /// A receive WQE failed.
  VERBATIM_CQE_OPCODE_RESP_ERR = 0x0e,
  /// Software's initial value; the device never writes it.
  VERBATIM_CQE_OPCODE_INVALID = 0x0f
};

/// Returns the name of a value of verbatim_cqe_opcode, or "" if it has none.
static inline const char *verbatim_cqe_opcode_name(unsigned value) {
  switch (value) {
    case VERBATIM_CQE_OPCODE_REQ:
      return "req";
    case VERBATIM_CQE_OPCODE_RESP_WR_IMM:
      return "resp_wr_imm";
    case VERBATIM_CQE_OPCODE_RESP_SEND:
      return "resp_send";
    case VERBATIM_CQE_OPCODE_RESP_SEND_IMM:
      return "resp_send_imm";
    case VERBATIM_CQE_OPCODE_RESP_SEND_INV:
      return "resp_send_inv";
    case VERBATIM_CQE_OPCODE_RESIZE_CQ:
      return "resize_cq";
    case VERBATIM_CQE_OPCODE_NO_PACKET:
      return "no_packet";
    case VERBATIM_CQE_OPCODE_SIG_ERR:
      return "sig_err";
    case VERBATIM_CQE_OPCODE_REQ_ERR:
      return "req_err";
    case VERBATIM_CQE_OPCODE_RESP_ERR:
      return "resp_err";
    case VERBATIM_CQE_OPCODE_INVALID:
      return "invalid";
    default:
      return "";
  }
}

/// The error of a WQE.
///
/// Source: mlx5dv.h, MLX5_CQE_SYNDROME_*.
enum verbatim_cqe_syndrome {
  /// Nothing went wrong.
  VERBATIM_CQE_SYNDROME_OK = 0x00,
  /// A message is longer than its receive buffers, or has an illegal length.
  VERBATIM_CQE_SYNDROME_LOCAL_LENGTH_ERR = 0x01,
  /// The WQE is malformed, or its opcode is not for this kind of QP.
  VERBATIM_CQE_SYNDROME_LOCAL_QP_OP_ERR = 0x02,
  /// A local key is wrong, of another PD, out of bounds, or forbids the access.
  VERBATIM_CQE_SYNDROME_LOCAL_PROT_ERR = 0x04,
  /// The QP was in error, so the WQE was not executed.
  VERBATIM_CQE_SYNDROME_WR_FLUSH_ERR = 0x05,
  /// A UMR or a window bind failed.
  VERBATIM_CQE_SYNDROME_MW_BIND_ERR = 0x06,
  /// The peer answered with an unexpected opcode.
  VERBATIM_CQE_SYNDROME_BAD_RESP_ERR = 0x10,
  /// The responder may not access its own memory.
  VERBATIM_CQE_SYNDROME_LOCAL_ACCESS_ERR = 0x11,
  /// The peer found the request invalid: too long for its buffers, misaligned or not allowed.
  VERBATIM_CQE_SYNDROME_REMOTE_INVAL_REQ_ERR = 0x12,
  /// The remote key is wrong, out of bounds, or forbids the access.
  VERBATIM_CQE_SYNDROME_REMOTE_ACCESS_ERR = 0x13,
  /// The peer could not execute the request.
  VERBATIM_CQE_SYNDROME_REMOTE_OP_ERR = 0x14,
  /// The peer does not answer; see whether its QP is ready to receive and the path is right.
  VERBATIM_CQE_SYNDROME_TRANSPORT_RETRY_EXC_ERR = 0x15,
  /// The peer has not posted a receive.
  VERBATIM_CQE_SYNDROME_RNR_RETRY_EXC_ERR = 0x16,
  /// The peer gave up the request.
  VERBATIM_CQE_SYNDROME_REMOTE_ABORTED_ERR = 0x22
};

/// Returns the name of a value of verbatim_cqe_syndrome, or "" if it has none.
static inline const char *verbatim_cqe_syndrome_name(unsigned value) {
  switch (value) {
    case VERBATIM_CQE_SYNDROME_OK:
      return "ok";
    case VERBATIM_CQE_SYNDROME_LOCAL_LENGTH_ERR:
      return "local_length_err";
    case VERBATIM_CQE_SYNDROME_LOCAL_QP_OP_ERR:
      return "local_qp_op_err";
    case VERBATIM_CQE_SYNDROME_LOCAL_PROT_ERR:
      return "local_prot_err";
    case VERBATIM_CQE_SYNDROME_WR_FLUSH_ERR:
      return "wr_flush_err";
    case VERBATIM_CQE_SYNDROME_MW_BIND_ERR:
      return "mw_bind_err";
    case VERBATIM_CQE_SYNDROME_BAD_RESP_ERR:
      return "bad_resp_err";
    case VERBATIM_CQE_SYNDROME_LOCAL_ACCESS_ERR:
      return "local_access_err";
    case VERBATIM_CQE_SYNDROME_REMOTE_INVAL_REQ_ERR:
      return "remote_inval_req_err";
    case VERBATIM_CQE_SYNDROME_REMOTE_ACCESS_ERR:
      return "remote_access_err";
    case VERBATIM_CQE_SYNDROME_REMOTE_OP_ERR:
      return "remote_op_err";
    case VERBATIM_CQE_SYNDROME_TRANSPORT_RETRY_EXC_ERR:
      return "transport_retry_exc_err";
    case VERBATIM_CQE_SYNDROME_RNR_RETRY_EXC_ERR:
      return "rnr_retry_exc_err";
    case VERBATIM_CQE_SYNDROME_REMOTE_ABORTED_ERR:
      return "remote_aborted_err";
    default:
      return "";
  }
}

/// The side on which data is encrypted.
///
/// Source: rdma-core providers/mlx5/wqe.h, MLX5_ENCRYPTION_ORDER_*; Linux mlx5_ifc.h.
enum verbatim_enc_order {
  /// On the wire, signature included: it is computed before the data is encrypted.
  VERBATIM_ENC_ORDER_ENCRYPTED_WIRE_SIGNATURE = 0x00,
  /// In memory, signature included.
  VERBATIM_ENC_ORDER_ENCRYPTED_MEMORY_SIGNATURE = 0x01,
  /// On the wire, without the signature, which is computed over the encrypted data.
  VERBATIM_ENC_ORDER_ENCRYPTED_RAW_WIRE = 0x02,
  /// In memory, without the signature.
  VERBATIM_ENC_ORDER_ENCRYPTED_RAW_MEMORY = 0x03
};

/// Returns the name of a value of verbatim_enc_order, or "" if it has none.
static inline const char *verbatim_enc_order_name(unsigned value) {
  switch (value) {
    case VERBATIM_ENC_ORDER_ENCRYPTED_WIRE_SIGNATURE:
      return "encrypted_wire_signature";
    case VERBATIM_ENC_ORDER_ENCRYPTED_MEMORY_SIGNATURE:
      return "encrypted_memory_signature";
    case VERBATIM_ENC_ORDER_ENCRYPTED_RAW_WIRE:
      return "encrypted_raw_wire";
    case VERBATIM_ENC_ORDER_ENCRYPTED_RAW_MEMORY:
      return "encrypted_raw_memory";
    default:
      return "";
  }
}

/// The standard of an encryption.
///
/// Source: rdma-core providers/mlx5/wqe.h, MLX5_ENCRYPTION_STANDARD_AES_XTS.
enum verbatim_enc_standard {
  /// AES-XTS.
  VERBATIM_ENC_STANDARD_AES_XTS = 0x00
};

/// Returns the name of a value of verbatim_enc_standard, or "" if it has none.
static inline const char *verbatim_enc_standard_name(unsigned value) {
  switch (value) {
    case VERBATIM_ENC_STANDARD_AES_XTS:
      return "aes_xts";
    default:
      return "";
  }
}

/// The earlier work that a WQE waits for before it starts; IBV_SEND_FENCE is reads_atomics_and_key_changes.
///
/// Source: mlx5dv.h, MLX5_WQE_CTRL_FENCE and _INITIATOR_SMALL_FENCE; modes 2 and 3: UCX ib_mlx5.h.
enum verbatim_fence_mode {
  /// Nothing.
  VERBATIM_FENCE_MODE_NONE = 0x00,
  /// Earlier UMRs and local invalidations: a small fence.
  VERBATIM_FENCE_MODE_KEY_CHANGES = 0x01,
  /// Earlier READs and atomics; IBV_SEND_FENCE waits for more.
  VERBATIM_FENCE_MODE_READS_AND_ATOMICS = 0x02,
  /// Everything earlier: strong ordering.
  VERBATIM_FENCE_MODE_EVERYTHING = 0x03,
  /// Earlier READs, atomics, UMRs and local invalidations, as IBV_SEND_FENCE does.
  VERBATIM_FENCE_MODE_READS_ATOMICS_AND_KEY_CHANGES = 0x04
};

/// Returns the name of a value of verbatim_fence_mode, or "" if it has none.
static inline const char *verbatim_fence_mode_name(unsigned value) {
  switch (value) {
    case VERBATIM_FENCE_MODE_NONE:
      return "none";
    case VERBATIM_FENCE_MODE_KEY_CHANGES:
      return "key_changes";
    case VERBATIM_FENCE_MODE_READS_AND_ATOMICS:
      return "reads_and_atomics";
    case VERBATIM_FENCE_MODE_EVERYTHING:
      return "everything";
    case VERBATIM_FENCE_MODE_READS_ATOMICS_AND_KEY_CHANGES:
      return "reads_atomics_and_key_changes";
    default:
      return "";
  }
}

/// The type of a general object; also its bit in general_obj_types of the capabilities.
///
/// Source: rdma-core providers/mlx5/mlx5_ifc.h, MLX5_OBJ_TYPE_*.
enum verbatim_general_object {
  /// A data encryption key.
  VERBATIM_GENERAL_OBJECT_DEK = 0x0c,
  /// A login session, in which wrapped keys are taken.
  VERBATIM_GENERAL_OBJECT_CRYPTO_LOGIN = 0x1f,
  /// An element of the scheduler.
  VERBATIM_GENERAL_OBJECT_SCHEDULING_ELEMENT = 0x26,
  /// A queue pair number without a queue pair.
  VERBATIM_GENERAL_OBJECT_RESERVED_QPN = 0x2c,
  /// An address vector that is mapped to a queue pair.
  VERBATIM_GENERAL_OBJECT_AV_QP_MAPPING = 0x3a
};

/// Returns the name of a value of verbatim_general_object, or "" if it has none.
static inline const char *verbatim_general_object_name(unsigned value) {
  switch (value) {
    case VERBATIM_GENERAL_OBJECT_DEK:
      return "dek";
    case VERBATIM_GENERAL_OBJECT_CRYPTO_LOGIN:
      return "crypto_login";
    case VERBATIM_GENERAL_OBJECT_SCHEDULING_ELEMENT:
      return "scheduling_element";
    case VERBATIM_GENERAL_OBJECT_RESERVED_QPN:
      return "reserved_qpn";
    case VERBATIM_GENERAL_OBJECT_AV_QP_MAPPING:
      return "av_qp_mapping";
    default:
      return "";
  }
}

/// The guard of a T10-DIF.
///
/// Source: rdma-core providers/mlx5/wqe.h, MLX5_T10DIF_CRC and MLX5_T10DIF_IPCS.
enum verbatim_guard_type {
  /// No T10-DIF.
  VERBATIM_GUARD_TYPE_NONE = 0x00,
  /// The CRC16 of T10.
  VERBATIM_GUARD_TYPE_CRC = 0x01,
  /// The checksum of IP.
  VERBATIM_GUARD_TYPE_IPCS = 0x02
};

/// Returns the name of a value of verbatim_guard_type, or "" if it has none.
static inline const char *verbatim_guard_type_name(unsigned value) {
  switch (value) {
    case VERBATIM_GUARD_TYPE_NONE:
      return "none";
    case VERBATIM_GUARD_TYPE_CRC:
      return "crc";
    case VERBATIM_GUARD_TYPE_IPCS:
      return "ipcs";
    default:
      return "";
  }
}

/// The reason that memory could not be accessed; the lowest bits of a vendor syndrome.
///
/// Source: NVIDIA libdpcp, src/dpcp/err_cqe.cpp, TPT_3BIT_SYNDROMES.
enum verbatim_memory_fault {
  /// The device does not say why.
  VERBATIM_MEMORY_FAULT_UNKNOWN = 0x00,
  /// PCIe failed.
  VERBATIM_MEMORY_FAULT_PCIE = 0x01,
  /// The key does not exist, is free, or is of another protection domain.
  VERBATIM_MEMORY_FAULT_PROTECTION_DOMAIN = 0x02,
  /// The key does not allow the access.
  VERBATIM_MEMORY_FAULT_ACCESS_RIGHTS = 0x03,
  /// Address and length are not all inside the region.
  VERBATIM_MEMORY_FAULT_LENGTH = 0x04,
  /// Encryption failed.
  VERBATIM_MEMORY_FAULT_ENCRYPTION = 0x05,
  /// No memory is behind the address: a page fault, or the bus refused it.
  VERBATIM_MEMORY_FAULT_PAGE_FAULT = 0x06,
  /// The device failed internally.
  VERBATIM_MEMORY_FAULT_INTERNAL = 0x07
};

/// Returns the name of a value of verbatim_memory_fault, or "" if it has none.
static inline const char *verbatim_memory_fault_name(unsigned value) {
  switch (value) {
    case VERBATIM_MEMORY_FAULT_UNKNOWN:
      return "unknown";
    case VERBATIM_MEMORY_FAULT_PCIE:
      return "pcie";
    case VERBATIM_MEMORY_FAULT_PROTECTION_DOMAIN:
      return "protection_domain";
    case VERBATIM_MEMORY_FAULT_ACCESS_RIGHTS:
      return "access_rights";
    case VERBATIM_MEMORY_FAULT_LENGTH:
      return "length";
    case VERBATIM_MEMORY_FAULT_ENCRYPTION:
      return "encryption";
    case VERBATIM_MEMORY_FAULT_PAGE_FAULT:
      return "page_fault";
    case VERBATIM_MEMORY_FAULT_INTERNAL:
      return "internal";
    default:
      return "";
  }
}

/// The fields of mkey_ctx_seg that a UMR changes, a bit for each (umr_ctrl_seg.mkey_mask).
///
/// Source: mlx5dv.h, MLX5_WQE_UMR_CTRL_MKEY_MASK_*; the others: Linux include/linux/mlx5/device.h,
/// MLX5_MKEY_MASK_*.
enum verbatim_mkey_mask {
  /// len.
  VERBATIM_MKEY_MASK_LEN = 0x01,
  /// log_page_size.
  VERBATIM_MKEY_MASK_PAGE_SIZE = 0x02,
  /// translations_octword_size.
  VERBATIM_MKEY_MASK_XLT_OCT_SIZE = 0x04,
  /// start_addr.
  VERBATIM_MKEY_MASK_START_ADDR = 0x40,
  /// pd.
  VERBATIM_MKEY_MASK_PD = 0x80,
  /// en_rinval.
  VERBATIM_MKEY_MASK_EN_RINVAL = 0x100,
  /// sig_err_cnt.
  VERBATIM_MKEY_MASK_SIG_ERR = 0x200,
  /// bsf_en.
  VERBATIM_MKEY_MASK_BSF_ENABLE = 0x1000,
  /// mkey_7_0.
  VERBATIM_MKEY_MASK_MKEY = 0x2000,
  /// qpn.
  VERBATIM_MKEY_MASK_QPN = 0x4000,
  /// local_read.
  VERBATIM_MKEY_MASK_LOCAL_READ = 0x20000,
  /// local_write.
  VERBATIM_MKEY_MASK_LOCAL_WRITE = 0x40000,
  /// remote_read.
  VERBATIM_MKEY_MASK_REMOTE_READ = 0x80000,
  /// remote_write.
  VERBATIM_MKEY_MASK_REMOTE_WRITE = 0x100000,
  /// atomic.
  VERBATIM_MKEY_MASK_ATOMIC = 0x200000,
  /// A small fence.
  VERBATIM_MKEY_MASK_SMALL_FENCE = 0x800000,
  /// free.
  VERBATIM_MKEY_MASK_FREE = 0x20000000
};

/// Returns the name of a value of verbatim_mkey_mask, or "" if it has none.
static inline const char *verbatim_mkey_mask_name(unsigned value) {
  switch (value) {
    case VERBATIM_MKEY_MASK_LEN:
      return "len";
    case VERBATIM_MKEY_MASK_PAGE_SIZE:
      return "page_size";
    case VERBATIM_MKEY_MASK_XLT_OCT_SIZE:
      return "xlt_oct_size";
    case VERBATIM_MKEY_MASK_START_ADDR:
      return "start_addr";
    case VERBATIM_MKEY_MASK_PD:
      return "pd";
    case VERBATIM_MKEY_MASK_EN_RINVAL:
      return "en_rinval";
    case VERBATIM_MKEY_MASK_SIG_ERR:
      return "sig_err";
    case VERBATIM_MKEY_MASK_BSF_ENABLE:
      return "bsf_enable";
    case VERBATIM_MKEY_MASK_MKEY:
      return "mkey";
    case VERBATIM_MKEY_MASK_QPN:
      return "qpn";
    case VERBATIM_MKEY_MASK_LOCAL_READ:
      return "local_read";
    case VERBATIM_MKEY_MASK_LOCAL_WRITE:
      return "local_write";
    case VERBATIM_MKEY_MASK_REMOTE_READ:
      return "remote_read";
    case VERBATIM_MKEY_MASK_REMOTE_WRITE:
      return "remote_write";
    case VERBATIM_MKEY_MASK_ATOMIC:
      return "atomic";
    case VERBATIM_MKEY_MASK_SMALL_FENCE:
      return "small_fence";
    case VERBATIM_MKEY_MASK_FREE:
      return "free";
    default:
      return "";
  }
}

/// The operation that a send WQE asks for.
///
/// Source: mlx5dv.h, MLX5_OPCODE_*; the others: DPDK mlx5_prm.h and the kernel's include/linux/mlx5/device.h.
enum verbatim_opcode {
  /// Does nothing.
  VERBATIM_OPCODE_NOP = 0x00,
  /// Send that also invalidates a key of the peer.
  VERBATIM_OPCODE_SEND_INVAL = 0x01,
  /// Write into the peer's memory.
  VERBATIM_OPCODE_RDMA_WRITE = 0x08,
  /// Write into the peer's memory and complete a receive there.
  VERBATIM_OPCODE_RDMA_WRITE_IMM = 0x09,
  /// Send into a receive buffer of the peer.
  VERBATIM_OPCODE_SEND = 0x0a,
  /// Send with 32 bits of immediate data.
  VERBATIM_OPCODE_SEND_IMM = 0x0b,
  /// Segment one large TCP payload into packets.
  VERBATIM_OPCODE_TSO = 0x0e,
  /// Wait for a CQ, for memory or for a time.
  VERBATIM_OPCODE_WAIT = 0x0f,
  /// Read the peer's memory.
  VERBATIM_OPCODE_RDMA_READ = 0x10,
  /// 64-bit compare-and-swap.
  VERBATIM_OPCODE_ATOMIC_CS = 0x11,
  /// 64-bit fetch-and-add.
  VERBATIM_OPCODE_ATOMIC_FA = 0x12,
  /// Masked compare-and-swap.
  VERBATIM_OPCODE_ATOMIC_MASKED_CS = 0x14,
  /// Masked fetch-and-add.
  VERBATIM_OPCODE_ATOMIC_MASKED_FA = 0x15,
  /// Let another receive queue run.
  VERBATIM_OPCODE_RECV_EN = 0x16,
  /// Let another send queue run.
  VERBATIM_OPCODE_SEND_EN = 0x17,
  /// Invalidate a local key.
  VERBATIM_OPCODE_LOCAL_INVAL = 0x1b,
  /// Set a protected signature value.
  VERBATIM_OPCODE_SET_PSV = 0x20,
  /// Pass data through the TLS engine.
  VERBATIM_OPCODE_DUMP = 0x23,
  /// Change a memory key, bind a window, or invalidate.
  VERBATIM_OPCODE_UMR = 0x25,
  /// Change a tag-matching list.
  VERBATIM_OPCODE_TAG_MATCHING = 0x28,
  /// Send several Ethernet packets.
  VERBATIM_OPCODE_ENHANCED_MPSW = 0x29,
  /// Write a steering object.
  VERBATIM_OPCODE_FLOW_TBL_ACCESS = 0x2c,
  /// Read or write an advanced steering object.
  VERBATIM_OPCODE_ACCESS_ASO = 0x2d,
  /// Copy memory or transform it.
  VERBATIM_OPCODE_MMO = 0x2f
};

/// Returns the name of a value of verbatim_opcode, or "" if it has none.
static inline const char *verbatim_opcode_name(unsigned value) {
  switch (value) {
    case VERBATIM_OPCODE_NOP:
      return "nop";
    case VERBATIM_OPCODE_SEND_INVAL:
      return "send_inval";
    case VERBATIM_OPCODE_RDMA_WRITE:
      return "rdma_write";
    case VERBATIM_OPCODE_RDMA_WRITE_IMM:
      return "rdma_write_imm";
    case VERBATIM_OPCODE_SEND:
      return "send";
    case VERBATIM_OPCODE_SEND_IMM:
      return "send_imm";
    case VERBATIM_OPCODE_TSO:
      return "tso";
    case VERBATIM_OPCODE_WAIT:
      return "wait";
    case VERBATIM_OPCODE_RDMA_READ:
      return "rdma_read";
    case VERBATIM_OPCODE_ATOMIC_CS:
      return "atomic_cs";
    case VERBATIM_OPCODE_ATOMIC_FA:
      return "atomic_fa";
    case VERBATIM_OPCODE_ATOMIC_MASKED_CS:
      return "atomic_masked_cs";
    case VERBATIM_OPCODE_ATOMIC_MASKED_FA:
      return "atomic_masked_fa";
    case VERBATIM_OPCODE_RECV_EN:
      return "recv_en";
    case VERBATIM_OPCODE_SEND_EN:
      return "send_en";
    case VERBATIM_OPCODE_LOCAL_INVAL:
      return "local_inval";
    case VERBATIM_OPCODE_SET_PSV:
      return "set_psv";
    case VERBATIM_OPCODE_DUMP:
      return "dump";
    case VERBATIM_OPCODE_UMR:
      return "umr";
    case VERBATIM_OPCODE_TAG_MATCHING:
      return "tag_matching";
    case VERBATIM_OPCODE_ENHANCED_MPSW:
      return "enhanced_mpsw";
    case VERBATIM_OPCODE_FLOW_TBL_ACCESS:
      return "flow_tbl_access";
    case VERBATIM_OPCODE_ACCESS_ASO:
      return "access_aso";
    case VERBATIM_OPCODE_MMO:
      return "mmo";
    default:
      return "";
  }
}

/// The attributes that ibv_modify_qp can set, as bits of its mask; the names are those of the members of
/// ibv_qp_attr.
///
/// Source: verbs.h, enum ibv_qp_attr_mask; man ibv_modify_qp.
enum verbatim_qp_attribute {
  /// State that the queue pair goes to.
  VERBATIM_QP_ATTRIBUTE_QP_STATE = 0x01,
  /// State that the caller expects the queue pair to be in.
  VERBATIM_QP_ATTRIBUTE_CUR_QP_STATE = 0x02,
  /// True if the end of draining raises an event.
  VERBATIM_QP_ATTRIBUTE_EN_SQD_ASYNC_NOTIFY = 0x04,
  /// Operations that the peer may do.
  VERBATIM_QP_ATTRIBUTE_QP_ACCESS_FLAGS = 0x08,
  /// Index of the P_Key that packets carry.
  VERBATIM_QP_ATTRIBUTE_PKEY_INDEX = 0x10,
  /// Port that it sends and receives through, from 1.
  VERBATIM_QP_ATTRIBUTE_PORT_NUM = 0x20,
  /// Q_Key that datagrams must carry.
  VERBATIM_QP_ATTRIBUTE_QKEY = 0x40,
  /// Address of the peer.
  VERBATIM_QP_ATTRIBUTE_AH_ATTR = 0x80,
  /// The longest payload of a packet.
  VERBATIM_QP_ATTRIBUTE_PATH_MTU = 0x100,
  /// Time to wait for an acknowledgement.
  VERBATIM_QP_ATTRIBUTE_TIMEOUT = 0x200,
  /// Number of retries when no acknowledgement came.
  VERBATIM_QP_ATTRIBUTE_RETRY_CNT = 0x400,
  /// Number of retries when the peer had no receive posted.
  VERBATIM_QP_ATTRIBUTE_RNR_RETRY = 0x800,
  /// Number of the first packet that is expected.
  VERBATIM_QP_ATTRIBUTE_RQ_PSN = 0x1000,
  /// READs and atomics under way at once.
  VERBATIM_QP_ATTRIBUTE_MAX_RD_ATOMIC = 0x2000,
  /// The path to change to when the first fails, with its port, P_Key index and timeout.
  VERBATIM_QP_ATTRIBUTE_ALT_AH_ATTR = 0x4000,
  /// Time that a sender waits if it found no receive posted.
  VERBATIM_QP_ATTRIBUTE_MIN_RNR_TIMER = 0x8000,
  /// Number of the first packet that is sent.
  VERBATIM_QP_ATTRIBUTE_SQ_PSN = 0x10000,
  /// READs and atomics of the peer under way at once.
  VERBATIM_QP_ATTRIBUTE_MAX_DEST_RD_ATOMIC = 0x20000,
  /// State of the migration between the two paths.
  VERBATIM_QP_ATTRIBUTE_PATH_MIG_STATE = 0x40000,
  /// Capacity of its queues.
  VERBATIM_QP_ATTRIBUTE_CAP = 0x80000,
  /// Number of the peer's queue pair.
  VERBATIM_QP_ATTRIBUTE_DEST_QP_NUM = 0x100000,
  /// Rate at which packets leave.
  VERBATIM_QP_ATTRIBUTE_RATE_LIMIT = 0x2000000
};

/// Returns the name of a value of verbatim_qp_attribute, or "" if it has none.
static inline const char *verbatim_qp_attribute_name(unsigned value) {
  switch (value) {
    case VERBATIM_QP_ATTRIBUTE_QP_STATE:
      return "qp_state";
    case VERBATIM_QP_ATTRIBUTE_CUR_QP_STATE:
      return "cur_qp_state";
    case VERBATIM_QP_ATTRIBUTE_EN_SQD_ASYNC_NOTIFY:
      return "en_sqd_async_notify";
    case VERBATIM_QP_ATTRIBUTE_QP_ACCESS_FLAGS:
      return "qp_access_flags";
    case VERBATIM_QP_ATTRIBUTE_PKEY_INDEX:
      return "pkey_index";
    case VERBATIM_QP_ATTRIBUTE_PORT_NUM:
      return "port_num";
    case VERBATIM_QP_ATTRIBUTE_QKEY:
      return "qkey";
    case VERBATIM_QP_ATTRIBUTE_AH_ATTR:
      return "ah_attr";
    case VERBATIM_QP_ATTRIBUTE_PATH_MTU:
      return "path_mtu";
    case VERBATIM_QP_ATTRIBUTE_TIMEOUT:
      return "timeout";
    case VERBATIM_QP_ATTRIBUTE_RETRY_CNT:
      return "retry_cnt";
    case VERBATIM_QP_ATTRIBUTE_RNR_RETRY:
      return "rnr_retry";
    case VERBATIM_QP_ATTRIBUTE_RQ_PSN:
      return "rq_psn";
    case VERBATIM_QP_ATTRIBUTE_MAX_RD_ATOMIC:
      return "max_rd_atomic";
    case VERBATIM_QP_ATTRIBUTE_ALT_AH_ATTR:
      return "alt_ah_attr";
    case VERBATIM_QP_ATTRIBUTE_MIN_RNR_TIMER:
      return "min_rnr_timer";
    case VERBATIM_QP_ATTRIBUTE_SQ_PSN:
      return "sq_psn";
    case VERBATIM_QP_ATTRIBUTE_MAX_DEST_RD_ATOMIC:
      return "max_dest_rd_atomic";
    case VERBATIM_QP_ATTRIBUTE_PATH_MIG_STATE:
      return "path_mig_state";
    case VERBATIM_QP_ATTRIBUTE_CAP:
      return "cap";
    case VERBATIM_QP_ATTRIBUTE_DEST_QP_NUM:
      return "dest_qp_num";
    case VERBATIM_QP_ATTRIBUTE_RATE_LIMIT:
      return "rate_limit";
    default:
      return "";
  }
}

/// The state of a queue pair.
///
/// Source: verbs.h, enum ibv_qp_state; man ibv_modify_qp.
enum verbatim_qp_state {
  /// It neither sends nor receives; it is as new.
  VERBATIM_QP_STATE_RESET = 0x00,
  /// It neither sends nor receives, but receives can be posted.
  VERBATIM_QP_STATE_INIT = 0x01,
  /// It receives.
  VERBATIM_QP_STATE_RTR = 0x02,
  /// It receives and sends.
  VERBATIM_QP_STATE_RTS = 0x03,
  /// It receives, and finishes the sends that have begun.
  VERBATIM_QP_STATE_SQD = 0x04,
  /// It receives, and a send that failed keeps the later ones back.
  VERBATIM_QP_STATE_SQE = 0x05,
  /// Everything that is posted is flushed.
  VERBATIM_QP_STATE_ERROR = 0x06
};

/// Returns the name of a value of verbatim_qp_state, or "" if it has none.
static inline const char *verbatim_qp_state_name(unsigned value) {
  switch (value) {
    case VERBATIM_QP_STATE_RESET:
      return "reset";
    case VERBATIM_QP_STATE_INIT:
      return "init";
    case VERBATIM_QP_STATE_RTR:
      return "rtr";
    case VERBATIM_QP_STATE_RTS:
      return "rts";
    case VERBATIM_QP_STATE_SQD:
      return "sqd";
    case VERBATIM_QP_STATE_SQE:
      return "sqe";
    case VERBATIM_QP_STATE_ERROR:
      return "error";
    default:
      return "";
  }
}

/// The time that the peer asks to wait before a message is sent again; the lowest bits of a vendor syndrome.
///
/// Source: ibv_modify_qp(3), min_rnr_timer.
enum verbatim_rnr_timer {
  /// 655.36 milliseconds.
  VERBATIM_RNR_TIMER_MS_655_36 = 0x00,
  /// 0.01 milliseconds.
  VERBATIM_RNR_TIMER_MS_0_01 = 0x01,
  /// 0.02 milliseconds.
  VERBATIM_RNR_TIMER_MS_0_02 = 0x02,
  /// 0.03 milliseconds.
  VERBATIM_RNR_TIMER_MS_0_03 = 0x03,
  /// 0.04 milliseconds.
  VERBATIM_RNR_TIMER_MS_0_04 = 0x04,
  /// 0.06 milliseconds.
  VERBATIM_RNR_TIMER_MS_0_06 = 0x05,
  /// 0.08 milliseconds.
  VERBATIM_RNR_TIMER_MS_0_08 = 0x06,
  /// 0.12 milliseconds.
  VERBATIM_RNR_TIMER_MS_0_12 = 0x07,
  /// 0.16 milliseconds.
  VERBATIM_RNR_TIMER_MS_0_16 = 0x08,
  /// 0.24 milliseconds.
  VERBATIM_RNR_TIMER_MS_0_24 = 0x09,
  /// 0.32 milliseconds.
  VERBATIM_RNR_TIMER_MS_0_32 = 0x0a,
  /// 0.48 milliseconds.
  VERBATIM_RNR_TIMER_MS_0_48 = 0x0b,
  /// 0.64 milliseconds.
  VERBATIM_RNR_TIMER_MS_0_64 = 0x0c,
  /// 0.96 milliseconds.
  VERBATIM_RNR_TIMER_MS_0_96 = 0x0d,
  /// 1.28 milliseconds.
  VERBATIM_RNR_TIMER_MS_1_28 = 0x0e,
  /// 1.92 milliseconds.
  VERBATIM_RNR_TIMER_MS_1_92 = 0x0f,
  /// 2.56 milliseconds.
  VERBATIM_RNR_TIMER_MS_2_56 = 0x10,
  /// 3.84 milliseconds.
  VERBATIM_RNR_TIMER_MS_3_84 = 0x11,
  /// 5.12 milliseconds.
  VERBATIM_RNR_TIMER_MS_5_12 = 0x12,
  /// 7.68 milliseconds.
  VERBATIM_RNR_TIMER_MS_7_68 = 0x13,
  /// 10.24 milliseconds.
  VERBATIM_RNR_TIMER_MS_10_24 = 0x14,
  /// 15.36 milliseconds.
  VERBATIM_RNR_TIMER_MS_15_36 = 0x15,
  /// 20.48 milliseconds.
  VERBATIM_RNR_TIMER_MS_20_48 = 0x16,
  /// 30.72 milliseconds.
  VERBATIM_RNR_TIMER_MS_30_72 = 0x17,
  /// 40.96 milliseconds.
  VERBATIM_RNR_TIMER_MS_40_96 = 0x18,
  /// 61.44 milliseconds.
  VERBATIM_RNR_TIMER_MS_61_44 = 0x19,
  /// 81.92 milliseconds.
  VERBATIM_RNR_TIMER_MS_81_92 = 0x1a,
  /// 122.88 milliseconds.
  VERBATIM_RNR_TIMER_MS_122_88 = 0x1b,
  /// 163.84 milliseconds.
  VERBATIM_RNR_TIMER_MS_163_84 = 0x1c,
  /// 245.76 milliseconds.
  VERBATIM_RNR_TIMER_MS_245_76 = 0x1d,
  /// 327.68 milliseconds.
  VERBATIM_RNR_TIMER_MS_327_68 = 0x1e,
  /// 491.52 milliseconds.
  VERBATIM_RNR_TIMER_MS_491_52 = 0x1f
};

/// Returns the name of a value of verbatim_rnr_timer, or "" if it has none.
static inline const char *verbatim_rnr_timer_name(unsigned value) {
  switch (value) {
    case VERBATIM_RNR_TIMER_MS_655_36:
      return "ms_655_36";
    case VERBATIM_RNR_TIMER_MS_0_01:
      return "ms_0_01";
    case VERBATIM_RNR_TIMER_MS_0_02:
      return "ms_0_02";
    case VERBATIM_RNR_TIMER_MS_0_03:
      return "ms_0_03";
    case VERBATIM_RNR_TIMER_MS_0_04:
      return "ms_0_04";
    case VERBATIM_RNR_TIMER_MS_0_06:
      return "ms_0_06";
    case VERBATIM_RNR_TIMER_MS_0_08:
      return "ms_0_08";
    case VERBATIM_RNR_TIMER_MS_0_12:
      return "ms_0_12";
    case VERBATIM_RNR_TIMER_MS_0_16:
      return "ms_0_16";
    case VERBATIM_RNR_TIMER_MS_0_24:
      return "ms_0_24";
    case VERBATIM_RNR_TIMER_MS_0_32:
      return "ms_0_32";
    case VERBATIM_RNR_TIMER_MS_0_48:
      return "ms_0_48";
    case VERBATIM_RNR_TIMER_MS_0_64:
      return "ms_0_64";
    case VERBATIM_RNR_TIMER_MS_0_96:
      return "ms_0_96";
    case VERBATIM_RNR_TIMER_MS_1_28:
      return "ms_1_28";
    case VERBATIM_RNR_TIMER_MS_1_92:
      return "ms_1_92";
    case VERBATIM_RNR_TIMER_MS_2_56:
      return "ms_2_56";
    case VERBATIM_RNR_TIMER_MS_3_84:
      return "ms_3_84";
    case VERBATIM_RNR_TIMER_MS_5_12:
      return "ms_5_12";
    case VERBATIM_RNR_TIMER_MS_7_68:
      return "ms_7_68";
    case VERBATIM_RNR_TIMER_MS_10_24:
      return "ms_10_24";
    case VERBATIM_RNR_TIMER_MS_15_36:
      return "ms_15_36";
    case VERBATIM_RNR_TIMER_MS_20_48:
      return "ms_20_48";
    case VERBATIM_RNR_TIMER_MS_30_72:
      return "ms_30_72";
    case VERBATIM_RNR_TIMER_MS_40_96:
      return "ms_40_96";
    case VERBATIM_RNR_TIMER_MS_61_44:
      return "ms_61_44";
    case VERBATIM_RNR_TIMER_MS_81_92:
      return "ms_81_92";
    case VERBATIM_RNR_TIMER_MS_122_88:
      return "ms_122_88";
    case VERBATIM_RNR_TIMER_MS_163_84:
      return "ms_163_84";
    case VERBATIM_RNR_TIMER_MS_245_76:
      return "ms_245_76";
    case VERBATIM_RNR_TIMER_MS_327_68:
      return "ms_327_68";
    case VERBATIM_RNR_TIMER_MS_491_52:
      return "ms_491_52";
    default:
      return "";
  }
}

/// The operation of a TAG_MATCHING WQE on the list of tags.
///
/// Source: mlx5dv.h, struct mlx5_wqe_tm_seg; rdma-core providers/mlx5/wqe.h, MLX5_TM_OPCODE_*.
enum verbatim_tm_op {
  /// Only brings the counter of unexpected messages up to date.
  VERBATIM_TM_OP_NOP = 0x00,
  /// Puts a tag at the end of the list.
  VERBATIM_TM_OP_APPEND = 0x01,
  /// Takes a tag out of the list.
  VERBATIM_TM_OP_REMOVE = 0x02
};

/// Returns the name of a value of verbatim_tm_op, or "" if it has none.
static inline const char *verbatim_tm_op_name(unsigned value) {
  switch (value) {
    case VERBATIM_TM_OP_NOP:
      return "nop";
    case VERBATIM_TM_OP_APPEND:
      return "append";
    case VERBATIM_TM_OP_REMOVE:
      return "remove";
    default:
      return "";
  }
}

/// The kind of the message that follows a tag-matching header.
///
/// Source: infiniband/tm_types.h, enum ibv_tmh_op.
enum verbatim_tmh_op {
  /// A message without a tag.
  VERBATIM_TMH_OP_NO_TAG = 0x00,
  /// A rendezvous request; the receiver reads the message itself.
  VERBATIM_TMH_OP_RNDV = 0x01,
  /// A rendezvous is done.
  VERBATIM_TMH_OP_FIN = 0x02,
  /// A message with a tag.
  VERBATIM_TMH_OP_EAGER = 0x03
};

/// Returns the name of a value of verbatim_tmh_op, or "" if it has none.
static inline const char *verbatim_tmh_op_name(unsigned value) {
  switch (value) {
    case VERBATIM_TMH_OP_NO_TAG:
      return "no_tag";
    case VERBATIM_TMH_OP_RNDV:
      return "rndv";
    case VERBATIM_TMH_OP_FIN:
      return "fin";
    case VERBATIM_TMH_OP_EAGER:
      return "eager";
    default:
      return "";
  }
}

/// The comparison between the value of a WAIT and the value that the device reads.
///
/// Source: DPDK drivers/common/mlx5/mlx5_prm.h, MLX5_WAIT_COND_*.
enum verbatim_wait_operation {
  /// Does not wait.
  VERBATIM_WAIT_OPERATION_ALWAYS_TRUE = 0x00,
  /// Until both are equal.
  VERBATIM_WAIT_OPERATION_EQUAL = 0x01,
  /// Until the value is bigger than the one that the device reads.
  VERBATIM_WAIT_OPERATION_BIGGER = 0x02,
  /// Until the value is smaller than the one that the device reads.
  VERBATIM_WAIT_OPERATION_SMALLER = 0x03,
  /// Until the value is bigger, on a circle.
  VERBATIM_WAIT_OPERATION_CYCLIC_BIGGER = 0x04,
  /// Until the value is smaller, on a circle: a time is past.
  VERBATIM_WAIT_OPERATION_CYCLIC_SMALLER = 0x05
};

/// Returns the name of a value of verbatim_wait_operation, or "" if it has none.
static inline const char *verbatim_wait_operation_name(unsigned value) {
  switch (value) {
    case VERBATIM_WAIT_OPERATION_ALWAYS_TRUE:
      return "always_true";
    case VERBATIM_WAIT_OPERATION_EQUAL:
      return "equal";
    case VERBATIM_WAIT_OPERATION_BIGGER:
      return "bigger";
    case VERBATIM_WAIT_OPERATION_SMALLER:
      return "smaller";
    case VERBATIM_WAIT_OPERATION_CYCLIC_BIGGER:
      return "cyclic_bigger";
    case VERBATIM_WAIT_OPERATION_CYCLIC_SMALLER:
      return "cyclic_smaller";
    default:
      return "";
  }
}

#ifdef __cplusplus
}
#endif

#endif
