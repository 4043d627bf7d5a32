// Generated from specs/wqes/ by codegen. Do not edit: `meson compile -C build generate`.
//! WQEs: a module for each, with the states of its chain.
use crate::chain::{Begins, Chain, Complete, First, Kind, Slot, Start, Transport, Turns};
use crate::enums::*;
use crate::queue::{QueueSlot, SendQueue};
use crate::limits::Shape;
use crate::segments::*;
use crate::wire::{LKey, RKey};
use crate::writer::{List, Of, Place};
use core::marker::PhantomData;

verbs! {
    /// Binds a memory window of type 2, which belongs to this QP, to a piece of a memory region.
    bind_mw: BindMw;
    /// Binds a memory window of type 1 to a piece of a memory region.
    bind_mw_type1: BindMwType1;
    /// Swaps 64 bits of the peer's memory if they equal `compare`, and fetches what was there.
    cas: Cas;
    /// Swaps 32 bits of the peer's memory if they equal `compare`, and fetches what was there.
    cas32: Cas32;
    /// Gives a memory key its properties, and a list of pieces of which it consists.
    configure_mkey: ConfigureMkey;
    /// Gives a memory key its properties, and pieces of memory between which it takes turns.
    configure_mkey_strided: ConfigureMkeyStrided;
    /// Copies memory within the machine by the device's DMA engine.
    copy: Copy;
    /// Passes data through the TLS engine of a TIS, so that it catches up.
    dump: Dump;
    /// Adds to 64 bits of the peer's memory, and fetches what was there.
    fetch_add: FetchAdd;
    /// Adds to 32 bits of the peer's memory, and fetches what was there.
    fetch_add32: FetchAdd32;
    /// Ands 32 bits of the peer's memory with `value`, and fetches what was there.
    fetch_and32: FetchAnd32;
    /// Ands 64 bits of the peer's memory with `value`, and fetches what was there.
    fetch_and64: FetchAnd64;
    /// Ors 32 bits of the peer's memory with `value`, and fetches what was there.
    fetch_or32: FetchOr32;
    /// Ors 64 bits of the peer's memory with `value`, and fetches what was there.
    fetch_or64: FetchOr64;
    /// Xors 32 bits of the peer's memory with `value`, and fetches what was there.
    fetch_xor32: FetchXor32;
    /// Xors 64 bits of the peer's memory with `value`, and fetches what was there.
    fetch_xor64: FetchXor64;
    /// Makes a key invalid: that of a memory window, or of a memory key that UMRs may change.
    local_invalidate: LocalInvalidate;
    /// Swaps those of the peer's 128 bits that swap_mask names, if those that compare_mask names equal
    /// `compare`.
    masked_cas128: MaskedCas128;
    /// Swaps those of the peer's 32 bits that swap_mask names, if those that compare_mask names equal
    /// `compare`.
    masked_cas32: MaskedCas32;
    /// Swaps those of the peer's 64 bits that swap_mask names, if those that compare_mask names equal
    /// `compare`.
    masked_cas64: MaskedCas64;
    /// Adds to 128 bits of the peer's memory, as to several numbers side by side.
    masked_fetch_add128: MaskedFetchAdd128;
    /// Adds to 32 bits of the peer's memory, as to several numbers side by side.
    masked_fetch_add32: MaskedFetchAdd32;
    /// Adds to 64 bits of the peer's memory, as to several numbers side by side.
    masked_fetch_add64: MaskedFetchAdd64;
    /// Sends several Ethernet frames, each of one piece.
    multi_packet: MultiPacket;
    /// Does nothing, but can carry a fence and a completion. Does nothing, but reaches a peer in its place
    /// among the other WQEs.
    nop: Nop;
    /// Copies the peer's memory into local memory without involving its CPU.
    read: Read;
    /// Lets a managed receive queue run as far as an index.
    recv_enable: RecvEnable;
    /// Sends a message into the next receive buffer of the peer.
    send: Send;
    /// Lets a managed send queue run as far as an index.
    send_enable: SendEnable;
    /// Sets the value from which a signature goes on.
    set_psv: SetPsv;
    /// Swaps 32 bits of the peer's memory, and fetches what was there.
    swap32: Swap32;
    /// Swaps 64 bits of the peer's memory, and fetches what was there.
    swap64: Swap64;
    /// Puts a tag and its buffer at the end of the list.
    tag_append: TagAppend;
    /// Takes a tag out of the list.
    tag_remove: TagRemove;
    /// Reports to the device the number of unexpected messages that have been taken.
    tag_sync: TagSync;
    /// Sends one large TCP payload as many packets, whose headers the device makes from the one given.
    tso: Tso;
    /// Frees a memory window of type 2 and gives its next key, as a bind of length 0 does.
    unbind_mw: UnbindMw;
    /// Gives a memory key its properties, and leaves the list of pieces of which it consists as it is.
    update_mkey: UpdateMkey;
    /// Waits until a CQ has as many completions.
    wait_cq: WaitCq;
    /// Waits until 8 bytes of memory have a value.
    wait_data: WaitData;
    /// Waits until the device's clock shows a time.
    wait_time: WaitTime;
    /// Copies local memory into the peer's memory without involving its CPU.
    write: Write;
    /// Writes the arguments of a header modification into the device.
    write_flow_table: WriteFlowTable;
}

/// Swaps 64 bits of the peer's memory if they equal `compare`, and fetches what was there.
///
/// `cas() → rdma() → operands() → sge() → [signal()] → finish()`
///
/// Transports: rc, xrc, dci, dci_roce, dci_compact. Source: mlx5dv.h, MLX5_OPCODE_ATOMIC_CS.
pub mod atomic_cs {
    use super::*;

    kind! {
        "atomic_cs", AtomicCs, NeedsRdma;
        before: 4, pieces: 1
    }

    states! {
        Chain;
        NeedsRdma {
            /// The place in the peer's memory that an RDMA or atomic operation accesses.
            rdma(raddr: u64, rkey: RKey) -> NeedsOperands =
                write(&RaddrSeg { raddr, rkey: rkey.0 });
        }
        NeedsOperands {
            /// The operands of a 64-bit compare-and-swap or fetch-and-add.
            operands(compare: u64, swap: u64) -> NeedsSge =
                write(&AtomicSeg { swap_add: swap, compare });
        }
        NeedsSge {
            /// One contiguous piece of local memory to gather from or scatter to.
            sge(addr: u64, lkey: LKey) -> Ready =
                write(&DataSeg { byte_count: 8, lkey: lkey.0, addr });
        }
        Ready: Complete {}
    }
}

/// Adds to 64 bits of the peer's memory, and fetches what was there.
///
/// `fetch_add() → rdma() → operands() → sge() → [signal()] → finish()`
///
/// Transports: rc, xrc, dci, dci_roce, dci_compact. Source: mlx5dv.h, MLX5_OPCODE_ATOMIC_FA.
pub mod atomic_fa {
    use super::*;

    kind! {
        "atomic_fa", AtomicFa, NeedsRdma;
        before: 4, pieces: 1
    }

    states! {
        Chain;
        NeedsRdma {
            /// The place in the peer's memory that an RDMA or atomic operation accesses.
            rdma(raddr: u64, rkey: RKey) -> NeedsOperands =
                write(&RaddrSeg { raddr, rkey: rkey.0 });
        }
        NeedsOperands {
            /// The operands of a 64-bit compare-and-swap or fetch-and-add.
            operands(add: u64) -> NeedsSge =
                write(&AtomicSeg { swap_add: add, ..AtomicSeg::default() });
        }
        NeedsSge {
            /// One contiguous piece of local memory to gather from or scatter to.
            sge(addr: u64, lkey: LKey) -> Ready =
                write(&DataSeg { byte_count: 8, lkey: lkey.0, addr });
        }
        Ready: Complete {}
    }
}

/// Binds a memory window of type 2, which belongs to this QP, to a piece of a memory region.
///
/// `bind_mw() → window() → to() → klm() → [signal()] → finish()`
///
/// Transports: rc, uc, xrc, dci, dci_roce, dci_compact. Source: rdma-core providers/mlx5/qp.c,
/// mlx5_send_wr_bind_mw and set_umr_control_seg.
pub mod bind_mw {
    use super::*;

    kind! {
        "bind_mw", Umr, NeedsWindow, FENCES_NEXT: bool = true, MAX_OCTOWORDS: usize = 60;
        before: 9, pad: 4, bare: true
    }

    states! {
        Chain;
        NeedsWindow {
            /// `ctrl_seg.imm` is `rkey`.
            window(rkey: RKey) -> NeedsTo =
                imm(rkey.0)
                .write(&UmrCtrlSeg {
                    list_inline: 1,
                    check_free: 1,
                    trans_off_en: 1,
                    klm_octowords: 4,
                    mkey_mask: 540827713,
                    ..UmrCtrlSeg::default()
                });
        }
        NeedsTo {
            /// The fields of a memory key that a UMR may change. The caller gives every field.
            to(segment: &MkeyCtxSeg) -> NeedsKlm = write(segment);
        }
        NeedsKlm {
            /// One entry of the translation list of a memory key.
            klm(byte_count: u32, lkey: LKey, addr: u64) -> Ready =
                write(&KlmSeg { byte_count, mkey: lkey.0, address: addr }).pad(4);
        }
        Ready: Complete {}
    }
}

/// Binds a memory window of type 1 to a piece of a memory region.
///
/// `bind_mw_type1() → window() → to() → klm() → [signal()] → finish()`
///
/// Transports: rc, uc, xrc, dci, dci_roce, dci_compact. Source: rdma-core providers/mlx5/qp.c,
/// mlx5_send_wr_bind_mw and set_umr_control_seg.
pub mod bind_mw_type1 {
    use super::*;

    kind! {
        "bind_mw_type1", Umr, NeedsWindow, FENCES_NEXT: bool = true, MAX_OCTOWORDS: usize = 60;
        before: 9, pad: 4, bare: true
    }

    states! {
        Chain;
        NeedsWindow {
            /// `ctrl_seg.imm` is `rkey`.
            window(rkey: RKey) -> NeedsTo =
                imm(rkey.0)
                .write(&UmrCtrlSeg {
                    list_inline: 1,
                    trans_off_en: 1,
                    klm_octowords: 4,
                    mkey_mask: 540811329,
                    ..UmrCtrlSeg::default()
                });
        }
        NeedsTo {
            /// The fields of a memory key that a UMR may change. The caller gives every field.
            to(segment: &MkeyCtxSeg) -> NeedsKlm = write(segment);
        }
        NeedsKlm {
            /// One entry of the translation list of a memory key.
            klm(byte_count: u32, lkey: LKey, addr: u64) -> Ready =
                write(&KlmSeg { byte_count, mkey: lkey.0, address: addr }).pad(4);
        }
        Ready: Complete {}
    }
}

/// Swaps 32 bits of the peer's memory if they equal `compare`, and fetches what was there.
///
/// `cas32() → rdma() → operands() → sge() → [signal()] → finish()`
///
/// Transports: rc, xrc, dci, dci_roce, dci_compact. Source: mlx5dv.h, MLX5_OPCODE_ATOMIC_MASKED_CS; UCX
/// src/uct/ib/mlx5/rc/rc_mlx5.inl, uct_rc_mlx5_iface_common_atomic_data.
pub mod cas32 {
    use super::*;

    kind! {
        "cas32", AtomicMaskedCs, NeedsRdma, OPMOD: u8 = 8;
        before: 4, pieces: 1
    }

    states! {
        Chain;
        NeedsRdma {
            /// The place in the peer's memory that an RDMA or atomic operation accesses.
            rdma(raddr: u64, rkey: RKey) -> NeedsOperands =
                write(&RaddrSeg { raddr, rkey: rkey.0 });
        }
        NeedsOperands {
            /// The operands of a masked compare-and-swap of 4 bytes.
            operands(compare: u32, swap: u32) -> NeedsSge =
                write(&MaskedCs32Seg {
                    swap,
                    compare,
                    swap_mask: 4294967295,
                    compare_mask: 4294967295
                });
        }
        NeedsSge {
            /// One contiguous piece of local memory to gather from or scatter to.
            sge(addr: u64, lkey: LKey) -> Ready =
                write(&DataSeg { byte_count: 4, lkey: lkey.0, addr });
        }
        Ready: Complete {}
    }
}

/// Gives a memory key its properties, and a list of pieces of which it consists.
///
/// `configure_mkey() → key() → change() → to() → klm()… → [sig_block()] → [crypto()] → [signal()] → finish()`
///
/// Transports: rc, uc, xrc, dci, dci_roce, dci_compact. Source: rdma-core providers/mlx5/qp.c,
/// mlx5_send_wr_mkey_configure and mlx5_send_wr_set_mkey_layout.
pub mod configure_mkey {
    use super::*;

    kind! {
        "configure_mkey", Umr, NeedsKey, FENCES_NEXT: bool = true, MAX_OCTOWORDS: usize = 60;
        before: 8, list: true, pad: 4, behind: 8, bare: true
    }

    states! {
        Chain;
        NeedsKey {
            /// `ctrl_seg.imm` is `mkey`.
            key(mkey: LKey) -> NeedsChange = imm(mkey.0);
        }
        NeedsChange {
            /// The fields of a memory key that a UMR changes, and the length of its translation list.
            change(mkey_mask: u64) -> NeedsTo =
                write(&UmrCtrlSeg { list_inline: 1, mkey_mask, ..UmrCtrlSeg::default() });
        }
        NeedsTo {
            /// The fields of a memory key that a UMR may change. The caller gives every field.
            to(segment: &MkeyCtxSeg) -> NeedsKlm = write(segment);
        }
        NeedsKlm {
            /// One entry of the translation list of a memory key.
            klm(
                byte_count: u32,
                lkey: LKey,
                addr: u64
            ) -> TakesKlmOrSigBlockOrCryptoOrSignalOrFinish =
                append(&KlmSeg { byte_count, mkey: lkey.0, address: addr });
        }
        TakesKlmOrSigBlockOrCryptoOrSignalOrFinish: Complete with {
            pad: 4,
            length: Some(Place { at: 20, lsb: 16 }),
            length_from: 8,
            entries: None,
            entries_from: 8,
        } {
            /// One entry of the translation list of a memory key.
            klm(
                byte_count: u32,
                lkey: LKey,
                addr: u64
            ) -> TakesKlmOrSigBlockOrCryptoOrSignalOrFinish =
                append(&KlmSeg { byte_count, mkey: lkey.0, address: addr });
            /// The beginning of a BSF (byte stream format), which states the signatures that the blocks of a
            /// memory key have on the wire and in memory. The caller gives every field.
            sig_block(
                segment: &BsfSeg,
                wire: &BsfInlSeg,
                memory: &BsfInlSeg
            ) -> TakesCryptoOrSignalOrFinish =
                close(TakesKlmOrSigBlockOrCryptoOrSignalOrFinish::LIST)
                .add(Some(Place { at: 20, lsb: 0 }), 4)
                .write(segment)
                .write(&BsfExtSeg::default())
                .write(wire)
                .write(memory);
            /// The encryption of a memory key's data. The caller gives every field.
            crypto(segment: &CryptoBsfSeg) -> Ready =
                close(TakesKlmOrSigBlockOrCryptoOrSignalOrFinish::LIST)
                .add(Some(Place { at: 20, lsb: 0 }), 4)
                .write(segment);
        }
        TakesCryptoOrSignalOrFinish: Complete {
            /// The encryption of a memory key's data. The caller gives every field.
            crypto(segment: &CryptoBsfSeg) -> Ready =
                add(Some(Place { at: 20, lsb: 0 }), 4).write(segment);
        }
        Ready: Complete {}
    }
}

/// Gives a memory key its properties, and pieces of memory between which it takes turns.
///
/// `configure_mkey_strided() → key() → change() → to() → repeat() → strided()… → [sig_block()] → [crypto()] →
/// [signal()] → finish()`
///
/// Transports: rc, uc, xrc, dci, dci_roce, dci_compact. Source: rdma-core providers/mlx5/qp.c,
/// mlx5_send_wr_set_mkey_layout_interleaved and umr_strided_seg_create.
pub mod configure_mkey_strided {
    use super::*;

    kind! {
        "configure_mkey_strided", Umr, NeedsKey, FENCES_NEXT: bool = true, MAX_OCTOWORDS: usize = 60;
        before: 9, list: true, pad: 4, behind: 8, bare: true
    }

    states! {
        Chain;
        NeedsKey {
            /// `ctrl_seg.imm` is `mkey`.
            key(mkey: LKey) -> NeedsChange = imm(mkey.0);
        }
        NeedsChange {
            /// The fields of a memory key that a UMR changes, and the length of its translation list.
            change(mkey_mask: u64) -> NeedsTo =
                write(&UmrCtrlSeg { list_inline: 1, mkey_mask, ..UmrCtrlSeg::default() });
        }
        NeedsTo {
            /// The fields of a memory key that a UMR may change. The caller gives every field.
            to(segment: &MkeyCtxSeg) -> NeedsRepeat = write(segment);
        }
        NeedsRepeat {
            /// Opens a strided translation list, which takes turns through its entries.
            repeat(byte_count: u32, repeat_count: u32) -> NeedsStrided =
                write(&RepeatBlockSeg { byte_count, repeat_count, ..RepeatBlockSeg::default() });
        }
        NeedsStrided {
            /// One entry of a strided translation list.
            strided(
                stride: u16,
                byte_count: u16,
                lkey: LKey,
                addr: u64
            ) -> TakesStridedOrSigBlockOrCryptoOrSignalOrFinish =
                append(&RepeatEntSeg { stride, byte_count, memkey: lkey.0, va: addr });
        }
        TakesStridedOrSigBlockOrCryptoOrSignalOrFinish: Complete with {
            pad: 4,
            length: Some(Place { at: 20, lsb: 16 }),
            length_from: 8,
            entries: Some(Place { at: 140, lsb: 0 }),
            entries_from: 9,
        } {
            /// One entry of a strided translation list.
            strided(
                stride: u16,
                byte_count: u16,
                lkey: LKey,
                addr: u64
            ) -> TakesStridedOrSigBlockOrCryptoOrSignalOrFinish =
                append(&RepeatEntSeg { stride, byte_count, memkey: lkey.0, va: addr });
            /// The beginning of a BSF (byte stream format), which states the signatures that the blocks of a
            /// memory key have on the wire and in memory. The caller gives every field.
            sig_block(
                segment: &BsfSeg,
                wire: &BsfInlSeg,
                memory: &BsfInlSeg
            ) -> TakesCryptoOrSignalOrFinish =
                close(TakesStridedOrSigBlockOrCryptoOrSignalOrFinish::LIST)
                .add(Some(Place { at: 20, lsb: 0 }), 4)
                .write(segment)
                .write(&BsfExtSeg::default())
                .write(wire)
                .write(memory);
            /// The encryption of a memory key's data. The caller gives every field.
            crypto(segment: &CryptoBsfSeg) -> Ready =
                close(TakesStridedOrSigBlockOrCryptoOrSignalOrFinish::LIST)
                .add(Some(Place { at: 20, lsb: 0 }), 4)
                .write(segment);
        }
        TakesCryptoOrSignalOrFinish: Complete {
            /// The encryption of a memory key's data. The caller gives every field.
            crypto(segment: &CryptoBsfSeg) -> Ready =
                add(Some(Place { at: 20, lsb: 0 }), 4).write(segment);
        }
        Ready: Complete {}
    }
}

/// Copies memory within the machine by the device's DMA engine.
///
/// `copy() → result() → from() → to() → [signal()] → finish()`
///
/// Transports: rc, dci, dci_roce, dci_compact. Source: rdma-core providers/mlx5/qp.c, mlx5_wr_memcpy.
pub mod copy {
    use super::*;

    kind! {
        "copy", Mmo, NeedsResult, OPMOD: u8 = 1;
        before: 4, pieces: 2, bare: true
    }

    states! {
        Chain;
        NeedsResult {
            /// Opens the work of a memory-to-memory engine and names the buffer for its result.
            result(lkey: LKey, addr: u64) -> NeedsFrom =
                write(&MmoMetaSeg { opaque_lkey: lkey.0, opaque_va: addr, ..MmoMetaSeg::default() });
        }
        NeedsFrom {
            /// One contiguous piece of local memory to gather from or scatter to.
            from(addr: u64, byte_count: u32, lkey: LKey) -> NeedsTo =
                write(&DataSeg { byte_count, lkey: lkey.0, addr });
        }
        NeedsTo {
            /// One contiguous piece of local memory to gather from or scatter to.
            to(addr: u64, byte_count: u32, lkey: LKey) -> Ready =
                write(&DataSeg { byte_count, lkey: lkey.0, addr });
        }
        Ready: Complete {}
    }
}

/// Passes data through the TLS engine of a TIS, so that it catches up.
///
/// `dump() → tis() → sge() → [signal()] → finish()`
///
/// Transports: raw_packet. Source: Linux drivers/net/ethernet/mellanox/mlx5/core/en_accel/ktls_tx.c,
/// mlx5e_ktls_build_dump.
pub mod dump {
    use super::*;

    kind! {
        "dump", Dump, NeedsTis;
        before: 2, pieces: 1, bare: true
    }

    states! {
        Chain;
        NeedsTis {
            /// `ctrl_seg.imm` is `tisn_shifted`.
            tis(tisn_shifted: u32) -> NeedsSge = imm(tisn_shifted);
        }
        NeedsSge {
            /// One contiguous piece of local memory to gather from or scatter to.
            sge(addr: u64, byte_count: u32, lkey: LKey) -> Ready =
                write(&DataSeg { byte_count, lkey: lkey.0, addr });
        }
        Ready: Complete {}
    }
}

/// Adds to 32 bits of the peer's memory, and fetches what was there.
///
/// `fetch_add32() → rdma() → operands() → sge() → [signal()] → finish()`
///
/// Transports: rc, xrc, dci, dci_roce, dci_compact. Source: mlx5dv.h, MLX5_OPCODE_ATOMIC_MASKED_FA; UCX
/// src/uct/ib/mlx5/rc/rc_mlx5.inl, uct_rc_mlx5_iface_common_atomic_data.
pub mod fetch_add32 {
    use super::*;

    kind! {
        "fetch_add32", AtomicMaskedFa, NeedsRdma, OPMOD: u8 = 8;
        before: 4, pieces: 1
    }

    states! {
        Chain;
        NeedsRdma {
            /// The place in the peer's memory that an RDMA or atomic operation accesses.
            rdma(raddr: u64, rkey: RKey) -> NeedsOperands =
                write(&RaddrSeg { raddr, rkey: rkey.0 });
        }
        NeedsOperands {
            /// The operands of a masked fetch-and-add of 4 bytes.
            operands(add: u32) -> NeedsSge =
                write(&MaskedFa32Seg { add, ..MaskedFa32Seg::default() });
        }
        NeedsSge {
            /// One contiguous piece of local memory to gather from or scatter to.
            sge(addr: u64, lkey: LKey) -> Ready =
                write(&DataSeg { byte_count: 4, lkey: lkey.0, addr });
        }
        Ready: Complete {}
    }
}

/// Ands 32 bits of the peer's memory with `value`, and fetches what was there.
///
/// `fetch_and32() → rdma() → operands() → sge() → [signal()] → finish()`
///
/// Transports: rc, xrc, dci, dci_roce, dci_compact. Source: mlx5dv.h, MLX5_OPCODE_ATOMIC_MASKED_CS; UCX
/// src/uct/ib/mlx5/rc/rc_mlx5.inl, uct_rc_mlx5_iface_common_atomic_data.
pub mod fetch_and32 {
    use super::*;

    kind! {
        "fetch_and32", AtomicMaskedCs, NeedsRdma, OPMOD: u8 = 8;
        before: 4, pieces: 1
    }

    states! {
        Chain;
        NeedsRdma {
            /// The place in the peer's memory that an RDMA or atomic operation accesses.
            rdma(raddr: u64, rkey: RKey) -> NeedsOperands =
                write(&RaddrSeg { raddr, rkey: rkey.0 });
        }
        NeedsOperands {
            /// The operands of a masked compare-and-swap of 4 bytes.
            operands(value: u32) -> NeedsSge =
                write(&MaskedCs32Seg { swap: value, swap_mask: !value, ..MaskedCs32Seg::default() });
        }
        NeedsSge {
            /// One contiguous piece of local memory to gather from or scatter to.
            sge(addr: u64, lkey: LKey) -> Ready =
                write(&DataSeg { byte_count: 4, lkey: lkey.0, addr });
        }
        Ready: Complete {}
    }
}

/// Ands 64 bits of the peer's memory with `value`, and fetches what was there.
///
/// `fetch_and64() → rdma() → operands() → sge() → [signal()] → finish()`
///
/// Transports: rc, xrc, dci, dci_roce, dci_compact. Source: mlx5dv.h, MLX5_OPCODE_ATOMIC_MASKED_CS; UCX
/// src/uct/ib/mlx5/rc/rc_mlx5.inl, uct_rc_mlx5_iface_common_atomic_data.
pub mod fetch_and64 {
    use super::*;

    kind! {
        "fetch_and64", AtomicMaskedCs, NeedsRdma, OPMOD: u8 = 9;
        before: 5, pieces: 1
    }

    states! {
        Chain;
        NeedsRdma {
            /// The place in the peer's memory that an RDMA or atomic operation accesses.
            rdma(raddr: u64, rkey: RKey) -> NeedsOperands =
                write(&RaddrSeg { raddr, rkey: rkey.0 });
        }
        NeedsOperands {
            /// The operands of a masked compare-and-swap of 8 bytes.
            operands(value: u64) -> NeedsSge =
                write(&MaskedCs64Seg { swap: value, swap_mask: !value, ..MaskedCs64Seg::default() });
        }
        NeedsSge {
            /// One contiguous piece of local memory to gather from or scatter to.
            sge(addr: u64, lkey: LKey) -> Ready =
                write(&DataSeg { byte_count: 8, lkey: lkey.0, addr });
        }
        Ready: Complete {}
    }
}

/// Ors 32 bits of the peer's memory with `value`, and fetches what was there.
///
/// `fetch_or32() → rdma() → operands() → sge() → [signal()] → finish()`
///
/// Transports: rc, xrc, dci, dci_roce, dci_compact. Source: mlx5dv.h, MLX5_OPCODE_ATOMIC_MASKED_CS; UCX
/// src/uct/ib/mlx5/rc/rc_mlx5.inl, uct_rc_mlx5_iface_common_atomic_data.
pub mod fetch_or32 {
    use super::*;

    kind! {
        "fetch_or32", AtomicMaskedCs, NeedsRdma, OPMOD: u8 = 8;
        before: 4, pieces: 1
    }

    states! {
        Chain;
        NeedsRdma {
            /// The place in the peer's memory that an RDMA or atomic operation accesses.
            rdma(raddr: u64, rkey: RKey) -> NeedsOperands =
                write(&RaddrSeg { raddr, rkey: rkey.0 });
        }
        NeedsOperands {
            /// The operands of a masked compare-and-swap of 4 bytes.
            operands(value: u32) -> NeedsSge =
                write(&MaskedCs32Seg { swap: value, swap_mask: value, ..MaskedCs32Seg::default() });
        }
        NeedsSge {
            /// One contiguous piece of local memory to gather from or scatter to.
            sge(addr: u64, lkey: LKey) -> Ready =
                write(&DataSeg { byte_count: 4, lkey: lkey.0, addr });
        }
        Ready: Complete {}
    }
}

/// Ors 64 bits of the peer's memory with `value`, and fetches what was there.
///
/// `fetch_or64() → rdma() → operands() → sge() → [signal()] → finish()`
///
/// Transports: rc, xrc, dci, dci_roce, dci_compact. Source: mlx5dv.h, MLX5_OPCODE_ATOMIC_MASKED_CS; UCX
/// src/uct/ib/mlx5/rc/rc_mlx5.inl, uct_rc_mlx5_iface_common_atomic_data.
pub mod fetch_or64 {
    use super::*;

    kind! {
        "fetch_or64", AtomicMaskedCs, NeedsRdma, OPMOD: u8 = 9;
        before: 5, pieces: 1
    }

    states! {
        Chain;
        NeedsRdma {
            /// The place in the peer's memory that an RDMA or atomic operation accesses.
            rdma(raddr: u64, rkey: RKey) -> NeedsOperands =
                write(&RaddrSeg { raddr, rkey: rkey.0 });
        }
        NeedsOperands {
            /// The operands of a masked compare-and-swap of 8 bytes.
            operands(value: u64) -> NeedsSge =
                write(&MaskedCs64Seg { swap: value, swap_mask: value, ..MaskedCs64Seg::default() });
        }
        NeedsSge {
            /// One contiguous piece of local memory to gather from or scatter to.
            sge(addr: u64, lkey: LKey) -> Ready =
                write(&DataSeg { byte_count: 8, lkey: lkey.0, addr });
        }
        Ready: Complete {}
    }
}

/// Xors 32 bits of the peer's memory with `value`, and fetches what was there.
///
/// `fetch_xor32() → rdma() → operands() → sge() → [signal()] → finish()`
///
/// Transports: rc, xrc, dci, dci_roce, dci_compact. Source: mlx5dv.h, MLX5_OPCODE_ATOMIC_MASKED_FA; UCX
/// src/uct/ib/mlx5/rc/rc_mlx5.inl, uct_rc_mlx5_iface_common_atomic_data.
pub mod fetch_xor32 {
    use super::*;

    kind! {
        "fetch_xor32", AtomicMaskedFa, NeedsRdma, OPMOD: u8 = 8;
        before: 4, pieces: 1
    }

    states! {
        Chain;
        NeedsRdma {
            /// The place in the peer's memory that an RDMA or atomic operation accesses.
            rdma(raddr: u64, rkey: RKey) -> NeedsOperands =
                write(&RaddrSeg { raddr, rkey: rkey.0 });
        }
        NeedsOperands {
            /// The operands of a masked fetch-and-add of 4 bytes.
            operands(value: u32) -> NeedsSge =
                write(&MaskedFa32Seg { add: value, field_boundary: 4294967295 });
        }
        NeedsSge {
            /// One contiguous piece of local memory to gather from or scatter to.
            sge(addr: u64, lkey: LKey) -> Ready =
                write(&DataSeg { byte_count: 4, lkey: lkey.0, addr });
        }
        Ready: Complete {}
    }
}

/// Xors 64 bits of the peer's memory with `value`, and fetches what was there.
///
/// `fetch_xor64() → rdma() → operands() → sge() → [signal()] → finish()`
///
/// Transports: rc, xrc, dci, dci_roce, dci_compact. Source: mlx5dv.h, MLX5_OPCODE_ATOMIC_MASKED_FA; UCX
/// src/uct/ib/mlx5/rc/rc_mlx5.inl, uct_rc_mlx5_iface_common_atomic_data.
pub mod fetch_xor64 {
    use super::*;

    kind! {
        "fetch_xor64", AtomicMaskedFa, NeedsRdma, OPMOD: u8 = 9;
        before: 4, pieces: 1
    }

    states! {
        Chain;
        NeedsRdma {
            /// The place in the peer's memory that an RDMA or atomic operation accesses.
            rdma(raddr: u64, rkey: RKey) -> NeedsOperands =
                write(&RaddrSeg { raddr, rkey: rkey.0 });
        }
        NeedsOperands {
            /// The operands of a masked fetch-and-add of 8 bytes.
            operands(value: u64) -> NeedsSge =
                write(&MaskedFa64Seg { add: value, field_boundary: 18446744073709551615 });
        }
        NeedsSge {
            /// One contiguous piece of local memory to gather from or scatter to.
            sge(addr: u64, lkey: LKey) -> Ready =
                write(&DataSeg { byte_count: 8, lkey: lkey.0, addr });
        }
        Ready: Complete {}
    }
}

/// Makes a key invalid: that of a memory window, or of a memory key that UMRs may change.
///
/// `local_invalidate() → key() → [signal()] → finish()`
///
/// Transports: rc, uc, xrc, dci, dci_roce, dci_compact. Source: rdma-core providers/mlx5/qp.c,
/// mlx5_send_wr_local_inv.
pub mod local_invalidate {
    use super::*;

    kind! {
        "local_invalidate", Umr, NeedsKey, FENCES_NEXT: bool = true;
        before: 8, bare: true
    }

    states! {
        Chain;
        NeedsKey {
            /// `ctrl_seg.imm` is `rkey`.
            key(rkey: RKey) -> Ready =
                imm(rkey.0)
                .write(&UmrCtrlSeg {
                    list_inline: 1,
                    trans_off_en: 1,
                    check_qpn: 1,
                    mkey_mask: 536895488,
                    ..UmrCtrlSeg::default()
                })
                .write(&MkeyCtxSeg { free: 1, qpn: 16777215, ..MkeyCtxSeg::default() });
        }
        Ready: Complete {}
    }
}

/// Swaps those of the peer's 128 bits that swap_mask names, if those that compare_mask names equal `compare`.
///
/// `masked_cas128() → rdma() → operands() → sge() → [signal()] → finish()`
///
/// Transports: rc, xrc, dci, dci_roce, dci_compact. Source: mlx5dv.h, MLX5_OPCODE_ATOMIC_MASKED_CS; UCX
/// src/uct/ib/mlx5/rc/rc_mlx5.inl, uct_rc_mlx5_iface_common_atomic_data.
pub mod masked_cas128 {
    use super::*;

    kind! {
        "masked_cas128", AtomicMaskedCs, NeedsRdma, OPMOD: u8 = 10;
        before: 7, pieces: 1
    }

    states! {
        Chain;
        NeedsRdma {
            /// The place in the peer's memory that an RDMA or atomic operation accesses.
            rdma(raddr: u64, rkey: RKey) -> NeedsOperands =
                write(&RaddrSeg { raddr, rkey: rkey.0 });
        }
        NeedsOperands {
            /// The operands of a masked compare-and-swap of 16 bytes, each big-endian.
            operands(
                compare: [u8; 16],
                swap: [u8; 16],
                compare_mask: [u8; 16],
                swap_mask: [u8; 16]
            ) -> NeedsSge = write(&MaskedCs128Seg { swap, compare, swap_mask, compare_mask });
        }
        NeedsSge {
            /// One contiguous piece of local memory to gather from or scatter to.
            sge(addr: u64, lkey: LKey) -> Ready =
                write(&DataSeg { byte_count: 16, lkey: lkey.0, addr });
        }
        Ready: Complete {}
    }
}

/// Swaps those of the peer's 32 bits that swap_mask names, if those that compare_mask names equal `compare`.
///
/// `masked_cas32() → rdma() → operands() → sge() → [signal()] → finish()`
///
/// Transports: rc, xrc, dci, dci_roce, dci_compact. Source: mlx5dv.h, MLX5_OPCODE_ATOMIC_MASKED_CS; UCX
/// src/uct/ib/mlx5/rc/rc_mlx5.inl, uct_rc_mlx5_iface_common_atomic_data.
pub mod masked_cas32 {
    use super::*;

    kind! {
        "masked_cas32", AtomicMaskedCs, NeedsRdma, OPMOD: u8 = 8;
        before: 4, pieces: 1
    }

    states! {
        Chain;
        NeedsRdma {
            /// The place in the peer's memory that an RDMA or atomic operation accesses.
            rdma(raddr: u64, rkey: RKey) -> NeedsOperands =
                write(&RaddrSeg { raddr, rkey: rkey.0 });
        }
        NeedsOperands {
            /// The operands of a masked compare-and-swap of 4 bytes.
            operands(compare: u32, swap: u32, compare_mask: u32, swap_mask: u32) -> NeedsSge =
                write(&MaskedCs32Seg { swap, compare, swap_mask, compare_mask });
        }
        NeedsSge {
            /// One contiguous piece of local memory to gather from or scatter to.
            sge(addr: u64, lkey: LKey) -> Ready =
                write(&DataSeg { byte_count: 4, lkey: lkey.0, addr });
        }
        Ready: Complete {}
    }
}

/// Swaps those of the peer's 64 bits that swap_mask names, if those that compare_mask names equal `compare`.
///
/// `masked_cas64() → rdma() → operands() → sge() → [signal()] → finish()`
///
/// Transports: rc, xrc, dci, dci_roce, dci_compact. Source: mlx5dv.h, MLX5_OPCODE_ATOMIC_MASKED_CS; UCX
/// src/uct/ib/mlx5/rc/rc_mlx5.inl, uct_rc_mlx5_iface_common_atomic_data.
pub mod masked_cas64 {
    use super::*;

    kind! {
        "masked_cas64", AtomicMaskedCs, NeedsRdma, OPMOD: u8 = 9;
        before: 5, pieces: 1
    }

    states! {
        Chain;
        NeedsRdma {
            /// The place in the peer's memory that an RDMA or atomic operation accesses.
            rdma(raddr: u64, rkey: RKey) -> NeedsOperands =
                write(&RaddrSeg { raddr, rkey: rkey.0 });
        }
        NeedsOperands {
            /// The operands of a masked compare-and-swap of 8 bytes.
            operands(compare: u64, swap: u64, compare_mask: u64, swap_mask: u64) -> NeedsSge =
                write(&MaskedCs64Seg { swap, compare, swap_mask, compare_mask });
        }
        NeedsSge {
            /// One contiguous piece of local memory to gather from or scatter to.
            sge(addr: u64, lkey: LKey) -> Ready =
                write(&DataSeg { byte_count: 8, lkey: lkey.0, addr });
        }
        Ready: Complete {}
    }
}

/// Adds to 128 bits of the peer's memory, as to several numbers side by side.
///
/// `masked_fetch_add128() → rdma() → operands() → sge() → [signal()] → finish()`
///
/// Transports: rc, xrc, dci, dci_roce, dci_compact. Source: mlx5dv.h, MLX5_OPCODE_ATOMIC_MASKED_FA; UCX
/// src/uct/ib/mlx5/rc/rc_mlx5.inl, uct_rc_mlx5_iface_common_atomic_data.
pub mod masked_fetch_add128 {
    use super::*;

    kind! {
        "masked_fetch_add128", AtomicMaskedFa, NeedsRdma, OPMOD: u8 = 10;
        before: 5, pieces: 1
    }

    states! {
        Chain;
        NeedsRdma {
            /// The place in the peer's memory that an RDMA or atomic operation accesses.
            rdma(raddr: u64, rkey: RKey) -> NeedsOperands =
                write(&RaddrSeg { raddr, rkey: rkey.0 });
        }
        NeedsOperands {
            /// The operands of a masked fetch-and-add of 16 bytes, each big-endian.
            operands(add: [u8; 16], boundary: [u8; 16]) -> NeedsSge =
                write(&MaskedFa128Seg { add, field_boundary: boundary });
        }
        NeedsSge {
            /// One contiguous piece of local memory to gather from or scatter to.
            sge(addr: u64, lkey: LKey) -> Ready =
                write(&DataSeg { byte_count: 16, lkey: lkey.0, addr });
        }
        Ready: Complete {}
    }
}

/// Adds to 32 bits of the peer's memory, as to several numbers side by side.
///
/// `masked_fetch_add32() → rdma() → operands() → sge() → [signal()] → finish()`
///
/// Transports: rc, xrc, dci, dci_roce, dci_compact. Source: mlx5dv.h, MLX5_OPCODE_ATOMIC_MASKED_FA; UCX
/// src/uct/ib/mlx5/rc/rc_mlx5.inl, uct_rc_mlx5_iface_common_atomic_data.
pub mod masked_fetch_add32 {
    use super::*;

    kind! {
        "masked_fetch_add32", AtomicMaskedFa, NeedsRdma, OPMOD: u8 = 8;
        before: 4, pieces: 1
    }

    states! {
        Chain;
        NeedsRdma {
            /// The place in the peer's memory that an RDMA or atomic operation accesses.
            rdma(raddr: u64, rkey: RKey) -> NeedsOperands =
                write(&RaddrSeg { raddr, rkey: rkey.0 });
        }
        NeedsOperands {
            /// The operands of a masked fetch-and-add of 4 bytes.
            operands(add: u32, boundary: u32) -> NeedsSge =
                write(&MaskedFa32Seg { add, field_boundary: boundary });
        }
        NeedsSge {
            /// One contiguous piece of local memory to gather from or scatter to.
            sge(addr: u64, lkey: LKey) -> Ready =
                write(&DataSeg { byte_count: 4, lkey: lkey.0, addr });
        }
        Ready: Complete {}
    }
}

/// Adds to 64 bits of the peer's memory, as to several numbers side by side.
///
/// `masked_fetch_add64() → rdma() → operands() → sge() → [signal()] → finish()`
///
/// Transports: rc, xrc, dci, dci_roce, dci_compact. Source: mlx5dv.h, MLX5_OPCODE_ATOMIC_MASKED_FA; UCX
/// src/uct/ib/mlx5/rc/rc_mlx5.inl, uct_rc_mlx5_iface_common_atomic_data.
pub mod masked_fetch_add64 {
    use super::*;

    kind! {
        "masked_fetch_add64", AtomicMaskedFa, NeedsRdma, OPMOD: u8 = 9;
        before: 4, pieces: 1
    }

    states! {
        Chain;
        NeedsRdma {
            /// The place in the peer's memory that an RDMA or atomic operation accesses.
            rdma(raddr: u64, rkey: RKey) -> NeedsOperands =
                write(&RaddrSeg { raddr, rkey: rkey.0 });
        }
        NeedsOperands {
            /// The operands of a masked fetch-and-add of 8 bytes.
            operands(add: u64, boundary: u64) -> NeedsSge =
                write(&MaskedFa64Seg { add, field_boundary: boundary });
        }
        NeedsSge {
            /// One contiguous piece of local memory to gather from or scatter to.
            sge(addr: u64, lkey: LKey) -> Ready =
                write(&DataSeg { byte_count: 8, lkey: lkey.0, addr });
        }
        Ready: Complete {}
    }
}

/// Sends several Ethernet frames, each of one piece.
///
/// `multi_packet() → eth() → packet()… or inline_packet()… → [signal()] → finish()`
///
/// Transports: raw_packet. Source: DPDK drivers/net/mlx5/mlx5_tx.h, mlx5_tx_burst_empw_inline.
pub mod multi_packet {
    use super::*;

    kind! {
        "multi_packet", EnhancedMpsw, NeedsEth, MAX_OCTOWORDS: usize = 60;
        before: 2, payload: 4, list: true, bare: true
    }

    states! {
        Chain;
        NeedsEth {
            /// The changes that an Ethernet port makes to a raw packet before it goes out; inlined headers
            /// follow from 0x0e on.
            eth(l3_csum: u8, l4_csum: u8, flow_table_metadata: u32) -> NeedsPacketOrInlinePacket =
                write(&EthSeg { l4_csum, l3_csum, flow_table_metadata, ..EthSeg::default() });
        }
        NeedsPacketOrInlinePacket {
            /// One contiguous piece of local memory to gather from or scatter to. A piece of length 0 is left
            /// out.
            packet(
                addr: u64,
                byte_count: u32,
                lkey: LKey
            ) -> TakesPacketOrInlinePacketOrSignalOrFinish =
                append(&DataSeg { byte_count, lkey: lkey.0, addr });
            /// Bytes that are copied into the WQE. An empty payload is left out.
            inline_packet(bytes: &[u8]) -> TakesPacketOrInlinePacketOrSignalOrFinish =
                inline(bytes);
        }
        TakesPacketOrInlinePacketOrSignalOrFinish: Complete {
            /// One contiguous piece of local memory to gather from or scatter to. A piece of length 0 is left
            /// out.
            packet(
                addr: u64,
                byte_count: u32,
                lkey: LKey
            ) -> TakesPacketOrInlinePacketOrSignalOrFinish =
                append(&DataSeg { byte_count, lkey: lkey.0, addr });
            /// Bytes that are copied into the WQE. An empty payload is left out.
            inline_packet(bytes: &[u8]) -> TakesPacketOrInlinePacketOrSignalOrFinish =
                inline(bytes);
        }
    }
}

/// Does nothing, but can carry a fence and a completion.
///
/// `nop() → [signal()] → finish()`
///
/// Transports: rc, uc, xrc, dci, dci_roce, dci_compact, ud, ud_roce, ud_compact, ud_underlay, raw_packet,
/// xrq_cmd. Source: mlx5dv.h, MLX5_OPCODE_NOP.
pub mod nop {
    use super::*;

    kind! {
        "nop", Nop, Ready;
        before: 1, bare: true
    }

    states! {
        Chain;
        Ready: Complete {}
    }
}

/// Does nothing, but reaches a peer in its place among the other WQEs.
///
/// `nop() → [signal()] → finish()`
///
/// Transports: dci, dci_roce, dci_compact. Source: UCX src/uct/ib/mlx5/dc/dc_mlx5.c, uct_dc_mlx5_iface, the
/// flush with an address vector.
pub mod nop_to {
    use super::*;

    kind! {
        "nop_to", Nop, Ready;
        before: 1
    }

    states! {
        Chain;
        Ready: Complete {}
    }
}

/// Copies the peer's memory into local memory without involving its CPU.
///
/// `read() → rdma() → sge()… or no_data() → [signal()] → finish()`
///
/// Transports: rc, xrc, dci, dci_roce, dci_compact. Source: mlx5dv.h, MLX5_OPCODE_RDMA_READ; 512 bytes: Linux
/// drivers/infiniband/hw/mlx5, MLX5_MAX_SGE_RD.
pub mod rdma_read {
    use super::*;

    kind! {
        "rdma_read", RdmaRead, NeedsRdma, MAX_OCTOWORDS: usize = 32;
        before: 2, list: true
    }

    states! {
        Chain;
        NeedsRdma {
            /// The place in the peer's memory that an RDMA or atomic operation accesses.
            rdma(raddr: u64, rkey: RKey) -> NeedsSgeOrNoData =
                write(&RaddrSeg { raddr, rkey: rkey.0 });
        }
        NeedsSgeOrNoData {
            /// One contiguous piece of local memory to gather from or scatter to. A piece of length 0 is left
            /// out.
            sge(addr: u64, byte_count: u32, lkey: LKey) -> TakesSgeOrSignalOrFinish =
                append(&DataSeg { byte_count, lkey: lkey.0, addr });
            /// No data.
            no_data() -> Ready;
        }
        TakesSgeOrSignalOrFinish: Complete {
            /// One contiguous piece of local memory to gather from or scatter to. A piece of length 0 is left
            /// out.
            sge(addr: u64, byte_count: u32, lkey: LKey) -> TakesSgeOrSignalOrFinish =
                append(&DataSeg { byte_count, lkey: lkey.0, addr });
        }
        Ready: Complete {}
    }
}

/// Copies local memory into the peer's memory without involving its CPU.
///
/// `write() → rdma() → sge()… or inline_data()… or no_data() → [signal()] → finish()`
///
/// Transports: rc, uc, xrc, dci, dci_roce, dci_compact. Source: mlx5dv.h, MLX5_OPCODE_RDMA_WRITE.
pub mod rdma_write {
    use super::*;

    kind! {
        "rdma_write", RdmaWrite, NeedsRdma;
        before: 2, payload: 4, list: true
    }

    states! {
        Chain;
        NeedsRdma {
            /// The place in the peer's memory that an RDMA or atomic operation accesses.
            rdma(raddr: u64, rkey: RKey) -> NeedsSgeOrInlineDataOrNoData =
                write(&RaddrSeg { raddr, rkey: rkey.0 });
        }
        NeedsSgeOrInlineDataOrNoData {
            /// One contiguous piece of local memory to gather from or scatter to. A piece of length 0 is left
            /// out.
            sge(addr: u64, byte_count: u32, lkey: LKey) -> TakesSgeOrInlineDataOrSignalOrFinish =
                append(&DataSeg { byte_count, lkey: lkey.0, addr });
            /// Bytes that are copied into the WQE. An empty payload is left out.
            inline_data(bytes: &[u8]) -> TakesSgeOrInlineDataOrSignalOrFinish = inline(bytes);
            /// No data.
            no_data() -> Ready;
        }
        TakesSgeOrInlineDataOrSignalOrFinish: Complete {
            /// One contiguous piece of local memory to gather from or scatter to. A piece of length 0 is left
            /// out.
            sge(addr: u64, byte_count: u32, lkey: LKey) -> TakesSgeOrInlineDataOrSignalOrFinish =
                append(&DataSeg { byte_count, lkey: lkey.0, addr });
            /// Bytes that are copied into the WQE. An empty payload is left out.
            inline_data(bytes: &[u8]) -> TakesSgeOrInlineDataOrSignalOrFinish = inline(bytes);
        }
        Ready: Complete {}
    }

    impl<S: Slot> Chain<S, NeedsRdma> {
        /// Copies local memory into the peer's memory and completes a receive there with immediate data.
        #[inline]
        pub fn imm(self, imm: u32) -> Chain<S, <rdma_write_imm::Wqe as Kind>::First>
        where
            S::Transport: Turns<Wqe, rdma_write_imm::Wqe>,
        {
            let writer = self.0.kind(Of::<rdma_write_imm::Wqe>::VALUES);
            Chain(writer.imm(imm), PhantomData)
        }
    }
}

/// Copies local memory into the peer's memory and completes a receive there with immediate data.
///
/// `write() → imm() → rdma() → sge()… or inline_data()… or no_data() → [signal()] → finish()`
///
/// Transports: rc, uc, xrc, dci, dci_roce, dci_compact. Source: mlx5dv.h, MLX5_OPCODE_RDMA_WRITE_IMM.
pub mod rdma_write_imm {
    use super::*;

    kind! {
        "rdma_write_imm", RdmaWriteImm, NeedsRdma;
        before: 2, payload: 4, list: true
    }

    states! {
        Chain;
        NeedsRdma {
            /// The place in the peer's memory that an RDMA or atomic operation accesses.
            rdma(raddr: u64, rkey: RKey) -> NeedsSgeOrInlineDataOrNoData =
                write(&RaddrSeg { raddr, rkey: rkey.0 });
        }
        NeedsSgeOrInlineDataOrNoData {
            /// One contiguous piece of local memory to gather from or scatter to. A piece of length 0 is left
            /// out.
            sge(addr: u64, byte_count: u32, lkey: LKey) -> TakesSgeOrInlineDataOrSignalOrFinish =
                append(&DataSeg { byte_count, lkey: lkey.0, addr });
            /// Bytes that are copied into the WQE. An empty payload is left out.
            inline_data(bytes: &[u8]) -> TakesSgeOrInlineDataOrSignalOrFinish = inline(bytes);
            /// No data.
            no_data() -> Ready;
        }
        TakesSgeOrInlineDataOrSignalOrFinish: Complete {
            /// One contiguous piece of local memory to gather from or scatter to. A piece of length 0 is left
            /// out.
            sge(addr: u64, byte_count: u32, lkey: LKey) -> TakesSgeOrInlineDataOrSignalOrFinish =
                append(&DataSeg { byte_count, lkey: lkey.0, addr });
            /// Bytes that are copied into the WQE. An empty payload is left out.
            inline_data(bytes: &[u8]) -> TakesSgeOrInlineDataOrSignalOrFinish = inline(bytes);
        }
        Ready: Complete {}
    }
}

/// Lets a managed receive queue run as far as an index.
///
/// `recv_enable() → queue() → [signal()] → finish()`
///
/// Transports: rc, uc, xrc, ud, ud_roce, ud_compact, ud_underlay, dci, dci_roce, dci_compact, raw_packet.
/// Source: DPDK drivers/common/mlx5/mlx5_prm.h, struct mlx5_wqe_qseg; the QP must be a cross-channel master.
pub mod recv_enable {
    use super::*;

    kind! {
        "recv_enable", RecvEn, NeedsQueue;
        before: 2, bare: true
    }

    states! {
        Chain;
        NeedsQueue {
            /// The CQ to wait for, or the queue to let run, and how far.
            queue(max_index: u32, qpn: u32) -> Ready =
                write(&WaitCqSeg { max_index, qpn_cqn: qpn });
        }
        Ready: Complete {}
    }
}

/// Sends a message into the next receive buffer of the peer.
///
/// `send() → sge()… or inline_data()… or no_data() → [signal()] → finish()`
///
/// Transports: rc, uc, xrc, dci, dci_roce, dci_compact, ud, ud_roce, ud_compact, ud_underlay, raw_packet.
/// Source: mlx5dv.h, MLX5_OPCODE_SEND.
pub mod send {
    use super::*;

    kind! {
        "send", Send, NeedsSgeOrInlineDataOrNoData;
        before: 1, payload: 4, list: true
    }

    states! {
        Chain;
        NeedsSgeOrInlineDataOrNoData {
            /// One contiguous piece of local memory to gather from or scatter to. A piece of length 0 is left
            /// out.
            sge(addr: u64, byte_count: u32, lkey: LKey) -> TakesSgeOrInlineDataOrSignalOrFinish =
                append(&DataSeg { byte_count, lkey: lkey.0, addr });
            /// Bytes that are copied into the WQE. An empty payload is left out.
            inline_data(bytes: &[u8]) -> TakesSgeOrInlineDataOrSignalOrFinish = inline(bytes);
            /// No data.
            no_data() -> Ready;
        }
        TakesSgeOrInlineDataOrSignalOrFinish: Complete {
            /// One contiguous piece of local memory to gather from or scatter to. A piece of length 0 is left
            /// out.
            sge(addr: u64, byte_count: u32, lkey: LKey) -> TakesSgeOrInlineDataOrSignalOrFinish =
                append(&DataSeg { byte_count, lkey: lkey.0, addr });
            /// Bytes that are copied into the WQE. An empty payload is left out.
            inline_data(bytes: &[u8]) -> TakesSgeOrInlineDataOrSignalOrFinish = inline(bytes);
        }
        Ready: Complete {}
    }

    impl<S: Slot> Chain<S, NeedsSgeOrInlineDataOrNoData> {
        /// Sends a message and 32 bits of immediate data, which arrive in the peer's completion.
        #[inline]
        pub fn imm(self, imm: u32) -> Chain<S, <send_imm::Wqe as Kind>::First>
        where
            S::Transport: Turns<Wqe, send_imm::Wqe>,
        {
            let writer = self.0.kind(Of::<send_imm::Wqe>::VALUES);
            Chain(writer.imm(imm), PhantomData)
        }
        /// Sends a message and invalidates a key of the peer.
        #[inline]
        pub fn invalidate(self, rkey: RKey) -> Chain<S, <send_inval::Wqe as Kind>::First>
        where
            S::Transport: Turns<Wqe, send_inval::Wqe>,
        {
            let writer = self.0.kind(Of::<send_inval::Wqe>::VALUES);
            Chain(writer.imm(rkey.0), PhantomData)
        }
    }
}

/// Lets a managed send queue run as far as an index.
///
/// `send_enable() → queue() → [signal()] → finish()`
///
/// Transports: rc, uc, xrc, ud, ud_roce, ud_compact, ud_underlay, dci, dci_roce, dci_compact, raw_packet.
/// Source: DPDK drivers/common/mlx5/mlx5_prm.h, struct mlx5_wqe_qseg; the QP must be a cross-channel master.
pub mod send_enable {
    use super::*;

    kind! {
        "send_enable", SendEn, NeedsQueue;
        before: 2, bare: true
    }

    states! {
        Chain;
        NeedsQueue {
            /// The CQ to wait for, or the queue to let run, and how far.
            queue(max_index: u32, qpn: u32) -> Ready =
                write(&WaitCqSeg { max_index, qpn_cqn: qpn });
        }
        Ready: Complete {}
    }
}

/// Sends a message and 32 bits of immediate data, which arrive in the peer's completion.
///
/// `send() → imm() → sge()… or inline_data()… or no_data() → [signal()] → finish()`
///
/// Transports: rc, uc, xrc, dci, dci_roce, dci_compact, ud, ud_roce, ud_compact. Source: mlx5dv.h,
/// MLX5_OPCODE_SEND_IMM.
pub mod send_imm {
    use super::*;

    kind! {
        "send_imm", SendImm, NeedsSgeOrInlineDataOrNoData;
        before: 1, payload: 4, list: true
    }

    states! {
        Chain;
        NeedsSgeOrInlineDataOrNoData {
            /// One contiguous piece of local memory to gather from or scatter to. A piece of length 0 is left
            /// out.
            sge(addr: u64, byte_count: u32, lkey: LKey) -> TakesSgeOrInlineDataOrSignalOrFinish =
                append(&DataSeg { byte_count, lkey: lkey.0, addr });
            /// Bytes that are copied into the WQE. An empty payload is left out.
            inline_data(bytes: &[u8]) -> TakesSgeOrInlineDataOrSignalOrFinish = inline(bytes);
            /// No data.
            no_data() -> Ready;
        }
        TakesSgeOrInlineDataOrSignalOrFinish: Complete {
            /// One contiguous piece of local memory to gather from or scatter to. A piece of length 0 is left
            /// out.
            sge(addr: u64, byte_count: u32, lkey: LKey) -> TakesSgeOrInlineDataOrSignalOrFinish =
                append(&DataSeg { byte_count, lkey: lkey.0, addr });
            /// Bytes that are copied into the WQE. An empty payload is left out.
            inline_data(bytes: &[u8]) -> TakesSgeOrInlineDataOrSignalOrFinish = inline(bytes);
        }
        Ready: Complete {}
    }
}

/// Sends a message and invalidates a key of the peer.
///
/// `send() → invalidate() → sge()… or inline_data()… or no_data() → [signal()] → finish()`
///
/// Transports: rc, uc, xrc, dci, dci_roce, dci_compact. Source: mlx5dv.h, MLX5_OPCODE_SEND_INVAL.
pub mod send_inval {
    use super::*;

    kind! {
        "send_inval", SendInval, NeedsSgeOrInlineDataOrNoData;
        before: 1, payload: 4, list: true
    }

    states! {
        Chain;
        NeedsSgeOrInlineDataOrNoData {
            /// One contiguous piece of local memory to gather from or scatter to. A piece of length 0 is left
            /// out.
            sge(addr: u64, byte_count: u32, lkey: LKey) -> TakesSgeOrInlineDataOrSignalOrFinish =
                append(&DataSeg { byte_count, lkey: lkey.0, addr });
            /// Bytes that are copied into the WQE. An empty payload is left out.
            inline_data(bytes: &[u8]) -> TakesSgeOrInlineDataOrSignalOrFinish = inline(bytes);
            /// No data.
            no_data() -> Ready;
        }
        TakesSgeOrInlineDataOrSignalOrFinish: Complete {
            /// One contiguous piece of local memory to gather from or scatter to. A piece of length 0 is left
            /// out.
            sge(addr: u64, byte_count: u32, lkey: LKey) -> TakesSgeOrInlineDataOrSignalOrFinish =
                append(&DataSeg { byte_count, lkey: lkey.0, addr });
            /// Bytes that are copied into the WQE. An empty payload is left out.
            inline_data(bytes: &[u8]) -> TakesSgeOrInlineDataOrSignalOrFinish = inline(bytes);
        }
        Ready: Complete {}
    }
}

/// Sets the value from which a signature goes on.
///
/// `set_psv() → psv() → [signal()] → finish()`
///
/// Transports: rc. Source: rdma-core providers/mlx5/qp.c, mlx5_umr_set_psv.
pub mod set_psv {
    use super::*;

    kind! {
        "set_psv", SetPsv, NeedsPsv, FENCES_NEXT: bool = true;
        before: 2, bare: true
    }

    states! {
        Chain;
        NeedsPsv {
            /// Sets a protection signature value (PSV), the state that a signature has reached so far.
            psv(psv_index: u32, transient_signature: u64) -> Ready =
                write(&SetPsvSeg { psv_index, transient_signature, ..SetPsvSeg::default() });
        }
        Ready: Complete {}
    }
}

/// Swaps 32 bits of the peer's memory, and fetches what was there.
///
/// `swap32() → rdma() → operands() → sge() → [signal()] → finish()`
///
/// Transports: rc, xrc, dci, dci_roce, dci_compact. Source: mlx5dv.h, MLX5_OPCODE_ATOMIC_MASKED_CS; UCX
/// src/uct/ib/mlx5/rc/rc_mlx5.inl, uct_rc_mlx5_iface_common_atomic_data.
pub mod swap32 {
    use super::*;

    kind! {
        "swap32", AtomicMaskedCs, NeedsRdma, OPMOD: u8 = 8;
        before: 4, pieces: 1
    }

    states! {
        Chain;
        NeedsRdma {
            /// The place in the peer's memory that an RDMA or atomic operation accesses.
            rdma(raddr: u64, rkey: RKey) -> NeedsOperands =
                write(&RaddrSeg { raddr, rkey: rkey.0 });
        }
        NeedsOperands {
            /// The operands of a masked compare-and-swap of 4 bytes.
            operands(swap: u32) -> NeedsSge =
                write(&MaskedCs32Seg { swap, swap_mask: 4294967295, ..MaskedCs32Seg::default() });
        }
        NeedsSge {
            /// One contiguous piece of local memory to gather from or scatter to.
            sge(addr: u64, lkey: LKey) -> Ready =
                write(&DataSeg { byte_count: 4, lkey: lkey.0, addr });
        }
        Ready: Complete {}
    }
}

/// Swaps 64 bits of the peer's memory, and fetches what was there.
///
/// `swap64() → rdma() → operands() → sge() → [signal()] → finish()`
///
/// Transports: rc, xrc, dci, dci_roce, dci_compact. Source: mlx5dv.h, MLX5_OPCODE_ATOMIC_MASKED_CS; UCX
/// src/uct/ib/mlx5/rc/rc_mlx5.inl, uct_rc_mlx5_iface_common_atomic_data.
pub mod swap64 {
    use super::*;

    kind! {
        "swap64", AtomicMaskedCs, NeedsRdma, OPMOD: u8 = 9;
        before: 5, pieces: 1
    }

    states! {
        Chain;
        NeedsRdma {
            /// The place in the peer's memory that an RDMA or atomic operation accesses.
            rdma(raddr: u64, rkey: RKey) -> NeedsOperands =
                write(&RaddrSeg { raddr, rkey: rkey.0 });
        }
        NeedsOperands {
            /// The operands of a masked compare-and-swap of 8 bytes.
            operands(swap: u64) -> NeedsSge =
                write(&MaskedCs64Seg {
                    swap,
                    swap_mask: 18446744073709551615,
                    ..MaskedCs64Seg::default()
                });
        }
        NeedsSge {
            /// One contiguous piece of local memory to gather from or scatter to.
            sge(addr: u64, lkey: LKey) -> Ready =
                write(&DataSeg { byte_count: 8, lkey: lkey.0, addr });
        }
        Ready: Complete {}
    }
}

/// Puts a tag and its buffer at the end of the list.
///
/// `tag_append() → tag() → sge() → [signal()] → finish()`
///
/// Transports: xrq_cmd. Source: rdma-core providers/mlx5/qp.c, set_tm_seg and mlx5_post_srq_ops.
pub mod tag_append {
    use super::*;

    kind! {
        "tag_append", TagMatching, NeedsTag;
        before: 4, pieces: 1, bare: true
    }

    states! {
        Chain;
        NeedsTag {
            /// An operation on the list of tags of a tag-matching SRQ.
            tag(
                next_free: u16,
                tag: u64,
                mask: u64,
                cqe_req: u8,
                sw_cnt_valid: u8,
                sw_cnt: u16
            ) -> NeedsSge =
                write(&TmSeg {
                    opcode: TmOp::Append,
                    cqe_req,
                    sw_cnt_valid,
                    index: next_free,
                    sw_cnt,
                    append_tag: tag,
                    append_mask: mask
                });
        }
        NeedsSge {
            /// One contiguous piece of local memory to gather from or scatter to.
            sge(addr: u64, byte_count: u32, lkey: LKey) -> Ready =
                write(&DataSeg { byte_count, lkey: lkey.0, addr });
        }
        Ready: Complete {}
    }
}

/// Takes a tag out of the list.
///
/// `tag_remove() → tag() → [signal()] → finish()`
///
/// Transports: xrq_cmd. Source: rdma-core providers/mlx5/qp.c, set_tm_seg and mlx5_post_srq_ops.
pub mod tag_remove {
    use super::*;

    kind! {
        "tag_remove", TagMatching, NeedsTag;
        before: 3, bare: true
    }

    states! {
        Chain;
        NeedsTag {
            /// An operation on the list of tags of a tag-matching SRQ.
            tag(index: u16, cqe_req: u8, sw_cnt_valid: u8, sw_cnt: u16) -> Ready =
                write(&TmSeg {
                    opcode: TmOp::Remove,
                    cqe_req,
                    sw_cnt_valid,
                    index,
                    sw_cnt,
                    ..TmSeg::default()
                });
        }
        Ready: Complete {}
    }
}

/// Reports to the device the number of unexpected messages that have been taken.
///
/// `tag_sync() → count() → [signal()] → finish()`
///
/// Transports: xrq_cmd. Source: rdma-core providers/mlx5/qp.c, set_tm_seg and mlx5_post_srq_ops.
pub mod tag_sync {
    use super::*;

    kind! {
        "tag_sync", TagMatching, NeedsCount;
        before: 3, bare: true
    }

    states! {
        Chain;
        NeedsCount {
            /// An operation on the list of tags of a tag-matching SRQ.
            count(cqe_req: u8, sw_cnt: u16) -> Ready =
                write(&TmSeg { cqe_req, sw_cnt_valid: 1, sw_cnt, ..TmSeg::default() });
        }
        Ready: Complete {}
    }
}

/// Sends one large TCP payload as many packets, whose headers the device makes from the one given.
///
/// `tso() → eth() → sge()… → [signal()] → finish()`
///
/// Transports: raw_packet. Source: rdma-core providers/mlx5/qp.c, set_tso_eth_seg.
pub mod tso {
    use super::*;

    kind! {
        "tso", Tso, NeedsEth;
        before: 2, list: true, bare: true, header: true
    }

    states! {
        Chain;
        NeedsEth {
            /// The changes that an Ethernet port makes to a raw packet before it goes out; inlined headers
            /// follow from 0x0e on.
            eth(mss: u16, l3_csum: u8, l4_csum: u8, header: &[u8]) -> NeedsSge =
                header(&EthSeg {
                    l4_csum,
                    l3_csum,
                    mss,
                    inline_hdr_sz: header.len() as _,
                    ..EthSeg::default()
                }, 14, header);
        }
        NeedsSge {
            /// One contiguous piece of local memory to gather from or scatter to. A piece of length 0 is left
            /// out.
            sge(addr: u64, byte_count: u32, lkey: LKey) -> TakesSgeOrSignalOrFinish =
                append(&DataSeg { byte_count, lkey: lkey.0, addr });
        }
        TakesSgeOrSignalOrFinish: Complete {
            /// One contiguous piece of local memory to gather from or scatter to. A piece of length 0 is left
            /// out.
            sge(addr: u64, byte_count: u32, lkey: LKey) -> TakesSgeOrSignalOrFinish =
                append(&DataSeg { byte_count, lkey: lkey.0, addr });
        }
    }
}

/// Frees a memory window of type 2 and gives its next key, as a bind of length 0 does.
///
/// `unbind_mw() → window() → as() → [signal()] → finish()`
///
/// Transports: rc, uc, xrc, dci, dci_roce, dci_compact. Source: rdma-core providers/mlx5/qp.c,
/// mlx5_send_wr_bind_mw and set_umr_control_seg.
pub mod unbind_mw {
    use super::*;

    kind! {
        "unbind_mw", Umr, NeedsWindow, FENCES_NEXT: bool = true;
        before: 8, bare: true
    }

    states! {
        Chain;
        NeedsWindow {
            /// `ctrl_seg.imm` is `rkey`.
            window(rkey: RKey) -> NeedsAs =
                imm(rkey.0)
                .write(&UmrCtrlSeg {
                    list_inline: 1,
                    trans_off_en: 1,
                    check_qpn: 1,
                    mkey_mask: 536895488,
                    ..UmrCtrlSeg::default()
                });
        }
        NeedsAs {
            /// The fields of a memory key that a UMR may change.
            r#as(variant: u8) -> Ready =
                write(&MkeyCtxSeg {
                    free: 1,
                    qpn: 16777215,
                    mkey_7_0: variant,
                    ..MkeyCtxSeg::default()
                });
        }
        Ready: Complete {}
    }
}

/// Gives a memory key its properties, and leaves the list of pieces of which it consists as it is.
///
/// `update_mkey() → key() → change() → to() → [sig_block()] → [crypto()] → [signal()] → finish()`
///
/// Transports: rc, uc, xrc, dci, dci_roce, dci_compact. Source: rdma-core providers/mlx5/qp.c,
/// mlx5_send_wr_mkey_configure without a layout.
pub mod update_mkey {
    use super::*;

    kind! {
        "update_mkey", Umr, NeedsKey, FENCES_NEXT: bool = true, MAX_OCTOWORDS: usize = 60;
        before: 8, behind: 8, bare: true
    }

    states! {
        Chain;
        NeedsKey {
            /// `ctrl_seg.imm` is `mkey`.
            key(mkey: LKey) -> NeedsChange = imm(mkey.0);
        }
        NeedsChange {
            /// The fields of a memory key that a UMR changes, and the length of its translation list.
            change(mkey_mask: u64) -> NeedsTo =
                write(&UmrCtrlSeg { list_inline: 1, mkey_mask, ..UmrCtrlSeg::default() });
        }
        NeedsTo {
            /// The fields of a memory key that a UMR may change. The caller gives every field.
            to(segment: &MkeyCtxSeg) -> TakesSigBlockOrCryptoOrSignalOrFinish = write(segment);
        }
        TakesSigBlockOrCryptoOrSignalOrFinish: Complete {
            /// The beginning of a BSF (byte stream format), which states the signatures that the blocks of a
            /// memory key have on the wire and in memory. The caller gives every field.
            sig_block(
                segment: &BsfSeg,
                wire: &BsfInlSeg,
                memory: &BsfInlSeg
            ) -> TakesCryptoOrSignalOrFinish =
                add(Some(Place { at: 20, lsb: 0 }), 4)
                .write(segment)
                .write(&BsfExtSeg::default())
                .write(wire)
                .write(memory);
            /// The encryption of a memory key's data. The caller gives every field.
            crypto(segment: &CryptoBsfSeg) -> Ready =
                add(Some(Place { at: 20, lsb: 0 }), 4).write(segment);
        }
        TakesCryptoOrSignalOrFinish: Complete {
            /// The encryption of a memory key's data. The caller gives every field.
            crypto(segment: &CryptoBsfSeg) -> Ready =
                add(Some(Place { at: 20, lsb: 0 }), 4).write(segment);
        }
        Ready: Complete {}
    }
}

/// Waits until a CQ has as many completions.
///
/// `wait_cq() → until() → [signal()] → finish()`
///
/// Transports: rc, uc, xrc, ud, ud_roce, ud_compact, ud_underlay, dci, dci_roce, dci_compact, raw_packet.
/// Source: DPDK drivers/common/mlx5/mlx5_prm.h, struct mlx5_wqe_qseg; the QP must be a cross-channel master.
pub mod wait_cq {
    use super::*;

    kind! {
        "wait_cq", Wait, NeedsUntil;
        before: 2, bare: true
    }

    states! {
        Chain;
        NeedsUntil {
            /// The CQ to wait for, or the queue to let run, and how far.
            until(max_index: u32, cqn: u32) -> Ready =
                write(&WaitCqSeg { max_index, qpn_cqn: cqn });
        }
        Ready: Complete {}
    }
}

/// Waits until 8 bytes of memory have a value.
///
/// `wait_data() → until() → [signal()] → finish()`
///
/// Transports: rc, uc, xrc, ud, ud_roce, ud_compact, ud_underlay, dci, dci_roce, dci_compact, raw_packet.
/// Source: DPDK drivers/net/mlx5/mlx5_tx.h, mlx5_tx_wseg_init; drivers/common/mlx5/mlx5_prm.h, struct
/// mlx5_wqe_wseg.
pub mod wait_data {
    use super::*;

    kind! {
        "wait_data", Wait, NeedsUntil, OPMOD: u8 = 1;
        before: 3, bare: true
    }

    states! {
        Chain;
        NeedsUntil {
            /// The value in memory, or the time, to wait for.
            until(
                operation: WaitOperation,
                value: u64,
                mask: u64,
                lkey: LKey,
                addr_63_3: u64
            ) -> Ready =
                write(&WaitDataSeg {
                    operation,
                    lkey: lkey.0,
                    va_63_3: addr_63_3,
                    value,
                    mask,
                    ..WaitDataSeg::default()
                });
        }
        Ready: Complete {}
    }
}

/// Waits until the device's clock shows a time.
///
/// `wait_time() → until() → [signal()] → finish()`
///
/// Transports: rc, uc, xrc, ud, ud_roce, ud_compact, ud_underlay, dci, dci_roce, dci_compact, raw_packet.
/// Source: DPDK drivers/net/mlx5/mlx5_tx.h, mlx5_tx_wseg_init; drivers/common/mlx5/mlx5_prm.h, struct
/// mlx5_wqe_wseg.
pub mod wait_time {
    use super::*;

    kind! {
        "wait_time", Wait, NeedsUntil, OPMOD: u8 = 2;
        before: 3, bare: true
    }

    states! {
        Chain;
        NeedsUntil {
            /// The value in memory, or the time, to wait for.
            until(time: u64, mask: u64) -> Ready =
                write(&WaitDataSeg {
                    operation: WaitOperation::CyclicSmaller,
                    value: time,
                    mask,
                    ..WaitDataSeg::default()
                });
        }
        Ready: Complete {}
    }
}

/// Writes the arguments of a header modification into the device.
///
/// `write_flow_table() → object() → argument() → [signal()] → finish()`
///
/// Transports: rc. Source: rdma-core providers/mlx5/dr_send.c, dr_rdma_segments, MLX5_OPCODE_FLOW_TBL_ACCESS.
pub mod write_flow_table {
    use super::*;

    kind! {
        "write_flow_table", FlowTblAccess, NeedsObject, OPMOD: u8 = 1;
        before: 8, bare: true
    }

    states! {
        Chain;
        NeedsObject {
            /// `ctrl_seg.imm` is `object_id`.
            object(object_id: u32) -> NeedsArgument =
                imm(object_id).write(&FlowTblAccessSeg::default());
        }
        NeedsArgument {
            /// The arguments that a FLOW_TBL_ACCESS writes.
            argument(argument_list: [u8; 64]) -> Ready =
                write(&FlowTblArgumentSeg { argument_list });
        }
        Ready: Complete {}
    }
}
