// Many WQEs at once: post_all() beside the loop that it replaces, and beside the floor, which looks at
// the room once for all of them too.
#include <span>
#include <vector>

#include "verbatim/generated/transports/rc.hpp"
#include "wqe_rows.hpp"

namespace verbatim::bench {
namespace {

/// The most requests of one call.
constexpr std::size_t most = 64;

/// One request as a structure, for post_all() with a callback.
struct job {
  wire::local_memory slice;
  wire::remote_memory region;
  std::uint64_t id;
};

/// The parts of requests, each in a range of its own, and the same as structures.
struct ranges {
  ranges() {
    const wqe_parameter_list parameters(0);
    for (std::size_t i = 0; i < most; ++i) {
      const auto& p = parameters.begin()[i % batch];
      slices.emplace_back(p.pieces[0].addr + i, p.pieces[0].length, lkey(p.pieces[0].lkey));
      regions.emplace_back(p.raddr + i, p.pieces[0].length, rkey(p.rkey));
      ids.push_back(0x1000 + i);
      jobs.push_back({slices.back(), regions.back(), ids.back()});
    }
  }

  std::vector<wire::local_memory> slices;
  std::vector<wire::remote_memory> regions;
  std::vector<std::uint64_t> ids;
  std::vector<job> jobs;
};

/// The floor: a queue whose WQEs have one WQEBB each and are all signaled.
class many_floor : public wqe_floor_queue {
 public:
  using wqe_floor_queue::wqe_floor_queue_with;

  /// Posts `n` WQEs: store(wqe, i) writes all behind ctrl_seg, id(i) is its entry.
  template <std::uint8_t opcode, std::uint8_t ds, class Store, class Id>
  [[gnu::always_inline]] bool post_all(std::uint32_t n, Store&& store, Id&& id) noexcept {
    auto pi = pi_;
    if (pi + n - ci_ > mask_ + 1) return false;
    const auto mask = mask_;
    const auto low = qpn_ << 8 | ds;
    auto* const ring = ring_;
    auto* const records = records_.data();
    std::uint64_t ctrl = 0;
    for (std::uint32_t i = 0; i < n; ++i) {
      std::uint64_t* const wqe = ring + std::size_t{pi & mask} * 8;
      ctrl = be32x2((pi & 0xffff) << 8 | opcode, low);
      wqe[0] = ctrl;
      wqe[1] = be32x2(0x08, 0);
      store(wqe, i);
      auto& r = records[pi & mask];
      r.id = id(i);
      r.end = ++pi;
    }
    last_ctrl_ = ctrl;
    pi_ = pi;
    ring_doorbell();
    return true;
  }
};

using queue = queue_of<rc>;

void store_slice(std::uint64_t* at, const wire::local_memory& slice) noexcept {
  at[0] = be32x2(slice.length(), slice.lkey().value());
  at[1] = be64(slice.addr());
}
void store_region(std::uint64_t* at, const wire::remote_memory& region) noexcept {
  at[0] = be64(region.addr());
  at[1] = be32x2(region.rkey().value(), 0);
}

/// Posts `n` requests from number `first` on.
template <class Queue, class Group, std::size_t n>
class many_row final : public wqe_row {
 public:
  many_row() : queue_(make()) {}

  unsigned operations() const noexcept override { return depth; }

  void prepare() override {
    if (!all_posted_) throw std::runtime_error("a queue was full too early");
    begin_ = queue_.pi();
    if (begin_ == 0) return;
    std::uint64_t id = 0;
    queue_.complete(static_cast<std::uint16_t>(begin_ - 1),
                    [&](std::uint64_t back, bool, bool) { id = back; });
    if (id != ranges_.ids.back()) throw std::runtime_error("the entry of another WQE came back");
  }

  void run() override {
    bool all = true;
    for (unsigned i = 0; i < depth; i += n) all &= Group{}(queue_, ranges_, i % most);
    all_posted_ = all;
  }

  std::vector<std::byte> seen() const override { return memory_.seen(begin_, queue_.pi()); }

 private:
  Queue make() {
    if constexpr (std::is_constructible_v<Queue, const detail::send_queue_memory&>) {
      return Queue(memory_.send_queue());
    } else {
      return Queue(memory_.send_queue(), memory_.doorbell_register(), wqe_memory::half_size);
    }
  }

  ranges ranges_;
  wqe_memory memory_;
  Queue queue_;
  std::uint32_t begin_ = 0;
  bool all_posted_ = true;
};

template <class T, std::size_t n>
std::span<const T> part(const std::vector<T>& all, std::size_t first) noexcept {
  return std::span(all).subspan(first, n);
}

/// The floor of WRITEs and of READs, which differ in the opcode.
template <std::size_t n, std::uint8_t opcode>
struct one_sided_floor {
  [[gnu::always_inline]] bool operator()(many_floor& sq, const ranges& r,
                                         std::size_t first) const noexcept {
    const auto* const slices = r.slices.data() + first;
    const auto* const regions = r.regions.data() + first;
    const auto* const ids = r.ids.data() + first;
    return sq.post_all<opcode, 3>(
        n,
        [=](std::uint64_t* wqe, std::size_t i) {
          store_region(wqe + 2, regions[i]);
          store_slice(wqe + 4, slices[i]);
        },
        [=](std::size_t i) { return ids[i]; });
  }
};

template <std::size_t n>
struct writes_of {
  using floor = one_sided_floor<n, 0x08>;
  struct ours {
    [[gnu::always_inline]] bool operator()(queue& sq, const ranges& r,
                                           std::size_t first) const noexcept {
      return sq
          .post_all(writes(part<wire::local_memory, n>(r.slices, first),
                           part<wire::remote_memory, n>(r.regions, first))
                        .signal(part<std::uint64_t, n>(r.ids, first)))
          .ok();
    }
  };
  struct loop {
    [[gnu::always_inline]] bool operator()(queue& sq, const ranges& r,
                                           std::size_t first) const noexcept {
      for (auto i = first; i != first + n; ++i) {
        if (!sq.sq_wqe().write().rdma(r.regions[i]).sge(r.slices[i]).signal(r.ids[i]).finish()) {
          return false;
        }
      }
      sq.ring_doorbell();
      return true;
    }
  };
};

template <std::size_t n>
struct reads_of {
  using floor = one_sided_floor<n, 0x10>;
  struct ours {
    [[gnu::always_inline]] bool operator()(queue& sq, const ranges& r,
                                           std::size_t first) const noexcept {
      return sq
          .post_all(reads(part<wire::local_memory, n>(r.slices, first),
                          part<wire::remote_memory, n>(r.regions, first))
                        .signal(part<std::uint64_t, n>(r.ids, first)))
          .ok();
    }
  };
  struct loop {
    [[gnu::always_inline]] bool operator()(queue& sq, const ranges& r,
                                           std::size_t first) const noexcept {
      for (auto i = first; i != first + n; ++i) {
        if (!sq.sq_wqe().read().rdma(r.regions[i]).sge(r.slices[i]).signal(r.ids[i]).finish()) {
          return false;
        }
      }
      sq.ring_doorbell();
      return true;
    }
  };
};

template <std::size_t n>
struct sends_of {
  struct floor {
    [[gnu::always_inline]] bool operator()(many_floor& sq, const ranges& r,
                                           std::size_t first) const noexcept {
      const auto* const slices = r.slices.data() + first;
      const auto* const ids = r.ids.data() + first;
      return sq.post_all<0x0a, 2>(
          n, [=](std::uint64_t* wqe, std::size_t i) { store_slice(wqe + 2, slices[i]); },
          [=](std::size_t i) { return ids[i]; });
    }
  };
  struct ours {
    [[gnu::always_inline]] bool operator()(queue& sq, const ranges& r,
                                           std::size_t first) const noexcept {
      return sq
          .post_all(sends(part<wire::local_memory, n>(r.slices, first))
                        .signal(part<std::uint64_t, n>(r.ids, first)))
          .ok();
    }
  };
  struct loop {
    [[gnu::always_inline]] bool operator()(queue& sq, const ranges& r,
                                           std::size_t first) const noexcept {
      for (auto i = first; i != first + n; ++i) {
        if (!sq.sq_wqe().send().sge(r.slices[i]).signal(r.ids[i]).finish()) return false;
      }
      sq.ring_doorbell();
      return true;
    }
  };
};

/// WRITEs that are structures.
template <std::size_t n>
struct jobs_of {
  struct floor {
    [[gnu::always_inline]] bool operator()(many_floor& sq, const ranges& r,
                                           std::size_t first) const noexcept {
      const auto* const jobs = r.jobs.data() + first;
      return sq.post_all<0x08, 3>(
          n,
          [=](std::uint64_t* wqe, std::size_t i) {
            store_region(wqe + 2, jobs[i].region);
            store_slice(wqe + 4, jobs[i].slice);
          },
          [=](std::size_t i) { return jobs[i].id; });
    }
  };
  struct ours {
    [[gnu::always_inline]] bool operator()(queue& sq, const ranges& r,
                                           std::size_t first) const noexcept {
      return sq
          .post_all(
              part<job, n>(r.jobs, first),
              [](auto&& wqe, const job& j) __attribute__((always_inline)) {
                return std::move(wqe).write().rdma(j.region).sge(j.slice).signal(j.id).finish();
              })
          .ok();
    }
  };
  struct loop {
    [[gnu::always_inline]] bool operator()(queue& sq, const ranges& r,
                                           std::size_t first) const noexcept {
      for (const job& j : part<job, n>(r.jobs, first)) {
        if (!sq.sq_wqe().write().rdma(j.region).sge(j.slice).signal(j.id).finish()) return false;
      }
      sq.ring_doorbell();
      return true;
    }
  };
};

template <class Queue, class Group, std::size_t n>
std::unique_ptr<wqe_row> make_many_row(std::uint32_t) {
  return std::make_unique<many_row<Queue, Group, n>>();
}

template <template <std::size_t> class Kind, std::size_t n>
void add(std::vector<wqe_task>& lines, const std::string& name, const std::string& words) {
  lines.push_back({.name = name + "_" + std::to_string(n),
                   .words = words + ", " + std::to_string(n),
                   .floor = {make_many_row<many_floor, typename Kind<n>::floor, n>, nullptr},
                   .ours = {make_many_row<queue, typename Kind<n>::ours, n>, nullptr},
                   .loop = make_many_row<queue, typename Kind<n>::loop, n>,
                   .payload = 0});
}

}  // namespace

void add_many_lines(std::vector<wqe_task>& lines) {
  add<writes_of, 16>(lines, "post_all_write", "WRITEs");
  add<writes_of, 64>(lines, "post_all_write", "WRITEs");
  add<reads_of, 16>(lines, "post_all_read", "READs");
  add<reads_of, 64>(lines, "post_all_read", "READs");
  add<sends_of, 16>(lines, "post_all_send", "SENDs");
  add<sends_of, 64>(lines, "post_all_send", "SENDs");
  add<jobs_of, 16>(lines, "post_all_callback", "WRITEs by a callback");
  add<jobs_of, 64>(lines, "post_all_callback", "WRITEs by a callback");
}

}  // namespace verbatim::bench
