// A program with queues in many states, for a debugger to look at. It prints the bytes that the
// debugger explains.
#include <cstdint>
#include <cstdio>
#include <vector>

#include "device.hpp"
#include "verbatim/generated/cqes/mini_req.hpp"
#include "verbatim/generated/transports/dci.hpp"
#include "verbatim/generated/transports/rc.hpp"
#include "verbatim/queue/receive/shared_recv_queue.hpp"

namespace {

using namespace verbatim;

using sparse = send_queue<rc, int, ring_end::wrapping>;
using dense = send_queue<rc, const char*, wqe_table::ordered_dense>;
using unordered = send_queue<dci, int, wqe_table::unordered>;
using pair = test::endpoint<sparse>;
using compressed =
    completion_queue<with_format<cq_format{.cqe_size = 128, .compression = cqe_compression::basic}>,
                     pair>;

void print(const char* name, const std::byte* bytes, std::size_t size) {
  std::printf("%s ", name);
  for (std::size_t i = 0; i < size; ++i) std::printf("%02x", std::to_integer<unsigned>(bytes[i]));
  std::printf("\n");
}

struct everything {
  pair qp;
  dense of_texts;
  unordered initiator;
  shared_recv_queue<int> shared;
  completion_queue<pair> cq;
  compressed minis;
};

}  // namespace

/// The debugger stops here.
extern "C" [[gnu::noinline]] void look_here(everything& all, send_completion<int>* completion,
                                            post_result& posted, post_result& refused) {
  // The compiler must keep the arguments.
  asm volatile("" ::"r"(&all), "r"(completion), "r"(&posted), "r"(&refused) : "memory");
}

int main() {
  test::queue_pair_memory sparse_memory(16, 0x12), dense_memory(16, 0x13), dci_memory(16, 0x14);
  test::completion_queue_device device(8);
  std::vector<std::byte> shared_ring(8 * 32), mini_ring(8 * 128);
  alignas(8) std::array<std::byte, 8> shared_record{}, mini_record{};
  everything all{pair(sparse_memory),
                 dense(dense_memory.send()),
                 unordered(dci_memory.send()),
                 shared_recv_queue<int>({shared_ring.data(), 8, 32, shared_record.data(), 0x77}),
                 completion_queue<pair>(device.memory()),
                 compressed({mini_ring.data(), 8, 128, mini_record.data()})};
  all.cq.attach(0x12, all.qp);

  // The last WQE continues at the ring's start. Completions have freed the first ones.
  auto& sq = all.qp.sq;
  test::move_to(sq, 13);
  const auto first = sq.pi();
  (void)sq.sq_wqe()
      .write()
      .rdma(0x1000, rkey(0x42))
      .sge(0x7f0000, 64, lkey(0x99))
      .signal(7)
      .finish();
  sq.ring_doorbell();
  const char text[] =
      "a payload that is longer than a WQEBB, so that its WQE is in two pieces, and then some";
  (void)sq.sq_wqe().send().inline_data(std::as_bytes(std::span(text))).finish();
  auto posted =
      sq.sq_wqe().read().rdma(0x2000, rkey(0x43)).sge(0x7f1000, 8, lkey(0x99)).signal(8).finish();
  auto refused = test::sized(sq.sq_wqe(), 5).finish();
  sq.each_posted([&](std::uint16_t index, opcode) {
    const auto size = ctrl_seg::read(sq.wqe_at(index)).ds * std::size_t{16};
    print("wqe", sparse_memory.wqe(index, size).data(), size);
  });
  (void)all.qp.rq.rq_wqe().sge(0x5000, 256, lkey(5)).sge(0x6000, 512, lkey(6)).finish(70);
  print("recv", all.qp.rq.wqe_at(0), 32);

  (void)all.of_texts.sq_wqe().nop().entry("first").finish();
  (void)all.of_texts.sq_wqe().nop().signal("second").finish();

  for (int i = 0; i < 3; ++i) (void)all.initiator.sq_wqe().nop().signal(i).finish();
  test::retire(all.initiator, 1);

  for (int i = 0; i < 3; ++i) (void)all.shared.srq_wqe().sge(0x9000, 16, lkey(9)).finish(90 + i);
  (void)all.shared.retire(1);

  // A title and its array stand for three completions.
  cqe64::values{
      .byte_cnt = 3, .qpn = 0x12, .opcode = cqe_opcode::req, .format = cqe_format::compressed}
      .write(mini_ring.data() + 64);
  for (std::uint16_t i = 0; i < 3; ++i) {
    mini_req::values{.wqe_counter = static_cast<std::uint16_t>(5 + i),
                     .s_wqe_opcode = i == 2 ? opcode::rdma_read : opcode::rdma_write,
                     .byte_cnt = i}
        .write(mini_ring.data() + 128 + 64 + i * std::size_t{8});
  }

  // One CQE is polled, and two are not: one of the second lap of the ring, one with an error.
  for (int i = 0; i < 7; ++i) device.sent(0x99, 0);
  device.sent(0x12, static_cast<std::uint16_t>(first), opcode::rdma_write);
  all.cq.poll([&](auto&& one) {
    if constexpr (requires { one.signaled; }) {
      device.sent(0x99, 1);
      device.send_failed(0x12, static_cast<std::uint16_t>(sq.pi() - 1),
                         cqe_syndrome::remote_access_err, opcode::rdma_read);
      for (std::size_t i = 0; i < 2; ++i) print("cqe", device.memory().ring + i * 64, 64);
      std::fflush(stdout);
      look_here(all, &one, posted, refused);
    }
  });
}
