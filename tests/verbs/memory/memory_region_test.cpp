// Memory regions of every kind: borrowed, made, under other addresses, and on the device.
#include <gtest/gtest.h>
#include <infiniband/verbs.h>
#include <sys/mman.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstring>
#include <fstream>
#include <memory>
#include <numeric>
#include <span>
#include <string>
#include <vector>

#include "device_under_test.hpp"
#include "long_enough.hpp"
#include "message_of.hpp"
#include "verbatim/verbs/completion/verbs_cq.hpp"
#include "verbatim/verbs/memory/device_memory.hpp"
#include "verbatim/verbs/memory/memory_window.hpp"
#include "verbatim/verbs/memory/mr.hpp"
#include "verbatim/verbs/memory/pages.hpp"
#include "verbatim/verbs/memory/pd.hpp"
#include "verbatim/verbs/memory/slot_pool.hpp"
#include "verbatim/verbs/portable/verbs_qp.hpp"

namespace verbatim {
namespace {

constexpr auto everything =
    access::local_write | access::remote_write | access::remote_read | access::remote_atomic;
constexpr std::size_t page = 4096;

/// Fills it with numbers that are no two neighbours' the same.
void fill(std::span<std::byte> bytes) {
  for (std::size_t i = 0; i < bytes.size(); ++i) bytes[i] = static_cast<std::byte>(i % 251 + 1);
}

bool same(std::span<const std::byte> a, std::span<const std::byte> b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end());
}

/// Two queue pairs, which are connected by whoever posts to the first.
class memory : public ::testing::Test {
 protected:
  using request = verbs_qp<rc>::request;

  /// Posts it, and answers how it completes.
  wc_status done(request one) {
    if (qp.state() == qp_state::reset) {
      qp.connect(peer.address());
      peer.connect(qp.address());
    }
    const auto posted = qp.post(std::move(one).signal(5));
    EXPECT_TRUE(posted) << posted.message();
    std::array<work_completion, 1> seen;
    const auto deadline = std::chrono::steady_clock::now() + long_enough;
    while (cq.poll(seen) == 0) {
      if (std::chrono::steady_clock::now() < deadline) continue;
      ADD_FAILURE() << "nothing completes";
      return wc_status::general_err;
    }
    return seen[0].status();
  }

  /// Not success; the queue pairs work on.
  wc_status failure(request one) {
    const auto status = done(std::move(one));
    qp.reset();
    peer.reset();
    return status;
  }

  wc_status write(const mr& from, std::uint64_t to, const mr& target, std::uint32_t length) {
    return done(request::write(from.slice(0, length), remote_region(to, length, target.rkey())));
  }

  wc_status read(const mr& to, std::uint64_t from, const mr& target, std::uint32_t length) {
    return done(request::read(to.slice(0, length), remote_region(from, length, target.rkey())));
  }

  verbatim::context context = verbatim::testing::device_under_test();
  const std::string name = context.name();
  verbatim::pd pd{context};
  verbs_cq cq{context, 16};
  verbs_qp<rc> qp{pd, cq};
  verbs_qp<rc> peer{pd, cq};
};

/// Changes of memory regions, which not every driver has.
class memory_that_changes : public memory {
 protected:
  void SetUp() override { fill(source.memory()); }

  request write_of_source(const remote_region& there) const {
    return request::write(source.slice(0, there.length()), there);
  }

  /// The peer lets us write there.
  bool writes(const remote_region& there) {
    return done(write_of_source(there)) == wc_status::success;
  }

  /// It does not.
  bool is_refused(const remote_region& there) {
    return failure(write_of_source(there)) == wc_status::rem_access_err;
  }

  std::string refusal(mr& region, const mr::change& change) {
    return message_of([&] { (void)region.rereg(change); });
  }

  mr source = mr::allocate(pd, 4 * page);
  const std::string call = "ibv_rereg_mr on ";
};

/// Pages that may go, for as long as it is there.
class mapped_pages {
 public:
  explicit mapped_pages(std::size_t count)
      : bytes_(static_cast<std::byte*>(mmap(nullptr, count * page, PROT_READ | PROT_WRITE,
                                            MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)),
               count * page) {}
  mapped_pages(const mapped_pages&) = delete;
  mapped_pages& operator=(const mapped_pages&) = delete;
  ~mapped_pages() { unmap(); }

  std::span<std::byte> bytes() const { return bytes_; }
  void unmap() { munmap(bytes_.data(), bytes_.size()); }

  /// There again, all zero.
  void map_again() {
    ASSERT_EQ(mmap(bytes_.data(), bytes_.size(), PROT_READ | PROT_WRITE,
                   MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0),
              bytes_.data());
  }
  void protect(int how) { ASSERT_EQ(mprotect(bytes_.data(), bytes_.size(), how), 0); }

  /// Pages that have memory behind them.
  std::ptrdiff_t resident() const {
    std::vector<unsigned char> pages(bytes_.size() / page);
    EXPECT_EQ(mincore(bytes_.data(), bytes_.size(), pages.data()), 0);
    return std::ranges::count(pages, 1);
  }

 private:
  std::span<std::byte> bytes_;
};

/// Paging on demand, which only some devices have.
class memory_on_demand : public memory {
 protected:
  void SetUp() override { fill(source.memory()); }

  mr source = mr::allocate(pd, 2 * page);
  mapped_pages pages{2};
};

/// Memory of the device, which only some devices have.
class memory_of_the_device : public memory {};

/// On devices that lack something.
class memory_without : public memory {};

TEST_F(memory, that_is_made_is_zero_aligned_and_the_programs_own) {
  const auto source = mr::allocate(pd, 1000);
  const auto target = mr::allocate(pd, 5000, {.access = everything, .alignment = 1 << 16});
  EXPECT_EQ(source.length(), 1000u);
  EXPECT_EQ(source.memory().size(), 1000u);
  EXPECT_EQ(source.access(), access::local_write);
  EXPECT_EQ(source.pages(), page_kind::ordinary);
  EXPECT_TRUE(source.fallbacks().empty());
  EXPECT_EQ(source.addr() % page, 0u);
  EXPECT_EQ(target.addr() % (1 << 16), 0u);
  EXPECT_TRUE(std::ranges::all_of(target.memory(), [](auto byte) { return byte == std::byte{}; }));
  fill(source.memory());
  ASSERT_EQ(write(source, target.addr() + 3000, target, 1000), wc_status::success);
  EXPECT_TRUE(same(target.memory().subspan(3000, 1000), source.memory()));
}

TEST_F(memory, that_is_made_lives_as_long_as_a_handle) {
  auto region = mr::allocate(pd, page);
  fill(region.memory());
  const auto copy = region;
  region.close();
  EXPECT_FALSE(copy.is_open());
  EXPECT_EQ(copy.memory()[0], std::byte{1}) << "it is not the device's any more, but still ours";
  EXPECT_EQ(copy.describe(), "MR of 4096 bytes of " + name);
}

TEST_F(memory, of_huge_pages_where_there_are_any) {
  const auto region = mr::allocate(pd, 3 << 20, {.pages = huge_pages::preferred});
  EXPECT_EQ(region.addr() % (2 << 20), 0u) << "it could not be of huge pages otherwise";
  if (region.pages() == page_kind::huge) {
    EXPECT_TRUE(region.fallbacks().empty());
    EXPECT_EQ(mr::allocate(pd, page, {.pages = huge_pages::required}).pages(), page_kind::huge);
    return;
  }
  ASSERT_EQ(region.fallbacks().size(), 1u) << "nothing is silent";
  const std::string none = "no huge pages: not as many are reserved (vm.nr_hugepages), ";
  EXPECT_EQ(region.fallbacks()[0], none + (region.pages() == page_kind::transparent_huge
                                               ? "so the kernel is asked for transparent ones"
                                               : "and the kernel has no transparent ones "
                                                 "(/sys/kernel/mm/transparent_hugepage/enabled)"));
  EXPECT_EQ(message_of([&] { (void)mr::allocate(pd, 1 << 30, {.pages = huge_pages::required}); }),
            "mmap on 1073741824 bytes: Cannot allocate memory: there are not as many huge pages: "
            "reserve them (sysctl vm.nr_hugepages=N), or take huge_pages::preferred");
}

TEST_F(memory, in_slots_is_taken_and_given_back) {
  slot_pool pool(pd, 64, 3);
  EXPECT_EQ(pool.region().length(), 3 * 64u);
  const auto outside = [&] {
    slot_pool::slot first = pool.take(), second = pool.take(), third = pool.take();
    EXPECT_TRUE(first && second && third);
    EXPECT_FALSE(pool.take()) << "there are three";
    EXPECT_EQ(pool.available(), 0u);
    EXPECT_EQ(first.memory().size(), 64u);
    EXPECT_NE(first.slice().addr(), second.slice().addr());
    EXPECT_EQ(first.slice().addr(), reinterpret_cast<std::uintptr_t>(first.memory().data()));
    EXPECT_EQ(first.remote().rkey(), pool.region().rkey());
    second = std::move(third);  // gives the second one back
    EXPECT_EQ(pool.available(), 1u);
    EXPECT_FALSE(third);
    return first;
  };
  {
    const slot_pool::slot kept = outside();
    EXPECT_EQ(pool.available(), 2u);
  }
  EXPECT_EQ(pool.available(), 3u);
  EXPECT_EQ(pool.fewest_available(), 0u);

  slot_pool::slot one = pool.take();
  const std::array<std::byte, 5> hello{std::byte{'h'}, std::byte{'i'}};
  EXPECT_EQ(one.put(hello), one.slice().slice(0, 5));
  EXPECT_EQ(one.memory()[1], std::byte{'i'});
  EXPECT_NE(message_of([&] { one.put(std::array<std::byte, 65>{}); }).find("65 bytes"),
            std::string::npos);
  const auto number = std::move(one).let_go();
  EXPECT_FALSE(one);
  EXPECT_EQ(pool.available(), 2u) << "it is taken still";
  EXPECT_FALSE(pool.take_back(number + 1)) << "nobody let that go";
  EXPECT_FALSE(pool.take_back(99));
  EXPECT_EQ(pool.take_back(number).memory()[1], std::byte{'i'});
  EXPECT_FALSE(pool.take_back(number)) << "once is enough";
  EXPECT_EQ(pool.available(), 3u);

  EXPECT_NE(message_of([&] { slot_pool(pd, 64, 0); }).find("0 slots"), std::string::npos);
  EXPECT_NE(message_of([&] { slot_pool(pd, 0, 1); }).find("slots of 0 bytes"), std::string::npos);
  EXPECT_NE(message_of([&] { slot_pool(pd, SIZE_MAX / 2, 3); }).find("slots of"),
            std::string::npos);
}

TEST_F(memory, in_slots_outlives_its_pool) {
  slot_pool::slot last;
  {
    slot_pool pool(pd, 4096, 2);
    last = pool.take();
  }
  last.memory()[4095] = std::byte{1};
  pd.close();
  last.memory()[4095] = std::byte{2};
}

TEST_F(memory, in_slots_carries_messages) {
  slot_pool sends(pd, 64, 4), receives(pd, 64, 4);
  qp.connect(peer.address());
  peer.connect(qp.address());
  for (int round = 0; round < 10; ++round) {
    slot_pool::slot into = receives.take();
    const auto room = into.slice();
    ASSERT_TRUE(peer.post_recv({room, std::move(into).let_go()}));
    slot_pool::slot from = sends.take();
    const std::array<std::byte, 2> message{std::byte{7}, static_cast<std::byte>(round)};
    const auto piece = from.put(message);
    ASSERT_TRUE(qp.post(request::send(piece).signal(std::move(from).let_go())));
    for (const auto& done : cq.completions(2, std::chrono::seconds(10))) {
      ASSERT_TRUE(done.ok()) << done;
      const slot_pool::slot back = (done.is_receive() ? receives : sends).take_back(done.wr_id());
      ASSERT_TRUE(back);
      EXPECT_EQ(back.memory()[1], message[1]);
    }
    EXPECT_EQ(sends.available(), 4u);
    EXPECT_EQ(receives.available(), 4u);
  }
}

TEST_F(memory, that_cannot_be_made_is_told) {
  const std::string allocate = "mr::allocate: ";
  EXPECT_EQ(message_of([&] { (void)mr::allocate(pd, 0); }), allocate + "the memory has no bytes");
  EXPECT_EQ(message_of([&] { (void)mr::allocate(pd, page, {.alignment = 3}); }),
            allocate + "the alignment is no power of two");
  EXPECT_EQ(message_of([&] { (void)mr::allocate(pd, page, {.alignment = 0}); }),
            allocate + "the alignment is no power of two");
  for (const std::size_t length : {SIZE_MAX, SIZE_MAX / 2, SIZE_MAX / 4}) {
    EXPECT_EQ(message_of([&] { (void)mr::allocate(pd, length); }),
              "mmap on " + std::to_string(length) +
                  " bytes: Cannot allocate memory: there is not as much memory");
  }
  EXPECT_EQ(message_of([&] { (void)mr::allocate(pd, page, {.alignment = std::size_t{1} << 63}); }),
            "mmap on 4096 bytes: Cannot allocate memory: there is not as much memory");
  EXPECT_EQ(message_of([&] { (void)mr::allocate(pd, page, {.access = access::remote_write}); }),
            "ibv_reg_mr on PD of " + name + ": remote_write and remote_atomic need local_write");
}

TEST_F(memory, is_called_by_other_addresses) {
  const auto source = mr::allocate(pd, page);
  fill(source.memory());
  alignas(page) static std::array<std::byte, 2 * page> bytes{};
  const mr target(pd, std::span(bytes), {.access = everything, .iova = 0});
  EXPECT_EQ(target.addr(), 0u);
  EXPECT_EQ(target.slice(16, 8).addr(), 16u);
  EXPECT_EQ(target.remote(page, 8).addr(), page);
  EXPECT_EQ(target.memory().data(), bytes.data());
  ASSERT_EQ(write(source, page, target, page), wc_status::success);
  EXPECT_TRUE(same(std::span(bytes).subspan(page), source.memory()));
  const auto made = mr::allocate(pd, page, {.access = everything, .iova = 0x7000'0000'0000});
  ASSERT_EQ(write(source, 0x7000'0000'0000, made, page), wc_status::success);
  EXPECT_TRUE(same(made.memory(), source.memory()));
  const mr within(pd, std::span(bytes).subspan(100), {.iova = page + 100});
  EXPECT_EQ(within.addr(), page + 100);
  EXPECT_EQ(message_of([&] { mr(pd, std::span(bytes).subspan(100), {.iova = 0}); }),
            "ibv_reg_mr on PD of " + name +
                ": the iova has another offset in its page than the memory "
                "has");
}

TEST_F(memory_of_the_device, is_written_read_and_counted_in) {
  const device_memory counters(context, 4096);
  EXPECT_EQ(counters.length(), 4096u);
  EXPECT_EQ(counters.describe(), "device memory of 4096 bytes of " + name);
  const mr region(pd, counters, everything);
  EXPECT_EQ(region.addr(), 0u);
  EXPECT_EQ(region.length(), 4096u);
  EXPECT_TRUE(region.memory().empty());
  const auto host = mr::allocate(pd, page);
  fill(host.memory());
  ASSERT_EQ(write(host, 1024, region, 512), wc_status::success);
  std::array<std::byte, 512> seen;
  counters.read(1024, seen);
  EXPECT_TRUE(same(seen, host.memory().first(512)));
  const std::array<std::uint64_t, 1> five{5};
  counters.write(64, std::as_bytes(std::span(five)));
  ASSERT_EQ(done(request::fetch_add(host.slice(0, 8), region.remote(64, 8), 37)),
            wc_status::success);
  std::uint64_t before = 0;
  std::memcpy(&before, host.memory().data(), sizeof before);
  EXPECT_EQ(before, 5u);
  ASSERT_EQ(read(host, 64, region, 8), wc_status::success);
  std::memcpy(&before, host.memory().data(), sizeof before);
  EXPECT_EQ(before, 42u);
}

TEST_F(memory_of_the_device, is_registered_in_pieces) {
  const device_memory whole(context, 256);
  const mr second(pd, whole, 128, 128, everything);
  const auto host = mr::allocate(pd, page);
  fill(host.memory());
  ASSERT_EQ(write(host, 0, second, 128), wc_status::success);
  std::array<std::byte, 128> seen;
  whole.read(128, seen);
  EXPECT_TRUE(same(seen, host.memory().first(128)));
  EXPECT_NE(write(host, 64, second, 128), wc_status::success) << "it ends before";
}

TEST_F(memory_of_the_device, ends_somewhere) {
  const auto most = context.capabilities().max_dm_size;
  ASSERT_EQ(most, 128u << 10);
  EXPECT_EQ(message_of([&] { device_memory(context, most + 4); }),
            "ibv_alloc_dm on mlx5_0: 131076 bytes are more than the 131072 that the device has");
  const device_memory all(context, most);
  EXPECT_EQ(message_of([&] { device_memory(context, 4); }),
            "ibv_alloc_dm on mlx5_0: Cannot allocate memory: all programs share the 131072 bytes "
            "that the device has");
  EXPECT_EQ(message_of([&] { device_memory(context, 0); }),
            "ibv_alloc_dm on mlx5_0: the memory has no bytes");
  EXPECT_EQ(message_of([&] { device_memory(context, 64, 48); }),
            "ibv_alloc_dm on mlx5_0: the alignment is no power of two");
  std::array<std::byte, 8> bytes{};
  const std::string of_all = " on device memory of 131072 bytes of mlx5_0: ";
  EXPECT_EQ(message_of([&] { all.write(most - 4, bytes); }),
            "ibv_memcpy_to_dm" + of_all + "8 bytes from offset 131068 are not all inside");
  EXPECT_EQ(message_of([&] { all.read(2, bytes); }),
            "ibv_memcpy_from_dm" + of_all + "offset and length have to be multiples of 4");
  EXPECT_EQ(message_of([&] { mr(pd, all, 0, most + 4); }),
            "ibv_reg_dm_mr" + of_all + "131076 bytes from offset 0 are not all inside");
  EXPECT_EQ(message_of([&] { mr(pd, all, access::remote_atomic); }),
            "ibv_reg_dm_mr on PD of mlx5_0: remote_write and remote_atomic need local_write");
}

TEST_F(memory_of_the_device, is_closed_behind_its_regions) {
  device_memory counters(context, 64);
  const mr region(pd, counters);
  EXPECT_FALSE(counters.try_close()) << "a region is made on it";
  EXPECT_TRUE(counters.is_open());
  EXPECT_TRUE(counters.close().complete());
  EXPECT_FALSE(region.is_open());
  std::array<std::byte, 8> bytes{};
  EXPECT_EQ(message_of([&] { counters.read(0, bytes); }),
            "ibv_memcpy_from_dm on device memory of 64 bytes of mlx5_0: it has been closed, by "
            "itself or with what it was made on");
  { const device_memory again(context, 128 << 10); }
  const device_memory once_more(context, 128 << 10);
}

TEST_F(memory, with_relaxed_ordering) {
  const auto region =
      mr::allocate(pd, page, {.access = access::local_write | access::relaxed_ordering});
  EXPECT_TRUE(allows(region.access(), access::relaxed_ordering));
  EXPECT_TRUE(region.fallbacks().empty());
}

TEST_F(memory_that_changes, is_other_memory_with_the_same_keys) {
  alignas(page) static std::array<std::byte, 4 * page> bytes{};
  mr region(pd, std::span(bytes).first(2 * page), everything);
  const auto before = region.remote();
  const auto low = region.slice(0, page);
  ASSERT_EQ(region.rereg({.memory = std::span(bytes).subspan(2 * page, page)}), mr::keys::kept);
  EXPECT_EQ(region.length(), page);
  EXPECT_EQ(region.memory().data(), bytes.data() + 2 * page);
  EXPECT_EQ(region.addr(), reinterpret_cast<std::uintptr_t>(bytes.data()) + 2 * page);
  EXPECT_EQ(region.access(), everything);
  EXPECT_TRUE(region.fallbacks().empty());
  EXPECT_TRUE(writes(region.remote()));
  EXPECT_TRUE(same(std::span(bytes).subspan(2 * page, page), source.memory().first(page)));
  EXPECT_TRUE(is_refused(before.slice(0, 8))) << "the key is the same, and the bounds are others";
  EXPECT_EQ(failure(request::write(low, source.remote(0, page))), wc_status::loc_prot_err)
      << "nor is it ours to read";
  EXPECT_TRUE(std::ranges::all_of(std::span(bytes).first(2 * page),
                                  [](auto byte) { return byte == std::byte{}; }));
  EXPECT_EQ(message_of([&] { (void)region.slice(0, 2 * page); }),
            "slice on MR of 4096 bytes of " + name +
                ": 8192 bytes from 0 on are not inside its 4096 bytes");
}

TEST_F(memory_that_changes, is_more_memory_with_other_keys) {
  alignas(page) static std::array<std::byte, 4 * page> bytes{};
  mr region(pd, std::span(bytes).first(page), everything);
  const auto before = region.remote();
  ASSERT_EQ(region.rereg({.memory = bytes}), mr::keys::replaced);
  EXPECT_EQ(region.addr(), before.addr());
  EXPECT_NE(region.rkey(), before.rkey());
  EXPECT_TRUE(is_refused(before.slice(0, 8))) << "the memory is still there, under another key";
  EXPECT_TRUE(writes(region.remote()));
  EXPECT_TRUE(same(bytes, source.memory()));
}

TEST_F(memory_that_changes, begins_where_it_is_and_not_at_an_iova) {
  auto region = mr::allocate(pd, page, {.access = everything, .iova = 0});
  alignas(page) static std::array<std::byte, page> bytes{};
  const auto before = region.remote();
  const auto made = region.memory();
  (void)region.rereg({.memory = bytes});
  EXPECT_EQ(region.addr(), reinterpret_cast<std::uintptr_t>(bytes.data()));
  EXPECT_TRUE(is_refused(before.slice(0, 8)));
  EXPECT_TRUE(writes(region.remote()));
  EXPECT_EQ(made[0], std::byte{}) << "memory that was made stays";
}

TEST_F(memory_that_changes, is_for_others_to_write_or_not) {
  auto region = mr::allocate(pd, page, {.access = everything});
  const auto given = region.remote(0, 64);
  ASSERT_EQ(region.rereg({.access = access::local_write}), mr::keys::kept);
  EXPECT_EQ(region.access(), access::local_write);
  EXPECT_TRUE(is_refused(given));
  ASSERT_EQ(region.rereg({.access = everything}), mr::keys::kept);
  EXPECT_TRUE(writes(given)) << "it is what was given away before";
}

TEST_F(memory_that_changes, belongs_to_another_protection_domain) {
  auto region = mr::allocate(pd, page, {.access = everything});
  const auto given = region.remote(0, 64);
  verbatim::pd other(context);
  ASSERT_EQ(region.rereg({.pd = other}), mr::keys::kept);
  EXPECT_TRUE(is_refused(given));
  verbs_cq other_cq(context, 16);
  verbs_qp<rc> inside(other, other_cq);
  inside.connect(inside.address());
  ASSERT_TRUE(inside.post(request::write(region.slice(0, 64), region.remote(64, 64)).signal(1)));
  std::array<work_completion, 1> seen;
  while (other_cq.poll(seen) == 0) {
  }
  EXPECT_TRUE(seen[0].ok());
  source.close();
  qp.close();
  peer.close();
  EXPECT_TRUE(pd.try_close()) << "it has nothing to do with the region any more";
  EXPECT_TRUE(region.is_open());
  EXPECT_TRUE(other.close().complete());
  EXPECT_FALSE(region.is_open());
}

TEST_F(memory_that_changes, is_not_changed_by_what_makes_no_sense) {
  auto region = mr::allocate(pd, page, {.access = everything});
  const auto on = call + region.describe() + ": ";
  EXPECT_EQ(refusal(region, {}), on + "nothing is to be changed");
  EXPECT_EQ(refusal(region, {.memory = std::span<std::byte>()}), on + "the memory has no bytes");
  EXPECT_EQ(refusal(region, {.access = access::remote_write}),
            on + "remote_write and remote_atomic need local_write");
  verbatim::pd gone(context);
  gone.close();
  EXPECT_EQ(refusal(region, {.pd = gone}),
            call + gone.describe() + ": it has been closed, by itself or with what it was made on");
  const auto again = testing::device_under_test();
  EXPECT_EQ(refusal(region, {.pd = verbatim::pd(again)}),
            call + "PD of " + name + ": it was made on another context than " + region.describe() +
                ": open the device once, and make both on that context");
  mr windowed(pd, source.memory(), everything | access::mw_bind);
  const memory_window window(windowed);
  EXPECT_EQ(refusal(windowed, {.pd = verbatim::pd(context)}),
            call + windowed.describe() + ": " + window.describe() +
                " is in its protection domain: close that first");
  EXPECT_TRUE(region.is_open());
  EXPECT_TRUE(writes(region.remote(0, 64)));
  region.close();
  EXPECT_EQ(refusal(region, {.access = everything}),
            on + "it has been closed, by itself or with what it was made on");
}

TEST_F(memory_of_the_device, is_not_changed) {
  const device_memory counters(context, 64);
  mr region(pd, counters);
  EXPECT_EQ(message_of([&] { (void)region.rereg({.access = everything}); }),
            "ibv_rereg_mr on " + region.describe() +
                ": it is of the device's memory: close it, and make another");
  EXPECT_TRUE(region.is_open());
}

TEST_F(memory_without, a_change_of_it_is_closed) {
  auto region = mr::allocate(pd, page, {.access = everything | access::mw_bind});
  const memory_window window(region);
  EXPECT_EQ(message_of([&] { (void)region.rereg({.access = access::local_write}); }),
            "ibv_rereg_mr on MR of 4096 bytes of " + name +
                ": Cannot allocate memory: the region may not be used any more, and was closed: "
                "register the memory anew");
  EXPECT_FALSE(region.is_open());
  EXPECT_FALSE(window.is_open());
  EXPECT_EQ(region.memory().size(), page) << "the memory is still there";
  EXPECT_EQ(message_of([&] { (void)region.slice(); }),
            "slice on MR of 4096 bytes of " + name +
                ": it has been closed, by itself or with what it was made on");
  EXPECT_TRUE(mr::allocate(pd, page).is_open());
}

TEST_F(memory_without, children_that_see_it_is_changed_where_it_can_be) {
  if (ibv_is_fork_initialized() != IBV_FORK_ENABLED) {
    GTEST_SKIP() << "the kernel copies what is registered for children";
  }
  mapped_pages old(1), hole(1), now(1);
  mr region(pd, old.bytes(), everything);
  hole.unmap();
  EXPECT_EQ(message_of([&] { (void)region.rereg({.memory = hole.bytes()}); }),
            "ibv_rereg_mr on MR of 4096 bytes of " + name +
                ": Cannot allocate memory: the new memory cannot be kept from children that are "
                "forked, as when it is not mapped, and the region is as it was");
  EXPECT_EQ(write(region, region.addr(), region, 8), wc_status::success);
  old.unmap();
  EXPECT_EQ(region.rereg({.memory = now.bytes()}), mr::keys::kept);
  EXPECT_TRUE(region.fallbacks().empty()) << "children miss nothing of what is gone";
  EXPECT_EQ(write(region, region.addr(), region, 8), wc_status::success);
}

TEST_F(memory_on_demand, need_not_be_there_yet) {
  const auto can = context.capabilities();
  EXPECT_TRUE(can.on_demand_paging && can.implicit_on_demand_paging);
  EXPECT_EQ(to_string(can.odp_rc), "send | recv | write | read | atomic | srq_recv");
  EXPECT_EQ(to_string(can.odp_uc), "none");
  EXPECT_EQ(to_string(can.odp_ud), "send");
  EXPECT_EQ(can.odp_dc, can.odp_xrc);
  pages.unmap();
  const mr region(pd, pages.bytes(), everything | access::on_demand);
  EXPECT_EQ(to_string(region.access()),
            "local_write | remote_write | remote_read | remote_atomic | on_demand");
  EXPECT_EQ(failure(request::write(source.slice(0, 8), region.remote(0, 8))),
            wc_status::rem_access_err);
  EXPECT_EQ(failure(request::write(region.slice(0, 8), source.remote(0, 8))),
            wc_status::loc_prot_err);
  EXPECT_EQ(failure(request::fetch_add(region.slice(0, 8), region.remote(8, 8), 1)),
            wc_status::rem_access_err);
  pages.map_again();
  EXPECT_EQ(pages.resident(), 0);
  ASSERT_EQ(write(source, region.addr() + page, region, 64), wc_status::success);
  EXPECT_EQ(pages.resident(), 1);
  EXPECT_TRUE(same(pages.bytes().subspan(page, 64), source.memory().first(64)));
  ASSERT_EQ(done(request::fetch_add(source.slice(0, 8), region.remote(0, 8), 7)),
            wc_status::success);
  EXPECT_EQ(pages.bytes()[0], std::byte{7});
}

TEST_F(memory_on_demand, that_may_not_be_written_is_not) {
  const mr region(pd, pages.bytes(), everything | access::on_demand);
  pages.protect(PROT_READ);
  EXPECT_EQ(failure(request::write(source.slice(0, 8), region.remote(0, 8))),
            wc_status::rem_access_err);
  EXPECT_EQ(failure(request::compare_swap(source.slice(0, 8), region.remote(0, 8), 0, 1)),
            wc_status::rem_access_err);
  EXPECT_EQ(done(request::read(source.slice(0, 8), region.remote(0, 8))), wc_status::success);
  pages.protect(PROT_READ | PROT_WRITE);
}

TEST_F(memory_on_demand, is_all_that_there_is) {
  const auto all = mr::implicit(pd, everything);
  EXPECT_EQ(all.describe(), "implicit MR of " + name);
  EXPECT_EQ(all.addr(), 0u);
  EXPECT_EQ(all.length(), SIZE_MAX);
  EXPECT_TRUE(allows(all.access(), access::on_demand));
  const auto from = all.slice_of(source.memory().first(100));
  EXPECT_EQ(from.addr(), source.addr());
  const auto to = reinterpret_cast<std::uintptr_t>(pages.bytes().data());
  ASSERT_EQ(done(request::write(from, all.remote(to, 100))), wc_status::success);
  EXPECT_TRUE(same(pages.bytes().first(100), source.memory().first(100)));
  pages.unmap();
  EXPECT_EQ(failure(request::write(from, all.remote(to, 100))), wc_status::rem_access_err);
  EXPECT_EQ(failure(request::write(all.slice(to, 8), all.remote(source.addr(), 8))),
            wc_status::loc_prot_err);
  EXPECT_EQ(failure(request::write(all.slice(0, 8), all.remote(source.addr(), 8))),
            wc_status::loc_prot_err)
      << "a null pointer";
  EXPECT_EQ(failure(request::write(from, all.remote(0, 100))), wc_status::rem_access_err);
}

TEST_F(memory_on_demand, is_fetched_before_it_is_used) {
  const mr region(pd, pages.bytes(), everything | access::on_demand);
  pd.advise(pd::advice::prefetch_no_fault, region.slice());
  EXPECT_EQ(pages.resident(), 0);
  pd.advise(pd::advice::prefetch_write, region.slice(page, 1));
  EXPECT_EQ(pages.resident(), 1);
  const auto all = mr::implicit(pd);
  const std::array both{region.slice(page, 8), all.slice_of(pages.bytes())};
  pd.advise(pd::advice::prefetch, both);
  pd.advise(pd::advice::prefetch, both, pd::advise_mode::background);
  pd.advise(pd::advice::prefetch, std::span<const memory_slice>());
  EXPECT_EQ(pages.bytes()[0], std::byte{});
}

TEST_F(memory_on_demand, is_not_fetched_where_that_makes_no_sense) {
  const auto refusal = [&](const verbatim::pd& by, pd::advice what, const memory_slice& slice,
                           pd::advise_mode when = pd::advise_mode::wait) {
    return message_of([&] { by.advise(what, slice, when); });
  };
  const auto on = "ibv_advise_mr on PD of " + name + ": ";
  const mr region(pd, pages.bytes(), access::remote_read | access::on_demand);
  EXPECT_EQ(refusal(pd, pd::advice::prefetch, source.slice(), pd::advise_mode::background),
            on + "No such file or directory: a slice is of no memory region with "
                 "access::on_demand, or its key is stale");
  const auto not_permitted = on +
                             "Operation not permitted: a slice is of another protection "
                             "domain, or of a region without local_write that is to be "
                             "written";
  EXPECT_EQ(refusal(pd, pd::advice::prefetch_write, region.slice()), not_permitted);
  EXPECT_EQ(refusal(verbatim::pd(context), pd::advice::prefetch, region.slice()), not_permitted);
  const auto absent = on +
                      "Bad address: a slice is not inside of its region, or not all mapped, "
                      "or it is read-only and to be written";
  const memory_slice beyond(region.addr() + page, 2 * page, region.lkey());
  EXPECT_EQ(refusal(pd, pd::advice::prefetch_no_fault, beyond), absent);
  pages.unmap();
  EXPECT_EQ(refusal(pd, pd::advice::prefetch, region.slice()), absent);
  pd.advise(pd::advice::prefetch, region.slice(), pd::advise_mode::background);
  verbatim::pd closed(context);
  closed.close();
  EXPECT_EQ(refusal(closed, pd::advice::prefetch, region.slice()),
            on + "it has been closed, by itself or with what it was made on");
}

TEST_F(memory_on_demand, is_changed_to_other_memory_under_other_keys) {
  mr region(pd, pages.bytes(), everything | access::on_demand);
  const auto before = region.remote(0, 8);
  EXPECT_EQ(message_of([&] { (void)region.rereg({.access = everything}); }),
            "ibv_rereg_mr on " + region.describe() +
                ": access::on_demand comes and goes with the memory only: give that too");
  ASSERT_EQ(region.rereg({.access = access::local_write | access::on_demand}), mr::keys::kept);
  EXPECT_EQ(failure(request::write(source.slice(0, 8), before)), wc_status::rem_access_err);
  ASSERT_EQ(region.rereg({.memory = pages.bytes().first(page), .access = everything}),
            mr::keys::replaced);
  EXPECT_EQ(failure(request::write(source.slice(0, 8), before)), wc_status::rem_access_err);
  EXPECT_EQ(write(source, region.addr(), region, 8), wc_status::success);
}

TEST_F(memory_without, on_demand_paging_says_so) {
  const auto refused = "ibv_reg_mr on PD of " + name +
                       ": Invalid argument: the device has no on-demand paging: register without "
                       "access::on_demand";
  EXPECT_EQ(message_of([&] {
              (void)mr::allocate(pd, page, {.access = access::local_write | access::on_demand});
            }),
            refused);
  EXPECT_EQ(message_of([&] { (void)mr::implicit(pd); }), refused);
  EXPECT_EQ(context.capabilities().odp_rc, capabilities::odp_operations::none);
  const auto region = mr::allocate(pd, page);
  EXPECT_EQ(message_of([&] { pd.advise(pd::advice::prefetch, region.slice()); }),
            "ibv_advise_mr on PD of " + name +
                ": Operation not supported: the device or its driver takes no such advice: leave "
                "it out");
}

TEST_F(memory_without, relaxed_ordering_says_so) {
  const auto region =
      mr::allocate(pd, page, {.access = access::local_write | access::relaxed_ordering});
  EXPECT_EQ(region.access(), access::local_write);
  EXPECT_EQ(region.fallbacks(),
            std::vector<std::string>{"no relaxed ordering: the device has neither "
                                     "relaxed_ordering_write nor relaxed_ordering_read"});
}

TEST_F(memory_without, an_order_that_is_refused_says_so) {
  const auto region =
      mr::allocate(pd, page, {.access = access::remote_read | access::relaxed_ordering});
  EXPECT_EQ(region.access(), access::remote_read);
  EXPECT_EQ(region.fallbacks(), std::vector<std::string>{"no relaxed ordering: the device refused "
                                                         "to register with it"});
  EXPECT_TRUE(mr::allocate(pd, page).fallbacks().empty()) << "it was not asked for";
}

TEST_F(memory_without, any_on_the_device_is_told) {
  EXPECT_EQ(context.capabilities().max_dm_size, 0u);
  EXPECT_EQ(message_of([&] { device_memory(context, 64); }),
            "ibv_alloc_dm on " + name +
                ": the device has no memory for programs (max_dm_size is 0): use "
                "the host's");
}

}  // namespace
}  // namespace verbatim
