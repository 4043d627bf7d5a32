// Generated from specs/transports/ by codegen. Do not edit: `meson compile -C build generate`.
//! Transports: what the chain of a WQE begins with.
use crate::chain::{Begins, Slot, Start, Transport, Turns};
use crate::enums::*;
use crate::queue::{QueueSlot, SendQueue};
use crate::segments::*;
use crate::wire::{LKey, RKey};
use crate::wqes::*;
use core::marker::PhantomData;

/// A dynamically connected initiator over InfiniBand, each WQE to its own peer.
///
/// Source: rdma-core providers/mlx5/qp.c, mlx5_send_wr_set_dc_addr.
pub enum Dci {}

impl Transport for Dci {
    const NAME: &'static str = "dci";
    const MAX_OCTOWORDS: usize = 63;
    const FRONT: usize = 3;
    const HAS_HEADER: bool = false;
    type Start = dci::NeedsAv;
}

/// The states in front of the verb on [`Dci`].
pub mod dci {
    use super::*;

    states! {
        Start;
        NeedsAv {
            /// The destination of a dynamically connected WQE, as a full address vector.
            av(dc_key: u64, dctn: u32, dlid: u16) -> NeedsVerb =
                write(&AvDcSeg { dc_key, dqp_dct: dctn, rlid: dlid, ..AvDcSeg::default() });
            /// The destination of a dynamically connected WQE, as a full address vector. The caller gives
            /// every field.
            av_whole(segment: &AvDcSeg) -> NeedsVerb = write(segment);
        }
    }

    /// A verb is next.
    pub enum NeedsVerb {}
}

impl<'m, E> SendQueue<'m, Dci, E> {
    /// The destination of a dynamically connected WQE, as a full address vector.
    #[inline]
    pub fn av(
        &mut self,
        dc_key: u64,
        dctn: u32,
        dlid: u16
    ) -> Start<QueueSlot<'_, 'm, Dci, E>, dci::NeedsVerb> {
        self.wqe().av(dc_key, dctn, dlid)
    }
    /// The destination of a dynamically connected WQE, as a full address vector. The caller gives every
    /// field.
    #[inline]
    pub fn av_whole(
        &mut self,
        segment: &AvDcSeg
    ) -> Start<QueueSlot<'_, 'm, Dci, E>, dci::NeedsVerb> {
        self.wqe().av_whole(segment)
    }
}

/// A dynamically connected initiator within an InfiniBand subnet, with the short address vector of devices
/// that offer it.
///
/// Source: UCX src/uct/ib/mlx5/dc/dc_mlx5.inl, uct_dc_mlx5_iface_set_av.
pub enum DciCompact {}

impl Transport for DciCompact {
    const NAME: &'static str = "dci_compact";
    const MAX_OCTOWORDS: usize = 63;
    const FRONT: usize = 1;
    const HAS_HEADER: bool = false;
    type Start = dci_compact::NeedsAv;
}

/// The states in front of the verb on [`DciCompact`].
pub mod dci_compact {
    use super::*;

    states! {
        Start;
        NeedsAv {
            /// The destination of a dynamically connected WQE within the subnet, as a compact address vector.
            av(dc_key: u64, dctn: u32, dlid: u16) -> NeedsVerb =
                write(&AvDcCompactSeg {
                    dc_key,
                    dqp_dct: dctn,
                    rlid: dlid,
                    ..AvDcCompactSeg::default()
                });
            /// The destination of a dynamically connected WQE within the subnet, as a compact address vector.
            /// The caller gives every field.
            av_whole(segment: &AvDcCompactSeg) -> NeedsVerb = write(segment);
        }
    }

    /// A verb is next.
    pub enum NeedsVerb {}
}

impl<'m, E> SendQueue<'m, DciCompact, E> {
    /// The destination of a dynamically connected WQE within the subnet, as a compact address vector.
    #[inline]
    pub fn av(
        &mut self,
        dc_key: u64,
        dctn: u32,
        dlid: u16
    ) -> Start<QueueSlot<'_, 'm, DciCompact, E>, dci_compact::NeedsVerb> {
        self.wqe().av(dc_key, dctn, dlid)
    }
    /// The destination of a dynamically connected WQE within the subnet, as a compact address vector. The
    /// caller gives every field.
    #[inline]
    pub fn av_whole(
        &mut self,
        segment: &AvDcCompactSeg
    ) -> Start<QueueSlot<'_, 'm, DciCompact, E>, dci_compact::NeedsVerb> {
        self.wqe().av_whole(segment)
    }
}

/// A dynamically connected initiator over RoCE, each WQE to its own peer.
///
/// Source: rdma-core providers/mlx5/qp.c, mlx5_send_wr_set_dc_addr; verbs.c, mlx5_create_ah, RoCE.
pub enum DciRoce {}

impl Transport for DciRoce {
    const NAME: &'static str = "dci_roce";
    const MAX_OCTOWORDS: usize = 63;
    const FRONT: usize = 3;
    const HAS_HEADER: bool = false;
    type Start = dci_roce::NeedsAv;
}

/// The states in front of the verb on [`DciRoce`].
pub mod dci_roce {
    use super::*;

    states! {
        Start;
        NeedsAv {
            /// The destination of a dynamically connected WQE, as a full address vector.
            av(
                dc_key: u64,
                dctn: u32,
                rmac: [u8; 6],
                rgid: [u8; 16],
                sgid_index: u8,
                hop_limit: u8,
                udp_sport: u16
            ) -> NeedsVerb =
                write(&AvDcSeg {
                    dc_key,
                    dqp_dct: dctn,
                    rlid: udp_sport,
                    rmac,
                    hop_limit,
                    sgid_index,
                    rgid,
                    ..AvDcSeg::default()
                });
            /// The destination of a dynamically connected WQE, as a full address vector. The caller gives
            /// every field.
            av_whole(segment: &AvDcSeg) -> NeedsVerb = write(segment);
        }
    }

    /// A verb is next.
    pub enum NeedsVerb {}
}

impl<'m, E> SendQueue<'m, DciRoce, E> {
    /// The destination of a dynamically connected WQE, as a full address vector.
    #[inline]
    pub fn av(
        &mut self,
        dc_key: u64,
        dctn: u32,
        rmac: [u8; 6],
        rgid: [u8; 16],
        sgid_index: u8,
        hop_limit: u8,
        udp_sport: u16
    ) -> Start<QueueSlot<'_, 'm, DciRoce, E>, dci_roce::NeedsVerb> {
        self.wqe().av(dc_key, dctn, rmac, rgid, sgid_index, hop_limit, udp_sport)
    }
    /// The destination of a dynamically connected WQE, as a full address vector. The caller gives every
    /// field.
    #[inline]
    pub fn av_whole(
        &mut self,
        segment: &AvDcSeg
    ) -> Start<QueueSlot<'_, 'm, DciRoce, E>, dci_roce::NeedsVerb> {
        self.wqe().av_whole(segment)
    }
}

/// Ethernet frames as the program makes them.
///
/// Source: rdma-core providers/mlx5/qp.c, _mlx5_post_send, case IBV_QPT_RAW_PACKET.
pub enum RawPacket {}

impl Transport for RawPacket {
    const NAME: &'static str = "raw_packet";
    const MAX_OCTOWORDS: usize = 63;
    const FRONT: usize = 1;
    const HAS_HEADER: bool = true;
    type Start = raw_packet::NeedsEthOrEthVlan;
}

/// The states in front of the verb on [`RawPacket`].
pub mod raw_packet {
    use super::*;

    states! {
        Start;
        NeedsEthOrEthVlan {
            /// The changes that an Ethernet port makes to a raw packet before it goes out; inlined headers
            /// follow from 0x0e on.
            eth(l3_csum: u8, l4_csum: u8) -> NeedsVerb =
                write(&EthSeg { l4_csum, l3_csum, ..EthSeg::default() });
            /// The changes that an Ethernet port makes to a raw packet before it goes out; inlined headers
            /// follow from 0x0e on.
            eth_header(l3_csum: u8, l4_csum: u8, header: &[u8]) -> NeedsVerb =
                header(&EthSeg {
                    l4_csum,
                    l3_csum,
                    inline_hdr_sz: header.len() as _,
                    ..EthSeg::default()
                }, 14, header);
            /// An eth_seg that inserts a VLAN tag, and so has no inlined headers.
            eth_vlan(vlan_tci: u16, l3_csum: u8, l4_csum: u8) -> NeedsVerb =
                write(&EthVlanSeg { l4_csum, l3_csum, vlan_tci, ..EthVlanSeg::default() });
            /// The changes that an Ethernet port makes to a raw packet before it goes out; inlined headers
            /// follow from 0x0e on. The caller gives every field.
            eth_whole(segment: &EthSeg) -> NeedsVerb = write(segment);
        }
    }

    /// A verb is next.
    pub enum NeedsVerb {}
}

impl<'m, E> SendQueue<'m, RawPacket, E> {
    /// The changes that an Ethernet port makes to a raw packet before it goes out; inlined headers follow
    /// from 0x0e on.
    #[inline]
    pub fn eth(
        &mut self,
        l3_csum: u8,
        l4_csum: u8
    ) -> Start<QueueSlot<'_, 'm, RawPacket, E>, raw_packet::NeedsVerb> {
        self.wqe().eth(l3_csum, l4_csum)
    }
    /// The changes that an Ethernet port makes to a raw packet before it goes out; inlined headers follow
    /// from 0x0e on.
    #[inline]
    pub fn eth_header(
        &mut self,
        l3_csum: u8,
        l4_csum: u8,
        header: &[u8]
    ) -> Start<QueueSlot<'_, 'm, RawPacket, E>, raw_packet::NeedsVerb> {
        self.wqe().eth_header(l3_csum, l4_csum, header)
    }
    /// An eth_seg that inserts a VLAN tag, and so has no inlined headers.
    #[inline]
    pub fn eth_vlan(
        &mut self,
        vlan_tci: u16,
        l3_csum: u8,
        l4_csum: u8
    ) -> Start<QueueSlot<'_, 'm, RawPacket, E>, raw_packet::NeedsVerb> {
        self.wqe().eth_vlan(vlan_tci, l3_csum, l4_csum)
    }
    /// The changes that an Ethernet port makes to a raw packet before it goes out; inlined headers follow
    /// from 0x0e on. The caller gives every field.
    #[inline]
    pub fn eth_whole(
        &mut self,
        segment: &EthSeg
    ) -> Start<QueueSlot<'_, 'm, RawPacket, E>, raw_packet::NeedsVerb> {
        self.wqe().eth_whole(segment)
    }
}

/// Reliable connection, one peer, acknowledged and in order.
///
/// Source: rdma-core providers/mlx5/qp.c, _mlx5_post_send, case IBV_QPT_RC.
pub enum Rc {}

impl Transport for Rc {
    const NAME: &'static str = "rc";
    const MAX_OCTOWORDS: usize = 63;
    const FRONT: usize = 0;
    const HAS_HEADER: bool = false;
    type Start = rc::NeedsVerb;
}

/// The states in front of the verb on [`Rc`].
pub mod rc {
    use super::*;

    /// A verb is next.
    pub enum NeedsVerb {}
}

/// Unreliable connection, one peer, neither acknowledged nor retried.
///
/// Source: rdma-core providers/mlx5/qp.c, _mlx5_post_send, case IBV_QPT_UC.
pub enum Uc {}

impl Transport for Uc {
    const NAME: &'static str = "uc";
    const MAX_OCTOWORDS: usize = 63;
    const FRONT: usize = 0;
    const HAS_HEADER: bool = false;
    type Start = uc::NeedsVerb;
}

/// The states in front of the verb on [`Uc`].
pub mod uc {
    use super::*;

    /// A verb is next.
    pub enum NeedsVerb {}
}

/// Unreliable datagrams over InfiniBand, each to its own peer.
///
/// Source: rdma-core providers/mlx5/qp.c, _mlx5_post_send, case IBV_QPT_UD.
pub enum Ud {}

impl Transport for Ud {
    const NAME: &'static str = "ud";
    const MAX_OCTOWORDS: usize = 63;
    const FRONT: usize = 3;
    const HAS_HEADER: bool = false;
    type Start = ud::NeedsAv;
}

/// The states in front of the verb on [`Ud`].
pub mod ud {
    use super::*;

    states! {
        Start;
        NeedsAv {
            /// The destination of a datagram, as a full address vector.
            av(qkey: u32, qpn: u32, dlid: u16) -> NeedsVerb =
                write(&AvUdSeg { qkey, dqp_dct: qpn, rlid: dlid, ..AvUdSeg::default() });
            /// The destination of a datagram, as a full address vector. The caller gives every field.
            av_whole(segment: &AvUdSeg) -> NeedsVerb = write(segment);
        }
    }

    /// A verb is next.
    pub enum NeedsVerb {}
}

impl<'m, E> SendQueue<'m, Ud, E> {
    /// The destination of a datagram, as a full address vector.
    #[inline]
    pub fn av(
        &mut self,
        qkey: u32,
        qpn: u32,
        dlid: u16
    ) -> Start<QueueSlot<'_, 'm, Ud, E>, ud::NeedsVerb> {
        self.wqe().av(qkey, qpn, dlid)
    }
    /// The destination of a datagram, as a full address vector. The caller gives every field.
    #[inline]
    pub fn av_whole(
        &mut self,
        segment: &AvUdSeg
    ) -> Start<QueueSlot<'_, 'm, Ud, E>, ud::NeedsVerb> {
        self.wqe().av_whole(segment)
    }
}

/// Unreliable datagrams within an InfiniBand subnet, with the short address vector of devices that offer it.
///
/// Source: UCX src/uct/ib/mlx5/ud/ud_mlx5.c, uct_ud_mlx5_iface, compact_av.
pub enum UdCompact {}

impl Transport for UdCompact {
    const NAME: &'static str = "ud_compact";
    const MAX_OCTOWORDS: usize = 63;
    const FRONT: usize = 1;
    const HAS_HEADER: bool = false;
    type Start = ud_compact::NeedsAv;
}

/// The states in front of the verb on [`UdCompact`].
pub mod ud_compact {
    use super::*;

    states! {
        Start;
        NeedsAv {
            /// The destination of a datagram within the subnet, as a compact address vector.
            av(qkey: u32, qpn: u32, dlid: u16) -> NeedsVerb =
                write(&AvUdCompactSeg {
                    qkey,
                    dqp_dct: qpn,
                    rlid: dlid,
                    ..AvUdCompactSeg::default()
                });
            /// The destination of a datagram within the subnet, as a compact address vector. The caller gives
            /// every field.
            av_whole(segment: &AvUdCompactSeg) -> NeedsVerb = write(segment);
        }
    }

    /// A verb is next.
    pub enum NeedsVerb {}
}

impl<'m, E> SendQueue<'m, UdCompact, E> {
    /// The destination of a datagram within the subnet, as a compact address vector.
    #[inline]
    pub fn av(
        &mut self,
        qkey: u32,
        qpn: u32,
        dlid: u16
    ) -> Start<QueueSlot<'_, 'm, UdCompact, E>, ud_compact::NeedsVerb> {
        self.wqe().av(qkey, qpn, dlid)
    }
    /// The destination of a datagram within the subnet, as a compact address vector. The caller gives every
    /// field.
    #[inline]
    pub fn av_whole(
        &mut self,
        segment: &AvUdCompactSeg
    ) -> Start<QueueSlot<'_, 'm, UdCompact, E>, ud_compact::NeedsVerb> {
        self.wqe().av_whole(segment)
    }
}

/// Unreliable datagrams over RoCE, each to its own peer.
///
/// Source: rdma-core providers/mlx5/verbs.c, mlx5_create_ah, RoCE.
pub enum UdRoce {}

impl Transport for UdRoce {
    const NAME: &'static str = "ud_roce";
    const MAX_OCTOWORDS: usize = 63;
    const FRONT: usize = 3;
    const HAS_HEADER: bool = false;
    type Start = ud_roce::NeedsAv;
}

/// The states in front of the verb on [`UdRoce`].
pub mod ud_roce {
    use super::*;

    states! {
        Start;
        NeedsAv {
            /// The destination of a datagram, as a full address vector.
            av(
                qkey: u32,
                qpn: u32,
                rmac: [u8; 6],
                rgid: [u8; 16],
                sgid_index: u8,
                hop_limit: u8,
                udp_sport: u16
            ) -> NeedsVerb =
                write(&AvUdSeg {
                    qkey,
                    dqp_dct: qpn,
                    rlid: udp_sport,
                    rmac,
                    hop_limit,
                    sgid_index,
                    rgid,
                    ..AvUdSeg::default()
                });
            /// The destination of a datagram, as a full address vector. The caller gives every field.
            av_whole(segment: &AvUdSeg) -> NeedsVerb = write(segment);
        }
    }

    /// A verb is next.
    pub enum NeedsVerb {}
}

impl<'m, E> SendQueue<'m, UdRoce, E> {
    /// The destination of a datagram, as a full address vector.
    #[inline]
    pub fn av(
        &mut self,
        qkey: u32,
        qpn: u32,
        rmac: [u8; 6],
        rgid: [u8; 16],
        sgid_index: u8,
        hop_limit: u8,
        udp_sport: u16
    ) -> Start<QueueSlot<'_, 'm, UdRoce, E>, ud_roce::NeedsVerb> {
        self.wqe().av(qkey, qpn, rmac, rgid, sgid_index, hop_limit, udp_sport)
    }
    /// The destination of a datagram, as a full address vector. The caller gives every field.
    #[inline]
    pub fn av_whole(
        &mut self,
        segment: &AvUdSeg
    ) -> Start<QueueSlot<'_, 'm, UdRoce, E>, ud_roce::NeedsVerb> {
        self.wqe().av_whole(segment)
    }
}

/// Datagrams of IPoIB, which the device treats as packets.
///
/// Source: rdma-core providers/mlx5/qp.c, _mlx5_post_send, case IBV_QPT_UD, MLX5_QP_FLAGS_USE_UNDERLAY.
pub enum UdUnderlay {}

impl Transport for UdUnderlay {
    const NAME: &'static str = "ud_underlay";
    const MAX_OCTOWORDS: usize = 63;
    const FRONT: usize = 5;
    const HAS_HEADER: bool = true;
    type Start = ud_underlay::NeedsAv;
}

/// The states in front of the verb on [`UdUnderlay`].
pub mod ud_underlay {
    use super::*;

    states! {
        Start;
        NeedsAv {
            /// The destination of a datagram, as a full address vector.
            av(qkey: u32, qpn: u32, dlid: u16) -> NeedsEth =
                write(&AvUdSeg { qkey, dqp_dct: qpn, rlid: dlid, ..AvUdSeg::default() })
                .write(&EthPadSeg::default());
            /// The destination of a datagram, as a full address vector. The caller gives every field.
            av_whole(segment: &AvUdSeg) -> NeedsEth = write(segment).write(&EthPadSeg::default());
        }
        NeedsEth {
            /// The changes that an Ethernet port makes to a raw packet before it goes out; inlined headers
            /// follow from 0x0e on.
            eth(l3_csum: u8, l4_csum: u8, header: &[u8]) -> NeedsVerb =
                header(&EthSeg {
                    l4_csum,
                    l3_csum,
                    inline_hdr_sz: header.len() as _,
                    ..EthSeg::default()
                }, 14, header);
        }
    }

    /// A verb is next.
    pub enum NeedsVerb {}
}

impl<'m, E> SendQueue<'m, UdUnderlay, E> {
    /// The destination of a datagram, as a full address vector.
    #[inline]
    pub fn av(
        &mut self,
        qkey: u32,
        qpn: u32,
        dlid: u16
    ) -> Start<QueueSlot<'_, 'm, UdUnderlay, E>, ud_underlay::NeedsEth> {
        self.wqe().av(qkey, qpn, dlid)
    }
    /// The destination of a datagram, as a full address vector. The caller gives every field.
    #[inline]
    pub fn av_whole(
        &mut self,
        segment: &AvUdSeg
    ) -> Start<QueueSlot<'_, 'm, UdUnderlay, E>, ud_underlay::NeedsEth> {
        self.wqe().av_whole(segment)
    }
}

/// Reliable connection to a process, whose shared receive queues are chosen with each message.
///
/// Source: rdma-core providers/mlx5/qp.c, _mlx5_post_send, case IBV_QPT_XRC_SEND.
pub enum Xrc {}

impl Transport for Xrc {
    const NAME: &'static str = "xrc";
    const MAX_OCTOWORDS: usize = 63;
    const FRONT: usize = 1;
    const HAS_HEADER: bool = false;
    type Start = xrc::NeedsXrc;
}

/// The states in front of the verb on [`Xrc`].
pub mod xrc {
    use super::*;

    states! {
        Start;
        NeedsXrc {
            /// The shared receive queue of the peer that takes an XRC message.
            xrc(srqn: u32) -> NeedsVerb = write(&XrcSeg { xrc_srqn: srqn });
        }
    }

    /// A verb is next.
    pub enum NeedsVerb {}
}

impl<'m, E> SendQueue<'m, Xrc, E> {
    /// The shared receive queue of the peer that takes an XRC message.
    #[inline]
    pub fn xrc(&mut self, srqn: u32) -> Start<QueueSlot<'_, 'm, Xrc, E>, xrc::NeedsVerb> {
        self.wqe().xrc(srqn)
    }
}

/// The command queue of a tag-matching SRQ, on which its list of tags is changed.
///
/// Source: rdma-core providers/mlx5/qp.c, mlx5_post_srq_ops.
pub enum XrqCmd {}

impl Transport for XrqCmd {
    const NAME: &'static str = "xrq_cmd";
    const MAX_OCTOWORDS: usize = 63;
    const FRONT: usize = 0;
    const HAS_HEADER: bool = false;
    type Start = xrq_cmd::NeedsVerb;
}

/// The states in front of the verb on [`XrqCmd`].
pub mod xrq_cmd {
    use super::*;

    /// A verb is next.
    pub enum NeedsVerb {}
}

begins! {
    [dci::NeedsVerb, dci_compact::NeedsVerb, dci_roce::NeedsVerb]:
    Cas => atomic_cs,
    FetchAdd => atomic_fa,
    Cas32 => cas32,
    FetchAdd32 => fetch_add32,
    FetchAnd32 => fetch_and32,
    FetchAnd64 => fetch_and64,
    FetchOr32 => fetch_or32,
    FetchOr64 => fetch_or64,
    FetchXor32 => fetch_xor32,
    FetchXor64 => fetch_xor64,
    MaskedCas128 => masked_cas128,
    MaskedCas32 => masked_cas32,
    MaskedCas64 => masked_cas64,
    MaskedFetchAdd128 => masked_fetch_add128,
    MaskedFetchAdd32 => masked_fetch_add32,
    MaskedFetchAdd64 => masked_fetch_add64,
    Nop => nop_to,
    Read => rdma_read,
    Write => rdma_write,
    Send => send,
    Swap32 => swap32,
    Swap64 => swap64,
}

begins! {
    [dci::NeedsAv, dci_compact::NeedsAv, dci_roce::NeedsAv]:
    BindMw => bind_mw,
    BindMwType1 => bind_mw_type1,
    ConfigureMkey => configure_mkey,
    ConfigureMkeyStrided => configure_mkey_strided,
    Copy => copy,
    LocalInvalidate => local_invalidate,
    Nop => nop,
    RecvEnable => recv_enable,
    SendEnable => send_enable,
    UnbindMw => unbind_mw,
    UpdateMkey => update_mkey,
    WaitCq => wait_cq,
    WaitData => wait_data,
    WaitTime => wait_time,
}

begins! {
    [raw_packet::NeedsVerb]:
    Send => send,
}

begins! {
    [raw_packet::NeedsEthOrEthVlan]:
    Dump => dump,
    MultiPacket => multi_packet,
    Nop => nop,
    RecvEnable => recv_enable,
    SendEnable => send_enable,
    Tso => tso,
    WaitCq => wait_cq,
    WaitData => wait_data,
    WaitTime => wait_time,
}

begins! {
    [rc::NeedsVerb]:
    Cas => atomic_cs,
    FetchAdd => atomic_fa,
    BindMw => bind_mw,
    BindMwType1 => bind_mw_type1,
    Cas32 => cas32,
    ConfigureMkey => configure_mkey,
    ConfigureMkeyStrided => configure_mkey_strided,
    Copy => copy,
    FetchAdd32 => fetch_add32,
    FetchAnd32 => fetch_and32,
    FetchAnd64 => fetch_and64,
    FetchOr32 => fetch_or32,
    FetchOr64 => fetch_or64,
    FetchXor32 => fetch_xor32,
    FetchXor64 => fetch_xor64,
    LocalInvalidate => local_invalidate,
    MaskedCas128 => masked_cas128,
    MaskedCas32 => masked_cas32,
    MaskedCas64 => masked_cas64,
    MaskedFetchAdd128 => masked_fetch_add128,
    MaskedFetchAdd32 => masked_fetch_add32,
    MaskedFetchAdd64 => masked_fetch_add64,
    Nop => nop,
    Read => rdma_read,
    Write => rdma_write,
    RecvEnable => recv_enable,
    Send => send,
    SendEnable => send_enable,
    SetPsv => set_psv,
    Swap32 => swap32,
    Swap64 => swap64,
    UnbindMw => unbind_mw,
    UpdateMkey => update_mkey,
    WaitCq => wait_cq,
    WaitData => wait_data,
    WaitTime => wait_time,
    WriteFlowTable => write_flow_table,
}

begins! {
    [uc::NeedsVerb]:
    BindMw => bind_mw,
    BindMwType1 => bind_mw_type1,
    ConfigureMkey => configure_mkey,
    ConfigureMkeyStrided => configure_mkey_strided,
    LocalInvalidate => local_invalidate,
    Nop => nop,
    Write => rdma_write,
    RecvEnable => recv_enable,
    Send => send,
    SendEnable => send_enable,
    UnbindMw => unbind_mw,
    UpdateMkey => update_mkey,
    WaitCq => wait_cq,
    WaitData => wait_data,
    WaitTime => wait_time,
}

begins! {
    [ud::NeedsVerb, ud_compact::NeedsVerb, ud_roce::NeedsVerb]:
    Send => send,
}

begins! {
    [ud::NeedsAv, ud_compact::NeedsAv, ud_roce::NeedsAv]:
    Nop => nop,
    RecvEnable => recv_enable,
    SendEnable => send_enable,
    WaitCq => wait_cq,
    WaitData => wait_data,
    WaitTime => wait_time,
}

begins! {
    [ud_underlay::NeedsVerb]:
    Send => send,
}

begins! {
    [ud_underlay::NeedsAv]:
    Nop => nop,
    RecvEnable => recv_enable,
    SendEnable => send_enable,
    WaitCq => wait_cq,
    WaitData => wait_data,
    WaitTime => wait_time,
}

begins! {
    [xrc::NeedsVerb]:
    Cas => atomic_cs,
    FetchAdd => atomic_fa,
    Cas32 => cas32,
    FetchAdd32 => fetch_add32,
    FetchAnd32 => fetch_and32,
    FetchAnd64 => fetch_and64,
    FetchOr32 => fetch_or32,
    FetchOr64 => fetch_or64,
    FetchXor32 => fetch_xor32,
    FetchXor64 => fetch_xor64,
    MaskedCas128 => masked_cas128,
    MaskedCas32 => masked_cas32,
    MaskedCas64 => masked_cas64,
    MaskedFetchAdd128 => masked_fetch_add128,
    MaskedFetchAdd32 => masked_fetch_add32,
    MaskedFetchAdd64 => masked_fetch_add64,
    Read => rdma_read,
    Write => rdma_write,
    Send => send,
    Swap32 => swap32,
    Swap64 => swap64,
}

begins! {
    [xrc::NeedsXrc]:
    BindMw => bind_mw,
    BindMwType1 => bind_mw_type1,
    ConfigureMkey => configure_mkey,
    ConfigureMkeyStrided => configure_mkey_strided,
    LocalInvalidate => local_invalidate,
    Nop => nop,
    RecvEnable => recv_enable,
    SendEnable => send_enable,
    UnbindMw => unbind_mw,
    UpdateMkey => update_mkey,
    WaitCq => wait_cq,
    WaitData => wait_data,
    WaitTime => wait_time,
}

begins! {
    [xrq_cmd::NeedsVerb]:
    Nop => nop,
    TagAppend => tag_append,
    TagRemove => tag_remove,
    TagSync => tag_sync,
}

impl Turns<rdma_write::Wqe, rdma_write_imm::Wqe> for Dci {}
impl Turns<send::Wqe, send_imm::Wqe> for Dci {}
impl Turns<send::Wqe, send_inval::Wqe> for Dci {}
impl Turns<rdma_write::Wqe, rdma_write_imm::Wqe> for DciCompact {}
impl Turns<send::Wqe, send_imm::Wqe> for DciCompact {}
impl Turns<send::Wqe, send_inval::Wqe> for DciCompact {}
impl Turns<rdma_write::Wqe, rdma_write_imm::Wqe> for DciRoce {}
impl Turns<send::Wqe, send_imm::Wqe> for DciRoce {}
impl Turns<send::Wqe, send_inval::Wqe> for DciRoce {}
impl Turns<rdma_write::Wqe, rdma_write_imm::Wqe> for Rc {}
impl Turns<send::Wqe, send_imm::Wqe> for Rc {}
impl Turns<send::Wqe, send_inval::Wqe> for Rc {}
impl Turns<rdma_write::Wqe, rdma_write_imm::Wqe> for Uc {}
impl Turns<send::Wqe, send_imm::Wqe> for Uc {}
impl Turns<send::Wqe, send_inval::Wqe> for Uc {}
impl Turns<send::Wqe, send_imm::Wqe> for Ud {}
impl Turns<send::Wqe, send_imm::Wqe> for UdCompact {}
impl Turns<send::Wqe, send_imm::Wqe> for UdRoce {}
impl Turns<rdma_write::Wqe, rdma_write_imm::Wqe> for Xrc {}
impl Turns<send::Wqe, send_imm::Wqe> for Xrc {}
impl Turns<send::Wqe, send_inval::Wqe> for Xrc {}
