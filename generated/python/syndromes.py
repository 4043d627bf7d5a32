# Generated from specs/ by codegen. Do not edit: `meson compile -C build generate`.
"""Why operations fail: likely causes and what to check, by the value of an enum; and the vendor's codes."""
from verbatim.model import Advice as A, VendorReport as R, VendorSyndrome as V

ADVICE = {
    "cmd_status": {
        0x01: A(
            ("The firmware has a defect, or has failed before.",),
            (
                (
                    "Look further up in the log for reports of the device's health, and for other commands "
                    "that failed."),
                "Compare the version of the firmware with the newest one for the card.",
            ),
        ),
        0x02: A(
            (
                (
                    "The firmware is older than what the driver or the program needs, or the card does not "
                    "have the feature."),
                (
                    "The function may not send the command: a VF, an SF, or a user of DevX without the "
                    "capability."),
            ),
            (
                "Query the capability of the feature before the command is sent.",
                "Compare the version of the firmware with the one that the driver was released for.",
            ),
        ),
        0x03: A(
            (
                "A value is beyond a limit of the device, or contradicts another value of the command.",
                "A value names a feature that the device does not have, or that is switched off.",
            ),
            (
                "Compare the values with the capabilities that the device reports.",
                (
                    "Search for the syndrome together with the name of the command: release notes and known"
                    " issues name some."),
            ),
        ),
        0x04: A(
            ("The device is being started, reset or taken out, or has failed.",),
            ("Look further up in the log for a reset, and for reports of the device's health.",),
        ),
        0x05: A(
            (
                "The object was destroyed before, or never made.",
                "The object belongs to another user of DevX, to another function, or to the kernel.",
                (
                    "The device has no more queue pairs (linux-rdma mailing list: CREATE_QP with syndrome "
                    "0x65b500)."),
            ),
            ("Compare the numbers in the command with those that the objects got when they were made.",),
        ),
        0x06: A(
            ("Something that refers to the object was not destroyed first.",),
            (
                (
                    "Destroy queue pairs before their CQs, keys and windows before their PD, and flows "
                    "before what they lead to."),
            ),
        ),
        0x08: A(
            ("All objects of this kind are in use, or one is larger than the device allows.",),
            (
                (
                    "Compare the number of objects with log_max_* of the capabilities, and look for "
                    "programs that hold many."),
                (
                    "For memory keys of UCX: let its cache hold fewer regions (UCX_IB_RCACHE_MAX_REGIONS; "
                    "openucx/ucx issue 6264)."),
            ),
        ),
        0x09: A(
            (
                "The commands came in a wrong order, or the object has failed in between.",
                "Something still refers to the object that the command destroys.",
            ),
            ("Query the state of the object, and look further up in the log for what happened to it.",),
        ),
        0x0a: A(
            ("A table has fewer entries, such as those of GIDs, P_Keys or rates.",),
            ("Compare the index with the length of the table that the capabilities report.",),
        ),
        0x0f: A(
            (
                (
                    "The firmware waits for pages of memory from the driver, or the memory of the device is"
                    " used up."),
            ),
            ("Look at the number of objects and at the memory of the machine, and try again later.",),
        ),
        0x10: A(
            (
                (
                    "The queue pair is in another state than the program assumes, for example because of an"
                    " error."),
            ),
            ("Query the state of the queue pair before the change.",),
        ),
        0x40: A((), ("Poll before the CQ is resized, or make it larger.",)),
        0x50: A(
            ("The program and the firmware know different versions of the command.",),
            ("Compare the length with the size of the command in the vendor's header.",),
        ),
        0x51: A(
            ("The program and the firmware know different versions of the command.",),
            ("Compare the length with the size of the answer in the vendor's header.",),
        ),
    },
    "cqe_syndrome": {
        0x01: A(
            (
                "A message is longer than the receive buffers that it went to.",
                (
                    "The WQE itself has a length that is not allowed: more than the port or the QP carries,"
                    " or an atomic that is not 8 bytes long."),
            ),
            (
                "For a receive: compare the sum of byte_count of the receive WQE with what the peer sent.",
                "For a send: compare the lengths of the WQE with the MTU (datagrams) or with 2^30 bytes.",
            ),
        ),
        0x02: A(
            (
                (
                    "The WQE is malformed: reserved bits, a wrong ds, a missing segment, or an opcode that "
                    "this kind of QP does not carry."),
                "The ring was overwritten before the device had read the WQE.",
                "The WQE uses a feature that the QP was not created for.",
            ),
            (
                "Decode the WQE together with the CQE, with the right --transport.",
                "Compare the producer index with the completions: a full ring must not be posted to.",
            ),
        ),
        0x04: A(
            (
                "The lkey of an SGE is wrong, of another PD than the QP, or of memory that was deregistered.",
                "Address and length of an SGE are not all inside the memory region.",
                "The region lacks IBV_ACCESS_LOCAL_WRITE, which receives, READs and atomics need.",
                "Memory of a GPU or another device is registered in a way that the NIC cannot reach.",
            ),
            (
                "Compare lkey, addr and byte_count of every SGE with what was registered.",
                "See whether the region was deregistered too early.",
            ),
        ),
        0x05: A(
            (
                "Another WQE of this QP failed before, and its CQE has the reason.",
                "The program, or its end, put the QP into error.",
            ),
            (
                (
                    "Look for the first CQE with error of this QP that is not flushed, on both queues and "
                    "on the peer."),
            ),
        ),
        0x06: A(
            (
                (
                    "A bind names memory, a key or a range that the region does not have or does not allow "
                    "(IBV_ACCESS_MW_BIND)."),
                (
                    "A UMR changes a key that it may not change, or writes more translations than there is "
                    "room for."),
            ),
            (
                (
                    "Decode the WQE together with the CQE, and compare its keys and lengths with what was "
                    "created."),
            ),
        ),
        0x10: A(
            (
                (
                    "The peer answered with a packet that does not fit the request: the two QPs are not of "
                    "the same kind, or are connected to others than they think."),
            ),
            ("Compare QP numbers, PSNs and types of both sides.",),
        ),
        0x11: A(
            (
                (
                    "A request of the peer names memory of this side in a way that the QP or the region "
                    "does not allow."),
            ),
            (
                (
                    "Look at the peer's error: it has the WQE. Here, compare the region's access flags with"
                    " the request."),
            ),
        ),
        0x12: A(
            (
                "The message is longer than the receive buffer of the peer.",
                (
                    "The peer's QP does not allow the operation (qp_access_flags), or has a "
                    "max_dest_rd_atomic below this side's max_rd_atomic."),
                "An atomic whose address is not a multiple of its size.",
            ),
            (
                "Compare the length of the WQE with the receives of the peer.",
                "Compare qp_access_flags and max_dest_rd_atomic of the peer with what this side does.",
            ),
        ),
        0x13: A(
            (
                "The rkey is wrong, stale, or of another PD than the peer's QP.",
                "raddr and length are not all inside the peer's memory region.",
                "The peer's region or QP does not allow the operation.",
            ),
            (
                (
                    "Compare raddr, rkey and length of the WQE with what the peer registered and with which"
                    " access flags."),
                "See whether the peer deregistered the memory meanwhile.",
            ),
        ),
        0x14: A(
            (
                (
                    "The peer could not execute the request though it was valid: its own receive buffer, or"
                    " the memory behind its key, failed."),
            ),
            (
                "Look for an error CQE and a log of the peer.",
                "If memory of a GPU is involved, see whether nvidia-peermem is loaded or dma-buf is used.",
            ),
        ),
        0x15: A(
            (
                (
                    "The peer's QP is gone, in error, or not yet ready to receive; or number, PSN or "
                    "address were exchanged wrongly."),
                (
                    "Packets do not arrive: wrong GID index, VLAN, MTU or service level, a firewall, or a "
                    "link that is down."),
                (
                    "The fabric loses packets, or the peer stood still for longer than timeout and "
                    "retry_cnt allow."),
            ),
            (
                "The state of the peer's QP, and its log.",
                "A test between the same ports: ibv_rc_pingpong -g GID_INDEX, or ib_write_bw.",
                "hw_counters of both ports: local_ack_timeout_err, packet_seq_err, out_of_sequence.",
            ),
        ),
        0x16: A(
            ("The peer has not posted as many receives as this side sends messages.",),
            (
                (
                    "The peer's hw_counters/out_of_buffer, and how many receives it posts; rnr_retry 7 "
                    "waits forever."),
            ),
        ),
        0x22: A(
            (
                "The peer gave up in the middle of a request.",
                (
                    "For a receive: a page of its buffer was not there (on-demand paging); drivers post it "
                    "again."),
            ),
            ("With vendor syndrome 0x93 or 0x99 on a shared receive queue it is no error of the program.",),
        ),
    },
}

VENDOR_SYNDROMES = (
    V("none", 0x00, "No error was found.", "NVIDIA libdpcp, src/dpcp/err_cqe.cpp"),
    V(
        "wqe_fetch_memory", 0x10, "Memory of a work queue could not be read.",
        "NVIDIA libdpcp, src/dpcp/err_cqe.cpp", detail="memory_fault", detail_bits=3,
    ),
    V(
        "atomic_memory", 0x18, "The memory of an atomic could not be accessed.",
        "NVIDIA libdpcp, src/dpcp/err_cqe.cpp", detail="memory_fault", detail_bits=3,
    ),
    V(
        "read_memory", 0x20, "The memory of an RDMA READ could not be accessed.",
        "NVIDIA libdpcp, src/dpcp/err_cqe.cpp", detail="memory_fault", detail_bits=3,
    ),
    V(
        "receive_data_memory", 0x28, "A receive buffer could not be written.",
        "NVIDIA libdpcp, src/dpcp/err_cqe.cpp", detail="memory_fault", detail_bits=3,
    ),
    V(
        "scatter_memory", 0x30, "A data buffer could not be written.",
        "NVIDIA libdpcp, src/dpcp/err_cqe.cpp; openucx/ucx pull request 9167", detail="memory_fault",
        detail_bits=3,
        causes=(
            "The lkey of a posted buffer is of another PD or was invalidated.",
            "The address and length of a posted buffer are not all inside its memory region.",
            "The buffer was registered without IBV_ACCESS_LOCAL_WRITE.",
        ),
        checks=(
            (
                "Compare lkey, addr and byte_count of the receive WQE (of a READ or atomic: of the send "
                "WQE) with what was registered."),
            "See whether the region was deregistered while the WQE was posted.",
        ),
    ),
    V(
        "write_memory", 0x38, "The memory of an RDMA WRITE could not be accessed.",
        "NVIDIA libdpcp, src/dpcp/err_cqe.cpp", detail="memory_fault", detail_bits=3,
    ),
    V("cq_invalid", 0x40, "The CQ does not exist.", "NVIDIA libdpcp, src/dpcp/err_cqe.cpp"),
    V("cq_overflow", 0x41, "The CQ is full.", "NVIDIA libdpcp, src/dpcp/err_cqe.cpp"),
    V(
        "cq_memory", 0x42, "The memory of the CQ could not be written.",
        "NVIDIA libdpcp, src/dpcp/err_cqe.cpp",
    ),
    V(
        "cq_network", 0x43, "The CQ could not be written over the network.",
        "NVIDIA libdpcp, src/dpcp/err_cqe.cpp",
    ),
    V("cq_in_error", 0x44, "The CQ is in error.", "NVIDIA libdpcp, src/dpcp/err_cqe.cpp"),
    V("cq_locked", 0x45, "The CQ is locked.", "NVIDIA libdpcp, src/dpcp/err_cqe.cpp"),
    V(
        "cq_invalid_to_error", 0x48, "The CQ does not exist, so the QP goes to error.",
        "NVIDIA libdpcp, src/dpcp/err_cqe.cpp",
    ),
    V(
        "cq_overflow_to_error", 0x49, "The CQ is full, so the QP goes to error.",
        "NVIDIA libdpcp, src/dpcp/err_cqe.cpp",
    ),
    V(
        "cq_memory_to_error", 0x4a, "The memory of the CQ could not be written, so the QP goes to error.",
        "NVIDIA libdpcp, src/dpcp/err_cqe.cpp",
    ),
    V(
        "cq_network_to_error", 0x4b, "The CQ could not be written over the network, so the QP goes to error.",
        "NVIDIA libdpcp, src/dpcp/err_cqe.cpp",
    ),
    V(
        "cq_in_error_to_error", 0x4c, "The CQ is in error, so the QP goes to error.",
        "NVIDIA libdpcp, src/dpcp/err_cqe.cpp",
    ),
    V(
        "cq_locked_to_error", 0x4d, "The CQ is locked, so the QP goes to error.",
        "NVIDIA libdpcp, src/dpcp/err_cqe.cpp",
    ),
    V(
        "gather_memory", 0x50, "Memory that a WQE names could not be read or bound.",
        "NVIDIA libdpcp, src/dpcp/err_cqe.cpp; openucx/ucx pull request 4727 and issue 9515",
        detail="memory_fault", detail_bits=3,
        causes=(
            "The lkey of an SGE is wrong, of another PD, or of a region that was deregistered.",
            "Address and length of an SGE are not all inside the memory region.",
        ),
        checks=("Compare lkey, addr and byte_count of every data_seg of the WQE with what was registered.",),
    ),
    V("wait_failed", 0x58, "A WAIT failed.", "NVIDIA libdpcp, src/dpcp/err_cqe.cpp"),
    V(
        "psv_invalid", 0x59, "A protected signature value is not valid.",
        "NVIDIA libdpcp, src/dpcp/err_cqe.cpp",
    ),
    V("signature_error", 0x5a, "A signature is wrong.", "NVIDIA libdpcp, src/dpcp/err_cqe.cpp"),
    V(
        "connection_resilience", 0x5b, "Resilience of the connection failed.",
        "NVIDIA libdpcp, src/dpcp/err_cqe.cpp",
    ),
    V(
        "wqe_or_read_memory", 0x60, "The memory of a WQE, or of the answer to a READ, could not be accessed.",
        "NVIDIA libdpcp, src/dpcp/err_cqe.cpp", detail="memory_fault", detail_bits=3,
    ),
    V(
        "invalid_wqe", 0x68, "The WQE has a form that the device does not accept.",
        "NVIDIA libdpcp, src/dpcp/err_cqe.cpp; openucx/ucx issue 1151; netdev, Xuan Zhuo, January 2021",
        causes=(
            "The WQE has bits set that have to be 0, or lacks a segment that its opcode or its QP needs.",
            (
                "The WQE was overwritten before the device had read it, or the doorbell was rung before it "
                "was complete."),
            "On Ethernet, fewer packet headers are inlined than the port demands.",
        ),
        checks=(
            "Decode the WQE itself: give it to this tool together with the CQE.",
            "Look whether the producer index overtook WQEs that had not completed.",
            (
                "On Ethernet, compare inline_hdr_sz with the minimum inline mode of the port (devlink dev "
                "eswitch show)."),
        ),
    ),
    V(
        "message_too_long", 0x69, "The message is longer than the largest that is allowed.",
        "NVIDIA libdpcp, src/dpcp/err_cqe.cpp",
        causes=(
            "The sum of all byte_count exceeds 2^30 or the limit of the QP.",
            "A byte_count of 0 was posted; it means 2^31 bytes.",
        ),
        checks=("Add up byte_count of all data_segs of the WQE.",),
    ),
    V(
        "message_exceeds_mtu", 0x6a, "The message is longer than the MTU.",
        "NVIDIA libdpcp, src/dpcp/err_cqe.cpp", causes=("A datagram is longer than the MTU of the path.",),
        checks=("Compare the length with active_mtu (ibv_devinfo).",),
    ),
    V(
        "ud_pd_mismatch", 0x6b, "The address handle of a datagram is of another PD.",
        "NVIDIA libdpcp, src/dpcp/err_cqe.cpp",
    ),
    V(
        "ud_port_mismatch", 0x6c, "The address handle of a datagram is for another port.",
        "NVIDIA libdpcp, src/dpcp/err_cqe.cpp",
    ),
    V(
        "opcode_transport_mismatch", 0x6d, "The opcode does not exist on this kind of QP.",
        "NVIDIA libdpcp, src/dpcp/err_cqe.cpp",
        checks=("Compare the opcode of the WQE with the type of its QP.",),
    ),
    V(
        "ds_too_short", 0x6e, "The length in ctrl_seg is too short for the segments that the opcode needs.",
        "NVIDIA libdpcp, src/dpcp/err_cqe.cpp",
        checks=("Compare ds of the ctrl_seg with the segments of the WQE.",),
    ),
    V(
        "inline_exceeds_wqe", 0x6f, "Inline data are longer than the WQE.",
        "NVIDIA libdpcp, src/dpcp/err_cqe.cpp",
        checks=("Compare byte_count of the inline_seg with ds of the ctrl_seg.",),
    ),
    V(
        "inline_in_scatter", 0x70, "Inline data stand where data are to be written.",
        "NVIDIA libdpcp, src/dpcp/err_cqe.cpp",
    ),
    V(
        "reserved_opcode", 0x71, "The opcode is not known.", "NVIDIA libdpcp, src/dpcp/err_cqe.cpp",
        checks=(
            (
                "Look whether the WQE was complete before its doorbell; garbage in the ring often begins "
                "with such an opcode."),
        ),
    ),
    V("wqe_fetch_bus", 0x72, "The bus failed while a WQE was read.", "NVIDIA libdpcp, src/dpcp/err_cqe.cpp"),
    V("gather_bus", 0x73, "The bus failed while data were read.", "NVIDIA libdpcp, src/dpcp/err_cqe.cpp"),
    V("ud_reserved_gid", 0x74, "The GID of a datagram is reserved.", "NVIDIA libdpcp, src/dpcp/err_cqe.cpp"),
    V(
        "ud_lid_gid_mismatch", 0x75, "LID and GID of a datagram do not belong together.",
        "NVIDIA libdpcp, src/dpcp/err_cqe.cpp",
    ),
    V("ud_reserved_key", 0x76, "The key of a datagram is reserved.", "NVIDIA libdpcp, src/dpcp/err_cqe.cpp"),
    V(
        "gather_exceeds_wqe", 0x77, "A gather list is longer than its WQE.",
        "NVIDIA libdpcp, src/dpcp/err_cqe.cpp",
    ),
    V(
        "umr_memory", 0x78, "A UMR could not change the key.",
        "NVIDIA libdpcp, src/dpcp/err_cqe.cpp; Linux commit of Michael Guralnik, set iova in ODP flow",
        detail="memory_fault", detail_bits=3,
        causes=(
            "The translation that the UMR writes is longer than the key has room for.",
            "The key is not one that a UMR may change: not free, or not of this PD.",
        ),
        checks=("Compare the lengths in umr_ctrl_seg with the size that the key was created with.",),
    ),
    V("request_timeout", 0x80, "No answer came in time.", "NVIDIA libdpcp, src/dpcp/err_cqe.cpp"),
    V(
        "request_timeout_exceeded", 0x81, "No answer came, and all retries are used up.",
        "NVIDIA libdpcp, src/dpcp/err_cqe.cpp; openucx/ucx issues 5199 and 6000; NVIDIA/nccl issue 426",
        causes=(
            (
                "The peer's QP does not exist any more, is in error, or has another number or PSN than the "
                "one that was exchanged."),
            "Packets do not arrive: wrong GID index, VLAN or MTU, a firewall, ACLs, or a link that is down.",
            "The fabric loses packets: PFC or ECN is set up differently on hosts and switches.",
            "The peer stood still for longer than timeout and retry_cnt allow.",
        ),
        checks=(
            "Look at the peer first: its process, its log, and the CQEs of its QP.",
            "ibv_rc_pingpong or ib_write_bw between the same two ports, with the same GID index.",
            (
                "ethtool -S and /sys/class/infiniband/*/ports/*/hw_counters: local_ack_timeout_err, "
                "packet_seq_err, out_of_sequence, rx_discards_phy."),
        ),
    ),
    V(
        "implied_nak", 0x82, "An answer with a later sequence number implies that this request was lost.",
        "NVIDIA libdpcp, src/dpcp/err_cqe.cpp",
    ),
    V(
        "implied_nak_exceeded", 0x83,
        "Answers imply that this request was lost, and all retries are used up.",
        "NVIDIA libdpcp, src/dpcp/err_cqe.cpp",
    ),
    V(
        "sequence_nak", 0x84, "The peer says that packets are missing.",
        "NVIDIA libdpcp, src/dpcp/err_cqe.cpp",
    ),
    V(
        "sequence_nak_exceeded", 0x85, "The peer says that packets are missing, and all retries are used up.",
        "NVIDIA libdpcp, src/dpcp/err_cqe.cpp",
    ),
    V(
        "unexpected_answer", 0x86, "The answer has an opcode that does not fit the request.",
        "NVIDIA libdpcp, src/dpcp/err_cqe.cpp",
    ),
    V(
        "rnr_retry_exceeded", 0x87, "The peer had no receive WQE, and all retries are used up.",
        "NVIDIA libdpcp, src/dpcp/err_cqe.cpp",
        causes=(
            "The peer has posted fewer receives than this side sends messages.",
            "rnr_retry is small: 7 means forever, 0 never.",
        ),
        checks=(
            (
                "Count the receives that the peer posts, and when; flow control with credits is the usual "
                "remedy."),
            "On the peer: hw_counters/out_of_buffer.",
        ),
    ),
    V(
        "remote_access_nak", 0x88, "The peer refused access to its memory.",
        "NVIDIA libdpcp, src/dpcp/err_cqe.cpp; openucx/ucx issue 1569; spdk/spdk issue 964",
        causes=(
            "The rkey is wrong, stale, or of another PD than the peer's QP.",
            "Remote address and length are not all inside the peer's memory region.",
            "The region, or the peer's QP (qp_access_flags), does not allow this operation.",
        ),
        checks=(
            "Compare raddr, rkey and the length of the WQE with what the peer registered.",
            "See whether the peer deregistered or re-registered the memory meanwhile.",
        ),
    ),
    V(
        "remote_operation_nak", 0x89, "The peer failed to execute the request.",
        "NVIDIA libdpcp, src/dpcp/err_cqe.cpp; openucx/ucx issue 5472; open-mpi/ompi issue 13183",
        causes=(
            "The peer's own buffer failed: look for a CQE with error there.",
            (
                "The peer's memory is that of a GPU, and the driver that gives access to it (nvidia-peermem"
                " or dma-buf) is missing."),
        ),
        checks=("The log and the error CQEs of the peer.",),
    ),
    V(
        "invalid_request_nak", 0x8a, "The peer found the request invalid.",
        "NVIDIA libdpcp, src/dpcp/err_cqe.cpp; charmplusplus/charm issue 2532",
        causes=(
            "The message is longer than the receive buffer that the peer posted.",
            (
                "The peer's QP does not allow this operation, or has fewer max_dest_rd_atomic than this "
                "side max_rd_atomic."),
            "An atomic whose address is not a multiple of its size.",
        ),
        checks=(
            "Compare the length with the receives of the peer.",
            "Compare max_rd_atomic of this QP with max_dest_rd_atomic of the peer's.",
        ),
    ),
    V("bad_aeth", 0x8b, "The answer's header is wrong.", "NVIDIA libdpcp, src/dpcp/err_cqe.cpp"),
    V(
        "invalid_opcode", 0x8c, "A packet has an opcode that does not exist.",
        "NVIDIA libdpcp, src/dpcp/err_cqe.cpp",
    ),
    V(
        "request_sequence", 0x8d, "Packets of requests came in an order that has no meaning.",
        "NVIDIA libdpcp, src/dpcp/err_cqe.cpp",
    ),
    V(
        "packet_mtu", 0x8e, "A packet has another length than the path MTU demands.",
        "NVIDIA libdpcp, src/dpcp/err_cqe.cpp",
        causes=("Both sides of the connection were set to different path MTUs.",),
        checks=("Compare path_mtu of both QPs (ibv_query_qp).",),
    ),
    V("srq_unavailable", 0x8f, "The SRQ is not available.", "NVIDIA libdpcp, src/dpcp/err_cqe.cpp"),
    V("read_not_permitted", 0x90, "The QP does not allow READ.", "NVIDIA libdpcp, src/dpcp/err_cqe.cpp"),
    V("atomic_not_permitted", 0x91, "The QP does not allow atomics.", "NVIDIA libdpcp, src/dpcp/err_cqe.cpp"),
    V("write_not_permitted", 0x92, "The QP does not allow WRITE.", "NVIDIA libdpcp, src/dpcp/err_cqe.cpp"),
    V(
        "odp_fault", 0x93, "A page that is paged on demand was not there.",
        (
            "NVIDIA libdpcp, src/dpcp/err_cqe.cpp; rdma-core providers/mlx5/mlx5dv.h, "
            "MLX5_CQE_VENDOR_SYNDROME_ODP_PFAULT; UCX ib_mlx5.h"),
        causes=(
            (
                "Memory that is registered with on-demand paging was touched for the first time; drivers "
                "post the receive again."),
        ),
        checks=("If it comes often: touch the buffers before, or ibv_advise_mr with prefetch.",),
    ),
    V("psn_error", 0x94, "A packet has the wrong sequence number.", "NVIDIA libdpcp, src/dpcp/err_cqe.cpp"),
    V("qp_suspended", 0x95, "The QP is suspended.", "NVIDIA libdpcp, src/dpcp/err_cqe.cpp"),
    V(
        "qp_suspended_nack", 0x96, "The QP is suspended, and a negative answer is pending.",
        "NVIDIA libdpcp, src/dpcp/err_cqe.cpp",
    ),
    V("retry_counter_exceeded", 0x97, "All retries are used up.", "NVIDIA libdpcp, src/dpcp/err_cqe.cpp"),
    V(
        "virtio_fetcher", 0x98, "The queue that fetches for virtio failed.",
        "NVIDIA libdpcp, src/dpcp/err_cqe.cpp",
    ),
    V(
        "remote_abort", 0x99, "The peer gave up in the middle of a message.",
        (
            "NVIDIA libdpcp, src/dpcp/err_cqe.cpp; UCX ib_mlx5.h, UCT_IB_MLX5_CQE_VENDOR_SYND_PSN (which "
            "calls it a sequence number)"),
    ),
    V(
        "srcd_violation", 0x9a, "The domain of an XRC request is not that of the SRQ.",
        "NVIDIA libdpcp, src/dpcp/err_cqe.cpp",
    ),
    V(
        "xrc_srq_sequence", 0x9b, "Packets of one XRC message name different SRQs.",
        "NVIDIA libdpcp, src/dpcp/err_cqe.cpp",
    ),
    V("nvme_emulation", 0x9c, "The emulation of NVMe failed.", "NVIDIA libdpcp, src/dpcp/err_cqe.cpp"),
    V("gga_error", 0x9d, "The accelerator for memory (GGA) failed.", "NVIDIA libdpcp, src/dpcp/err_cqe.cpp"),
    V("ace_error", 0x9e, "The accelerator ACE failed.", "NVIDIA libdpcp, src/dpcp/err_cqe.cpp"),
    V("gta_error", 0x9f, "The accelerator GTA failed.", "NVIDIA libdpcp, src/dpcp/err_cqe.cpp"),
    V(
        "rnr_nak", 0xa0, "The peer had no receive WQE.", "NVIDIA libdpcp, src/dpcp/err_cqe.cpp",
        detail="rnr_timer", detail_bits=5, checks=("Count the receives that the peer posts, and when.",),
    ),
    V(
        "write_imm_memory", 0xc0, "The memory of an RDMA WRITE with immediate data could not be accessed.",
        "NVIDIA libdpcp, src/dpcp/err_cqe.cpp", detail="memory_fault", detail_bits=3,
    ),
    V(
        "invalidate_memory", 0xc8, "A key could not be invalidated.", "NVIDIA libdpcp, src/dpcp/err_cqe.cpp",
        detail="memory_fault", detail_bits=3,
    ),
    V(
        "credits_unreadable", 0xd0, "The end-to-end credits could not be read.",
        "NVIDIA libdpcp, src/dpcp/err_cqe.cpp",
    ),
    V(
        "atomic_misaligned", 0xd1, "An atomic's address is not a multiple of its size.",
        "NVIDIA libdpcp, src/dpcp/err_cqe.cpp",
    ),
    V(
        "too_many_reads", 0xd2, "More READs and atomics are outstanding than max_dest_rd_atomic allows.",
        "NVIDIA libdpcp, src/dpcp/err_cqe.cpp",
    ),
    V(
        "read_too_long", 0xd3, "A READ or atomic is longer than allowed.",
        "NVIDIA libdpcp, src/dpcp/err_cqe.cpp",
    ),
    V(
        "message_exceeds_buffers", 0xd4,
        "A message is longer than the receive buffers, or an answer than the READ asked for.",
        "NVIDIA libdpcp, src/dpcp/err_cqe.cpp",
        causes=("The receive WQE has less room than the message that took it.",),
        checks=("Compare the sum of byte_count of the receive WQE with what the peer sent.",),
    ),
    V(
        "write_too_long", 0xd5, "An RDMA WRITE is longer than allowed.",
        "NVIDIA libdpcp, src/dpcp/err_cqe.cpp",
    ),
    V(
        "receive_wqe_invalid", 0xd6, "The receive queue had no valid WQE.",
        (
            "NVIDIA libdpcp, src/dpcp/err_cqe.cpp; openucx/ucx pull request 11444, where it is called a "
            "malformed WQE (RDE_MAL_WQE)"),
    ),
    V(
        "receive_wqe_exhausted", 0xd7, "The receive WQE has no room left.",
        "NVIDIA libdpcp, src/dpcp/err_cqe.cpp",
    ),
    V(
        "receive_wqe_bus", 0xd8, "The bus failed while a receive WQE was read.",
        "NVIDIA libdpcp, src/dpcp/err_cqe.cpp",
    ),
    V("atomic_or_write_failed", 0xd9, "An atomic or a WRITE failed.", "NVIDIA libdpcp, src/dpcp/err_cqe.cpp"),
    V(
        "read_length_mismatch", 0xda, "The answer to a READ has another length.",
        "NVIDIA libdpcp, src/dpcp/err_cqe.cpp",
    ),
    V(
        "write_imm_too_long", 0xdb, "An RDMA WRITE with immediate data is longer than allowed.",
        "NVIDIA libdpcp, src/dpcp/err_cqe.cpp",
    ),
    V(
        "next_wqe_bus", 0xdc, "The bus failed while the link to the next WQE was read.",
        "NVIDIA libdpcp, src/dpcp/err_cqe.cpp",
    ),
    V("odp_hardware", 0xdd, "On-demand paging failed in hardware.", "NVIDIA libdpcp, src/dpcp/err_cqe.cpp"),
    V("dc_cleanup", 0xe0, "A DC connection was cleaned up.", "NVIDIA libdpcp, src/dpcp/err_cqe.cpp"),
    V("sl_mismatch", 0xe2, "A packet has another service level.", "NVIDIA libdpcp, src/dpcp/err_cqe.cpp"),
    V(
        "offloaded_wqe_exhausted", 0xe3, "The WQE of an offloaded QP has no room left.",
        "NVIDIA libdpcp, src/dpcp/err_cqe.cpp",
    ),
    V(
        "offloaded_length_exceeded", 0xe4, "A message of an offloaded QP is longer than allowed.",
        "NVIDIA libdpcp, src/dpcp/err_cqe.cpp",
    ),
    V(
        "execution_answer", 0xe5, "The answer of an execution is an error.",
        "NVIDIA libdpcp, src/dpcp/err_cqe.cpp",
    ),
    V("packet_discarded", 0xf0, "The packet was discarded.", "NVIDIA libdpcp, src/dpcp/err_cqe.cpp"),
    V("dc_reconnect", 0xf1, "A DC connection is made again.", "NVIDIA libdpcp, src/dpcp/err_cqe.cpp"),
    V("dc_cnak", 0xf2, "A DC connection was refused.", "NVIDIA libdpcp, src/dpcp/err_cqe.cpp"),
    V("dc_reconnect_ack", 0xf3, "A DC connection was made again.", "NVIDIA libdpcp, src/dpcp/err_cqe.cpp"),
    V(
        "pair_qp_error", 0xf4, "The QP that forms a pair with this one is in error.",
        "NVIDIA libdpcp, src/dpcp/err_cqe.cpp; openucx/ucx pull request 9209",
    ),
    V(
        "command_to_error", 0xf5, "A command put the QP into error.", "NVIDIA libdpcp, src/dpcp/err_cqe.cpp",
        causes=("ibv_modify_qp to ERR, or the end of the process that owns the QP.",),
    ),
    V(
        "command_to_reset", 0xf6, "A command reset the QP, which was in error.",
        "NVIDIA libdpcp, src/dpcp/err_cqe.cpp",
    ),
    V(
        "connection_terminated", 0xf7, "The connection was terminated.",
        "NVIDIA libdpcp, src/dpcp/err_cqe.cpp",
    ),
    V("command_destroys_qp", 0xf8, "A command destroyed the QP.", "NVIDIA libdpcp, src/dpcp/err_cqe.cpp"),
    V(
        "flushed", 0xf9, "The WQE was flushed, because the QP was in error.",
        "NVIDIA libdpcp, src/dpcp/err_cqe.cpp; NVIDIA/nccl issue 1405; linux-nvme/nvme-cli issue 3268",
        causes=("Another WQE of this QP failed before; its CQE has the reason.",),
        checks=("Find the first CQE with error of this QP, or on the peer.",),
    ),
    V("terminated", 0xfa, "The QP was terminated.", "NVIDIA libdpcp, src/dpcp/err_cqe.cpp"),
    V("dc_cack", 0xfb, "A DC connection was acknowledged.", "NVIDIA libdpcp, src/dpcp/err_cqe.cpp"),
    V(
        "dc_cnak_exceeded", 0xfc, "A DC connection was refused, and all retries are used up.",
        "NVIDIA libdpcp, src/dpcp/err_cqe.cpp",
        causes=("The DCT does not accept more connections, or its key (dc_key) is another.",),
        checks=("Compare DCT number and dc_key of the AV with those of the peer.",),
    ),
    V("rq_drained", 0xfd, "The receive queue is drained.", "NVIDIA libdpcp, src/dpcp/err_cqe.cpp"),
    V("accelerator_error", 0xfe, "An accelerator inside failed.", "NVIDIA libdpcp, src/dpcp/err_cqe.cpp"),
    V("urb_error", 0xff, "The URB unit failed.", "NVIDIA libdpcp, src/dpcp/err_cqe.cpp"),
)

VENDOR_REPORTS = (
    R(
        0x04, 0x52, 0x93, "A SEND with three SGEs whose lkeys the device refused.",
        "openucx/ucx pull request 4727",
    ),
    R(
        0x04, 0x51, 0x02, "A SEND from the memory of a GPU, registered for GPUDirect RDMA.",
        "openucx/ucx issue 9515",
    ),
    R(
        0x04, 0x51, -1, "Memory of a GPU; a setting of the BIOS for large MMIO was suspected.",
        "linux-rdma/perftest issue 173",
    ),
    R(
        0x04, 0x53, 0x9d, "A packet that DPDK sent; the report does not say what was wrong with its key.",
        "Juniper/warp17 issue 81",
    ),
    R(
        0x04, 0x32, 0x92, "A receive buffer of an SRQ whose lkey the device refused.",
        "openucx/ucx pull request 9167",
    ),
    R(
        0x04, 0x32, 0x93, "The header buffers of hardware GRO were not mapped.",
        "Linux commit 665a7e13c220, net/mlx5e, HW-GRO with 64K pages",
    ),
    R(
        0x04, 0x56, 0xa9,
        "The IOMMU refused the address of a receive buffer (IO_PAGE_FAULT in the same log).",
        "linux-nvme mailing list, NVMe over RDMA on AMD EPYC 7502 with a ConnectX-6",
    ),
    R(
        0x01, 0x68, 0x60,
        (
            "An Ethernet packet was sent with no inlined headers on a ConnectX-4 Lx, which demands at least"
            " those of L2."),
        "netdev, Xuan Zhuo and Saeed Mahameed, January 2021",
    ),
    R(
        0x02, 0x68, 0x86, "A UMR of mlx5e was not aligned as the device demands.",
        "netdev, Tariq Toukan, net/mlx5e, alignment of UMR entries",
    ),
    R(0x02, 0x68, -1, "A masked compare-and-swap on DC.", "openucx/ucx issue 1151"),
    R(
        0x06, 0x78, 0x0f,
        "A UMR wrote more translations than the key had room for, because iova of the region was not set.",
        "Linux, Michael Guralnik, RDMA/umem, set iova in ODP flow",
    ),
    R(0x02, 0xd6, -1, "A malformed receive WQE.", "openucx/ucx pull request 11444"),
    R(
        0x22, 0x93, -1, "A page of an SRQ's buffer was not there; the driver posts the buffer again.",
        "rdma-core providers/mlx5/cq.c, is_odp_pfault_err",
    ),
    R(
        0x22, 0x99, -1, "The message was incomplete when the peer gave up; UCX posts the buffer again.",
        "UCX rc_mlx5_common.c, uct_rc_mlx5_iface_check_rx_completion",
    ),
    R(0x15, 0x81, 0x00, "The peer did not answer.", "openucx/ucx issues 5199, 5732, 6000 and 6669"),
    R(0x13, 0x88, 0x00, "The peer refused its memory.", "spdk/spdk issue 964; openucx/ucx issue 1569"),
    R(0x14, 0x89, 0x00, "A READ on DC that the peer could not answer.", "openucx/ucx issue 5472"),
    R(0x05, 0xf9, -1, "WQEs behind one that had failed.", "NVIDIA/nccl issue 1405; ruihong123/dLSM issue 7"),
    R(0x05, 0xf4, -1, "WQEs behind a remote access error.", "openucx/ucx pull request 9209"),
)
