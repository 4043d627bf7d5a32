// Memory that is paged on demand.
#include <gtest/gtest.h>
#include <infiniband/verbs.h>
#include <sys/mman.h>

#include <algorithm>
#include <array>
#include <span>
#include <vector>

#include "memory_fixture.hpp"
#include "message_of.hpp"
#include "verbatim/verbs/memory/mr.hpp"
#include "verbatim/verbs/memory/pages.hpp"
#include "verbatim/verbs/memory/pd.hpp"
#include "verbatim/verbs/portable/verbs_qp.hpp"

namespace verbatim {
namespace {

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

}  // namespace
}  // namespace verbatim
