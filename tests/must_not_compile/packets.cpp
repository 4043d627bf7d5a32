// Ethernet frames, segmentation, and packets of an IPoIB device.
#include "queues.hpp"

// case: eth_missing_on_raw_packet
// expect: raw_packet\b.*needs_eth_or_eth_vlan\W.*no member named .send\W|no member named .send\W.*raw_packet\b.*needs_eth_or_eth_vlan\W
verbatim::post_result misuse(raw_packet_queue& sq) {
#ifdef CONTROL
  return sq.sq_wqe().eth(1, 1).send().sge(1, 2, lkey(3)).finish();
#else
  return sq.sq_wqe().send().sge(1, 2, lkey(3)).finish();
#endif
}

// case: eth_missing_on_underlay
// expect: ud_underlay\b.*needs_eth\W.*no member named .send\W|no member named .send\W.*ud_underlay\b.*needs_eth\W
verbatim::post_result misuse(ud_underlay_queue& sq, [[maybe_unused]] byte_view bytes) {
#ifdef CONTROL
  return sq.sq_wqe().av(1, 2, 3).eth(1, 1, bytes).send().sge(1, 2, lkey(3)).finish();
#else
  return sq.sq_wqe().av(1, 2, 3).send().sge(1, 2, lkey(3)).finish();
#endif
}

// case: header_missing_on_underlay
// expect: no matching (member )?function for call to .*\beth\b|too (few|many) arguments to function call
verbatim::post_result misuse(ud_underlay_queue& sq, [[maybe_unused]] byte_view bytes) {
#ifdef CONTROL
  return sq.sq_wqe().av(1, 2, 3).eth(1, 1, bytes).send().sge(1, 2, lkey(3)).finish();
#else
  return sq.sq_wqe().av(1, 2, 3).eth(1, 1).send().sge(1, 2, lkey(3)).finish();
#endif
}

// case: imm_on_raw_packet
// expect: needs_sge_or_inline_data_or_no_data\W.*no member named .imm\W|no member named .imm\W.*needs_sge_or_inline_data_or_no_data\W
verbatim::post_result misuse(raw_packet_queue& sq) {
#ifdef CONTROL
  return sq.sq_wqe().eth(1, 1).send().sge(3, 4, lkey(5)).finish();
#else
  return sq.sq_wqe().eth(1, 1).send().imm(1).sge(3, 4, lkey(5)).finish();
#endif
}

// case: imm_on_underlay
// expect: needs_sge_or_inline_data_or_no_data\W.*no member named .imm\W|no member named .imm\W.*needs_sge_or_inline_data_or_no_data\W
verbatim::post_result misuse(ud_underlay_queue& sq, byte_view bytes) {
#ifdef CONTROL
  return sq.sq_wqe().av(1, 2, 3).eth(1, 1, bytes).send().sge(3, 4, lkey(5)).finish();
#else
  return sq.sq_wqe().av(1, 2, 3).eth(1, 1, bytes).send().imm(1).sge(3, 4, lkey(5)).finish();
#endif
}

// case: eth_in_front_of_tso
// expect: raw_packet\b.*needs_verb\W.*no member named .tso\W|no member named .tso\W.*raw_packet\b.*needs_verb\W
verbatim::post_result misuse(raw_packet_queue& sq, byte_view bytes) {
#ifdef CONTROL
  return sq.sq_wqe().tso().eth(1460, 1, 1, bytes).sge(1, 2, lkey(3)).finish();
#else
  return sq.sq_wqe().eth(1, 1).tso().eth(1460, 1, 1, bytes).sge(1, 2, lkey(3)).finish();
#endif
}

// case: header_missing_on_tso
// expect: no matching (member )?function for call to .*\beth\b|too (few|many) arguments to function call
verbatim::post_result misuse(raw_packet_queue& sq, [[maybe_unused]] byte_view bytes) {
#ifdef CONTROL
  return sq.sq_wqe().tso().eth(1460, 1, 1, bytes).sge(1, 2, lkey(3)).finish();
#else
  return sq.sq_wqe().tso().eth(1460, 1, 1).sge(1, 2, lkey(3)).finish();
#endif
}

// case: inline_data_on_tso
// expect: needs_sge\W.*no member named .inline_data\W|no member named .inline_data\W.*needs_sge\W
verbatim::post_result misuse(raw_packet_queue& sq, byte_view bytes) {
#ifdef CONTROL
  return sq.sq_wqe().tso().eth(1460, 1, 1, bytes).sge(1, 2, lkey(3)).finish();
#else
  return sq.sq_wqe().tso().eth(1460, 1, 1, bytes).inline_data(bytes).finish();
#endif
}

// case: no_data_on_tso
// expect: needs_sge\W.*no member named .no_data\W|no member named .no_data\W.*needs_sge\W
verbatim::post_result misuse(raw_packet_queue& sq, byte_view bytes) {
#ifdef CONTROL
  return sq.sq_wqe().tso().eth(1460, 1, 1, bytes).sge(1, 2, lkey(3)).finish();
#else
  return sq.sq_wqe().tso().eth(1460, 1, 1, bytes).no_data().finish();
#endif
}

// case: header_in_front_of_multi_packet
// expect: raw_packet\b.*needs_verb\W.*no member named .multi_packet\W|no member named .multi_packet\W.*raw_packet\b.*needs_verb\W
verbatim::post_result misuse(raw_packet_queue& sq, [[maybe_unused]] byte_view header) {
#ifdef CONTROL
  return sq.sq_wqe().multi_packet().eth(1, 1, 0).packet(1, 2, lkey(3)).finish();
#else
  return sq.sq_wqe().eth(1, 1, header).multi_packet().packet(1, 2, lkey(3)).finish();
#endif
}

// case: no_packet
// expect: needs_packet_or_inline_packet\W.*no member named .finish\W|no member named .finish\W.*needs_packet_or_inline_packet\W
verbatim::post_result misuse(raw_packet_queue& sq) {
#ifdef CONTROL
  return sq.sq_wqe().multi_packet().eth(1, 1, 0).packet(1, 2, lkey(3)).finish();
#else
  return sq.sq_wqe().multi_packet().eth(1, 1, 0).finish();
#endif
}
