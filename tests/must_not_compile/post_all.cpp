// Many requests at once: what the ranges and the callback of post_all() have to be.
#include <array>
#include <vector>

#include "queues.hpp"

using verbatim::memory_slice;
using verbatim::reads;
using verbatim::remote_region;
using verbatim::sends;
using verbatim::writes;
using slices = std::vector<memory_slice>;
using regions = std::vector<remote_region>;
using spans = std::vector<byte_view>;

// case: post_all_read_of_bytes
// expect: READ takes slices, no inline data
bool misuse(rc_queue& sq, const slices& into, const spans& bytes, const regions& from) {
#ifdef CONTROL
  (void)bytes;
  return sq.post_all(reads(into, from)).ok();
#else
  (void)into;
  return sq.post_all(reads(bytes, from)).ok();
#endif
}

// case: post_all_write_of_datagrams
// expect: this transport has no RDMA WRITE
bool misuse(ud_queue& sq, const slices& what, const regions& where, const verbatim::av_ud_seg& to) {
#ifdef CONTROL
  (void)where;
  return sq.post_all(sends(what).to(to)).ok();
#else
  return sq.post_all(writes(what, where).to(to)).ok();
#endif
}

// case: post_all_read_on_uc
// expect: this transport has no RDMA READ
bool misuse(uc_queue& sq, const slices& what, const regions& where) {
#ifdef CONTROL
  return sq.post_all(writes(what, where)).ok();
#else
  return sq.post_all(reads(what, where)).ok();
#endif
}

// case: post_all_without_an_address
// expect: this transport sends each WQE to an address
bool misuse(ud_queue& sq, const slices& what, const verbatim::av_ud_seg& to) {
#ifdef CONTROL
  return sq.post_all(sends(what).to(to)).ok();
#else
  (void)to;
  return sq.post_all(sends(what)).ok();
#endif
}

// case: post_all_with_an_address_on_rc
// expect: does not take such an address
bool misuse(rc_queue& sq, const slices& what, const verbatim::av_ud_seg& to) {
#ifdef CONTROL
  (void)to;
  return sq.post_all(sends(what)).ok();
#else
  return sq.post_all(sends(what).to(to)).ok();
#endif
}

// case: post_all_without_a_stream
// expect: give post_all\(\) a callback
bool misuse(dci_streams_queue& sq, const slices& what, const std::vector<int>& entries,
            const verbatim::av_dc_seg& to) {
#ifdef CONTROL
  (void)what;
  return sq
      .post_all(entries,
                [&](auto&& wqe, int entry) {
                  return std::move(wqe).stream_id(1).av(to).send().no_data().signal(entry).finish();
                })
      .ok();
#else
  return sq.post_all(sends(what).to(to).signal(entries)).ok();
#endif
}

// case: post_all_of_arrays_of_different_sizes
// expect: needs a remote region for each slice
bool misuse(rc_queue& sq, const std::array<memory_slice, 3>& what,
            const std::array<remote_region, 3>& where, const std::array<remote_region, 2>& fewer) {
#ifdef CONTROL
  (void)fewer;
  return sq.post_all(writes(what, where)).ok();
#else
  (void)where;
  return sq.post_all(writes(what, fewer)).ok();
#endif
}

// case: post_all_with_too_few_entries
// expect: needs an entry for each request
bool misuse(rc_queue& sq, const std::array<memory_slice, 3>& what,
            const std::array<int, 3>& entries, const std::array<int, 2>& fewer) {
#ifdef CONTROL
  (void)fewer;
  return sq.post_all(sends(what).signal(entries)).ok();
#else
  (void)entries;
  return sq.post_all(sends(what).signal(fewer)).ok();
#endif
}

// case: post_all_entries_on_a_sparse_queue
// expect: only wqe_table::ordered_dense hands such entries back
bool misuse(rc_queue& sq, dense_queue& dense, const slices& what, const std::vector<int>& entries) {
#ifdef CONTROL
  (void)sq;
  return dense.post_all(sends(what).entries(entries)).ok();
#else
  (void)dense;
  return sq.post_all(sends(what).entries(entries)).ok();
#endif
}

// case: post_all_unsignaled_on_an_unordered_queue
// expect: unsignaled WQE on an unordered queue
bool misuse(unordered_queue& sq, const slices& what, const std::vector<int>& entries) {
#ifdef CONTROL
  return sq.post_all(sends(what).signal(entries)).ok();
#else
  (void)entries;
  return sq.post_all(sends(what)).ok();
#endif
}

// case: post_all_of_the_wrong_entries
// expect: (no viable|cannot convert|could not convert|invalid conversion|no matching)
bool misuse(rc_queue& sq, const slices& what, const std::vector<int>& entries,
            const std::vector<byte_view>& wrong) {
#ifdef CONTROL
  (void)wrong;
  return sq.post_all(sends(what).signal(entries)).ok();
#else
  (void)entries;
  return sq.post_all(sends(what).signal(wrong)).ok();
#endif
}

// case: post_all_callback_that_does_not_finish
// expect: returns what finish\(\) returns
bool misuse(rc_queue& sq, const slices& what) {
#ifdef CONTROL
  return sq
      .post_all(what,
                [](auto&& wqe, const memory_slice& s) {
                  return std::move(wqe).send().sge(s).signal(1).finish();
                })
      .ok();
#else
  return sq
      .post_all(what, [](auto&& wqe,
                         const memory_slice& s) { return std::move(wqe).send().sge(s).signal(1); })
      .ok();
#endif
}

// case: post_all_of_numbers
// expect: is a memory_slice, a span of bytes that are inlined, or a payload
bool misuse(rc_queue& sq, const slices& what, const std::vector<int>& numbers) {
#ifdef CONTROL
  (void)numbers;
  return sq.post_all(sends(what)).ok();
#else
  (void)what;
  return sq.post_all(sends(numbers)).ok();
#endif
}

// case: post_all_through_verbs_without_a_destination
// expect: add .to\(destination\)
bool misuse(verbatim::verbs_qp<verbatim::ud>& qp, const slices& what,
            const verbatim::ud_destination& to) {
#ifdef CONTROL
  return qp.post_all(sends(what).to(to)).ok();
#else
  (void)to;
  return qp.post_all(sends(what)).ok();
#endif
}

// case: post_all_that_nobody_looks_at
// expect: nodiscard|ignoring return
void misuse(rc_queue& sq, const slices& what) {
#ifdef CONTROL
  (void)sq.post_all(sends(what)).ok();
#else
  sq.post_all(sends(what));
#endif
}
