// Operands, masks and results of atomic operations.
#include "queues.hpp"

// case: operands_missing
// expect: needs_operands\W.*no member named .sge\W|no member named .sge\W.*needs_operands\W
verbatim::post_result misuse(rc_queue& sq) {
#ifdef CONTROL
  return sq.sq_wqe().cas().rdma(1, rkey(2)).operands(3, 4).sge(5, lkey(6)).finish();
#else
  return sq.sq_wqe().cas().rdma(1, rkey(2)).sge(5, lkey(6)).finish();
#endif
}

// case: mask_missing
// expect: no matching (member )?function for call to .*\boperands\b|too (few|many) arguments to function call
verbatim::post_result misuse(rc_queue& sq) {
#ifdef CONTROL
  return sq.sq_wqe().masked_cas32().rdma(1, rkey(2)).operands(1, 2, 3, 4).sge(5, lkey(6)).finish();
#else
  return sq.sq_wqe().masked_cas32().rdma(1, rkey(2)).operands(1, 2, 3).sge(5, lkey(6)).finish();
#endif
}

// case: result_sge_missing
// expect: needs_sge\W.*no member named .finish\W|no member named .finish\W.*needs_sge\W
verbatim::post_result misuse(rc_queue& sq) {
#ifdef CONTROL
  return sq.sq_wqe().fetch_add().rdma(1, rkey(2)).operands(3).sge(5, lkey(6)).finish();
#else
  return sq.sq_wqe().fetch_add().rdma(1, rkey(2)).operands(3).finish();
#endif
}

// case: length_on_atomic
// expect: no matching (member )?function for call to .*\bsge\b|too (few|many) arguments to function call
verbatim::post_result misuse(rc_queue& sq) {
#ifdef CONTROL
  return sq.sq_wqe().swap64().rdma(1, rkey(2)).operands(3).sge(5, lkey(6)).finish();
#else
  return sq.sq_wqe().swap64().rdma(1, rkey(2)).operands(3).sge(5, 8, lkey(6)).finish();
#endif
}

// case: two_sges_on_atomic
// expect: takes_signal_or_finish\W.*no member named .sge\W|no member named .sge\W.*takes_signal_or_finish\W
verbatim::post_result misuse(rc_queue& sq) {
#ifdef CONTROL
  return sq.sq_wqe().fetch_add().rdma(1, rkey(2)).operands(3).sge(5, lkey(6)).finish();
#else
  return sq.sq_wqe()
      .fetch_add()
      .rdma(1, rkey(2))
      .operands(3)
      .sge(5, lkey(6))
      .sge(7, lkey(8))
      .finish();
#endif
}

// case: two_sges_on_masked_atomic
// expect: takes_signal_or_finish\W.*no member named .sge\W|no member named .sge\W.*takes_signal_or_finish\W
verbatim::post_result misuse(rc_queue& sq) {
#ifdef CONTROL
  return sq.sq_wqe().masked_cas64().rdma(1, rkey(2)).operands(1, 2, 3, 4).sge(5, lkey(6)).finish();
#else
  return sq.sq_wqe()
      .masked_cas64()
      .rdma(1, rkey(2))
      .operands(1, 2, 3, 4)
      .sge(5, lkey(6))
      .sge(7, lkey(8))
      .finish();
#endif
}

// case: no_data_on_atomic
// expect: needs_sge\W.*no member named .no_data\W|no member named .no_data\W.*needs_sge\W
verbatim::post_result misuse(rc_queue& sq) {
#ifdef CONTROL
  return sq.sq_wqe().fetch_add().rdma(1, rkey(2)).operands(3).sge(5, lkey(6)).finish();
#else
  return sq.sq_wqe().fetch_add().rdma(1, rkey(2)).operands(3).no_data().finish();
#endif
}

// case: no_data_on_masked_atomic
// expect: needs_sge\W.*no member named .no_data\W|no member named .no_data\W.*needs_sge\W
verbatim::post_result misuse(rc_queue& sq) {
#ifdef CONTROL
  return sq.sq_wqe().swap32().rdma(1, rkey(2)).operands(3).sge(5, lkey(6)).finish();
#else
  return sq.sq_wqe().swap32().rdma(1, rkey(2)).operands(3).no_data().finish();
#endif
}

// case: inline_data_on_atomic
// expect: needs_sge\W.*no member named .inline_data\W|no member named .inline_data\W.*needs_sge\W
verbatim::post_result misuse(rc_queue& sq) {
#ifdef CONTROL
  return sq.sq_wqe().cas().rdma(1, rkey(2)).operands(3, 4).sge(5, lkey(6)).finish();
#else
  return sq.sq_wqe().cas().rdma(1, rkey(2)).operands(3, 4).inline_data({}).finish();
#endif
}

// case: inline_data_on_masked_atomic
// expect: needs_sge\W.*no member named .inline_data\W|no member named .inline_data\W.*needs_sge\W
verbatim::post_result misuse(rc_queue& sq, [[maybe_unused]] byte_view bytes) {
#ifdef CONTROL
  return sq.sq_wqe().masked_fetch_add32().rdma(1, rkey(2)).operands(1, 2).sge(5, lkey(6)).finish();
#else
  return sq.sq_wqe()
      .masked_fetch_add32()
      .rdma(1, rkey(2))
      .operands(1, 2)
      .inline_data(bytes)
      .finish();
#endif
}

// case: result_of_another_length
// expect: no matching (member )?function|could not convert|no viable conversion|cannot convert
std::uint32_t misuse(std::span<const std::byte, 8> found) {
#ifdef CONTROL
  return verbatim::rc::masked_fetch_add32::result(found.first<4>());
#else
  return verbatim::rc::masked_fetch_add32::result(found);
#endif
}
