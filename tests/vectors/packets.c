// Headers of packets, management datagrams and records: the functions of generated/c write what structs of
// Linux and of libibumad have, and read it.
#include <arpa/inet.h>
#include <endian.h>
#include <linux/if_ether.h>
#include <linux/ip.h>
#include <linux/ipv6.h>
#include <linux/tcp.h>
#include <linux/udp.h>
#include <stdio.h>

#include "verbatim_packets.h"

#if __has_include(<infiniband/umad_sa_mcm.h>)
#include <infiniband/sa.h>
#include <infiniband/umad_sa.h>
#include <infiniband/umad_sa_mcm.h>
#include <infiniband/umad_sm.h>
#include <infiniband/umad_types.h>
#define HAS_UMAD 1
#else
#define HAS_UMAD 0
#endif

static unsigned long failures, comparisons;

static void same(const char *what, uint64_t got, uint64_t wanted) {
  comparisons++;
  if (got == wanted) return;
  failures++;
  fprintf(stderr, "%s is 0x%llx, and should be 0x%llx\n", what, (unsigned long long)got,
          (unsigned long long)wanted);
}

static void same_bytes(const char *what, const void *got, const void *wanted, size_t size) {
  comparisons++;
  if (memcmp(got, wanted, size) == 0) return;
  failures++;
  fprintf(stderr, "%s has other bytes\n", what);
}

static const uint8_t gid_a[16] = {0xfe, 0x80, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
static const uint8_t gid_b[16] = {0xff, 0x12, 0x40, 0x1b, 0xff, 0xff, 0, 0, 0, 0, 0, 0, 1, 2, 3, 4};

/// Sets a field of ours to a value, which a member of their struct then has; then reads it back from the struct.
#define FIELD(name, field, value, theirs)                                              \
  do {                                                                                 \
    verbatim_##name##_set_##field(at, value);                                          \
    memcpy(&their, at, sizeof their);                                                  \
    same(#name "." #field " as others read it", theirs, value);                        \
    same(#name "." #field, verbatim_##name##_##field((const uint8_t *)&their), value); \
  } while (0)
#define BYTES(name, field, value, theirs)                                                   \
  do {                                                                                      \
    verbatim_##name##_set_##field(at, value);                                               \
    memcpy(&their, at, sizeof their);                                                       \
    same_bytes(#name "." #field " as others read it", theirs, value, sizeof value);         \
    same_bytes(#name "." #field, verbatim_##name##_##field((const uint8_t *)&their), value, \
               sizeof value);                                                               \
  } while (0)
#define BEGIN(name, type)                                                              \
  type their;                                                                          \
  uint8_t at[sizeof their];                                                            \
  _Static_assert(sizeof their >= sizeof(uint8_t[VERBATIM_##name##_SIZE]), "the size"); \
  memset(at, 0xa5, sizeof at)

static void link_and_network(void) {
  static const uint8_t mac_a[6] = {2, 1, 3, 5, 7, 9}, mac_b[6] = {0x33, 0x33, 0, 0, 0, 1};
  {
    BEGIN(ETHERNET, struct ethhdr);
    same("the size of ethernet", VERBATIM_ETHERNET_SIZE, sizeof their);
    verbatim_ethernet_init(at);
    BYTES(ethernet, h_dest, mac_a, their.h_dest);
    BYTES(ethernet, h_source, mac_b, their.h_source);
    FIELD(ethernet, h_proto, 0x8915, ntohs(their.h_proto));
  }
  {
    BEGIN(IPV4, struct iphdr);
    same("the size of ipv4", VERBATIM_IPV4_SIZE, sizeof their);
    verbatim_ipv4_init(at);
    FIELD(ipv4, version, 4, their.version);
    FIELD(ipv4, ihl, 5, their.ihl);
    FIELD(ipv4, tos, 0x62, their.tos);
    FIELD(ipv4, tot_len, 0x1234, ntohs(their.tot_len));
    FIELD(ipv4, id, 0x5678, ntohs(their.id));
    FIELD(ipv4, df, 1, (ntohs(their.frag_off) >> 14 & 1));
    FIELD(ipv4, mf, 1, (ntohs(their.frag_off) >> 13 & 1));
    FIELD(ipv4, frag_off, 0x1abc, (ntohs(their.frag_off) & 0x1fff));
    FIELD(ipv4, ttl, 63, their.ttl);
    FIELD(ipv4, protocol, 17, their.protocol);
    FIELD(ipv4, check, 0xbeef, ntohs(their.check));
    FIELD(ipv4, saddr, 0x0a000001, ntohl(their.saddr));
    FIELD(ipv4, daddr, 0x0a0000fe, ntohl(their.daddr));
  }
  {
    BEGIN(IPV6, struct ipv6hdr);
    same("the size of ipv6", VERBATIM_IPV6_SIZE, sizeof their);
    verbatim_ipv6_init(at);
    FIELD(ipv6, version, 6, their.version);
    FIELD(ipv6, tclass, 0x9c, ((unsigned)their.priority << 4 | their.flow_lbl[0] >> 4));
    FIELD(ipv6, flow_lbl, 0x54321,
          (((unsigned)their.flow_lbl[0] & 15) << 16 | (unsigned)their.flow_lbl[1] << 8 |
           their.flow_lbl[2]));
    FIELD(ipv6, payload_len, 0x4321, ntohs(their.payload_len));
    FIELD(ipv6, nexthdr, 17, their.nexthdr);
    FIELD(ipv6, hop_limit, 64, their.hop_limit);
    BYTES(ipv6, saddr, gid_a, &their.saddr);
    BYTES(ipv6, daddr, gid_b, &their.daddr);
    // A GRH has the form of an IPv6 header (InfiniBand Architecture Specification vol. 1, 8.3).
    same_bytes("grh.dgid", verbatim_grh_dgid(at), gid_b, sizeof gid_b);
    same("grh.flow_label", verbatim_grh_flow_label(at), 0x54321);
  }
}

static void transport(void) {
  {
    BEGIN(UDP, struct udphdr);
    same("the size of udp", VERBATIM_UDP_SIZE, sizeof their);
    verbatim_udp_init(at);
    FIELD(udp, source, 0xc001, ntohs(their.source));
    FIELD(udp, dest, 4791, ntohs(their.dest));
    FIELD(udp, len, 0x0102, ntohs(their.len));
    FIELD(udp, check, 0xfedc, ntohs(their.check));
  }
  {
    BEGIN(TCP, struct tcphdr);
    same("the size of tcp", VERBATIM_TCP_SIZE, sizeof their);
    verbatim_tcp_init(at);
    FIELD(tcp, source, 1, ntohs(their.source));
    FIELD(tcp, dest, 2, ntohs(their.dest));
    FIELD(tcp, seq, 0x12345678, ntohl(their.seq));
    FIELD(tcp, ack_seq, 0x9abcdef0, ntohl(their.ack_seq));
    FIELD(tcp, doff, 5, their.doff);
    FIELD(tcp, cwr, 1, their.cwr);
    FIELD(tcp, ece, 1, their.ece);
    FIELD(tcp, urg, 1, their.urg);
    FIELD(tcp, ack, 1, their.ack);
    FIELD(tcp, psh, 1, their.psh);
    FIELD(tcp, rst, 1, their.rst);
    FIELD(tcp, syn, 1, their.syn);
    FIELD(tcp, fin, 1, their.fin);
    FIELD(tcp, window, 0x1000, ntohs(their.window));
    FIELD(tcp, check, 0x1111, ntohs(their.check));
    FIELD(tcp, urg_ptr, 0x2222, ntohs(their.urg_ptr));
  }
}

#if HAS_UMAD
static void header_of_datagrams(void) {
  BEGIN(MAD, struct umad_packet);
  same("the size of mad", VERBATIM_MAD_SIZE, sizeof their);
  same("the size of mad_hdr", VERBATIM_MAD_HDR_SIZE, sizeof their.mad_hdr);
  verbatim_mad_init(at);
  uint8_t *const hdr = verbatim_mad_edit_hdr(at);
  verbatim_mad_hdr_set_base_version(hdr, 1);
  verbatim_mad_hdr_set_mgmt_class(hdr, 4);
  verbatim_mad_hdr_set_class_version(hdr, 2);
  verbatim_mad_hdr_set_method(hdr, 0x81);
  verbatim_mad_hdr_set_status(hdr, 0x1c);
  verbatim_mad_hdr_set_class_specific(hdr, 0x3344);
  verbatim_mad_hdr_set_tid(hdr, 0x1122334455667788);
  verbatim_mad_hdr_set_attr_id(hdr, VERBATIM_CLASS_PORT_INFO_ATTRIBUTE);
  verbatim_mad_hdr_set_attr_mod(hdr, 0x99aabbcc);
  memcpy(&their, at, sizeof their);
  same("base_version", their.mad_hdr.base_version, 1);
  same("mgmt_class", their.mad_hdr.mgmt_class, 4);
  same("class_version", their.mad_hdr.class_version, 2);
  same("method", their.mad_hdr.method, 0x81);
  same("status", ntohs(their.mad_hdr.status), 0x1c);
  same("class_specific", ntohs(their.mad_hdr.class_specific), 0x3344);
  same("tid", be64toh(their.mad_hdr.tid), 0x1122334455667788);
  same("attr_id", ntohs(their.mad_hdr.attr_id), UMAD_ATTR_CLASS_PORT_INFO);
  same("attr_mod", ntohl(their.mad_hdr.attr_mod), 0x99aabbcc);
  same("the data", (uint64_t)(verbatim_mad_data(at) - at), offsetof(struct umad_packet, data));
}

static void subnet_management(void) {
  BEGIN(SMP_DR, struct umad_smp);
  same("the size of smp_dr", VERBATIM_SMP_DR_SIZE, sizeof their);
  verbatim_smp_dr_init(at);
  FIELD(smp_dr, d, 1, (ntohs(their.status) >> 15));
  FIELD(smp_dr, status, 0x1c, (ntohs(their.status) & 0x7fff));
  FIELD(smp_dr, hop_ptr, 3, their.hop_ptr);
  FIELD(smp_dr, hop_cnt, 5, their.hop_cnt);
  FIELD(smp_dr, attr_id, VERBATIM_PORT_INFO_ATTRIBUTE, ntohs(their.attr_id));
  same("the number of port_info", VERBATIM_PORT_INFO_ATTRIBUTE, UMAD_SM_ATTR_PORT_INFO);
  FIELD(smp_dr, mkey, 0x0123456789abcdef, be64toh(their.mkey));
  FIELD(smp_dr, dr_slid, 0xffff, ntohs(their.dr_slid));
  FIELD(smp_dr, dr_dlid, 0xfffe, ntohs(their.dr_dlid));
  uint8_t some[64];
  for (unsigned i = 0; i < sizeof some; i++) some[i] = (uint8_t)(7 * i);
  BYTES(smp_dr, data, some, their.data);
  BYTES(smp_dr, initial_path, some, their.initial_path);
  BYTES(smp_dr, return_path, some, their.return_path);
}

static void subnet_administration(void) {
  BEGIN(SA_MAD, struct umad_sa_packet);
  same("the size of sa_mad", VERBATIM_SA_MAD_SIZE, sizeof their);
  verbatim_sa_mad_init(at);
  FIELD(sa_mad, attr_offset, 8, ntohs(their.attr_offset));
  FIELD(sa_mad, comp_mask, 0x8000000000000001, be64toh(their.comp_mask));
  FIELD(sa_mad, sm_key, 0x1122334455667788, verbatim_load64(their.sm_key));
  uint8_t *const rmpp = verbatim_sa_mad_edit_rmpp(at);
  verbatim_rmpp_hdr_set_rmpp_version(rmpp, 1);
  verbatim_rmpp_hdr_set_rmpp_type(rmpp, 2);
  verbatim_rmpp_hdr_set_rmpp_rtime(rmpp, 9);
  verbatim_rmpp_hdr_set_rmpp_flags(rmpp, 5);
  verbatim_rmpp_hdr_set_rmpp_status(rmpp, 0x77);
  verbatim_rmpp_hdr_set_seg_num(rmpp, 0x01020304);
  verbatim_rmpp_hdr_set_paylen_newwin(rmpp, 0x05060708);
  memcpy(&their, at, sizeof their);
  same("rmpp_version", their.rmpp_hdr.rmpp_version, 1);
  same("rmpp_type", their.rmpp_hdr.rmpp_type, 2);
  same("rmpp_rtime and rmpp_flags", their.rmpp_hdr.rmpp_rtime_flags, 9 << 3 | 5);
  same("rmpp_status", their.rmpp_hdr.rmpp_status, 0x77);
  same("seg_num", ntohl(their.rmpp_hdr.seg_num), 0x01020304);
  same("paylen_newwin", ntohl(their.rmpp_hdr.paylen_newwin), 0x05060708);
  same("the data", (uint64_t)(verbatim_sa_mad_data(at) - at),
       offsetof(struct umad_sa_packet, data));
}

static void paths(void) {
  BEGIN(PATH_RECORD, struct ibv_path_record);
  same("the size of path_record", VERBATIM_PATH_RECORD_SIZE, sizeof their);
  same("its number", VERBATIM_PATH_RECORD_ATTRIBUTE, UMAD_SA_ATTR_PATH_REC);
  verbatim_path_record_init(at);
  FIELD(path_record, service_id, 0x1000000000001234, be64toh(their.service_id));
  BYTES(path_record, dgid, gid_a, &their.dgid);
  BYTES(path_record, sgid, gid_b, &their.sgid);
  FIELD(path_record, dlid, 0x1234, ntohs(their.dlid));
  FIELD(path_record, slid, 0x5678, ntohs(their.slid));
  FIELD(path_record, flow_label, 0xabcde, (ntohl(their.flowlabel_hoplimit) >> 8 & 0xfffff));
  FIELD(path_record, hop_limit, 0x3f, (ntohl(their.flowlabel_hoplimit) & 0xff));
  FIELD(path_record, traffic_class, 0x60, their.tclass);
  FIELD(path_record, reversible, 1, (their.reversible_numpath >> 7));
  FIELD(path_record, numb_path, 0x55, (their.reversible_numpath & 0x7f));
  FIELD(path_record, pkey, 0xffff, ntohs(their.pkey));
  FIELD(path_record, qos_class, 0xabc, (ntohs(their.qosclass_sl) >> 4));
  FIELD(path_record, sl, 9, (ntohs(their.qosclass_sl) & 15));
  FIELD(path_record, mtu_selector, 2, (their.mtu >> 6));
  FIELD(path_record, mtu, 5, (their.mtu & 0x3f));
  FIELD(path_record, rate_selector, 1, (their.rate >> 6));
  FIELD(path_record, rate, 16, (their.rate & 0x3f));
  FIELD(path_record, packet_life_time_selector, 3, (their.packetlifetime >> 6));
  FIELD(path_record, packet_life_time, 18, (their.packetlifetime & 0x3f));
  FIELD(path_record, preference, 7, their.preference);
}

static void groups(void) {
  BEGIN(MCMEMBER_RECORD, struct umad_sa_mcmember_record);
  same("its number", VERBATIM_MCMEMBER_RECORD_ATTRIBUTE, UMAD_SA_ATTR_MCMEMBER_REC);
  verbatim_mcmember_record_init(at);
  BYTES(mcmember_record, mgid, gid_b, their.mgid);
  BYTES(mcmember_record, port_gid, gid_a, their.portgid);
  FIELD(mcmember_record, qkey, 0x0b1b, ntohl(their.qkey));
  FIELD(mcmember_record, mlid, 0xc001, ntohs(their.mlid));
  FIELD(mcmember_record, mtu_selector, 2, (their.mtu >> 6));
  FIELD(mcmember_record, mtu, 4, (their.mtu & 0x3f));
  FIELD(mcmember_record, traffic_class, 0x11, their.tclass);
  FIELD(mcmember_record, pkey, 0x8001, ntohs(their.pkey));
  FIELD(mcmember_record, rate, 3, (their.rate & 0x3f));
  FIELD(mcmember_record, packet_life_time, 19, (their.pkt_life & 0x3f));
  FIELD(mcmember_record, sl, 3, (ntohl(their.sl_flow_hop) >> 28));
  FIELD(mcmember_record, flow_label, 0x12345, (ntohl(their.sl_flow_hop) >> 8 & 0xfffff));
  FIELD(mcmember_record, hop_limit, 0xfe, (ntohl(their.sl_flow_hop) & 0xff));
  FIELD(mcmember_record, scope, UMAD_SA_MCM_ADDR_SCOPE_SITE_LOCAL, (their.scope_state >> 4));
  FIELD(mcmember_record, join_state, UMAD_SA_MCM_JOIN_STATE_FULL_MEMBER, (their.scope_state & 15));
  FIELD(mcmember_record, proxy_join, 1, (their.proxy_join >> 7));
  same("the component of proxy_join", 1ull << VERBATIM_MCMEMBER_RECORD_PROXY_JOIN_COMPONENT,
       UMAD_SA_MCM_COMP_MASK_PROXY_JOIN);
  same("the component of scope", 1ull << VERBATIM_MCMEMBER_RECORD_SCOPE_COMPONENT,
       UMAD_SA_MCM_COMP_MASK_SCOPE);
  same("the component of mgid", 1ull << VERBATIM_MCMEMBER_RECORD_MGID_COMPONENT,
       UMAD_SA_MCM_COMP_MASK_MGID);
}
#endif

int main(void) {
  link_and_network();
  transport();
#if HAS_UMAD
  header_of_datagrams();
  subnet_management();
  subnet_administration();
  paths();
  groups();
#endif
  printf("%lu comparisons, %lu of them differ\n", comparisons, failures);
  return failures != 0 || comparisons < 60;
}
