// The queues of all_to_all.cpp: two of DC for all peers, or one of RC for each of them.
#pragma once

#include <infiniband/mlx5dv.h>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <map>
#include <stdexcept>
#include <vector>

#include "verbatim/verbatim.hpp"

constexpr std::uint32_t window = 16;                   // writes on their way, and posted receives
constexpr std::uint64_t job_key = 0x0123456789abcdef;  // of all DCTs of the job

/// A DCI sends to all peers, and a DCT receives from all of them.
struct dc_queues {
  using completions = verbatim::cq<verbatim::dci_qp<unsigned>, verbatim::dct<unsigned>>;

  dc_queues(const verbatim::pd& domain, const completions& cq,
            const verbatim::srq<unsigned>& receives, unsigned, unsigned size)
      : peers(size),
        dci(domain, cq, {.max_send_wqebbs = 4 * window}),
        target(domain, cq, receives, {.dc_key = job_key}) {
    dci.activate();  // it has no peer: there is nothing to connect
  }
  std::size_t count() const { return 2; }

  /// Returns the addresses to publish, and the place of a peer's address among them.
  std::vector<verbatim::qp_address> addresses() const { return {target.address()}; }
  static std::size_t index_for(unsigned) { return 0; }

  void connect(const verbatim::pd& domain, unsigned peer, const verbatim::qp_address& address) {
    peers[peer] = verbatim::address_handle(domain, address).dc(job_key);
  }
  auto wqe_to(unsigned peer) { return dci.sq_wqe().av(peers[peer]); }
  void ring_doorbell(unsigned) { dci.ring_doorbell(); }

  std::vector<verbatim::av_dc_seg> peers;
  verbatim::dci_qp<unsigned> dci;
  verbatim::dct<unsigned> target;
};

/// A queue pair for each peer, with the shortest send queue. They share the receives.
struct rc_queues {
  using end = verbatim::rc_qp<unsigned, verbatim::on_srq<unsigned>>;
  using completions = verbatim::cq<end>;

  rc_queues(const verbatim::pd& domain, const completions& cq,
            const verbatim::srq<unsigned>& receives, unsigned rank, unsigned size) {
    for (unsigned peer = 0; peer < size; ++peer) {
      const verbatim::qp_attributes shortest{.max_send_wqebbs = 1};
      if (peer != rank) ends.try_emplace(peer, domain, cq, receives, shortest);
    }
  }
  std::size_t count() const { return ends.size(); }

  std::vector<verbatim::qp_address> addresses() const {
    std::vector<verbatim::qp_address> all(ends.size() + 1);
    for (const auto& [peer, qp] : ends) all[peer] = qp.address();
    return all;
  }
  static std::size_t index_for(unsigned rank) { return rank; }

  void connect(const verbatim::pd&, unsigned peer, const verbatim::qp_address& address) {
    ends.at(peer).connect(address);
  }
  auto wqe_to(unsigned peer) { return ends.at(peer).sq_wqe(); }
  void ring_doorbell(unsigned peer) { ends.at(peer).ring_doorbell(); }

  std::map<unsigned, end> ends;
};

/// Counts the bytes of rings and doorbell records, as their allocator. Make it before the queues.
class ring_counter {
 public:
  explicit ring_counter(const verbatim::context& device) {
    mlx5dv_ctx_allocators counting{take, give_back, &bytes_};
    if (mlx5dv_set_context_attr(device.native(), MLX5DV_CTX_ATTR_BUF_ALLOCATORS, &counting) != 0)
      throw std::runtime_error("libmlx5 takes no allocator");
  }
  ring_counter(const ring_counter&) = delete;
  ring_counter& operator=(const ring_counter&) = delete;

  std::size_t bytes() const { return bytes_; }

 private:
  static void* take(std::size_t size, void* sum) {
    constexpr std::size_t page = 4096;
    *static_cast<std::size_t*>(sum) += size;
    void* const memory = std::aligned_alloc(page, (size + page - 1) / page * page);
    return memory == nullptr ? memory : std::memset(memory, 0, size);
  }
  static void give_back(void* memory, void*) { std::free(memory); }

  std::size_t bytes_ = 0;
};
