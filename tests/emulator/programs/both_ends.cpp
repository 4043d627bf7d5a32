// A program of plain libibverbs, to be recorded and replayed: both_ends all|changed|waits|one.
//
// The program sends the time of its run, and prints what it has received. A replay has to print the
// recorded time, although the program sends another one.
#include <infiniband/verbs.h>
#include <poll.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <cinttypes>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string_view>

namespace {

constexpr std::size_t room = 8192;
constexpr std::uint32_t qkey = 0x1234;

[[noreturn]] void fail(const char* what) {
  std::perror(what);
  std::exit(1);
}

template <class Pointer>
Pointer made(Pointer object, const char* what) {
  if (object == nullptr) fail(what);
  return object;
}

void require(int error, const char* what) {
  if (error == 0) return;
  errno = error;
  fail(what);
}

/// The address of a peer.
struct address {
  std::uint32_t qpn = 0;
  std::uint32_t psn = 0;
  std::uint16_t lid = 0;
  ibv_gid gid{};
  std::uint32_t rkey = 0;
  std::uint64_t at = 0;
};

/// A device with one buffer: the lower half is sent, the upper half is received.
struct host {
  ibv_context* context = nullptr;
  ibv_pd* pd = nullptr;
  ibv_comp_channel* channel = nullptr;
  ibv_cq* cq = nullptr;
  ibv_mr* mr = nullptr;
  alignas(4096) std::array<char, room> buffer{};

  host() {
    ibv_device** const all = made(ibv_get_device_list(nullptr), "ibv_get_device_list");
    context = made(ibv_open_device(made(all[0], "a device")), "ibv_open_device");
    ibv_free_device_list(all);
    pd = made(ibv_alloc_pd(context), "ibv_alloc_pd");
    channel = made(ibv_create_comp_channel(context), "ibv_create_comp_channel");
    cq = made(ibv_create_cq(context, 64, nullptr, channel, 0), "ibv_create_cq");
    constexpr int access = IBV_ACCESS_LOCAL_WRITE | IBV_ACCESS_REMOTE_WRITE |
                           IBV_ACCESS_REMOTE_READ | IBV_ACCESS_REMOTE_ATOMIC;
    mr = made(ibv_reg_mr(pd, buffer.data(), buffer.size(), access), "ibv_reg_mr");
    const auto now = std::chrono::system_clock::now().time_since_epoch().count();
    std::snprintf(buffer.data(), room / 2, "the time is %" PRId64, std::int64_t{now});
  }

  ~host() {
    ibv_dereg_mr(mr);
    ibv_destroy_cq(cq);
    ibv_destroy_comp_channel(channel);
    ibv_dealloc_pd(pd);
    ibv_close_device(context);
  }

  char* received() { return buffer.data() + room / 2; }
  ibv_sge sends(std::uint32_t bytes) {
    return {reinterpret_cast<std::uintptr_t>(buffer.data()), bytes, mr->lkey};
  }
  ibv_sge receives(std::uint32_t bytes) {
    return {reinterpret_cast<std::uintptr_t>(received()), bytes, mr->lkey};
  }

  ibv_qp* queue_pair(ibv_qp_type type) {
    ibv_qp_init_attr attributes{};
    attributes.send_cq = attributes.recv_cq = cq;
    attributes.cap = {16, 16, 1, 1, 64};
    attributes.qp_type = type;
    return made(ibv_create_qp(pd, &attributes), "ibv_create_qp");
  }

  address own(const ibv_qp* qp) {
    ibv_port_attr port{};
    require(ibv_query_port(context, 1, &port), "ibv_query_port");
    // The first PSN differs from run to run, as with the programs of others.
    const auto psn = static_cast<std::uint32_t>(getpid()) & 0xffffff;
    address result{qp->qp_num, psn,      port.lid,
                   {},         mr->rkey, reinterpret_cast<std::uintptr_t>(received())};
    if (ibv_query_gid(context, 1, 0, &result.gid) != 0) fail("ibv_query_gid");
    return result;
  }

  /// Waits for completions and prints them, by polling or by events.
  void print_completions(int count, bool by_event = false) {
    while (count > 0) {
      ibv_wc wc{};
      const int found = ibv_poll_cq(cq, 1, &wc);
      if (found == 1) {
        std::printf("%s: wr_id %" PRIu64 ", %u bytes, imm %u\n", ibv_wc_status_str(wc.status),
                    wc.wr_id, wc.status == IBV_WC_SUCCESS ? wc.byte_len : 0,
                    (wc.wc_flags & IBV_WC_WITH_IMM) != 0 ? wc.imm_data : 0);
        --count;
      } else if (by_event) {
        ibv_cq* of = nullptr;
        void* cookie = nullptr;
        if (ibv_get_cq_event(channel, &of, &cookie) != 0) fail("ibv_get_cq_event");
        ibv_ack_cq_events(of, 1);
        require(ibv_req_notify_cq(cq, 0), "ibv_req_notify_cq");
      }
    }
  }
};

ibv_ah_attr path_to(const address& peer) {
  ibv_ah_attr path{};
  path.dlid = peer.lid;
  path.port_num = 1;
  path.is_global = 1;
  path.grh.dgid = peer.gid;
  path.grh.hop_limit = 1;
  return path;
}

void connect(ibv_qp* qp, const address& own, const address& peer) {
  constexpr int access =
      IBV_ACCESS_REMOTE_WRITE | IBV_ACCESS_REMOTE_READ | IBV_ACCESS_REMOTE_ATOMIC;
  ibv_qp_attr to{};
  to.qp_state = IBV_QPS_INIT;
  to.port_num = 1;
  to.qp_access_flags = access;
  require(
      ibv_modify_qp(qp, &to, IBV_QP_STATE | IBV_QP_PKEY_INDEX | IBV_QP_PORT | IBV_QP_ACCESS_FLAGS),
      "INIT");
  to.qp_state = IBV_QPS_RTR;
  to.path_mtu = IBV_MTU_1024;
  to.dest_qp_num = peer.qpn;
  to.rq_psn = peer.psn;
  to.ah_attr = path_to(peer);
  to.max_dest_rd_atomic = 1;
  to.min_rnr_timer = 1;
  require(ibv_modify_qp(qp, &to,
                        IBV_QP_STATE | IBV_QP_AV | IBV_QP_PATH_MTU | IBV_QP_DEST_QPN |
                            IBV_QP_RQ_PSN | IBV_QP_MAX_DEST_RD_ATOMIC | IBV_QP_MIN_RNR_TIMER),
          "RTR");
  to.qp_state = IBV_QPS_RTS;
  to.sq_psn = own.psn;
  to.timeout = 14;
  to.retry_cnt = to.rnr_retry = 7;
  to.max_rd_atomic = 1;
  require(ibv_modify_qp(qp, &to,
                        IBV_QP_STATE | IBV_QP_TIMEOUT | IBV_QP_RETRY_CNT | IBV_QP_RNR_RETRY |
                            IBV_QP_SQ_PSN | IBV_QP_MAX_QP_RD_ATOMIC),
          "RTS");
}

void receive(host& on, ibv_qp* qp, std::uint64_t number, std::uint32_t bytes) {
  ibv_sge to = on.receives(bytes);
  ibv_recv_wr wr{number, nullptr, &to, 1};
  ibv_recv_wr* bad = nullptr;
  require(ibv_post_recv(qp, &wr, &bad), "ibv_post_recv");
}

void post(ibv_qp* qp, ibv_wr_opcode opcode, std::uint64_t number, ibv_sge data, const address& peer,
          std::uint32_t rkey, unsigned flags = 0) {
  ibv_send_wr wr{};
  wr.wr_id = number;
  wr.sg_list = &data;
  wr.num_sge = 1;
  wr.opcode = opcode;
  wr.send_flags = IBV_SEND_SIGNALED | flags;
  wr.imm_data = 77;
  wr.wr.rdma.remote_addr = peer.at;
  wr.wr.rdma.rkey = rkey;
  if (opcode == IBV_WR_ATOMIC_FETCH_AND_ADD) wr.wr.atomic = {peer.at, 5, 0, rkey};
  ibv_send_wr* bad = nullptr;
  require(ibv_post_send(qp, &wr, &bad), "ibv_post_send");
}

void print_received(host& on) {
  std::printf("received: %.60s\n", on.received());
  std::memset(on.received(), 0, 256);
}

void reliable(host& on, std::string_view how) {
  ibv_qp* const a = on.queue_pair(IBV_QPT_RC);
  ibv_qp* const b = on.queue_pair(IBV_QPT_RC);
  const address to_a = on.own(a);
  const address to_b = on.own(b);
  connect(a, to_a, to_b);
  connect(b, to_b, to_a);
  require(ibv_req_notify_cq(on.cq, 0), "ibv_req_notify_cq");
  receive(on, b, 1, 64);
  receive(on, b, 2, 64);
  post(a, IBV_WR_SEND, 10, on.sends(how == "changed" ? 40 : 48), to_b, to_b.rkey);
  on.print_completions(2, true);
  print_received(on);
  post(a, IBV_WR_RDMA_WRITE, 11, on.sends(48), to_b, to_b.rkey);
  on.print_completions(1);
  print_received(on);
  post(a, IBV_WR_RDMA_WRITE_WITH_IMM, 12, on.sends(1500), to_b, to_b.rkey);
  on.print_completions(2);
  print_received(on);
  // The source of the READ is what was sent, and its result is received.
  address lower = to_b;
  lower.at = reinterpret_cast<std::uintptr_t>(on.buffer.data());
  post(a, IBV_WR_RDMA_READ, 13, on.receives(48), lower, to_b.rkey);
  on.print_completions(1);
  print_received(on);
  const ibv_sge before{reinterpret_cast<std::uintptr_t>(on.buffer.data() + 2000), 8, on.mr->lkey};
  post(a, IBV_WR_ATOMIC_FETCH_AND_ADD, 14, before, to_b, to_b.rkey);
  on.print_completions(1);
  std::uint64_t sum = 0;
  std::memcpy(&sum, on.received(), sizeof sum);
  std::printf("the sum is %" PRIu64 "\n", sum);
  if (how == "waits") return;
  receive(on, b, 3, 64);
  post(a, IBV_WR_RDMA_WRITE, 15, on.sends(8), to_b, to_b.rkey + 0x4000);
  on.print_completions(2);
  ibv_qp_attr is{};
  ibv_qp_init_attr initial{};
  require(ibv_query_qp(a, &is, IBV_QP_STATE, &initial), "ibv_query_qp");
  std::printf("the state is %d\n", static_cast<int>(is.qp_state));
  require(ibv_destroy_qp(a), "ibv_destroy_qp");
  require(ibv_destroy_qp(b), "ibv_destroy_qp");
}

void datagrams(host& on) {
  ibv_qp* const qp = on.queue_pair(IBV_QPT_UD);
  ibv_qp_attr to{};
  to.qp_state = IBV_QPS_INIT;
  to.port_num = 1;
  to.qkey = qkey;
  require(ibv_modify_qp(qp, &to, IBV_QP_STATE | IBV_QP_PKEY_INDEX | IBV_QP_PORT | IBV_QP_QKEY),
          "INIT");
  to.qp_state = IBV_QPS_RTR;
  require(ibv_modify_qp(qp, &to, IBV_QP_STATE), "RTR");
  to.qp_state = IBV_QPS_RTS;
  require(ibv_modify_qp(qp, &to, IBV_QP_STATE | IBV_QP_SQ_PSN), "RTS");
  ibv_ah_attr path = path_to(on.own(qp));
  ibv_ah* const ah = made(ibv_create_ah(on.pd, &path), "ibv_create_ah");
  receive(on, qp, 4, 256);
  ibv_sge data = on.sends(48);
  ibv_send_wr wr{};
  wr.wr_id = 20;
  wr.sg_list = &data;
  wr.num_sge = 1;
  wr.opcode = IBV_WR_SEND;
  wr.send_flags = IBV_SEND_SIGNALED;
  wr.wr.ud = {ah, qp->qp_num, qkey};
  ibv_send_wr* bad = nullptr;
  require(ibv_post_send(qp, &wr, &bad), "ibv_post_send");
  on.print_completions(2);
  std::printf("received: %.60s\n", on.received() + sizeof(ibv_grh));
  require(ibv_destroy_ah(ah), "ibv_destroy_ah");
  require(ibv_destroy_qp(qp), "ibv_destroy_qp");
}

/// One end of two: prints its address, and reads that of the peer.
void one_of_two(host& on) {
  ibv_qp* const qp = on.queue_pair(IBV_QPT_RC);
  const address own = on.own(qp);
  std::fprintf(stderr, "%u %u %u %u %" PRIu64, own.qpn, own.psn, static_cast<unsigned>(own.lid),
               own.rkey, own.at);
  for (const auto byte : own.gid.raw) std::fprintf(stderr, " %u", static_cast<unsigned>(byte));
  std::fprintf(stderr, "\n");
  address peer;
  unsigned lid = 0;
  if (std::scanf("%u %u %u %u %" SCNu64, &peer.qpn, &peer.psn, &lid, &peer.rkey, &peer.at) != 5)
    fail("no peer");
  peer.lid = static_cast<std::uint16_t>(lid);
  for (auto& byte : peer.gid.raw) {
    unsigned value = 0;
    if (std::scanf("%u", &value) != 1) fail("no GID");
    byte = static_cast<std::uint8_t>(value);
  }
  connect(qp, own, peer);
  receive(on, qp, 1, 256);
  post(qp, IBV_WR_SEND, 30, on.sends(48), peer, peer.rkey);
  on.print_completions(2);
  print_received(on);
  require(ibv_destroy_qp(qp), "ibv_destroy_qp");
}

}  // namespace

int main(int argc, char** argv) {
  const std::string_view how = argc > 1 ? argv[1] : "all";
  static host on;
  if (how == "one") {
    one_of_two(on);
    return 0;
  }
  reliable(on, how);
  if (how == "waits") {
    // The recording has another end.
    std::fflush(stdout);
    _exit(0);
  }
  datagrams(on);
  return 0;
}
