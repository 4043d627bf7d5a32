// Any bytes in a completion queue: no crash, no hang, and no completion of what was not posted.
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <set>
#include <span>
#include <vector>

#include "verbatim/generated/transports/rc.hpp"
#include "verbatim/queue/completion/completion_queue.hpp"
#include "verbatim/queue/receive/recv_queue.hpp"
#include "verbatim/queue/receive/shared_recv_queue.hpp"
#include "verbatim/queue/receive/tag_matching.hpp"
#include "verbatim/queue/send/send_queue.hpp"

namespace {

using namespace verbatim;

void require(bool holds) {
  if (!holds) std::abort();
}

constexpr std::uint32_t wqes = 8;
constexpr std::uint32_t cqes = 16;
constexpr std::uint32_t qpn = 0x100;
constexpr std::uint32_t tagged_qpn = 0x101;

/// Entries that are in the queues.
struct outstanding {
  std::set<unsigned> sends, recvs, tags;

  void operator()(const send_completion<unsigned>& done) {
    if (done.signaled) require(sends.erase(done.entry) == 1);
  }
  void operator()(const recv_completion<unsigned>& done) { require(recvs.erase(done.entry) == 1); }
  void operator()(const tag_completion<unsigned>& done) {
    if (done.last) require(tags.erase(done.entry) == 1);
  }
};

struct tagged_endpoint {
  shared_recv_queue<unsigned>& rq;
  tag_matching<unsigned>& tags;
};

template <class SendQueue>
struct plain_endpoint {
  SendQueue sq;
  recv_queue<unsigned> rq;
};

template <cq_format Format, class SendQueue>
void poll(std::span<const std::uint8_t> input) {
  alignas(64) std::array<std::byte, 16 * 64 * 3> rings{};
  alignas(8) std::array<std::byte, 64> records{};
  alignas(512) std::array<std::byte, 512> page{};
  std::array<std::byte, 256> buffer{};
  const auto addr = reinterpret_cast<std::uintptr_t>(buffer.data());
  std::vector<std::byte> ring(std::size_t{cqes} * Format.cqe_size);
  mmio::doorbell_register doorbell(page.data(), 256);
  plain_endpoint<SendQueue> qp{
      SendQueue(detail::send_queue_memory{rings.data(), 16, records.data() + 4, &doorbell, qpn}),
      recv_queue<unsigned>(
          detail::recv_queue_memory{rings.data() + 1024, wqes, 32, records.data()})};
  shared_recv_queue<unsigned> srq({rings.data() + 1536, wqes, 64, records.data() + 8, 1});
  tag_matching<unsigned> tags({rings.data() + 2048, 16, records.data() + 20, &doorbell, tagged_qpn},
                              4);
  tagged_endpoint tagged{srq, tags};
  completion_queue<with_format<Format>, plain_endpoint<SendQueue>, tagged_endpoint> cq(
      {ring.data(), cqes, Format.cqe_size, records.data() + 32, 1, nullptr});
  cq.attach(qpn, qp);
  cq.attach(tagged_qpn, tagged);
  outstanding in;
  unsigned entry = 0;
  // Each chunk is an option and a slot of the ring.
  for (std::uint32_t pi = 0; !input.empty(); ++pi) {
    const auto option = input[0];
    // An unordered queue may be unable to use the room that it has.
    while (qp.sq.scan_available() > 4) {
      require(qp.sq.sq_wqe()
                  .read()
                  .rdma(1, rkey(2))
                  .sge(addr, 20, lkey(3))
                  .sge(addr, 44, lkey(3))
                  .signal(typename SendQueue::slot::signaled_entry(++entry))
                  .finish()
                  .ok());
      in.sends.insert(entry);
    }
    while (qp.rq.available() != 0) {
      require(
          qp.rq.rq_wqe().sge(addr, 10, lkey(3)).sge(addr + 10, 50, lkey(3)).finish(++entry).ok());
      in.recvs.insert(entry);
    }
    while (srq.available() != 0) {
      require(srq.srq_wqe().sge(addr, 64, lkey(3)).finish(++entry).ok());
      in.recvs.insert(entry);
    }
    if (tags.append(1, 1, addr, 64, lkey(3), entry + 1)) in.tags.insert(++entry);
    std::array<std::byte, 64> slot{};
    const auto size = std::min(input.size() - 1, slot.size());
    std::memcpy(slot.data(), input.data() + 1, size);
    // A CQE with the wrong owner is not read at all, so most get the right one.
    if ((option & 1) != 0) {
      const auto lap = pi / cqes;
      if (Format.compression == cqe_compression::enhanced) {
        slot[62] = static_cast<std::byte>(lap);
      } else {
        slot[63] = (slot[63] & std::byte{0xfe}) | static_cast<std::byte>(lap & 1);
      }
    }
    if ((option & 2) != 0) wire::store32(slot.data() + 56, (option & 4) != 0 ? qpn : tagged_qpn);
    std::memcpy(ring.data() + std::size_t{pi % cqes + 1} * Format.cqe_size - 64, slot.data(), 64);
    input = input.subspan(1 + size);
    if ((option & 8) != 0 || input.empty()) require(cq.poll(in, 1 + (option >> 4)) <= 16);
    if (option == 0xff) {
      cq.detach(qpn, in);
      cq.attach(qpn, qp);
    }
  }
  for (unsigned i = 0; i <= cqes; ++i) cq.poll(in, cqes);
  require(cq.poll(in, cqes) == 0);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0 || size > 8192) return 0;
  using basic = send_queue<rc, unsigned, ring_end::wrapping>;
  using dense = send_queue<rc, unsigned, wqe_table::ordered_dense>;
  using unordered = send_queue<rc, unsigned, wqe_table::unordered>;
  using c = cqe_compression;
  using m = mini_cqe_format;
  const std::span input(data + 1, size - 1);
  switch (data[0] % 8) {
    case 0:
      poll<cq_format{}, basic>(input);
      break;
    case 1:
      poll<cq_format{128}, dense>(input);
      break;
    case 2:
      poll<cq_format{64, c::basic, m::hash}, basic>(input);
      break;
    case 3:
      poll<cq_format{128, c::basic, m::csum_stridx}, unordered>(input);
      break;
    case 4:
      poll<cq_format{64, c::enhanced, m::l34h_stridx}, basic>(input);
      break;
    case 5:
      poll<cq_format{128, c::enhanced, m::csum}, dense>(input);
      break;
    case 6:
      poll<cq_format{}, unordered>(input);
      break;
    default:
      poll<cq_format{}, send_queue<rc, unsigned, ordering::relaxed>>(input);
  }
  return 0;
}
