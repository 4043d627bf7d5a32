// Random WQEs through ibv_post_send, ibv_wr_* and our builders, and their bytes side by side.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <deque>
#include <memory>
#include <set>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "allowed_differences.hpp"
#include "bytes.hpp"
#include "dice.hpp"
#include "operation.hpp"
#include "plain_verbs.hpp"
#include "send_side.hpp"
#include "verbatim/generated/doorbells/qp_dbrec.hpp"
#include "verbatim/generated/segments/ctrl_seg.hpp"
#include "verbatim/generated/segments/inline_seg.hpp"
#include "verbatim/generated/transports/rc.hpp"
#include "verbatim/queue/send/send_queue.hpp"

namespace verbatim::test {

inline constexpr unsigned operations_per_shape = 10'000;
inline constexpr std::uint32_t longest_list = 16;

/// Posts the same on every side, plays the device, and compares.
template <class Transport, unsigned MaxWqebbs>
class wqe_comparison {
 public:
  explicit wqe_comparison(const shape& s)
      : shape_(s),
        post_send_("ibv_post_send", s, random_),
        post_wr_("ibv_wr_*", s, random_),
        wrapping_("builders, wrapping", s, random_) {
    if (s.rings.wqebbs() >= contiguous_side::queue::min_wqebbs) {
      contiguous_ = std::make_unique<contiguous_side>("builders, contiguous", s, random_);
    }
    const auto& verbs = post_send_.qp.limits();
    limits_ = {.reliable = std::is_same_v<Transport, rc>,
               .sges = verbs.max_send_sge,
               .inline_bytes = verbs.max_inline_data,
               .octowords = wrapping_side::queue::max_octowords};
  }

  void run() {
    // The larger rings go past the index's 16 bits.
    const auto last = shape_.rings.wqebbs() < 64 ? 0 : (1u << 16) + 2 * shape_.rings.wqebbs();
    while ((posted_ < operations_per_shape || post_send_.pi < last) &&
           !testing::Test::HasFailure()) {
      const auto batch = random_batch();
      if (!batch.empty()) post(batch);
      retire(batch.empty() ? signaled_ : random_.below(signaled_ + 1));
    }
    if (!testing::Test::HasFailure()) check_coverage();
  }

 private:
  using wrapping_side = our_side<Transport, ring_end::wrapping, MaxWqebbs>;
  using contiguous_side = our_side<Transport, ring_end::contiguous, MaxWqebbs>;

  /// A WQE that the device has not completed.
  struct waiting {
    operation op;
    std::uint32_t index;
    std::uint32_t contiguous_index;
  };

  /// WQEBBs that the contiguous queue fills with a NOP before a WQE that begins at `index`.
  std::uint32_t gap_before(const operation& op, std::uint32_t index) const {
    const auto to_end = shape_.rings.wqebbs() - (index & (shape_.rings.wqebbs() - 1));
    return op.wqebbs() > to_end ? to_end : 0;
  }

  /// Returns as many operations as the fullest ring has room for, at most 16.
  std::vector<operation> random_batch() {
    std::vector<operation> batch;
    const auto wanted = random_.one_in(2) ? 1 : random_.below(longest_list) + 1;
    const auto begin = waiting_.empty() ? post_send_.pi : waiting_.front().index;
    auto begin_contiguous = contiguous_ ? contiguous_->sq().ci() : 0;
    auto end = post_send_.pi;
    auto end_contiguous = contiguous_ ? contiguous_->pi : 0;
    const auto room = shape_.rings.wqebbs();
    while (batch.size() < wanted) {
      auto op = random_operation(random_, limits_);
      end += op.wqebbs();
      if (contiguous_) end_contiguous += gap_before(op, end_contiguous) + op.wqebbs();
      const auto wqes = waiting_.size() + batch.size() + 1;
      if (wqes > shape_.rings.send_wqes || end - begin > room ||
          end_contiguous - begin_contiguous > room) {
        break;
      }
      // Something before the longest WQE that may come next has to be retirable.
      const auto next = 2 * MaxWqebbs - 1;
      ++unsignaled_wqes_;
      if (unsignaled_wqes_ == shape_.rings.send_wqes || end - last_signaled_ + next > room ||
          (contiguous_ && end_contiguous - last_signaled_contiguous_ + next > room)) {
        op.signaled = true;
      }
      if (op.signaled) {
        unsignaled_wqes_ = 0;
        last_signaled_ = end;
        last_signaled_contiguous_ = end_contiguous;
      }
      batch.push_back(std::move(op));
    }
    return batch;
  }

  std::vector<side*> sides() {
    std::vector<side*> all{&post_send_, &post_wr_, &wrapping_};
    if (contiguous_) all.push_back(contiguous_.get());
    return all;
  }

  void post(const std::vector<operation>& batch) {
    for (auto* s : sides()) {
      s->litter(s->pi, length_of(batch, *s));
      s->doorbell.reset();
    }
    ASSERT_EQ(post_with_ibv_post_send(post_send_.qp.get(), batch), 0);
    ASSERT_EQ(post_with_ibv_wr(post_wr_.qp.ex(), batch, random_), 0);
    build(wrapping_, batch);
    if (contiguous_) build(*contiguous_, batch);

    std::vector<std::uint32_t> begins;
    for (auto* s : sides()) begins.push_back(s->pi);
    for (const auto& op : batch) ASSERT_NO_FATAL_FAILURE(compare(op));
    for (auto* s : sides()) ASSERT_NO_FATAL_FAILURE(check_doorbell(*s, batch.size()));
    check_rest(wrapping_, begins[2], waiting_.front().index);
    if (contiguous_) check_rest(*contiguous_, begins[3], waiting_.front().contiguous_index);
    posted_ += static_cast<unsigned>(batch.size());
  }

  /// In WQEBBs, NOPs included.
  std::uint32_t length_of(const std::vector<operation>& batch, const side& on) const {
    auto end = on.pi;
    for (const auto& op : batch) {
      end += op.wqebbs() + (&on == contiguous_.get() ? gap_before(op, end) : 0);
    }
    return end - on.pi;
  }

  template <class OurSide>
  void build(OurSide& on, const std::vector<operation>& batch) {
    for (const auto& op : batch) {
      const auto posted = post_with_builders(on.sq(), op);
      ASSERT_TRUE(posted.ok()) << on.name << ": " << message(posted.error());
    }
    on.sq().ring_doorbell();
    ASSERT_EQ(on.sq().pi(), on.pi + length_of(batch, on));
  }

  bool is_vendor(const side& on) const { return &on == &post_send_ || &on == &post_wr_; }

  /// A part of a WQE's octowords that libmlx5 leaves as it was.
  struct stale_bytes {
    std::size_t begin;
    std::size_t end;
    difference why;
  };
  std::vector<stale_bytes> stale_bytes_of(const operation& op, const side& on) const {
    std::vector<stale_bytes> stale;
    if (&on == &post_wr_ && !op.has_imm() && op.what != opcode::send_inval) {
      stale.push_back({12, 16, difference::unused_imm});
    }
    if (op.what == opcode::atomic_fa) stale.push_back({40, 48, difference::compare_of_fetch_add});
    if (op.inlined && !op.payload.empty()) {
      stale.push_back({op.fixed_octowords() * octoword + inline_seg::size + op.payload.size(),
                       op.octowords() * octoword, difference::inline_padding});
    }
    return stale;
  }

  /// Returns the bytes of libmlx5's ibv_post_send, as they should stand on `on`: with the index and
  /// the queue pair number of that side, and if it is one of libmlx5's, with the bytes that it
  /// leaves.
  byte_string expected(const operation& op, const side& on) {
    auto wqe = post_send_.wqe(post_send_.pi, op.octowords());
    for (const auto& stale : stale_bytes_of(op, post_send_)) {
      std::fill(wqe.begin() + static_cast<std::ptrdiff_t>(stale.begin),
                wqe.begin() + static_cast<std::ptrdiff_t>(stale.end), std::byte{0});
    }
    wqe[1] = std::byte(on.pi >> 8 & 0xff);
    wqe[2] = std::byte(on.pi & 0xff);
    wqe[4] = std::byte(on.qp.qpn() >> 16);
    wqe[5] = std::byte(on.qp.qpn() >> 8 & 0xff);
    wqe[6] = std::byte(on.qp.qpn() & 0xff);
    if (!is_vendor(on)) return wqe;
    const auto litter = on.litter_under(on.pi, op.octowords());
    for (const auto& stale : stale_bytes_of(op, on)) {
      for (auto i = stale.begin; i < stale.end; ++i) {
        if (litter[i] != std::byte{0}) met_.meet(stale.why);
        wqe[i] = litter[i];
      }
    }
    return wqe;
  }

  void compare(const operation& op) {
    const auto octowords = op.octowords();
    ASSERT_EQ(std::to_integer<unsigned>(post_send_.wqe(post_send_.pi, 1)[7]), octowords)
        << describe(op, post_send_);
    if (contiguous_) {
      ASSERT_NO_FATAL_FAILURE(skip_gap(op));
    }
    for (auto* on : sides()) {
      ASSERT_TRUE(same(on->wqe(on->pi, octowords), expected(op, *on))) << describe(op, *on);
      if (on->qp.qpn() != post_send_.qp.qpn()) met_.meet(difference::queue_pair_number);
      if (!is_vendor(*on)) {
        ASSERT_NO_FATAL_FAILURE(check_beyond_ds(op, *on));
      }
    }
    const auto offset = post_send_.pi & (shape_.rings.wqebbs() - 1);
    offsets_.insert({op.what, offset});
    longest_ = std::max(longest_, op.wqebbs());
    if (const auto to_end = gap_before(op, post_send_.pi); to_end != 0) {
      crossings_.insert(to_end);
      crossed_.insert(op.what);
    }
    if (op.signaled) ++signaled_;
    waiting_.push_back({op, post_send_.pi, contiguous_ ? contiguous_->pi : 0});
    for (auto* on : sides()) {
      on->last_index = on->pi;
      on->pi += op.wqebbs();
    }
  }

  void check_beyond_ds(const operation& op, const side& on) {
    const auto whole = on.wqe(on.pi, op.wqebbs() * 4);
    const auto litter = on.litter_under(on.pi, op.wqebbs() * 4);
    const auto ds = static_cast<std::ptrdiff_t>(op.octowords() * octoword);
    ASSERT_TRUE(std::equal(whole.begin() + ds, whole.end(), litter.begin() + ds))
        << "written beyond ds\n"
        << describe(op, on);
  }

  /// The rule of the policy `contiguous`: no WQE crosses the ring's end, and one unsignaled NOP
  /// fills what is left there.
  void skip_gap(const operation& op) {
    const auto gap = gap_before(op, contiguous_->pi);
    if (gap == 0) return;
    const ctrl_seg nop{.wqe_index = static_cast<std::uint16_t>(contiguous_->pi),
                       .opcode = opcode::nop,
                       .qpn = contiguous_->qp.qpn(),
                       .ds = static_cast<std::uint8_t>(gap * 4)};
    ASSERT_TRUE(same(contiguous_->wqe(contiguous_->pi, 1), written(nop)));
    contiguous_->pi += gap;
    met_.meet(difference::ring_end);
  }

  void check_doorbell(side& on, std::size_t batch) {
    const auto record = written(qp_dbrec{.snd_counter = static_cast<std::uint16_t>(on.pi)});
    ASSERT_TRUE(same({on.qp.dbrec(0), qp_dbrec::size}, record)) << on.name;
    const auto rings = on.doorbell.rings();
    ASSERT_EQ(rings.size(), 1u) << on.name;
    if (&on == &post_send_) half_ = rings[0].half;
    ASSERT_EQ(rings[0].half, half_) << on.name;
    const auto& pushed = rings[0].pushed;
    ASSERT_GE(pushed.size(), 8u) << on.name;
    ASSERT_TRUE(same({pushed.data(), 8}, byte_view(on.wqe(on.last_index, 1)).first(8))) << on.name;
    if (pushed.size() == 8) return;
    ASSERT_TRUE(is_vendor(on) && batch == 1 && shape_.lone == lone_post::blueflame) << on.name;
    met_.meet(difference::lone_post);
  }

  /// Nothing was written but the WQEs since `begin`, and the room that the last of them might have
  /// needed.
  void check_rest(side& on, std::uint32_t begin, std::uint32_t oldest) {
    const auto room = std::min(on.last_index + MaxWqebbs, oldest + on.wqebbs());
    on.accept(begin, std::max(room, on.pi) - begin);
    if (on.wqebbs() > 64 && !random_.one_in(32)) return;
    ASSERT_EQ(std::memcmp(on.qp.send_ring().data(), on.before.data(), on.before.size()), 0)
        << on.name << " wrote outside of its WQEs";
  }

  /// The device completes the oldest `count` of the signaled WQEs.
  void retire(std::uint32_t count) {
    while (count-- != 0 && signaled_ != 0) {
      while (!waiting_.front().op.signaled) waiting_.pop_front();
      const auto& done = waiting_.front();
      for (auto* on : sides()) {
        on->complete(done.op, on == contiguous_.get() ? done.contiguous_index : done.index);
      }
      const std::vector<std::uint64_t> id{done.op.id};
      ASSERT_EQ(poll_verbs(post_send_), id);
      ASSERT_EQ(poll_verbs(post_wr_), id);
      ASSERT_EQ(wrapping_.poll(), id);
      if (contiguous_) {
        ASSERT_EQ(contiguous_->poll(), id);
      }
      waiting_.pop_front();
      --signaled_;
    }
  }

  /// The run met everything: every offset, every way to cross the end, every difference. A run over a large
  /// ring has too few laps to say so.
  void check_coverage() {
    std::printf("%u operations, %u WQEBBs, %u NOPs at the ring's end\n", posted_, post_send_.pi,
                met_.count(difference::ring_end));
    EXPECT_EQ(longest_, MaxWqebbs);
    if (shape_.rings.wqebbs() > 64) return;
    const std::size_t kinds = limits_.reliable ? 8 : 5;
    const std::size_t kinds_with_data = limits_.reliable ? 6 : 5;
    EXPECT_EQ(offsets_.size(), kinds * shape_.rings.wqebbs());
    EXPECT_EQ(crossings_.size(), MaxWqebbs - 1);
    EXPECT_EQ(crossed_.size(), MaxWqebbs == 1 ? 0 : kinds_with_data);

    std::vector<difference> expected{difference::queue_pair_number, difference::unused_imm,
                                     difference::inline_padding};
    if (limits_.reliable) expected.push_back(difference::compare_of_fetch_add);
    if (contiguous_ && MaxWqebbs > 1) expected.push_back(difference::ring_end);
    if (shape_.lone == lone_post::blueflame) expected.push_back(difference::lone_post);
    for (const auto& allowed : allowed_differences) {
      const bool possible =
          std::find(expected.begin(), expected.end(), allowed.which) != expected.end();
      EXPECT_EQ(met_.count(allowed.which) != 0, possible) << allowed.name;
    }
  }

  std::string describe(const operation& op, const side& on) const {
    return std::string(on.name) + ", " + std::string(name(op.what)) + " at " +
           std::to_string(on.pi) + ", in slot " +
           std::to_string(on.pi & (shape_.rings.wqebbs() - 1)) + " of " +
           std::to_string(shape_.rings.wqebbs()) + ", after " + std::to_string(posted_) +
           " operations";
  }

  dice random_;
  shape shape_;
  side post_send_;
  side post_wr_;
  wrapping_side wrapping_;
  std::unique_ptr<contiguous_side> contiguous_;
  operation_limits limits_;

  std::deque<waiting> waiting_;
  std::uint32_t signaled_ = 0;         // of those that wait
  std::uint32_t unsignaled_wqes_ = 0;  // since the last signaled one
  std::uint32_t last_signaled_ = 0;    // the index after it
  std::uint32_t last_signaled_contiguous_ = 0;
  unsigned posted_ = 0;
  std::size_t half_ = 0;

  std::set<std::pair<opcode, std::uint32_t>> offsets_;
  std::set<std::uint32_t> crossings_;
  std::set<opcode> crossed_;
  unsigned longest_ = 0;
  met_differences met_;
};

}  // namespace verbatim::test
