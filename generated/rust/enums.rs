// Generated from specs/enums/ by codegen. Do not edit: `meson compile -C build generate`.
//! Enums: the values of fields.

enums! {
    /// The completions that raise an event on an armed CQ.
    ///
    /// Source: mlx5dv.h, MLX5_CQ_DB_REQ_NOT and MLX5_CQ_DB_REQ_NOT_SOL.
    ArmMode("arm_mode", u8, zero = Any) {
        /// The next completion.
        Any = 0x00, "any";
        /// The next solicited or failed completion.
        SolicitedOnly = 0x01, "solicited_only";
    }
    /// The signature of a block, unless a bsf_inl_seg has it (block format selector, BFS).
    ///
    /// Source: rdma-core providers/mlx5/wqe.h, MLX5_BFS_*_BASE.
    BlockFormat("block_format", u8, zero = ByInline) {
        /// None, or the T10-DIF of a bsf_inl_seg.
        ByInline = 0x00, "by_inline";
        /// CRC32 in 4 bytes.
        Crc32 = 0x02, "crc32";
        /// CRC32C in 4 bytes.
        Crc32c = 0x04, "crc32c";
        /// CRC64 of XP10 in 8 bytes.
        Crc64Xp10 = 0x05, "crc64_xp10";
    }
    /// Bytes of data to which a signature, or a tweak, belongs (block size selector).
    ///
    /// Source: rdma-core providers/mlx5/qp.c, bs_to_bs_selector.
    BlockSize("block_size", u8, zero = None) {
        /// No blocks.
        None = 0x00, "none";
        /// 512 bytes.
        Bytes512 = 0x01, "bytes_512";
        /// 520 bytes.
        Bytes520 = 0x02, "bytes_520";
        /// 4096 bytes.
        Bytes4096 = 0x03, "bytes_4096";
        /// 4160 bytes.
        Bytes4160 = 0x04, "bytes_4160";
        /// 4048 bytes.
        Bytes4048 = 0x06, "bytes_4048";
    }
    /// Size of the BSF.
    ///
    /// Source: rdma-core providers/mlx5/wqe.h, MLX5_BSF_SIZE_*.
    BsfSize("bsf_size", u8, zero = Basic) {
        /// 16 bytes, bsf_seg.
        Basic = 0x00, "basic";
        /// 32 bytes, bsf_seg and bsf_ext_seg.
        Extended = 0x01, "extended";
        /// 64 bytes, also a bsf_inl_seg for the wire and one for memory.
        WithInline = 0x02, "with_inline";
        /// 128 bytes, and crypto_bsf_seg behind.
        SigAndCrypto = 0x03, "sig_and_crypto";
    }
    /// The status in the answer to a command of the firmware.
    ///
    /// Source: Linux include/linux/mlx5/device.h, MLX5_CMD_STAT_*;
    /// drivers/net/ethernet/mellanox/mlx5/core/cmd.c, cmd_status_str.
    CmdStatus("cmd_status", u8, zero = Ok) {
        /// The command was executed.
        Ok = 0x00, "ok";
        /// The firmware failed internally.
        IntErr = 0x01, "int_err";
        /// The firmware does not have this command, or not with this op_mod.
        BadOpErr = 0x02, "bad_op_err";
        /// A field of the command has a value that the firmware does not take.
        BadParamErr = 0x03, "bad_param_err";
        /// The device is not in a state in which it takes the command.
        BadSysStateErr = 0x04, "bad_sys_state_err";
        /// The command names an object that does not exist, or not for this user.
        BadResErr = 0x05, "bad_res_err";
        /// The object is in use by another one.
        ResBusy = 0x06, "res_busy";
        /// The command goes beyond a limit of the device.
        LimErr = 0x08, "lim_err";
        /// The object is in another state than the command needs.
        BadResStateErr = 0x09, "bad_res_state_err";
        /// An index is out of range.
        IxErr = 0x0a, "ix_err";
        /// The firmware has no resources left.
        NoResErr = 0x0f, "no_res_err";
        /// The queue pair is in a state that cannot be changed like this.
        BadQpStateErr = 0x10, "bad_qp_state_err";
        /// A malformed management packet was dropped.
        BadPktErr = 0x30, "bad_pkt_err";
        /// The new ring of a CQ has no room for the CQEs that were not polled.
        BadSizeOutsCqesErr = 0x40, "bad_size_outs_cqes_err";
        /// The command is too short or too long.
        BadInpLenErr = 0x50, "bad_inp_len_err";
        /// The room for the answer is too small or too large.
        BadOutpLenErr = 0x51, "bad_outp_len_err";
    }
    /// The condition under which the device writes a CQE for a send WQE.
    ///
    /// Source: mlx5dv.h, MLX5_WQE_CTRL_CQ_UPDATE; DPDK mlx5_prm.h, MLX5_COMP_*.
    CompletionMode("completion_mode", u8, zero = OnError) {
        /// Only if the WQE fails.
        OnError = 0x00, "on_error";
        /// Only if the WQE is the first to fail.
        OnFirstError = 0x01, "on_first_error";
        /// Always.
        Always = 0x02, "always";
        /// Always, and an event.
        AlwaysAndEqe = 0x03, "always_and_eqe";
    }
    /// The event that a completion of tag matching reports.
    ///
    /// Source: rdma-core providers/mlx5/cq.c, handle_tag_matching; UCX ib_mlx5.h, UCT_IB_MLX5_CQE_APP_OP_*.
    CqeAppOp("cqe_app_op", u8, zero = None) {
        /// Nothing.
        None = 0x00, "none";
        /// A message has found its tag; its data come with another completion.
        TmConsumed = 0x01, "tm_consumed";
        /// The data of a message that found its tag are there.
        TmExpected = 0x02, "tm_expected";
        /// A message found no tag and is in a buffer of the SRQ.
        TmUnexpected = 0x03, "tm_unexpected";
        /// A message without a tag is in a buffer of the SRQ.
        TmNoTag = 0x04, "tm_no_tag";
        /// A tag was appended.
        TmAppend = 0x05, "tm_append";
        /// A tag was removed or was not there.
        TmRemove = 0x06, "tm_remove";
        /// The counter of unexpected messages was brought up to date.
        TmNoop = 0x07, "tm_noop";
        /// The same as tm_consumed, but the program has to finish the rendezvous.
        TmConsumedSwRndv = 0x09, "tm_consumed_sw_rndv";
        /// A message has found its tag and its data are there.
        TmConsumedMsg = 0x0a, "tm_consumed_msg";
        /// The same as tm_consumed_msg, but the program has to finish the rendezvous.
        TmConsumedMsgSwRndv = 0x0b, "tm_consumed_msg_sw_rndv";
        /// The same as tm_expected, but the program has to finish the rendezvous.
        TmMsgCompletionCanceled = 0x0c, "tm_msg_completion_canceled";
    }
    /// The place of a completion's payload.
    ///
    /// Source: mlx5dv.h, MLX5_INLINE_SCATTER_32 and _64; UCX ib_mlx5.h.
    CqeFormat("cqe_format", u8, zero = Plain) {
        /// In the posted buffers.
        Plain = 0x00, "plain";
        /// In the first 32 bytes of the CQE.
        Inline32 = 0x01, "inline_32";
        /// In the 64 bytes before the CQE.
        Inline64 = 0x02, "inline_64";
        /// The CQE stands for several.
        Compressed = 0x03, "compressed";
    }
    /// The kind of a completion.
    ///
    /// Source: mlx5dv.h, MLX5_CQE_*.
    CqeOpcode("cqe_opcode", u8, zero = Req) {
        /// A send WQE is done.
        Req = 0x00, "req";
        /// The peer wrote and gave immediate data.
        RespWrImm = 0x01, "resp_wr_imm";
        /// A message arrived.
        RespSend = 0x02, "resp_send";
        /// A message with immediate data arrived.
        RespSendImm = 0x03, "resp_send_imm";
        /// A message arrived and invalidated a key.
        RespSendInv = 0x04, "resp_send_inv";
        /// The rest is in the new buffer.
        ResizeCq = 0x05, "resize_cq";
        /// A tag-matching list operation is done.
        NoPacket = 0x06, "no_packet";
        /// A signature did not match.
        SigErr = 0x0c, "sig_err";
        /// A send WQE failed.
        ReqErr = 0x0d, "req_err";
        /// A receive WQE failed.
        RespErr = 0x0e, "resp_err";
        /// Software's initial value; the device never writes it.
        Invalid = 0x0f, "invalid";
    }
    /// The error of a WQE.
    ///
    /// Source: mlx5dv.h, MLX5_CQE_SYNDROME_*.
    CqeSyndrome("cqe_syndrome", u8, zero = Ok) {
        /// Nothing went wrong.
        Ok = 0x00, "ok";
        /// A message is longer than its receive buffers, or has an illegal length.
        LocalLengthErr = 0x01, "local_length_err";
        /// The WQE is malformed, or its opcode is not for this kind of QP.
        LocalQpOpErr = 0x02, "local_qp_op_err";
        /// A local key is wrong, of another PD, out of bounds, or forbids the access.
        LocalProtErr = 0x04, "local_prot_err";
        /// The QP was in error, so the WQE was not executed.
        WrFlushErr = 0x05, "wr_flush_err";
        /// A UMR or a window bind failed.
        MwBindErr = 0x06, "mw_bind_err";
        /// The peer answered with an unexpected opcode.
        BadRespErr = 0x10, "bad_resp_err";
        /// The responder may not access its own memory.
        LocalAccessErr = 0x11, "local_access_err";
        /// The peer found the request invalid: too long for its buffers, misaligned or not allowed.
        RemoteInvalReqErr = 0x12, "remote_inval_req_err";
        /// The remote key is wrong, out of bounds, or forbids the access.
        RemoteAccessErr = 0x13, "remote_access_err";
        /// The peer could not execute the request.
        RemoteOpErr = 0x14, "remote_op_err";
        /// The peer does not answer; see whether its QP is ready to receive and the path is right.
        TransportRetryExcErr = 0x15, "transport_retry_exc_err";
        /// The peer has not posted a receive.
        RnrRetryExcErr = 0x16, "rnr_retry_exc_err";
        /// The peer gave up the request.
        RemoteAbortedErr = 0x22, "remote_aborted_err";
    }
    /// The side on which data is encrypted.
    ///
    /// Source: rdma-core providers/mlx5/wqe.h, MLX5_ENCRYPTION_ORDER_*; Linux mlx5_ifc.h.
    EncOrder("enc_order", u8, zero = EncryptedWireSignature) {
        /// On the wire, signature included: it is computed before the data is encrypted.
        EncryptedWireSignature = 0x00, "encrypted_wire_signature";
        /// In memory, signature included.
        EncryptedMemorySignature = 0x01, "encrypted_memory_signature";
        /// On the wire, without the signature, which is computed over the encrypted data.
        EncryptedRawWire = 0x02, "encrypted_raw_wire";
        /// In memory, without the signature.
        EncryptedRawMemory = 0x03, "encrypted_raw_memory";
    }
    /// The standard of an encryption.
    ///
    /// Source: rdma-core providers/mlx5/wqe.h, MLX5_ENCRYPTION_STANDARD_AES_XTS.
    EncStandard("enc_standard", u8, zero = AesXts) {
        /// AES-XTS.
        AesXts = 0x00, "aes_xts";
    }
    /// The earlier work that a WQE waits for before it starts; IBV_SEND_FENCE is
    /// reads_atomics_and_key_changes.
    ///
    /// Source: mlx5dv.h, MLX5_WQE_CTRL_FENCE and _INITIATOR_SMALL_FENCE; modes 2 and 3: UCX ib_mlx5.h.
    FenceMode("fence_mode", u8, zero = None) {
        /// Nothing.
        None = 0x00, "none";
        /// Earlier UMRs and local invalidations: a small fence.
        KeyChanges = 0x01, "key_changes";
        /// Earlier READs and atomics; IBV_SEND_FENCE waits for more.
        ReadsAndAtomics = 0x02, "reads_and_atomics";
        /// Everything earlier: strong ordering.
        Everything = 0x03, "everything";
        /// Earlier READs, atomics, UMRs and local invalidations, as IBV_SEND_FENCE does.
        ReadsAtomicsAndKeyChanges = 0x04, "reads_atomics_and_key_changes";
    }
    /// The type of a general object; also its bit in general_obj_types of the capabilities.
    ///
    /// Source: rdma-core providers/mlx5/mlx5_ifc.h, MLX5_OBJ_TYPE_*.
    GeneralObject("general_object", u16) {
        /// A data encryption key.
        Dek = 0x0c, "dek";
        /// A login session, in which wrapped keys are taken.
        CryptoLogin = 0x1f, "crypto_login";
        /// An element of the scheduler.
        SchedulingElement = 0x26, "scheduling_element";
        /// A queue pair number without a queue pair.
        ReservedQpn = 0x2c, "reserved_qpn";
        /// An address vector that is mapped to a queue pair.
        AvQpMapping = 0x3a, "av_qp_mapping";
    }
    /// The guard of a T10-DIF.
    ///
    /// Source: rdma-core providers/mlx5/wqe.h, MLX5_T10DIF_CRC and MLX5_T10DIF_IPCS.
    GuardType("guard_type", u8, zero = None) {
        /// No T10-DIF.
        None = 0x00, "none";
        /// The CRC16 of T10.
        Crc = 0x01, "crc";
        /// The checksum of IP.
        Ipcs = 0x02, "ipcs";
    }
    /// The reason that memory could not be accessed; the lowest bits of a vendor syndrome.
    ///
    /// Source: NVIDIA libdpcp, src/dpcp/err_cqe.cpp, TPT_3BIT_SYNDROMES.
    MemoryFault("memory_fault", u8, zero = Unknown) {
        /// The device does not say why.
        Unknown = 0x00, "unknown";
        /// PCIe failed.
        Pcie = 0x01, "pcie";
        /// The key does not exist, is free, or is of another protection domain.
        ProtectionDomain = 0x02, "protection_domain";
        /// The key does not allow the access.
        AccessRights = 0x03, "access_rights";
        /// Address and length are not all inside the region.
        Length = 0x04, "length";
        /// Encryption failed.
        Encryption = 0x05, "encryption";
        /// No memory is behind the address: a page fault, or the bus refused it.
        PageFault = 0x06, "page_fault";
        /// The device failed internally.
        Internal = 0x07, "internal";
    }
    /// The fields of mkey_ctx_seg that a UMR changes, a bit for each (umr_ctrl_seg.mkey_mask).
    ///
    /// Source: mlx5dv.h, MLX5_WQE_UMR_CTRL_MKEY_MASK_*; the others: Linux include/linux/mlx5/device.h,
    /// MLX5_MKEY_MASK_*.
    MkeyMask("mkey_mask", u32) {
        /// len.
        Len = 0x01, "len";
        /// log_page_size.
        PageSize = 0x02, "page_size";
        /// translations_octword_size.
        XltOctSize = 0x04, "xlt_oct_size";
        /// start_addr.
        StartAddr = 0x40, "start_addr";
        /// pd.
        Pd = 0x80, "pd";
        /// en_rinval.
        EnRinval = 0x100, "en_rinval";
        /// sig_err_cnt.
        SigErr = 0x200, "sig_err";
        /// bsf_en.
        BsfEnable = 0x1000, "bsf_enable";
        /// mkey_7_0.
        Mkey = 0x2000, "mkey";
        /// qpn.
        Qpn = 0x4000, "qpn";
        /// local_read.
        LocalRead = 0x20000, "local_read";
        /// local_write.
        LocalWrite = 0x40000, "local_write";
        /// remote_read.
        RemoteRead = 0x80000, "remote_read";
        /// remote_write.
        RemoteWrite = 0x100000, "remote_write";
        /// atomic.
        Atomic = 0x200000, "atomic";
        /// A small fence.
        SmallFence = 0x800000, "small_fence";
        /// free.
        Free = 0x20000000, "free";
    }
    /// The operation that a send WQE asks for.
    ///
    /// Source: mlx5dv.h, MLX5_OPCODE_*; the others: DPDK mlx5_prm.h and the kernel's
    /// include/linux/mlx5/device.h.
    Opcode("opcode", u8, zero = Nop) {
        /// Does nothing.
        Nop = 0x00, "nop";
        /// Send that also invalidates a key of the peer.
        SendInval = 0x01, "send_inval";
        /// Write into the peer's memory.
        RdmaWrite = 0x08, "rdma_write";
        /// Write into the peer's memory and complete a receive there.
        RdmaWriteImm = 0x09, "rdma_write_imm";
        /// Send into a receive buffer of the peer.
        Send = 0x0a, "send";
        /// Send with 32 bits of immediate data.
        SendImm = 0x0b, "send_imm";
        /// Segment one large TCP payload into packets.
        Tso = 0x0e, "tso";
        /// Wait for a CQ, for memory or for a time.
        Wait = 0x0f, "wait";
        /// Read the peer's memory.
        RdmaRead = 0x10, "rdma_read";
        /// 64-bit compare-and-swap.
        AtomicCs = 0x11, "atomic_cs";
        /// 64-bit fetch-and-add.
        AtomicFa = 0x12, "atomic_fa";
        /// Masked compare-and-swap.
        AtomicMaskedCs = 0x14, "atomic_masked_cs";
        /// Masked fetch-and-add.
        AtomicMaskedFa = 0x15, "atomic_masked_fa";
        /// Let another receive queue run.
        RecvEn = 0x16, "recv_en";
        /// Let another send queue run.
        SendEn = 0x17, "send_en";
        /// Invalidate a local key.
        LocalInval = 0x1b, "local_inval";
        /// Set a protected signature value.
        SetPsv = 0x20, "set_psv";
        /// Pass data through the TLS engine.
        Dump = 0x23, "dump";
        /// Change a memory key, bind a window, or invalidate.
        Umr = 0x25, "umr";
        /// Change a tag-matching list.
        TagMatching = 0x28, "tag_matching";
        /// Send several Ethernet packets.
        EnhancedMpsw = 0x29, "enhanced_mpsw";
        /// Write a steering object.
        FlowTblAccess = 0x2c, "flow_tbl_access";
        /// Read or write an advanced steering object.
        AccessAso = 0x2d, "access_aso";
        /// Copy memory or transform it.
        Mmo = 0x2f, "mmo";
    }
    /// The attributes that ibv_modify_qp can set, as bits of its mask; the names are those of the members of
    /// ibv_qp_attr.
    ///
    /// Source: verbs.h, enum ibv_qp_attr_mask; man ibv_modify_qp.
    QpAttribute("qp_attribute", u32) {
        /// State that the queue pair goes to.
        QpState = 0x01, "qp_state";
        /// State that the caller expects the queue pair to be in.
        CurQpState = 0x02, "cur_qp_state";
        /// True if the end of draining raises an event.
        EnSqdAsyncNotify = 0x04, "en_sqd_async_notify";
        /// Operations that the peer may do.
        QpAccessFlags = 0x08, "qp_access_flags";
        /// Index of the P_Key that packets carry.
        PkeyIndex = 0x10, "pkey_index";
        /// Port that it sends and receives through, from 1.
        PortNum = 0x20, "port_num";
        /// Q_Key that datagrams must carry.
        Qkey = 0x40, "qkey";
        /// Address of the peer.
        AhAttr = 0x80, "ah_attr";
        /// The longest payload of a packet.
        PathMtu = 0x100, "path_mtu";
        /// Time to wait for an acknowledgement.
        Timeout = 0x200, "timeout";
        /// Number of retries when no acknowledgement came.
        RetryCnt = 0x400, "retry_cnt";
        /// Number of retries when the peer had no receive posted.
        RnrRetry = 0x800, "rnr_retry";
        /// Number of the first packet that is expected.
        RqPsn = 0x1000, "rq_psn";
        /// READs and atomics under way at once.
        MaxRdAtomic = 0x2000, "max_rd_atomic";
        /// The path to change to when the first fails, with its port, P_Key index and timeout.
        AltAhAttr = 0x4000, "alt_ah_attr";
        /// Time that a sender waits if it found no receive posted.
        MinRnrTimer = 0x8000, "min_rnr_timer";
        /// Number of the first packet that is sent.
        SqPsn = 0x10000, "sq_psn";
        /// READs and atomics of the peer under way at once.
        MaxDestRdAtomic = 0x20000, "max_dest_rd_atomic";
        /// State of the migration between the two paths.
        PathMigState = 0x40000, "path_mig_state";
        /// Capacity of its queues.
        Cap = 0x80000, "cap";
        /// Number of the peer's queue pair.
        DestQpNum = 0x100000, "dest_qp_num";
        /// Rate at which packets leave.
        RateLimit = 0x2000000, "rate_limit";
    }
    /// The state of a queue pair.
    ///
    /// Source: verbs.h, enum ibv_qp_state; man ibv_modify_qp.
    QpState("qp_state", u8, zero = Reset) {
        /// It neither sends nor receives; it is as new.
        Reset = 0x00, "reset";
        /// It neither sends nor receives, but receives can be posted.
        Init = 0x01, "init";
        /// It receives.
        Rtr = 0x02, "rtr";
        /// It receives and sends.
        Rts = 0x03, "rts";
        /// It receives, and finishes the sends that have begun.
        Sqd = 0x04, "sqd";
        /// It receives, and a send that failed keeps the later ones back.
        Sqe = 0x05, "sqe";
        /// Everything that is posted is flushed.
        Error = 0x06, "error";
    }
    /// The time that the peer asks to wait before a message is sent again; the lowest bits of a vendor
    /// syndrome.
    ///
    /// Source: ibv_modify_qp(3), min_rnr_timer.
    RnrTimer("rnr_timer", u8, zero = Ms655_36) {
        /// 655.36 milliseconds.
        Ms655_36 = 0x00, "ms_655_36";
        /// 0.01 milliseconds.
        Ms0_01 = 0x01, "ms_0_01";
        /// 0.02 milliseconds.
        Ms0_02 = 0x02, "ms_0_02";
        /// 0.03 milliseconds.
        Ms0_03 = 0x03, "ms_0_03";
        /// 0.04 milliseconds.
        Ms0_04 = 0x04, "ms_0_04";
        /// 0.06 milliseconds.
        Ms0_06 = 0x05, "ms_0_06";
        /// 0.08 milliseconds.
        Ms0_08 = 0x06, "ms_0_08";
        /// 0.12 milliseconds.
        Ms0_12 = 0x07, "ms_0_12";
        /// 0.16 milliseconds.
        Ms0_16 = 0x08, "ms_0_16";
        /// 0.24 milliseconds.
        Ms0_24 = 0x09, "ms_0_24";
        /// 0.32 milliseconds.
        Ms0_32 = 0x0a, "ms_0_32";
        /// 0.48 milliseconds.
        Ms0_48 = 0x0b, "ms_0_48";
        /// 0.64 milliseconds.
        Ms0_64 = 0x0c, "ms_0_64";
        /// 0.96 milliseconds.
        Ms0_96 = 0x0d, "ms_0_96";
        /// 1.28 milliseconds.
        Ms1_28 = 0x0e, "ms_1_28";
        /// 1.92 milliseconds.
        Ms1_92 = 0x0f, "ms_1_92";
        /// 2.56 milliseconds.
        Ms2_56 = 0x10, "ms_2_56";
        /// 3.84 milliseconds.
        Ms3_84 = 0x11, "ms_3_84";
        /// 5.12 milliseconds.
        Ms5_12 = 0x12, "ms_5_12";
        /// 7.68 milliseconds.
        Ms7_68 = 0x13, "ms_7_68";
        /// 10.24 milliseconds.
        Ms10_24 = 0x14, "ms_10_24";
        /// 15.36 milliseconds.
        Ms15_36 = 0x15, "ms_15_36";
        /// 20.48 milliseconds.
        Ms20_48 = 0x16, "ms_20_48";
        /// 30.72 milliseconds.
        Ms30_72 = 0x17, "ms_30_72";
        /// 40.96 milliseconds.
        Ms40_96 = 0x18, "ms_40_96";
        /// 61.44 milliseconds.
        Ms61_44 = 0x19, "ms_61_44";
        /// 81.92 milliseconds.
        Ms81_92 = 0x1a, "ms_81_92";
        /// 122.88 milliseconds.
        Ms122_88 = 0x1b, "ms_122_88";
        /// 163.84 milliseconds.
        Ms163_84 = 0x1c, "ms_163_84";
        /// 245.76 milliseconds.
        Ms245_76 = 0x1d, "ms_245_76";
        /// 327.68 milliseconds.
        Ms327_68 = 0x1e, "ms_327_68";
        /// 491.52 milliseconds.
        Ms491_52 = 0x1f, "ms_491_52";
    }
    /// The operation of a TAG_MATCHING WQE on the list of tags.
    ///
    /// Source: mlx5dv.h, struct mlx5_wqe_tm_seg; rdma-core providers/mlx5/wqe.h, MLX5_TM_OPCODE_*.
    TmOp("tm_op", u8, zero = Nop) {
        /// Only brings the counter of unexpected messages up to date.
        Nop = 0x00, "nop";
        /// Puts a tag at the end of the list.
        Append = 0x01, "append";
        /// Takes a tag out of the list.
        Remove = 0x02, "remove";
    }
    /// The kind of the message that follows a tag-matching header.
    ///
    /// Source: infiniband/tm_types.h, enum ibv_tmh_op.
    TmhOp("tmh_op", u8, zero = NoTag) {
        /// A message without a tag.
        NoTag = 0x00, "no_tag";
        /// A rendezvous request; the receiver reads the message itself.
        Rndv = 0x01, "rndv";
        /// A rendezvous is done.
        Fin = 0x02, "fin";
        /// A message with a tag.
        Eager = 0x03, "eager";
    }
    /// The comparison between the value of a WAIT and the value that the device reads.
    ///
    /// Source: DPDK drivers/common/mlx5/mlx5_prm.h, MLX5_WAIT_COND_*.
    WaitOperation("wait_operation", u8, zero = AlwaysTrue) {
        /// Does not wait.
        AlwaysTrue = 0x00, "always_true";
        /// Until both are equal.
        Equal = 0x01, "equal";
        /// Until the value is bigger than the one that the device reads.
        Bigger = 0x02, "bigger";
        /// Until the value is smaller than the one that the device reads.
        Smaller = 0x03, "smaller";
        /// Until the value is bigger, on a circle.
        CyclicBigger = 0x04, "cyclic_bigger";
        /// Until the value is smaller, on a circle: a time is past.
        CyclicSmaller = 0x05, "cyclic_smaller";
    }
}
