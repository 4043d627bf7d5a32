# Generated from specs/enums/ by codegen. Do not edit: `meson compile -C build generate`.
"""The enums. Each enumerator has its meaning in `doc`. A name that is a word of Python has a _ behind it."""
from verbatim.layout import Described


class arm_mode(Described):
    """The completions that raise an event on an armed CQ."""

    any = (0x00, "The next completion.")
    solicited_only = (0x01, "The next solicited or failed completion.")


class block_format(Described):
    """The signature of a block, unless a bsf_inl_seg has it (block format selector, BFS)."""

    by_inline = (0x00, "None, or the T10-DIF of a bsf_inl_seg.")
    crc32 = (0x02, "CRC32 in 4 bytes.")
    crc32c = (0x04, "CRC32C in 4 bytes.")
    crc64_xp10 = (0x05, "CRC64 of XP10 in 8 bytes.")


class block_size(Described):
    """Bytes of data to which a signature, or a tweak, belongs (block size selector)."""

    none = (0x00, "No blocks.")
    bytes_512 = (0x01, "512 bytes.")
    bytes_520 = (0x02, "520 bytes.")
    bytes_4096 = (0x03, "4096 bytes.")
    bytes_4160 = (0x04, "4160 bytes.")
    bytes_4048 = (0x06, "4048 bytes.")


class bsf_size(Described):
    """Size of the BSF."""

    basic = (0x00, "16 bytes, bsf_seg.")
    extended = (0x01, "32 bytes, bsf_seg and bsf_ext_seg.")
    with_inline = (0x02, "64 bytes, also a bsf_inl_seg for the wire and one for memory.")
    sig_and_crypto = (0x03, "128 bytes, and crypto_bsf_seg behind.")


class cmd_status(Described):
    """The status in the answer to a command of the firmware."""

    ok = (0x00, "The command was executed.")
    int_err = (0x01, "The firmware failed internally.")
    bad_op_err = (0x02, "The firmware does not have this command, or not with this op_mod.")
    bad_param_err = (0x03, "A field of the command has a value that the firmware does not take.")
    bad_sys_state_err = (0x04, "The device is not in a state in which it takes the command.")
    bad_res_err = (0x05, "The command names an object that does not exist, or not for this user.")
    res_busy = (0x06, "The object is in use by another one.")
    lim_err = (0x08, "The command goes beyond a limit of the device.")
    bad_res_state_err = (0x09, "The object is in another state than the command needs.")
    ix_err = (0x0a, "An index is out of range.")
    no_res_err = (0x0f, "The firmware has no resources left.")
    bad_qp_state_err = (0x10, "The queue pair is in a state that cannot be changed like this.")
    bad_pkt_err = (0x30, "A malformed management packet was dropped.")
    bad_size_outs_cqes_err = (0x40, "The new ring of a CQ has no room for the CQEs that were not polled.")
    bad_inp_len_err = (0x50, "The command is too short or too long.")
    bad_outp_len_err = (0x51, "The room for the answer is too small or too large.")


class completion_mode(Described):
    """The condition under which the device writes a CQE for a send WQE."""

    on_error = (0x00, "Only if the WQE fails.")
    on_first_error = (0x01, "Only if the WQE is the first to fail.")
    always = (0x02, "Always.")
    always_and_eqe = (0x03, "Always, and an event.")


class cqe_app_op(Described):
    """The event that a completion of tag matching reports."""

    none = (0x00, "Nothing.")
    tm_consumed = (0x01, "A message has found its tag; its data come with another completion.")
    tm_expected = (0x02, "The data of a message that found its tag are there.")
    tm_unexpected = (0x03, "A message found no tag and is in a buffer of the SRQ.")
    tm_no_tag = (0x04, "A message without a tag is in a buffer of the SRQ.")
    tm_append = (0x05, "A tag was appended.")
    tm_remove = (0x06, "A tag was removed or was not there.")
    tm_noop = (0x07, "The counter of unexpected messages was brought up to date.")
    tm_consumed_sw_rndv = (0x09, "The same as tm_consumed, but the program has to finish the rendezvous.")
    tm_consumed_msg = (0x0a, "A message has found its tag and its data are there.")
    tm_consumed_msg_sw_rndv = (0x0b, "The same as tm_consumed_msg, but the program has to finish the rendezvous.")
    tm_msg_completion_canceled = (0x0c, "The same as tm_expected, but the program has to finish the rendezvous.")


class cqe_format(Described):
    """The place of a completion's payload."""

    plain = (0x00, "In the posted buffers.")
    inline_32 = (0x01, "In the first 32 bytes of the CQE.")
    inline_64 = (0x02, "In the 64 bytes before the CQE.")
    compressed = (0x03, "The CQE stands for several.")


class cqe_opcode(Described):
    """The kind of a completion."""

    req = (0x00, "A send WQE is done.")
    resp_wr_imm = (0x01, "The peer wrote and gave immediate data.")
    resp_send = (0x02, "A message arrived.")
    resp_send_imm = (0x03, "A message with immediate data arrived.")
    resp_send_inv = (0x04, "A message arrived and invalidated a key.")
    resize_cq = (0x05, "The rest is in the new buffer.")
    no_packet = (0x06, "A tag-matching list operation is done.")
    sig_err = (0x0c, "A signature did not match.")
    req_err = (0x0d, "A send WQE failed.")
    resp_err = (0x0e, "A receive WQE failed.")
    invalid = (0x0f, "Software's initial value; the device never writes it.")


class cqe_syndrome(Described):
    """The error of a WQE."""

    ok = (0x00, "Nothing went wrong.")
    local_length_err = (0x01, "A message is longer than its receive buffers, or has an illegal length.")
    local_qp_op_err = (0x02, "The WQE is malformed, or its opcode is not for this kind of QP.")
    local_prot_err = (0x04, "A local key is wrong, of another PD, out of bounds, or forbids the access.")
    wr_flush_err = (0x05, "The QP was in error, so the WQE was not executed.")
    mw_bind_err = (0x06, "A UMR or a window bind failed.")
    bad_resp_err = (0x10, "The peer answered with an unexpected opcode.")
    local_access_err = (0x11, "The responder may not access its own memory.")
    remote_inval_req_err = (0x12, "The peer found the request invalid: too long for its buffers, misaligned or not allowed.")
    remote_access_err = (0x13, "The remote key is wrong, out of bounds, or forbids the access.")
    remote_op_err = (0x14, "The peer could not execute the request.")
    transport_retry_exc_err = (0x15, "The peer does not answer; see whether its QP is ready to receive and the path is right.")
    rnr_retry_exc_err = (0x16, "The peer has not posted a receive.")
    remote_aborted_err = (0x22, "The peer gave up the request.")


class enc_order(Described):
    """The side on which data is encrypted."""

    encrypted_wire_signature = (0x00, "On the wire, signature included: it is computed before the data is encrypted.")
    encrypted_memory_signature = (0x01, "In memory, signature included.")
    encrypted_raw_wire = (0x02, "On the wire, without the signature, which is computed over the encrypted data.")
    encrypted_raw_memory = (0x03, "In memory, without the signature.")


class enc_standard(Described):
    """The standard of an encryption."""

    aes_xts = (0x00, "AES-XTS.")


class fence_mode(Described):
    """The earlier work that a WQE waits for before it starts; IBV_SEND_FENCE is reads_atomics_and_key_changes."""

    none = (0x00, "Nothing.")
    key_changes = (0x01, "Earlier UMRs and local invalidations: a small fence.")
    reads_and_atomics = (0x02, "Earlier READs and atomics; IBV_SEND_FENCE waits for more.")
    everything = (0x03, "Everything earlier: strong ordering.")
    reads_atomics_and_key_changes = (0x04, "Earlier READs, atomics, UMRs and local invalidations, as IBV_SEND_FENCE does.")


class general_object(Described):
    """The type of a general object; also its bit in general_obj_types of the capabilities."""

    dek = (0x0c, "A data encryption key.")
    crypto_login = (0x1f, "A login session, in which wrapped keys are taken.")
    scheduling_element = (0x26, "An element of the scheduler.")
    reserved_qpn = (0x2c, "A queue pair number without a queue pair.")
    av_qp_mapping = (0x3a, "An address vector that is mapped to a queue pair.")


class guard_type(Described):
    """The guard of a T10-DIF."""

    none = (0x00, "No T10-DIF.")
    crc = (0x01, "The CRC16 of T10.")
    ipcs = (0x02, "The checksum of IP.")


class memory_fault(Described):
    """The reason that memory could not be accessed; the lowest bits of a vendor syndrome."""

    unknown = (0x00, "The device does not say why.")
    pcie = (0x01, "PCIe failed.")
    protection_domain = (0x02, "The key does not exist, is free, or is of another protection domain.")
    access_rights = (0x03, "The key does not allow the access.")
    length = (0x04, "Address and length are not all inside the region.")
    encryption = (0x05, "Encryption failed.")
    page_fault = (0x06, "No memory is behind the address: a page fault, or the bus refused it.")
    internal = (0x07, "The device failed internally.")


class mkey_mask(Described):
    """The fields of mkey_ctx_seg that a UMR changes, a bit for each (umr_ctrl_seg.mkey_mask)."""

    len = (0x01, "len.")
    page_size = (0x02, "log_page_size.")
    xlt_oct_size = (0x04, "translations_octword_size.")
    start_addr = (0x40, "start_addr.")
    pd = (0x80, "pd.")
    en_rinval = (0x100, "en_rinval.")
    sig_err = (0x200, "sig_err_cnt.")
    bsf_enable = (0x1000, "bsf_en.")
    mkey = (0x2000, "mkey_7_0.")
    qpn = (0x4000, "qpn.")
    local_read = (0x20000, "local_read.")
    local_write = (0x40000, "local_write.")
    remote_read = (0x80000, "remote_read.")
    remote_write = (0x100000, "remote_write.")
    atomic = (0x200000, "atomic.")
    small_fence = (0x800000, "A small fence.")
    free = (0x20000000, "free.")


class opcode(Described):
    """The operation that a send WQE asks for."""

    nop = (0x00, "Does nothing.")
    send_inval = (0x01, "Send that also invalidates a key of the peer.")
    rdma_write = (0x08, "Write into the peer's memory.")
    rdma_write_imm = (0x09, "Write into the peer's memory and complete a receive there.")
    send = (0x0a, "Send into a receive buffer of the peer.")
    send_imm = (0x0b, "Send with 32 bits of immediate data.")
    tso = (0x0e, "Segment one large TCP payload into packets.")
    wait = (0x0f, "Wait for a CQ, for memory or for a time.")
    rdma_read = (0x10, "Read the peer's memory.")
    atomic_cs = (0x11, "64-bit compare-and-swap.")
    atomic_fa = (0x12, "64-bit fetch-and-add.")
    atomic_masked_cs = (0x14, "Masked compare-and-swap.")
    atomic_masked_fa = (0x15, "Masked fetch-and-add.")
    recv_en = (0x16, "Let another receive queue run.")
    send_en = (0x17, "Let another send queue run.")
    local_inval = (0x1b, "Invalidate a local key.")
    set_psv = (0x20, "Set a protected signature value.")
    dump = (0x23, "Pass data through the TLS engine.")
    umr = (0x25, "Change a memory key, bind a window, or invalidate.")
    tag_matching = (0x28, "Change a tag-matching list.")
    enhanced_mpsw = (0x29, "Send several Ethernet packets.")
    flow_tbl_access = (0x2c, "Write a steering object.")
    access_aso = (0x2d, "Read or write an advanced steering object.")
    mmo = (0x2f, "Copy memory or transform it.")


class qp_attribute(Described):
    """The attributes that ibv_modify_qp can set, as bits of its mask; the names are those of the members of ibv_qp_attr."""

    qp_state = (0x01, "State that the queue pair goes to.")
    cur_qp_state = (0x02, "State that the caller expects the queue pair to be in.")
    en_sqd_async_notify = (0x04, "True if the end of draining raises an event.")
    qp_access_flags = (0x08, "Operations that the peer may do.")
    pkey_index = (0x10, "Index of the P_Key that packets carry.")
    port_num = (0x20, "Port that it sends and receives through, from 1.")
    qkey = (0x40, "Q_Key that datagrams must carry.")
    ah_attr = (0x80, "Address of the peer.")
    path_mtu = (0x100, "The longest payload of a packet.")
    timeout = (0x200, "Time to wait for an acknowledgement.")
    retry_cnt = (0x400, "Number of retries when no acknowledgement came.")
    rnr_retry = (0x800, "Number of retries when the peer had no receive posted.")
    rq_psn = (0x1000, "Number of the first packet that is expected.")
    max_rd_atomic = (0x2000, "READs and atomics under way at once.")
    alt_ah_attr = (0x4000, "The path to change to when the first fails, with its port, P_Key index and timeout.")
    min_rnr_timer = (0x8000, "Time that a sender waits if it found no receive posted.")
    sq_psn = (0x10000, "Number of the first packet that is sent.")
    max_dest_rd_atomic = (0x20000, "READs and atomics of the peer under way at once.")
    path_mig_state = (0x40000, "State of the migration between the two paths.")
    cap = (0x80000, "Capacity of its queues.")
    dest_qp_num = (0x100000, "Number of the peer's queue pair.")
    rate_limit = (0x2000000, "Rate at which packets leave.")


class qp_state(Described):
    """The state of a queue pair."""

    reset = (0x00, "It neither sends nor receives; it is as new.")
    init = (0x01, "It neither sends nor receives, but receives can be posted.")
    rtr = (0x02, "It receives.")
    rts = (0x03, "It receives and sends.")
    sqd = (0x04, "It receives, and finishes the sends that have begun.")
    sqe = (0x05, "It receives, and a send that failed keeps the later ones back.")
    error = (0x06, "Everything that is posted is flushed.")


class rnr_timer(Described):
    """The time that the peer asks to wait before a message is sent again; the lowest bits of a vendor syndrome."""

    ms_655_36 = (0x00, "655.36 milliseconds.")
    ms_0_01 = (0x01, "0.01 milliseconds.")
    ms_0_02 = (0x02, "0.02 milliseconds.")
    ms_0_03 = (0x03, "0.03 milliseconds.")
    ms_0_04 = (0x04, "0.04 milliseconds.")
    ms_0_06 = (0x05, "0.06 milliseconds.")
    ms_0_08 = (0x06, "0.08 milliseconds.")
    ms_0_12 = (0x07, "0.12 milliseconds.")
    ms_0_16 = (0x08, "0.16 milliseconds.")
    ms_0_24 = (0x09, "0.24 milliseconds.")
    ms_0_32 = (0x0a, "0.32 milliseconds.")
    ms_0_48 = (0x0b, "0.48 milliseconds.")
    ms_0_64 = (0x0c, "0.64 milliseconds.")
    ms_0_96 = (0x0d, "0.96 milliseconds.")
    ms_1_28 = (0x0e, "1.28 milliseconds.")
    ms_1_92 = (0x0f, "1.92 milliseconds.")
    ms_2_56 = (0x10, "2.56 milliseconds.")
    ms_3_84 = (0x11, "3.84 milliseconds.")
    ms_5_12 = (0x12, "5.12 milliseconds.")
    ms_7_68 = (0x13, "7.68 milliseconds.")
    ms_10_24 = (0x14, "10.24 milliseconds.")
    ms_15_36 = (0x15, "15.36 milliseconds.")
    ms_20_48 = (0x16, "20.48 milliseconds.")
    ms_30_72 = (0x17, "30.72 milliseconds.")
    ms_40_96 = (0x18, "40.96 milliseconds.")
    ms_61_44 = (0x19, "61.44 milliseconds.")
    ms_81_92 = (0x1a, "81.92 milliseconds.")
    ms_122_88 = (0x1b, "122.88 milliseconds.")
    ms_163_84 = (0x1c, "163.84 milliseconds.")
    ms_245_76 = (0x1d, "245.76 milliseconds.")
    ms_327_68 = (0x1e, "327.68 milliseconds.")
    ms_491_52 = (0x1f, "491.52 milliseconds.")


class tm_op(Described):
    """The operation of a TAG_MATCHING WQE on the list of tags."""

    nop = (0x00, "Only brings the counter of unexpected messages up to date.")
    append = (0x01, "Puts a tag at the end of the list.")
    remove = (0x02, "Takes a tag out of the list.")


class tmh_op(Described):
    """The kind of the message that follows a tag-matching header."""

    no_tag = (0x00, "A message without a tag.")
    rndv = (0x01, "A rendezvous request; the receiver reads the message itself.")
    fin = (0x02, "A rendezvous is done.")
    eager = (0x03, "A message with a tag.")


class wait_operation(Described):
    """The comparison between the value of a WAIT and the value that the device reads."""

    always_true = (0x00, "Does not wait.")
    equal = (0x01, "Until both are equal.")
    bigger = (0x02, "Until the value is bigger than the one that the device reads.")
    smaller = (0x03, "Until the value is smaller than the one that the device reads.")
    cyclic_bigger = (0x04, "Until the value is bigger, on a circle.")
    cyclic_smaller = (0x05, "Until the value is smaller, on a circle: a time is past.")
