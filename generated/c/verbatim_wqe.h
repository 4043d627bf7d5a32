// Generated from specs/ by codegen.
// Do not edit: `meson compile -C build generate`.
#ifndef VERBATIM_C_WQE_H
#define VERBATIM_C_WQE_H

#include "segments/verbatim_ctrl_seg.h"
#include "segments/verbatim_inline_seg.h"
#include "verbatim_wire.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
  VERBATIM_OCTOWORD = 16,        ///< Bytes of the unit in which WQEs are counted.
  VERBATIM_WQEBB = 64,           ///< Bytes of the unit in which send queues are counted.
  VERBATIM_WQE_MAX_BYTES = 1024  ///< Room for the longest WQE.
};

/// Why a WQE cannot be finished.
enum verbatim_wqe_error {
  VERBATIM_WQE_OK = 0,
  VERBATIM_WQE_OUT_OF_ORDER,    ///< A call that this WQE, or this transport, does not have here.
  VERBATIM_WQE_NO_ROOM,         ///< The WQE is longer than its memory, or than the device allows.
  VERBATIM_WQE_VALUE_TOO_LARGE  ///< A length that the device does not take.
};

/// The transports.
enum verbatim_transport {
  VERBATIM_TRANSPORT_NONE = 0,
  VERBATIM_TRANSPORT_DCI,
  VERBATIM_TRANSPORT_DCI_COMPACT,
  VERBATIM_TRANSPORT_DCI_ROCE,
  VERBATIM_TRANSPORT_RAW_PACKET,
  VERBATIM_TRANSPORT_RC,
  VERBATIM_TRANSPORT_UC,
  VERBATIM_TRANSPORT_UD,
  VERBATIM_TRANSPORT_UD_COMPACT,
  VERBATIM_TRANSPORT_UD_ROCE,
  VERBATIM_TRANSPORT_UD_UNDERLAY,
  VERBATIM_TRANSPORT_XRC,
  VERBATIM_TRANSPORT_XRQ_CMD
};

/// The WQEs.
enum verbatim_wqe_kind {
  VERBATIM_WQE_KIND_NONE = 0,
  VERBATIM_WQE_KIND_ATOMIC_CS,
  VERBATIM_WQE_KIND_ATOMIC_FA,
  VERBATIM_WQE_KIND_BIND_MW,
  VERBATIM_WQE_KIND_BIND_MW_TYPE1,
  VERBATIM_WQE_KIND_CAS32,
  VERBATIM_WQE_KIND_CONFIGURE_MKEY,
  VERBATIM_WQE_KIND_CONFIGURE_MKEY_STRIDED,
  VERBATIM_WQE_KIND_COPY,
  VERBATIM_WQE_KIND_DUMP,
  VERBATIM_WQE_KIND_FETCH_ADD32,
  VERBATIM_WQE_KIND_FETCH_AND32,
  VERBATIM_WQE_KIND_FETCH_AND64,
  VERBATIM_WQE_KIND_FETCH_OR32,
  VERBATIM_WQE_KIND_FETCH_OR64,
  VERBATIM_WQE_KIND_FETCH_XOR32,
  VERBATIM_WQE_KIND_FETCH_XOR64,
  VERBATIM_WQE_KIND_LOCAL_INVALIDATE,
  VERBATIM_WQE_KIND_MASKED_CAS128,
  VERBATIM_WQE_KIND_MASKED_CAS32,
  VERBATIM_WQE_KIND_MASKED_CAS64,
  VERBATIM_WQE_KIND_MASKED_FETCH_ADD128,
  VERBATIM_WQE_KIND_MASKED_FETCH_ADD32,
  VERBATIM_WQE_KIND_MASKED_FETCH_ADD64,
  VERBATIM_WQE_KIND_MULTI_PACKET,
  VERBATIM_WQE_KIND_NOP,
  VERBATIM_WQE_KIND_NOP_TO,
  VERBATIM_WQE_KIND_RDMA_READ,
  VERBATIM_WQE_KIND_RDMA_WRITE,
  VERBATIM_WQE_KIND_RDMA_WRITE_IMM,
  VERBATIM_WQE_KIND_RECV_ENABLE,
  VERBATIM_WQE_KIND_SEND,
  VERBATIM_WQE_KIND_SEND_ENABLE,
  VERBATIM_WQE_KIND_SEND_IMM,
  VERBATIM_WQE_KIND_SEND_INVAL,
  VERBATIM_WQE_KIND_SET_PSV,
  VERBATIM_WQE_KIND_SWAP32,
  VERBATIM_WQE_KIND_SWAP64,
  VERBATIM_WQE_KIND_TAG_APPEND,
  VERBATIM_WQE_KIND_TAG_REMOVE,
  VERBATIM_WQE_KIND_TAG_SYNC,
  VERBATIM_WQE_KIND_TSO,
  VERBATIM_WQE_KIND_UNBIND_MW,
  VERBATIM_WQE_KIND_UPDATE_MKEY,
  VERBATIM_WQE_KIND_WAIT_CQ,
  VERBATIM_WQE_KIND_WAIT_DATA,
  VERBATIM_WQE_KIND_WAIT_TIME,
  VERBATIM_WQE_KIND_WRITE_FLOW_TABLE
};

/// A WQE that is being built. verbatim_TRANSPORT_begin() begins it, verbatim_wqe_finish() ends it. In between
/// `ctrl` may be given values (fm, se, dci_stream_channel_id); the other members are for the functions alone.
/// The functions are inlined, so the compiler keeps this struct in registers, and most of it vanishes.
struct verbatim_wqe {
  uint8_t *at;         ///< The first byte of the WQE.
  uint32_t octowords;  ///< The length so far, ctrl_seg included.
  uint32_t room;       ///< The most octowords that it may have.
  struct verbatim_ctrl_seg ctrl;
  /// 1 if the next WQE of the queue has to wait for this one: give it fm = key_changes.
  uint8_t fences_next;
  uint8_t transport;
  uint8_t kind;
  uint8_t state;              ///< The steps that may follow.
  uint8_t ready;              ///< 1 if it may end here.
  uint8_t error;              ///< The first error, one of verbatim_wqe_error.
  uint8_t list_pad;           ///< Octowords to whose multiple an open list is padded, or 0.
  uint8_t list_from;          ///< Octowords in front of what `list_length_at` counts.
  uint8_t list_entries_from;  ///< Octowords in front of what `list_entries_at` counts.
  uint8_t list_length_at, list_length_lsb;    ///< The place of the list's length in octowords.
  uint8_t list_entries_at, list_entries_lsb;  ///< The place of the number of its entries.
};

static inline void verbatim_wqe_fail(struct verbatim_wqe *wqe, enum verbatim_wqe_error error) {
  if (wqe->error == VERBATIM_WQE_OK) wqe->error = (uint8_t)error;
}

/// Begins a WQE in `bytes` bytes of memory at `at`; verbatim_TRANSPORT_begin() calls it.
static inline void verbatim_wqe_begin(struct verbatim_wqe *wqe, void *at, size_t bytes,
                                      uint8_t transport, uint32_t max_octowords) {
  memset(wqe, 0, sizeof *wqe);
  wqe->at = (uint8_t *)at;
  wqe->octowords = 1;
  wqe->room = bytes / VERBATIM_OCTOWORD < max_octowords ? (uint32_t)(bytes / VERBATIM_OCTOWORD)
                                                        : max_octowords;
  wqe->transport = transport;
  if (wqe->room == 0) {
    wqe->room = 1;
    wqe->error = VERBATIM_WQE_NO_ROOM;
  }
}

/// Takes a step if it is in order here.
static inline void verbatim_wqe_step(struct verbatim_wqe *wqe, int in_order, uint8_t state,
                                     uint8_t ready) {
  VERBATIM_ASSERT(in_order && "this call is out of order");
  if (!in_order) verbatim_wqe_fail(wqe, VERBATIM_WQE_OUT_OF_ORDER);
  wqe->state = state;
  wqe->ready = ready;
}

/// Returns 1 if there is room for so many octowords more, and no error so far. Too little room is an error.
static inline int verbatim_wqe_has_room(struct verbatim_wqe *wqe, size_t octowords) {
  if (wqe->error != VERBATIM_WQE_OK) return 0;
  if (wqe->octowords + octowords <= wqe->room) return 1;
  wqe->error = VERBATIM_WQE_NO_ROOM;
  return 0;
}

/// Takes the next octowords, for which there is room, and returns their place.
static inline uint8_t *verbatim_wqe_take(struct verbatim_wqe *wqe, size_t octowords) {
  uint8_t *const at = wqe->at + (size_t)wqe->octowords * VERBATIM_OCTOWORD;
  wqe->octowords += (uint32_t)octowords;
  return at;
}

/// Adds a number to a field of a word that has been written.
static inline void verbatim_wqe_add(struct verbatim_wqe *wqe, uint8_t at, uint8_t lsb,
                                    uint32_t number) {
  uint8_t *const word = wqe->at + at;
  if (wqe->error == VERBATIM_WQE_OK)
    verbatim_store32(word, verbatim_load32(word) + (number << lsb));
}

/// Fills the WQE with zeros up to a multiple of octowords.
static inline void verbatim_wqe_pad(struct verbatim_wqe *wqe, uint32_t multiple) {
  const size_t octowords = (multiple - wqe->octowords % multiple) % multiple;
  if (verbatim_wqe_has_room(wqe, octowords))
    memset(verbatim_wqe_take(wqe, octowords), 0, octowords * VERBATIM_OCTOWORD);
}

/// Ends a list that is padded and counted.
static inline void verbatim_wqe_close(struct verbatim_wqe *wqe) {
  const uint8_t multiple = wqe->list_pad;
  if (multiple == 0) return;
  wqe->list_pad = 0;
  if (wqe->list_entries_at != 255)
    verbatim_wqe_add(wqe, wqe->list_entries_at, wqe->list_entries_lsb,
                     wqe->octowords - wqe->list_entries_from);
  verbatim_wqe_pad(wqe, multiple);
  if (wqe->list_length_at != 255)
    verbatim_wqe_add(wqe, wqe->list_length_at, wqe->list_length_lsb,
                     wqe->octowords - wqe->list_from);
}

/// Returns the octowords that `length` bytes take if they begin at byte `begin` of a segment of `size` bytes.
static inline size_t verbatim_wqe_header_octowords(size_t size, size_t begin, size_t length) {
  const size_t most = VERBATIM_WQE_MAX_BYTES;  // longer ones have no room in any case
  const size_t end = begin + (length < most ? length : most);
  return ((end > size ? end : size) + VERBATIM_OCTOWORD - 1) / VERBATIM_OCTOWORD;
}

/// Takes octowords whose last one is zeros, for bytes that need not fill it.
static inline uint8_t *verbatim_wqe_take_padded(struct verbatim_wqe *wqe, size_t octowords) {
  uint8_t *const at = verbatim_wqe_take(wqe, octowords);
  memset(at + (octowords - 1) * VERBATIM_OCTOWORD, 0, VERBATIM_OCTOWORD);
  return at;
}

/// Appends an inline payload, padded with zeros to whole octowords. An empty one is left out.
static inline void verbatim_wqe_append_inline(struct verbatim_wqe *wqe, const void *bytes,
                                              size_t length) {
  const size_t octowords = verbatim_wqe_header_octowords(0, VERBATIM_INLINE_SEG_SIZE, length);
  struct verbatim_inline_seg header;
  if (length == 0 || !verbatim_wqe_has_room(wqe, octowords)) return;
  uint8_t *const at = verbatim_wqe_take_padded(wqe, octowords);
  memset(&header, 0, sizeof header);
  header.byte_count = (uint16_t)length;
  verbatim_inline_seg_write(at, &header);
  memcpy(at + VERBATIM_INLINE_SEG_SIZE, bytes, length);
}

/// Writes ctrl_seg, which completes the WQE: its index (the producer index, modulo 2^16), the number of the
/// queue pair, and `ce` (VERBATIM_COMPLETION_MODE_ALWAYS asks for a CQE). Returns the WQEBBs that the WQE
/// takes: the producer index grows by them. Returns 0 if the WQE is not complete or has an error; the reason
/// is then in wqe->error.
static inline uint32_t verbatim_wqe_finish(struct verbatim_wqe *wqe, uint16_t wqe_index,
                                           uint32_t qpn, uint8_t ce) {
  const uint32_t per_wqebb = VERBATIM_WQEBB / VERBATIM_OCTOWORD;
  verbatim_wqe_close(wqe);
  VERBATIM_ASSERT(wqe->ready && wqe->kind != VERBATIM_WQE_KIND_NONE && "the WQE lacks a segment");
  if (!wqe->ready || wqe->kind == VERBATIM_WQE_KIND_NONE)
    verbatim_wqe_fail(wqe, VERBATIM_WQE_OUT_OF_ORDER);
  if (wqe->error != VERBATIM_WQE_OK) return 0;
  wqe->ctrl.wqe_index = wqe_index;
  wqe->ctrl.qpn = qpn;
  wqe->ctrl.ds = (uint8_t)wqe->octowords;
  wqe->ctrl.ce = ce;
  verbatim_ctrl_seg_write(wqe->at, &wqe->ctrl);
  return (wqe->octowords + per_wqebb - 1) / per_wqebb;
}

/// Returns the WQEBB of a ring that the producer index names. The ring has a power of two of them.
static inline void *verbatim_ring_at(void *ring, uint32_t wqebbs, uint32_t pi) {
  return (uint8_t *)ring + (size_t)(pi & (wqebbs - 1)) * VERBATIM_WQEBB;
}

/// Returns the bytes from there to the end of the ring. A WQE that is longer is built elsewhere, and copied.
static inline size_t verbatim_ring_bytes_to_end(uint32_t wqebbs, uint32_t pi) {
  return (size_t)(wqebbs - (pi & (wqebbs - 1))) * VERBATIM_WQEBB;
}

/// Copies a finished WQE that was built elsewhere into the ring, where it goes on at the start if it reaches
/// the end.
static inline void verbatim_ring_copy(void *ring, uint32_t wqebbs, uint32_t pi,
                                      const struct verbatim_wqe *wqe) {
  const size_t bytes = (size_t)wqe->octowords * VERBATIM_OCTOWORD;
  const size_t to_end = verbatim_ring_bytes_to_end(wqebbs, pi);
  const size_t first = bytes < to_end ? bytes : to_end;
  memcpy(verbatim_ring_at(ring, wqebbs, pi), wqe->at, first);
  if (bytes != first) memcpy(ring, wqe->at + first, bytes - first);
}

#ifdef __cplusplus
}
#endif

#endif
