// Posts atomics by UCX (uct, rc_mlx5) to its own memory, one after the other, as the standard input says:
//
//   WQE VALUE [SWAP]      the name of a WQE, its operand, and for a compare-and-swap the value that is swapped in
//
// The emulated device captures the WQEs.
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <uct/api/uct.h>

struct operation {
  const char *wqe;
  int bits, swaps_if_equal;
  uct_atomic_op_t op;
};

static const struct operation operations[] = {
    {"fetch_add32", 32, 0, UCT_ATOMIC_OP_ADD}, {"fetch_and32", 32, 0, UCT_ATOMIC_OP_AND},
    {"fetch_or32", 32, 0, UCT_ATOMIC_OP_OR},   {"fetch_xor32", 32, 0, UCT_ATOMIC_OP_XOR},
    {"swap32", 32, 0, UCT_ATOMIC_OP_SWAP},     {"cas32", 32, 1, UCT_ATOMIC_OP_CSWAP},
    {"fetch_and64", 64, 0, UCT_ATOMIC_OP_AND}, {"fetch_or64", 64, 0, UCT_ATOMIC_OP_OR},
    {"fetch_xor64", 64, 0, UCT_ATOMIC_OP_XOR}, {"swap64", 64, 0, UCT_ATOMIC_OP_SWAP},
    {"atomic_fa", 64, 0, UCT_ATOMIC_OP_ADD},   {"atomic_cs", 64, 1, UCT_ATOMIC_OP_CSWAP},
};

static uct_worker_h worker;
static uct_component_h component;
static uct_md_h md;
static uct_iface_h iface;
static uct_ep_h ep;

static void check(const char *call, ucs_status_t status) {
  if (status == UCS_OK || status == UCS_INPROGRESS) return;
  fprintf(stderr, "%s: %s\n", call, ucs_status_string(status));
  exit(1);
}

static void open_device(void) {
  uct_component_h *components;
  unsigned count;
  uct_md_config_t *config;
  check("uct_query_components", uct_query_components(&components, &count));
  for (unsigned i = 0; i < count; i++) {
    uct_component_attr_t about = {.field_mask = UCT_COMPONENT_ATTR_FIELD_NAME};
    check("uct_component_query", uct_component_query(components[i], &about));
    if (strcmp(about.name, "ib") == 0) component = components[i];
  }
  if (component == NULL) exit(1);
  check("uct_md_config_read", uct_md_config_read(component, NULL, NULL, &config));
  check("uct_md_open", uct_md_open(component, "mlx5_0", config, &md));
}

static void open_iface(ucs_async_context_t *async) {
  uct_iface_config_t *config;
  uct_iface_params_t params = {
      .field_mask = UCT_IFACE_PARAM_FIELD_OPEN_MODE | UCT_IFACE_PARAM_FIELD_DEVICE, .open_mode = UCT_IFACE_OPEN_MODE_DEVICE};
  params.mode.device.tl_name = "rc_mlx5";
  params.mode.device.dev_name = "mlx5_0:1";
  check("uct_worker_create", uct_worker_create(async, UCS_THREAD_MODE_SINGLE, &worker));
  check("uct_md_iface_config_read", uct_md_iface_config_read(md, "rc_mlx5", NULL, NULL, &config));
  check("uct_iface_open", uct_iface_open(md, worker, &params, config, &iface));
  uct_iface_progress_enable(iface, UCT_PROGRESS_SEND | UCT_PROGRESS_RECV);
}

// An endpoint that is connected to itself.
static void connect_to_itself(void) {
  uct_iface_attr_t about;
  uct_ep_params_t params = {.field_mask = UCT_EP_PARAM_FIELD_IFACE};
  check("uct_iface_query", uct_iface_query(iface, &about));
  uct_device_addr_t *const device = malloc(about.device_addr_len);
  uct_ep_addr_t *const address = malloc(about.ep_addr_len);
  params.iface = iface;
  check("uct_iface_get_device_address", uct_iface_get_device_address(iface, device));
  check("uct_ep_create", uct_ep_create(&params, &ep));
  check("uct_ep_get_address", uct_ep_get_address(ep, address));
  check("uct_ep_connect_to_ep", uct_ep_connect_to_ep(ep, device, address));
}

static ucs_status_t post(const struct operation *what, uint64_t value, uint64_t swap, uint64_t *at, uct_rkey_t rkey,
                         uct_completion_t *done) {
  static uint64_t result64;
  static uint32_t result32;
  if (what->bits == 32 && what->swaps_if_equal)
    return uct_ep_atomic_cswap32(ep, (uint32_t)value, (uint32_t)swap, (uintptr_t)at, rkey, &result32, done);
  if (what->bits == 32) return uct_ep_atomic32_fetch(ep, what->op, (uint32_t)value, &result32, (uintptr_t)at, rkey, done);
  if (what->swaps_if_equal) return uct_ep_atomic_cswap64(ep, value, swap, (uintptr_t)at, rkey, &result64, done);
  return uct_ep_atomic64_fetch(ep, what->op, value, &result64, (uintptr_t)at, rkey, done);
}

static void finished(uct_completion_t *done) { (void)done; }

int main(void) {
  static uint64_t memory[512];
  char name[64], packed[256];
  uint64_t value, swap;
  uct_mem_h region;
  uct_rkey_bundle_t rkey;
  ucs_async_context_t *async;
  check("ucs_async_context_create", ucs_async_context_create(UCS_ASYNC_MODE_THREAD_SPINLOCK, &async));
  open_device();
  open_iface(async);
  connect_to_itself();
  check("uct_md_mem_reg", uct_md_mem_reg(md, memory, sizeof memory, UCT_MD_MEM_ACCESS_ALL, &region));
  check("uct_md_mkey_pack", uct_md_mkey_pack(md, region, packed));
  check("uct_rkey_unpack", uct_rkey_unpack(component, packed, &rkey));
  while (scanf("%63s %" SCNu64 " %" SCNu64, name, &value, &swap) == 3) {
    const struct operation *what = NULL;
    for (size_t i = 0; i < sizeof operations / sizeof *operations; i++) {
      if (strcmp(operations[i].wqe, name) == 0) what = &operations[i];
    }
    if (what == NULL) return 2;
    uct_completion_t done = {.func = finished, .count = 1, .status = UCS_OK};
    check(name, post(what, value, swap, memory, rkey.rkey, &done));
    while (done.count != 0) uct_worker_progress(worker);
    check(name, done.status);
  }
  return 0;
}
