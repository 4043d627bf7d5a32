// Generated from specs/headers/ by codegen. Do not edit: `meson compile -C build generate`.
//! Headers of packets.

mailboxes! {
    /// Acknowledge extended transport header: how far the responder is, and what was wrong.
    ///
    /// Source: InfiniBand Architecture Specification vol. 1, 9.3.4 and 9.7.5.2.1; rxe_hdr.h, struct rxe_aeth.
    Aeth("aeth", 4) {
        /// 0x00 to 0x1f ACK with credits, 0x20 to 0x3f RNR NAK with the timer, 0x60 to 0x7f NAK with the
        /// reason.
        number(syndrome, set_syndrome: u32 = 0x00, 31, 24);
        /// Number of messages that are done.
        number(msn, set_msn: u32 = 0x00, 23, 0);
    }
    /// Atomic acknowledge extended transport header: the value before an atomic operation.
    ///
    /// Source: InfiniBand Architecture Specification vol. 1, 9.3.6; rxe_hdr.h, struct rxe_atmack.
    AtomicAckEth("atomic_ack_eth", 8) {
        /// Value that the memory had before.
        number(orig, set_orig: u64 = 0x00, 63, 0);
    }
    /// Atomic extended transport header: the memory and the operands of an atomic operation.
    ///
    /// Source: InfiniBand Architecture Specification vol. 1, 9.3.5; rxe_hdr.h, struct rxe_atmeth.
    AtomicEth("atomic_eth", 28) {
        /// Address of the memory at the responder.
        number(va, set_va: u64 = 0x00, 63, 0);
        /// Key of that memory.
        number(rkey, set_rkey: u32 = 0x08, 31, 0);
        /// Value that is written, or added.
        number(swap_add, set_swap_add: u64 = 0x0c, 63, 0);
        /// Value that the memory is compared with.
        number(comp, set_comp: u64 = 0x14, 63, 0);
    }
    /// Base transport header: the kind of a packet, its queue pair and its number.
    ///
    /// Source: InfiniBand Architecture Specification vol. 1, 9.2; Linux drivers/infiniband/sw/rxe/rxe_hdr.h,
    /// struct rxe_bth.
    Bth("bth", 12) {
        /// Transport in the upper three bits, and the kind of the packet.
        number(opcode, set_opcode: u32 = 0x00, 31, 24);
        /// 1 if the receiver's completion raises a solicited event.
        number(se, set_se: u32 = 0x00, 23, 23);
        /// State of the path's migration, 1 for migrated.
        number(m, set_m: u32 = 0x00, 22, 22);
        /// Bytes of zero that fill the payload up to a word.
        number(padcnt, set_padcnt: u32 = 0x00, 21, 20);
        /// Version of the transport, 0.
        number(tver, set_tver: u32 = 0x00, 19, 16);
        /// Partition key.
        number(pkey, set_pkey: u32 = 0x00, 15, 0);
        /// 1 if the packet met congestion on its way.
        number(fecn, set_fecn: u32 = 0x04, 31, 31);
        /// 1 if packets of the other direction met congestion.
        number(becn, set_becn: u32 = 0x04, 30, 30);
        /// Always 0. The ICRC covers ones in the place of these bits and of the two before.
        number(resv6a, set_resv6a: u32 = 0x04, 29, 24);
        /// Queue pair that the packet is for.
        number(destqp, set_destqp: u32 = 0x04, 23, 0);
        /// 1 if the sender asks for an acknowledgement.
        number(a, set_a: u32 = 0x08, 31, 31);
        /// Packet sequence number.
        number(psn, set_psn: u32 = 0x08, 23, 0);
    }
    /// Datagram extended transport header: the sender of a datagram, and the key of its receiver.
    ///
    /// Source: InfiniBand Architecture Specification vol. 1, 9.3.2; rxe_hdr.h, struct rxe_deth.
    Deth("deth", 8) {
        /// Q_Key of the receiving queue pair.
        number(qkey, set_qkey: u32 = 0x00, 31, 0);
        /// Queue pair that sent the datagram.
        number(srcqp, set_srcqp: u32 = 0x04, 23, 0);
    }
    /// The header in front of each packet of a capture of InfiniBand.
    ///
    /// Source: Endace, ERF types reference; Wireshark wiretap/erf.c, struct erf_header.
    Erf("erf", 16) {
        /// Seconds with 32 bits behind the point, the lowest byte first.
        number(ts, set_ts: u64 = 0x00, 63, 0);
        /// Kind of the record, 21 for InfiniBand.
        number(r#type, set_type: u32 = 0x08, 31, 24);
        /// Flags.
        number(flags, set_flags: u32 = 0x08, 23, 16);
        /// Bytes of the record, with this header.
        number(rlen, set_rlen: u32 = 0x08, 15, 0);
        /// Packets that were lost.
        number(lctr, set_lctr: u32 = 0x0c, 31, 16);
        /// Bytes of the packet.
        number(wlen, set_wlen: u32 = 0x0c, 15, 0);
    }
    /// Ethernet header, in front of everything on RoCE.
    ///
    /// Source: IEEE 802.3, 3.1.1; Linux include/uapi/linux/if_ether.h, struct ethhdr.
    Ethernet("ethernet", 14) {
        /// MAC address of the destination.
        bytes(h_dest, set_h_dest: 6 = 0x00);
        /// MAC address of the source.
        bytes(h_source, set_h_source: 6 = 0x06);
        /// EtherType, 0x0800 for IPv4, 0x86dd for IPv6, 0x8915 for RoCE v1.
        number(h_proto, set_h_proto: u16 = 0x0c, 15, 0);
    }
    /// Interface of a link-local address that was made of a MAC address.
    ///
    /// Source: RFC 4291, appendix A; Linux include/net/addrconf.h, addrconf_addr_eui48_base.
    Eui64("eui64", 8) {
        /// First half of the MAC address, with its bit for local assignment inverted.
        number(oui, set_oui: u32 = 0x00, 31, 8);
        /// Always 0xff.
        number(ff, set_ff: u32 = 0x00, 7, 0);
        /// Always 0xfe.
        number(fe, set_fe: u32 = 0x04, 31, 24);
        /// Second half of the MAC address.
        number(card, set_card: u32 = 0x04, 23, 0);
    }
    /// Global routing header: the GIDs of a packet, in the form of an IPv6 header.
    ///
    /// Source: InfiniBand Architecture Specification vol. 1, 8.3; Linux include/rdma/ib_verbs.h, struct
    /// ib_grh.
    Grh("grh", 40) {
        /// Version of IP, 6.
        number(ipver, set_ipver: u32 = 0x00, 31, 28);
        /// Traffic class.
        number(tclass, set_tclass: u32 = 0x00, 27, 20);
        /// Flow label.
        number(flow_label, set_flow_label: u32 = 0x00, 19, 0);
        /// Bytes behind this header, up to the ICRC, which counts.
        number(paylen, set_paylen: u32 = 0x04, 31, 16);
        /// Next header, 0x1b for a BTH.
        number(nxthdr, set_nxthdr: u32 = 0x04, 15, 8);
        /// Hop limit.
        number(hoplmt, set_hoplmt: u32 = 0x04, 7, 0);
        /// GID of the source.
        bytes(sgid, set_sgid: 16 = 0x08);
        /// GID of the destination.
        bytes(dgid, set_dgid: 16 = 0x18);
    }
    /// Invalidate extended transport header: the key that a SEND with Invalidate takes away.
    ///
    /// Source: InfiniBand Architecture Specification vol. 1, 9.3.8; rxe_hdr.h, struct rxe_ieth.
    Ieth("ieth", 4) {
        /// Key of the receiver's memory.
        number(rkey, set_rkey: u32 = 0x00, 31, 0);
    }
    /// Immediate data of a message.
    ///
    /// Source: InfiniBand Architecture Specification vol. 1, 9.3.7; rxe_hdr.h, struct rxe_immdt.
    ImmDt("imm_dt", 4) {
        /// Number that the receiver's completion has.
        number(imm, set_imm: u32 = 0x00, 31, 0);
    }
    /// IPv4 header without options.
    ///
    /// Source: RFC 791, 3.1, and RFC 2474; Linux include/uapi/linux/ip.h, struct iphdr.
    Ipv4("ipv4", 20) {
        /// Version of IP, 4.
        number(version, set_version: u32 = 0x00, 31, 28);
        /// Length of the header in words of four bytes.
        number(ihl, set_ihl: u32 = 0x00, 27, 24);
        /// Type of service, the traffic class of RoCE.
        number(tos, set_tos: u32 = 0x00, 23, 16);
        /// Bytes of the packet, with this header.
        number(tot_len, set_tot_len: u32 = 0x00, 15, 0);
        /// Number of the packet, for its fragments.
        number(id, set_id: u32 = 0x04, 31, 16);
        /// 1 if the packet must not be fragmented.
        number(df, set_df: u32 = 0x04, 14, 14);
        /// 1 if more fragments follow.
        number(mf, set_mf: u32 = 0x04, 13, 13);
        /// Place of a fragment, in units of eight bytes.
        number(frag_off, set_frag_off: u32 = 0x04, 12, 0);
        /// Time to live, the hop limit of RoCE.
        number(ttl, set_ttl: u32 = 0x08, 31, 24);
        /// Protocol, 6 for TCP and 17 for UDP.
        number(protocol, set_protocol: u32 = 0x08, 23, 16);
        /// Checksum of the header.
        number(check, set_check: u32 = 0x08, 15, 0);
        /// Address of the source.
        number(saddr, set_saddr: u32 = 0x0c, 31, 0);
        /// Address of the destination.
        number(daddr, set_daddr: u32 = 0x10, 31, 0);
    }
    /// IPv6 header.
    ///
    /// Source: RFC 8200, 3; Linux include/uapi/linux/ipv6.h, struct ipv6hdr.
    Ipv6("ipv6", 40) {
        /// Version of IP, 6.
        number(version, set_version: u32 = 0x00, 31, 28);
        /// Traffic class.
        number(tclass, set_tclass: u32 = 0x00, 27, 20);
        /// Flow label.
        number(flow_lbl, set_flow_lbl: u32 = 0x00, 19, 0);
        /// Bytes behind this header.
        number(payload_len, set_payload_len: u32 = 0x04, 31, 16);
        /// Next header, 6 for TCP and 17 for UDP.
        number(nexthdr, set_nexthdr: u32 = 0x04, 15, 8);
        /// Hop limit.
        number(hop_limit, set_hop_limit: u32 = 0x04, 7, 0);
        /// Address of the source.
        bytes(saddr, set_saddr: 16 = 0x08);
        /// Address of the destination.
        bytes(daddr, set_daddr: 16 = 0x18);
    }
    /// The first bytes of an IPv6 extension header of options or of routing.
    ///
    /// Source: RFC 8200, 4.3 and 4.4; Linux include/uapi/linux/ipv6.h, struct ipv6_opt_hdr.
    Ipv6Ext("ipv6_ext", 8) {
        /// Next header.
        number(nexthdr, set_nexthdr: u32 = 0x00, 31, 24);
        /// Length in units of eight bytes, without the first eight.
        number(hdrlen, set_hdrlen: u32 = 0x00, 23, 16);
        /// The first options, or how to route.
        bytes(data, set_data: 6 = 0x02);
    }
    /// IPv6 address or GID that is valid on one link.
    ///
    /// Source: RFC 4291, 2.5.6; InfiniBand Architecture Specification vol. 1, 4.1.1.
    LinkLocal("link_local", 16) {
        /// Always 0x3fa.
        number(prefix, set_prefix: u32 = 0x00, 31, 22);
        /// The interface on the link.
        number(interface_id, set_interface_id: u64 = 0x08, 63, 0);
    }
    /// Local routing header: the way of a packet within an InfiniBand subnet.
    ///
    /// Source: InfiniBand Architecture Specification vol. 1, 7.7; Linux include/rdma/ib_pack.h, struct
    /// ib_unpacked_lrh.
    Lrh("lrh", 8) {
        /// Virtual lane.
        number(vl, set_vl: u32 = 0x00, 31, 28);
        /// Version of the link, 0.
        number(lver, set_lver: u32 = 0x00, 27, 24);
        /// Service level.
        number(sl, set_sl: u32 = 0x00, 23, 20);
        /// Next header, 2 for a BTH and 3 for a GRH.
        number(lnh, set_lnh: u32 = 0x00, 17, 16);
        /// LID of the destination.
        number(dlid, set_dlid: u32 = 0x00, 15, 0);
        /// Words of four bytes from here to the VCRC, which does not count.
        number(pktlen, set_pktlen: u32 = 0x04, 26, 16);
        /// LID of the source.
        number(slid, set_slid: u32 = 0x04, 15, 0);
    }
    /// IPv4 address in the form of an IPv6 address, which is a GID on RoCE.
    ///
    /// Source: RFC 4291, 2.5.5.2; Linux include/net/ipv6.h, ipv6_addr_v4mapped.
    MappedIpv4("mapped_ipv4", 16) {
        /// Always 0.
        number(prefix, set_prefix: u64 = 0x00, 63, 0);
        /// Always 0x0000ffff.
        number(mark, set_mark: u32 = 0x08, 31, 0);
        /// IPv4 address.
        number(address, set_address: u32 = 0x0c, 31, 0);
    }
    /// IPv6 address or GID of a multicast group.
    ///
    /// Source: RFC 4291, 2.7; InfiniBand Architecture Specification vol. 1, 4.1.1.
    MulticastAddress("multicast_address", 16) {
        /// Always 0xff.
        number(prefix, set_prefix: u32 = 0x00, 31, 24);
        /// Flags. The lowest is 1 if the address is not assigned for good.
        number(flags, set_flags: u32 = 0x00, 23, 20);
        /// Scope, 2 for the link and 5 for the site.
        number(scope, set_scope: u32 = 0x00, 19, 16);
        /// Number of the group.
        bytes(group, set_group: 10 = 0x02);
        /// Rest of the number, which the group's MAC address contains.
        number(group_low, set_group_low: u32 = 0x0c, 31, 0);
    }
    /// RDMA extended transport header: the memory of an RDMA WRITE or READ.
    ///
    /// Source: InfiniBand Architecture Specification vol. 1, 9.3.3; rxe_hdr.h, struct rxe_reth.
    Reth("reth", 16) {
        /// Address of the memory at the responder.
        number(va, set_va: u64 = 0x00, 63, 0);
        /// Key of that memory.
        number(rkey, set_rkey: u32 = 0x08, 31, 0);
        /// Bytes of the whole message.
        number(dma_len, set_dma_len: u32 = 0x0c, 31, 0);
    }
    /// TCP header without options.
    ///
    /// Source: RFC 9293, 3.1; Linux include/uapi/linux/tcp.h, struct tcphdr.
    Tcp("tcp", 20) {
        /// Port of the source.
        number(source, set_source: u32 = 0x00, 31, 16);
        /// Port of the destination.
        number(dest, set_dest: u32 = 0x00, 15, 0);
        /// Number of the first byte.
        number(seq, set_seq: u32 = 0x04, 31, 0);
        /// Number of the byte that is expected next.
        number(ack_seq, set_ack_seq: u32 = 0x08, 31, 0);
        /// Length of the header in words of four bytes.
        number(doff, set_doff: u32 = 0x0c, 31, 28);
        /// 1 if the sender has slowed down.
        number(cwr, set_cwr: u32 = 0x0c, 23, 23);
        /// 1 if packets met congestion on their way.
        number(ece, set_ece: u32 = 0x0c, 22, 22);
        /// 1 if the urgent pointer counts.
        number(urg, set_urg: u32 = 0x0c, 21, 21);
        /// 1 if the acknowledgement counts.
        number(ack, set_ack: u32 = 0x0c, 20, 20);
        /// 1 if the receiver should hand the data over.
        number(psh, set_psh: u32 = 0x0c, 19, 19);
        /// 1 if the connection is reset.
        number(rst, set_rst: u32 = 0x0c, 18, 18);
        /// 1 if the connection begins.
        number(syn, set_syn: u32 = 0x0c, 17, 17);
        /// 1 if the sender has no more data.
        number(fin, set_fin: u32 = 0x0c, 16, 16);
        /// Bytes that the sender can take.
        number(window, set_window: u32 = 0x0c, 15, 0);
        /// Checksum.
        number(check, set_check: u32 = 0x10, 31, 16);
        /// End of the urgent data.
        number(urg_ptr, set_urg_ptr: u32 = 0x10, 15, 0);
    }
    /// UDP header.
    ///
    /// Source: RFC 768; Linux include/uapi/linux/udp.h, struct udphdr.
    Udp("udp", 8) {
        /// Port of the source.
        number(source, set_source: u32 = 0x00, 31, 16);
        /// Port of the destination, 4791 for RoCE v2 and 4789 for VXLAN.
        number(dest, set_dest: u32 = 0x00, 15, 0);
        /// Bytes of the datagram, with this header.
        number(len, set_len: u32 = 0x04, 31, 16);
        /// Checksum, or 0 for none.
        number(check, set_check: u32 = 0x04, 15, 0);
    }
    /// A VLAN's tag, between the MAC addresses and the EtherType.
    ///
    /// Source: IEEE 802.1Q, 9.6; Linux include/linux/if_vlan.h.
    VlanTag("vlan_tag", 4) {
        /// EtherType of the tag, 0x8100 for a customer's and 0x88a8 for a service's.
        number(tpid, set_tpid: u32 = 0x00, 31, 16);
        /// Priority.
        number(pcp, set_pcp: u32 = 0x00, 15, 13);
        /// 1 if the frame may be dropped first.
        number(dei, set_dei: u32 = 0x00, 12, 12);
        /// Number of the VLAN.
        number(vid, set_vid: u32 = 0x00, 11, 0);
    }
    /// VXLAN header, in front of a frame in a tunnel.
    ///
    /// Source: RFC 7348, 5; Linux include/net/vxlan.h, struct vxlanhdr.
    Vxlan("vxlan", 8) {
        /// Flags, 0x08 if the number counts.
        number(vx_flags, set_vx_flags: u32 = 0x00, 31, 24);
        /// Number of the VXLAN.
        number(vni, set_vni: u32 = 0x04, 31, 8);
    }
    /// XRC extended transport header: the shared receive queue of a request.
    ///
    /// Source: InfiniBand Architecture Specification vol. 1, annex A14.
    XrcEth("xrc_eth", 4) {
        /// Number of the shared receive queue.
        number(xrcsrq, set_xrcsrq: u32 = 0x00, 23, 0);
    }
}
