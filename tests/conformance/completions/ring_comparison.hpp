// Random rings of CQEs, polled by ibv_poll_cq, by ibv_start_poll and by us.
#pragma once

#include <endian.h>
#include <gtest/gtest.h>
#include <infiniband/mlx5dv.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "allowed_differences.hpp"
#include "bytes.hpp"
#include "compared_buffers.hpp"
#include "compared_queues.hpp"
#include "completing_sides.hpp"
#include "dice.hpp"
#include "meaning.hpp"
#include "random_cqes.hpp"
#include "verbatim/generated/doorbells/cq_dbrec.hpp"
#include "verbatim/queue/completion/completion_queue.hpp"

namespace verbatim::test {

inline constexpr std::uint64_t every_field =
    std::uint64_t{IBV_WC_STANDARD_FLAGS} | IBV_WC_EX_WITH_COMPLETION_TIMESTAMP |
    IBV_WC_EX_WITH_CVLAN | IBV_WC_EX_WITH_FLOW_TAG | IBV_WC_EX_WITH_TM_INFO |
    IBV_WC_EX_WITH_COMPLETION_TIMESTAMP_WALLCLOCK;

/// Puts the same random rings into three completion queues, polls each in its way, and compares.
template <cq_format Format>
class comparison {
  static constexpr std::size_t cqe_size = Format.cqe_size;

 public:
  comparison(std::uint32_t cqes, coverage& seen) : cqes_(cqes), seen_(seen) {
    queues_.attach_to(completions_);
  }

  void run(unsigned rings, bool resizing = true) {
    for (unsigned i = 0; i < rings && !testing::Test::HasFailure(); ++i) {
      queues_.post();
      auto expected = resizing && random_.one_in(40) ? write_into_two_rings() : write_ring();
      compare(expected);
      ++seen_.rings;
      seen_.cqes += expected.size();
    }
  }

  bool has_packets() const { return queues_.has_packets(); }
  bool indexes_have_wrapped() const { return queues_.indexes_have_wrapped(); }

 private:
  completion_queue_shape random_shape(poller whose) {
    completion_queue_shape shape{.cqes = cqes_, .cqe_size = std::uint16_t{cqe_size}};
    shape.call = cq_call::mlx5dv_create_cq;
    if (cqe_size == 64 && random_.one_in(2)) {
      shape.call = whose == by_poll_cq ? cq_call::ibv_create_cq : cq_call::ibv_create_cq_ex;
    }
    if (whose == by_start_poll) shape.fields = every_field;
    shape.one_thread = random_.one_in(2);
    return shape;
  }

  /// Returns `count` completions, or as many as there are.
  std::vector<completion> draw_completions(std::uint32_t count) {
    std::vector<completion> result;
    while (result.size() < count) {
      const auto slot = slot_behind(static_cast<std::uint32_t>(result.size()));
      auto next = cqes_to_come_.draw(slot == 0 || changes_ring_);
      if (!next) break;
      result.push_back(std::move(*next));
    }
    return result;
  }

  std::uint32_t slot_behind(std::uint32_t others) const { return (pi_ + others) & (cqes_ - 1); }
  std::byte& op_own_of(std::uint32_t slot) { return ring_[(slot + 1) * cqe_size - 1]; }

  std::vector<completion> write_ring() {
    auto result = draw_completions(random_.one_in(3) ? cqes_ : random_.below(cqes_) + 1);
    write(result);
    return result;
  }

  /// The whole ring: the CQEs, and behind them nothing that is the program's; the slots after that may not be
  /// read.
  void write(std::span<completion> all) {
    const auto count = static_cast<std::uint32_t>(all.size());
    for (std::uint32_t i = 0; i < count; ++i) put(all[i].cqe, pi_ + i);
    for (auto i = count; i < cqes_; ++i) {
      if (random_.one_in(2)) store(random_.bytes(cqe_size), slot_behind(i));
    }
    if (count < cqes_) {
      auto& op_own = op_own_of(slot_behind(count));
      op_own = (op_own & ~std::byte{1}) | owner_of(pi_ + count);
      op_own ^= random_.one_in(3) ? ~op_own & std::byte{0xf0} : std::byte{1};
    }
    for (std::uint32_t i = 0; i < count; ++i) {
      if (slot_behind(i) != 0) all[i].in_front = op_own_of(slot_behind(i) - 1);
    }
    pi_ += count;
    for (const auto whose : verbs_pollers) {
      std::copy(ring_.begin(), ring_.end(), theirs_[whose]->cq.ring());
    }
    std::copy(ring_.begin(), ring_.end(), our_ring_.begin());
  }

  /// The queue moves to another ring while some of the CQEs are unread: libmlx5 copies those, we go
  /// on in the old ring until the CQE that ends it.
  std::vector<completion> write_into_two_rings() {
    auto next_cqes = 2u << random_.below(8);
    if (next_cqes == cqes_) next_cqes *= 2;  // libmlx5 would keep the ring
    const auto old = random_.below(std::min(cqes_, next_cqes) - 1) + 1;
    changes_ring_ = true;
    auto result = draw_completions(old + random_.below(next_cqes - old));
    changes_ring_ = false;
    const auto first = std::min<std::size_t>(old, result.size());
    std::vector<completion> ending(result.begin(),
                                   result.begin() + static_cast<std::ptrdiff_t>(first));
    ending.push_back({.cqe = random_.bytes(cqe_size)});
    ending.back().cqe.back() = std::byte{MLX5_CQE_RESIZE_CQ << 4};
    write(ending);
    seen_.resized += first;

    cqes_ = next_cqes;
    ring_ = random_.bytes(cqes_ * cqe_size);
    old_ring_.swap(our_ring_);
    our_ring_.resize(ring_.size());
    completions_.resize_to(our_memory());
    for (const auto whose : verbs_pollers) theirs_[whose]->cq.resize(cqes_);
    for (auto i = first; i < result.size(); ++i) {
      put(result[i].cqe, pi_);
      const auto slot = slot_behind(0) * cqe_size;
      for (auto* ring :
           {theirs_[by_poll_cq]->cq.ring(), theirs_[by_start_poll]->cq.ring(), our_ring_.data()}) {
        std::memcpy(ring + slot, ring_.data() + slot, cqe_size);
      }
      ++pi_;
    }
    return result;
  }

  void store(const byte_string& cqe, std::uint32_t slot) {
    std::copy(cqe.begin(), cqe.end(), ring_.begin() + slot * cqe_size);
  }

  /// A CQE with the owner bit of this index.
  void put(const byte_string& cqe, std::uint32_t index) {
    const auto slot = index & (cqes_ - 1);
    store(cqe, slot);
    op_own_of(slot) = (op_own_of(slot) & ~std::byte{1}) | owner_of(index);
  }
  std::byte owner_of(std::uint32_t index) const {
    return (index & cqes_) != 0 ? std::byte{1} : std::byte{0};
  }

  std::vector<polled_completion> poll_plain() {
    std::vector<polled_completion> result;
    std::array<ibv_wc, 16> done;
    const int budget = static_cast<int>(random_.below(done.size()) + 1);
    while (const int count = ibv_poll_cq(theirs_[by_poll_cq]->cq.get(), budget, done.data())) {
      if (count < 0) {
        ADD_FAILURE() << "ibv_poll_cq failed";
        break;
      }
      for (int i = 0; i < count; ++i) result.push_back(meaning_of(done[static_cast<unsigned>(i)]));
    }
    return result;
  }

  std::vector<polled_completion> poll_extended() {
    std::vector<polled_completion> result;
    auto* const cq = theirs_[by_start_poll]->cq.ex();
    ibv_poll_cq_attr attributes{};
    int error = ibv_start_poll(cq, &attributes);
    while (error == 0) {
      auto further = random_.below(16);
      do {
        result.push_back(meaning_of(cq));
      } while (further-- != 0 && ibv_next_poll(cq) == 0);
      ibv_end_poll(cq);
      error = ibv_start_poll(cq, &attributes);
    }
    EXPECT_EQ(error, ENOENT);
    return result;
  }

  std::vector<polled_completion> poll_ours(const std::vector<completion>& expected) {
    std::vector<polled_completion> result;
    const auto check = [&](const completion_view& done) -> const completion& {
      static const completion nothing{.cqe = byte_string(cqe_size)};
      if (result.size() >= expected.size()) return nothing;
      const auto& e = expected[result.size()];
      auto cqe = e.fields();
      EXPECT_EQ(done.wqe_counter(), be16toh(cqe.wqe_counter));
      EXPECT_EQ(done.cqe().se(), mlx5dv_get_cqe_se(&cqe));
      EXPECT_EQ(static_cast<unsigned>(done.cqe().opcode()), mlx5dv_get_cqe_opcode(&cqe));
      return e;
    };
    const auto on_completion = overloaded{[&](const send_completion<std::uint64_t>& done) {
                                            const auto& e = check(done);
                                            result.push_back(meaning_of(done));
                                            EXPECT_EQ(done.signaled, !e.unsignaled);
                                            if (done.signaled) return;
                                            EXPECT_EQ(done.entry, 0u);
                                            result.back().what.id = e.id;
                                            seen_.met.meet(difference::unsignaled_failure);
                                          },
                                          [&](const recv_completion<std::uint64_t>& done) {
                                            const auto& e = check(done);
                                            EXPECT_EQ(done.solicited(), done.cqe().se() != 0);
                                            result.push_back(meaning_of(done, e.raw));
                                          }};
    const auto budget = random_.below(16) + 1;
    while (completions_.poll(on_completion, budget) != 0) {
    }
    return result;
  }

  void compare(const std::vector<completion>& expected) {
    auto plain = poll_plain();
    auto extended = poll_extended();
    const auto ours = poll_ours(expected);
    ASSERT_EQ(plain.size(), expected.size());
    ASSERT_EQ(extended.size(), expected.size());
    ASSERT_EQ(ours.size(), expected.size()) << message(completions_.last_dropped().why);
    for (std::size_t i = 0; i < expected.size(); ++i) {
      const auto& e = expected[i];
      const auto& mine = ours[i];
      SCOPED_TRACE("CQE " + std::to_string(i) + " of " + std::to_string(expected.size()));
      for (auto* theirs : {&plain[i], &extended[i]}) {
        ASSERT_NO_FATAL_FAILURE(allow_differences(e, mine, *theirs));
        ASSERT_EQ(theirs->what.id, e.id);
        ASSERT_EQ(mine.what, theirs->what);
      }
      if (mine.what.status == IBV_WC_SUCCESS && e.theirs != their_copy::refused) {
        ASSERT_EQ(mine.further.timestamp, extended[i].further.timestamp);
        ASSERT_EQ(mine.further.cvlan, extended[i].further.cvlan);
        ASSERT_EQ(mine.further.flow_tag, extended[i].further.flow_tag);
        if ((mine.what.opcode & IBV_WC_RECV) != 0) {
          ASSERT_EQ(mine.further.pkey_index, plain[i].further.pkey_index);
        }
      }
      if (!e.into) continue;
      ASSERT_NO_FATAL_FAILURE(compare_payload(e));
    }
    ASSERT_EQ(completions_.dropped(), 0u);

    // All three have published the same index to the device.
    const auto ci = written(cq_dbrec{.set_ci = pi_ & 0xffffff});
    for (const auto* s : {theirs_[by_poll_cq]->cq.dbrec(), theirs_[by_start_poll]->cq.dbrec(),
                          static_cast<std::byte*>(record_.data())}) {
      ASSERT_TRUE(same({s, 4}, byte_view(ci).first(4)));
    }
  }

  /// Replaces libmlx5's completion by ours where they differ as listed, and notes that this was met.
  void allow_differences(const completion& e, const polled_completion& ours,
                         polled_completion& theirs) {
    if (e.theirs == their_copy::refused) {
      ASSERT_EQ(theirs.what.status, IBV_WC_GENERAL_ERR);
      ASSERT_EQ(theirs.what.id, ours.what.id);
      seen_.met.meet(difference::payload_not_of_rc);
      theirs.what = ours.what;
    }
    constexpr unsigned grh = IBV_WC_GRH;
    if (e.format() == 1 && (theirs.what.flags & grh) != 0) {
      ASSERT_EQ(ours.what.flags & grh, 0u);
      ASSERT_NE(be32toh(e.fields().flags_rqpn) & 3u << 28, 0u);
      seen_.met.meet(difference::grh_under_payload);
      theirs.what.flags &= ~grh;
    }
  }

  /// Returns true if the CQE has the 8 bytes that an atomic has fetched.
  static bool fetches_by_atomic(const completion& e) {
    const auto fields = e.fields();
    const auto what = static_cast<opcode>(be32toh(fields.sop_drop_qpn) >> 24);
    return fields.op_own >> 4 == 0 && (what == opcode::atomic_cs || what == opcode::atomic_fa);
  }

  /// The payload is where the WQE wanted it, and nothing else has changed.
  void compare_payload(const completion& e) {
    const auto region = e.into->region();
    // Only the payload's bytes are taken from the regions: what was there is the same everywhere.
    const bool is_atomic = fetches_by_atomic(e);
    byte_string number = e.payload;
    if (is_atomic) std::ranges::reverse(number);
    const auto right = e.into->filled(queues_.memory().of(by_us, region), number);
    ASSERT_TRUE(same(queues_.memory().of(by_us, region), right))
        << "we have put the payload elsewhere";
    for (const auto whose : verbs_pollers) {
      const auto theirs = queues_.memory().of(whose, region);
      if (e.theirs == their_copy::as_ours && is_atomic) {
        ASSERT_TRUE(same(theirs, e.into->filled(theirs, e.payload)));
        seen_.met.meet(difference::atomic_result_in_cqe);
      } else if (e.theirs == their_copy::as_ours) {
        ASSERT_TRUE(same(queues_.memory().of(by_us, region), theirs));
        continue;
      }
      if (e.theirs == their_copy::from_the_wrong_place) {
        // From the CQE's beginning, whose control part is at its end, or from a byte before that.
        byte_string wrong = e.cqe;
        if (e.format() == 2) wrong.insert(wrong.begin(), e.in_front);
        wrong.resize(e.payload.size());
        ASSERT_TRUE(same(theirs, e.into->filled(theirs, wrong)));
        if (!std::ranges::equal(theirs, right)) {
          seen_.met.meet(difference::payload_of_requester_128);
        }
      }
      std::ranges::copy(right, theirs.begin());
    }
  }

  detail::completion_queue_memory our_memory() {
    return {.ring = our_ring_.data(), .cqes = cqes_, .cqe_size = cqe_size, .dbrec = record_.data()};
  }

  dice random_;
  std::uint32_t cqes_;
  coverage& seen_;
  std::uint32_t pi_ = 0;
  byte_string ring_ = byte_string(cqes_ * cqe_size);
  byte_string our_ring_ = byte_string(cqes_ * cqe_size);
  byte_string old_ring_;
  bool changes_ring_ = false;
  alignas(8) std::array<std::byte, 8> record_{};
  native_sides theirs_{std::make_unique<native_side>(random_shape(by_poll_cq)),
                       std::make_unique<native_side>(random_shape(by_start_poll))};
  compared_queues<Format> queues_{random_, theirs_};
  random_cqes<Format> cqes_to_come_{random_, queues_.parties(), seen_};
  typename compared_queues<Format>::completions completions_{our_memory()};
};

}  // namespace verbatim::test
