// Wrong calls of the functions of generated/c: each is an error that verbatim_wqe_finish() reports, and a debug build
// notices the call. Prints what was not noticed; exit status 1 if anything was not.
#include <stdio.h>

// Debug builds end there; this test counts.
static unsigned noticed;
#define VERBATIM_ASSERT(condition) ((condition) ? (void)0 : (void)noticed++)

#include "verbatim.h"

static int wrong;

static void expect(const char *what, int is_true) {
  if (is_true) return;
  printf("%s\n", what);
  wrong = 1;
}

static uint8_t memory[VERBATIM_WQE_MAX_BYTES];

static void begin_rc(struct verbatim_wqe *wqe) {
  noticed = 0;
  verbatim_rc_begin(wqe, memory, sizeof memory);
}

static uint32_t finish(struct verbatim_wqe *wqe) {
  return verbatim_wqe_finish(wqe, 1, 2, VERBATIM_COMPLETION_MODE_ALWAYS);
}

static void expect_refused(const char *what, struct verbatim_wqe *wqe, enum verbatim_wqe_error error, int asserted) {
  memset(memory, 0xa5, 16);
  expect(what, finish(wqe) == 0 && wqe->error == error && (noticed != 0) == asserted && memory[0] == 0xa5);
}

static void order(void) {
  struct verbatim_wqe wqe;
  begin_rc(&wqe);
  verbatim_rdma_write(&wqe);
  verbatim_rdma_write_sge(&wqe, 1, 2, 3);
  expect_refused("a piece of memory before the address", &wqe, VERBATIM_WQE_OUT_OF_ORDER, 1);

  begin_rc(&wqe);
  verbatim_rdma_write(&wqe);
  verbatim_rdma_write_rdma(&wqe, 1, 2);
  expect_refused("no data", &wqe, VERBATIM_WQE_OUT_OF_ORDER, 1);

  begin_rc(&wqe);
  expect_refused("no WQE", &wqe, VERBATIM_WQE_OUT_OF_ORDER, 1);

  begin_rc(&wqe);
  verbatim_send(&wqe);
  verbatim_send_no_data(&wqe);
  verbatim_nop(&wqe);
  expect_refused("a second WQE", &wqe, VERBATIM_WQE_OUT_OF_ORDER, 1);

  begin_rc(&wqe);
  verbatim_send(&wqe);
  verbatim_rdma_read_no_data(&wqe);
  expect_refused("a step of another WQE", &wqe, VERBATIM_WQE_OUT_OF_ORDER, 1);

  begin_rc(&wqe);
  verbatim_send(&wqe);
  verbatim_send_no_data(&wqe);
  verbatim_send_sge(&wqe, 1, 2, 3);
  expect_refused("data behind none", &wqe, VERBATIM_WQE_OUT_OF_ORDER, 1);
}

static void transports(void) {
  struct verbatim_wqe wqe;
  begin_rc(&wqe);
  verbatim_tag_sync(&wqe);
  verbatim_tag_sync_count(&wqe, 0, 1);
  expect_refused("a WQE of another transport", &wqe, VERBATIM_WQE_OUT_OF_ORDER, 1);

  noticed = 0;
  verbatim_ud_begin(&wqe, memory, sizeof memory);
  verbatim_send(&wqe);
  verbatim_send_no_data(&wqe);
  expect_refused("a datagram without an address", &wqe, VERBATIM_WQE_OUT_OF_ORDER, 1);

  noticed = 0;
  verbatim_ud_begin(&wqe, memory, sizeof memory);
  verbatim_ud_av(&wqe, 1, 2, 3);
  verbatim_ud_av(&wqe, 1, 2, 3);
  expect_refused("two addresses", &wqe, VERBATIM_WQE_OUT_OF_ORDER, 1);

  begin_rc(&wqe);
  verbatim_ud_av(&wqe, 1, 2, 3);
  expect_refused("an address of another transport", &wqe, VERBATIM_WQE_OUT_OF_ORDER, 1);

  noticed = 0;
  verbatim_ud_begin(&wqe, memory, sizeof memory);
  verbatim_ud_av(&wqe, 1, 2, 3);
  verbatim_nop(&wqe);
  expect_refused("a bare WQE behind an address", &wqe, VERBATIM_WQE_OUT_OF_ORDER, 1);
}

static void lengths(void) {
  struct verbatim_wqe wqe;
  begin_rc(&wqe);
  verbatim_send(&wqe);
  verbatim_send_sge(&wqe, 1, 0x80000000u, 3);
  noticed = 0;  // the field has noticed it too
  expect_refused("a piece of 2 GiB", &wqe, VERBATIM_WQE_VALUE_TOO_LARGE, 0);

  begin_rc(&wqe);
  verbatim_send(&wqe);
  verbatim_send_inline_data(&wqe, memory, SIZE_MAX);
  expect_refused("a payload longer than memory", &wqe, VERBATIM_WQE_NO_ROOM, 0);

  begin_rc(&wqe);
  verbatim_send(&wqe);
  verbatim_send_inline_data(&wqe, memory, VERBATIM_RC_SEND_MAX_INLINE + 1);
  expect_refused("a payload that is a byte too long", &wqe, VERBATIM_WQE_NO_ROOM, 0);

  noticed = 0;
  verbatim_raw_packet_begin(&wqe, memory, sizeof memory);
  verbatim_raw_packet_eth_header(&wqe, 0, 0, memory, 4096);
  verbatim_send(&wqe);
  verbatim_send_no_data(&wqe);
  noticed = 0;
  expect_refused("packet headers that are too long", &wqe, VERBATIM_WQE_NO_ROOM, 0);

  noticed = 0;
  verbatim_rc_begin(&wqe, memory, 15);
  verbatim_nop(&wqe);
  noticed = 0;
  expect_refused("less room than ctrl_seg needs", &wqe, VERBATIM_WQE_NO_ROOM, 0);

  begin_rc(&wqe);
  verbatim_rdma_read(&wqe);
  verbatim_rdma_read_rdma(&wqe, 1, 2);
  for (unsigned i = 0; i < VERBATIM_RC_RDMA_READ_MAX_SGES; i++) verbatim_rdma_read_sge(&wqe, i, 1, 3);
  expect("as many pieces as the device takes", finish(&wqe) == 8 && wqe.octowords == 32);
  verbatim_rdma_read_sge(&wqe, 1, 1, 3);
  expect_refused("a piece more", &wqe, VERBATIM_WQE_NO_ROOM, 0);
}

static void empty(void) {
  struct verbatim_wqe wqe;
  begin_rc(&wqe);
  verbatim_send(&wqe);
  verbatim_send_sge(&wqe, 1, 0, 3);
  verbatim_send_inline_data(&wqe, NULL, 0);
  expect("empty data is left out", finish(&wqe) == 1 && wqe.octowords == 1 && noticed == 0);
}

static void ranges(void) {
  struct verbatim_ctrl_seg ctrl;
  memset(&ctrl, 0, sizeof ctrl);
  noticed = 0;
  ctrl.qpn = 1u << 24;
  verbatim_ctrl_seg_write(memory, &ctrl);
  expect("a queue pair number of 25 bits", noticed == 1);
  noticed = 0;
  expect("a number that fits in place", verbatim_put_in_place32(0x1230, 31, 4) == 0x1230 && noticed == 0);
  verbatim_put_in_place32(0x1238, 31, 4);
  verbatim_put_in_place64(UINT64_C(0x1238), 63, 4);
  expect("an address that is not aligned", noticed == 2);
}

static void the_rest(void) {
  struct verbatim_wqe wqe;
  begin_rc(&wqe);
  verbatim_local_invalidate(&wqe);
  verbatim_local_invalidate_key(&wqe, 5);
  expect("the next WQE waits for a change of a key", finish(&wqe) == 2 && wqe.fences_next == 1);
  begin_rc(&wqe);
  verbatim_nop(&wqe);
  expect("the next WQE waits for nothing", finish(&wqe) == 1 && wqe.fences_next == 0);
  expect("names", strcmp(verbatim_opcode_name(VERBATIM_OPCODE_RDMA_WRITE), "rdma_write") == 0);
  expect("no name", verbatim_opcode_name(0xff)[0] == '\0');
  expect("the ring's end", verbatim_ring_bytes_to_end(8, 0xffffffffu) == 64 && verbatim_ring_bytes_to_end(8, 8) == 512);
  expect("a place in the ring", verbatim_ring_at(memory, 8, 11) == memory + 192);
}

int main(void) {
  order();
  transports();
  lengths();
  empty();
  ranges();
  the_rest();
  if (!wrong) printf("every wrong call is noticed\n");
  return wrong;
}
