// Random rings of CQEs, polled by ibv_poll_cq, by ibv_start_poll and by us.
#pragma once

#include <endian.h>
#include <gtest/gtest.h>
#include <infiniband/mlx5dv.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "allowed_differences.hpp"
#include "bytes.hpp"
#include "completing_queues.hpp"
#include "completing_sides.hpp"
#include "dice.hpp"
#include "meaning.hpp"
#include "verbatim/generated/doorbells/cq_dbrec.hpp"
#include "verbatim/generated/transports/dci.hpp"
#include "verbatim/generated/transports/uc.hpp"
#include "verbatim/generated/transports/ud.hpp"
#include "verbatim/generated/transports/xrc.hpp"
#include "verbatim/queue/completion/completion_queue.hpp"

namespace verbatim::test {

template <class Transport>
struct two_way_endpoint {
  compared_send_queue<Transport>& sq;
  recv_queue<std::uint64_t>& rq;
};
template <class Transport>
struct sending_endpoint {
  compared_send_queue<Transport>& sq;
};
struct endpoint_on_srq {
  compared_send_queue<rc>& sq;
  shared_recv_queue<std::uint64_t>& rq;
};
struct receiving_endpoint {
  shared_recv_queue<std::uint64_t>& rq;
};

struct begin_datagram {
  template <class SendQueue>
  auto operator()(SendQueue& sq) const {
    return sq.sq_wqe().av(av_ud_seg{});
  }
};
struct begin_dc {
  template <class SendQueue>
  auto operator()(SendQueue& sq) const {
    return sq.sq_wqe().av(av_dc_seg{});
  }
};
struct begin_xrc {
  template <class SendQueue>
  auto operator()(SendQueue& sq) const {
    return sq.sq_wqe().xrc(1);
  }
};

/// In 4 WQEBBs, of which the transport takes some octowords.
inline operation_limits limits_behind(unsigned prefix) {
  return {.sges = 6, .inline_bytes = 60, .octowords = 16 - prefix};
}

/// The owner of a CQE.
struct party {
  std::uint32_t index;  ///< user index
  std::uint32_t qpn;
  sender* sends = nullptr;
  receiver* receives = nullptr;
  bool raw = false;
};

/// The copy that libmlx5 makes of the payload in a CQE.
enum class their_copy { as_ours, from_the_wrong_place, refused };

struct completion {
  byte_string cqe;
  std::uint64_t id = 0;
  bool raw = false;
  bool unsignaled = false;
  std::optional<buffer_list> into = {};  ///< if a payload comes in the CQE
  byte_string payload = {};
  their_copy theirs = their_copy::as_ours;
  std::byte in_front{};  ///< what is in the ring in front of it

  mlx5_cqe64 fields() const {
    mlx5_cqe64 result;
    std::memcpy(static_cast<void*>(&result), cqe.data() + cqe.size() - sizeof result,
                sizeof result);
    return result;
  }
  unsigned format() const { return fields().op_own >> 2 & 3u; }
};

/// The kinds of CQEs that the rings had in them.
struct coverage {
  std::size_t rings = 0;
  std::size_t cqes = 0;
  std::size_t resized = 0;  ///< CQEs that were in a ring which ended behind them
  std::set<std::tuple<std::uint32_t, unsigned, unsigned>> kinds;  ///< user index, opcode, of a send
  std::set<std::tuple<std::uint32_t, bool, unsigned>> payloads;   ///< user index, of a send, format
  std::array<std::set<unsigned>, 2> syndromes;                    ///< of sends, of receives
  met_differences met;
};

inline constexpr std::uint64_t every_field =
    std::uint64_t{IBV_WC_STANDARD_FLAGS} | IBV_WC_EX_WITH_COMPLETION_TIMESTAMP |
    IBV_WC_EX_WITH_CVLAN | IBV_WC_EX_WITH_FLOW_TAG | IBV_WC_EX_WITH_TM_INFO |
    IBV_WC_EX_WITH_COMPLETION_TIMESTAMP_WALLCLOCK;

/// Puts the same random rings into three completion queues, polls each in its way, and compares.
template <cq_format Format>
class comparison {
  static constexpr std::size_t cqe_size = Format.cqe_size;
  static constexpr std::uint32_t most_inline = cqe_size == 128 ? 64 : 32;

 public:
  comparison(std::uint32_t cqes, coverage& seen) : cqes_(cqes), seen_(seen) {
    for (const auto whose : verbs_pollers) introduce(whose);
    parties_ = {{of_rc, qpn(of_rc), &rc_, &rc_receives_},
                {of_uc, qpn(of_uc), &uc_, &uc_receives_},
                {of_ud, qpn(of_ud), &ud_, &ud_receives_},
                {of_dci, qpn(of_dci), &dci_},
                {of_xrc, qpn(of_xrc), &xrc_},
                {of_rc_on_srq, qpn(of_rc_on_srq), &rc_on_srq_, &shared_},
                {of_dct, qpn(of_dct), nullptr, &shared_},
                {of_xrc_srq, qpn(of_xrc_srq), nullptr, &xrc_shared_}};
    attach(of_rc, rc_endpoint_);
    attach(of_uc, uc_endpoint_);
    attach(of_ud, ud_endpoint_);
    attach(of_dci, dci_endpoint_);
    attach(of_xrc, xrc_endpoint_);
    attach(of_rc_on_srq, rc_on_srq_endpoint_);
    attach(of_dct, dct_endpoint_);
    if constexpr (Format.owner == cqe_owner::qpn) {
      completions_.attach_xrc_srq(xrc_srq_endpoint_);
    } else {
      attach(of_xrc_srq, xrc_srq_endpoint_);
    }
    if (has_packets()) {
      parties_.push_back({of_raw_packet, qpn(of_raw_packet), &packets_, &packet_receives_, true});
      attach(of_raw_packet, packet_endpoint_);
    }
  }

  void run(unsigned rings, bool resizing = true) {
    for (unsigned i = 0; i < rings && !testing::Test::HasFailure(); ++i) {
      for (auto& p : parties_) {
        if (p.sends) p.sends->post();
        if (p.receives) p.receives->post();
      }
      auto expected = resizing && random_.one_in(40) ? write_into_two_rings() : write_ring();
      compare(expected);
      ++seen_.rings;
      seen_.cqes += expected.size();
    }
  }

  bool has_packets() const { return theirs_[by_poll_cq]->raw_packet.has_value(); }

  /// True if the indexes have outgrown wqe_counter.
  bool indexes_have_wrapped() const {
    return std::min({rc_endpoint_.sq.pi(), uc_endpoint_.sq.pi(), rc_endpoint_.rq.pi(),
                     uc_endpoint_.rq.pi()}) > 1u << 16;
  }

 private:
  std::uint32_t qpn(user_index of) const { return first_qpn_ + of; }

  template <class Endpoint>
  void attach(user_index of, Endpoint& endpoint) {
    completions_.attach(Format.owner == cqe_owner::qpn ? qpn(of) : of, endpoint);
  }

  void introduce(poller whose) {
    auto& native = *theirs_[whose];
    ibv_ah* const ah = native.address.get();
    const sender::addresses datagram{
        [ah](ibv_send_wr& wr) { wr.wr.ud = {.ah = ah, .remote_qpn = 1, .remote_qkey = 2}; },
        [ah](ibv_qp_ex* qp) { ibv_wr_set_ud_addr(qp, ah, 1, 2); }};
    const sender::addresses dc{{}, [ah](ibv_qp_ex* qp) {
                                 mlx5dv_wr_set_dc_addr(mlx5dv_qp_ex_from_ibv_qp_ex(qp), ah, 1, 2);
                               }};
    const sender::addresses xrc{[](ibv_send_wr& wr) { wr.qp_type.xrc.remote_srqn = 1; },
                                [](ibv_qp_ex* qp) { ibv_wr_set_xrc_srqn(qp, 1); }};
    rc_.set_theirs(whose, native.rc.get(), {});
    uc_.set_theirs(whose, native.uc.get(), {});
    ud_.set_theirs(whose, native.ud.get(), datagram);
    dci_.set_theirs(whose, native.dci.get(), dc);
    dci_.only_by_ibv_wr();
    xrc_.set_theirs(whose, native.xrc.get(), xrc);
    rc_on_srq_.set_theirs(whose, native.rc_on_srq.get(), {});
    rc_receives_.set_theirs(whose, native.rc.get());
    uc_receives_.set_theirs(whose, native.uc.get());
    ud_receives_.set_theirs(whose, native.ud.get());
    shared_.set_theirs(whose, native.srq.get());
    xrc_shared_.set_theirs(whose, native.xrc_srq.get());
    if (!native.raw_packet) return;
    packets_.set_theirs(whose, native.raw_packet->get(), {});
    packet_receives_.set_theirs(whose, native.raw_packet->get());
  }

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

  /// A CQE full of random bytes, of no tag matching: libmlx5 would look for a tag-matching queue.
  mlx5_cqe64 random_fields(const party& of, unsigned cqe_opcode, unsigned sent,
                           std::uint16_t wqe_counter) {
    mlx5_cqe64 cqe;
    const auto bytes = random_.bytes(sizeof cqe);
    std::memcpy(static_cast<void*>(&cqe), bytes.data(), sizeof cqe);
    if (cqe.app == 1) cqe.app = 0;
    cqe.srqn_uidx = htobe32(random_.below(256) << 24 | of.index);
    cqe.sop_drop_qpn = htobe32(sent << 24 | of.qpn);
    cqe.wqe_counter = htobe16(wqe_counter);
    cqe.op_own = static_cast<std::uint8_t>(cqe_opcode << 4 | random_.below(2) << 1);
    return cqe;
  }

  /// The same bytes as a failure. libmlx5 hides one syndrome of an SRQ: see odp_page_fault.
  void fail(mlx5_cqe64& cqe, std::size_t direction) {
    auto& error = reinterpret_cast<mlx5_err_cqe&>(cqe);
    error.syndrome = static_cast<std::uint8_t>(next_syndrome_[direction]++);
    if (error.syndrome == MLX5_CQE_SYNDROME_REMOTE_ABORTED_ERR &&
        error.vendor_err_synd == odp_page_fault) {
      error.vendor_err_synd = 0;
    }
    seen_.syndromes[direction].insert(error.syndrome);
  }

  /// The whole CQE; of 128 bytes, the first half is random or the payload.
  completion complete(mlx5_cqe64 cqe, std::uint64_t id, const party& of, byte_string payload) {
    completion result{.cqe = random_.bytes(cqe_size), .id = id, .raw = of.raw};
    if (!payload.empty()) {
      const bool in_front = payload.size() > 32 || (cqe_size == 128 && random_.one_in(2));
      cqe.op_own = static_cast<std::uint8_t>(cqe.op_own | (in_front ? 2 : 1) << 2);
      std::memcpy(in_front ? static_cast<void*>(result.cqe.data()) : static_cast<void*>(&cqe),
                  payload.data(), payload.size());
      result.payload = std::move(payload);
    }
    std::memcpy(result.cqe.data() + cqe_size - sizeof cqe, &cqe, sizeof cqe);
    const auto cqe_opcode = mlx5dv_get_cqe_opcode(&cqe);
    const bool send = cqe_opcode == MLX5_CQE_REQ;
    seen_.kinds.insert({of.index, cqe_opcode, send ? be32toh(cqe.sop_drop_qpn) >> 24 : 0});
    if (result.format() != 0) seen_.payloads.insert({of.index, send, result.format()});
    return result;
  }

  /// Returns `count` completions, or as many as there are.
  std::vector<completion> random_completions(std::uint32_t count) {
    std::vector<completion> result;
    while (result.size() < count) {
      auto next = random_completion(static_cast<std::uint32_t>(result.size()));
      if (!next) break;
      result.push_back(std::move(*next));
    }
    return result;
  }

  /// The one that comes behind `behind` others in the ring; nothing if nobody has anything to complete.
  std::optional<completion> random_completion(std::uint32_t behind) {
    for (int tries = 0; tries < 40; ++tries) {
      const auto& of = parties_[random_.below(static_cast<std::uint32_t>(parties_.size()))];
      const bool send = of.sends && (!of.receives || random_.one_in(2));
      auto made = send ? random_send(of, behind) : random_recv(of);
      if (made) return made;
    }
    return std::nullopt;
  }

  std::optional<completion> random_send(const party& of, std::uint32_t behind) {
    const bool failed = random_.one_in(4);
    const auto done = of.sends->take(failed);
    if (!done) return std::nullopt;
    const auto& op = done->op;
    auto cqe = random_fields(of, failed ? MLX5_CQE_REQ_ERR : MLX5_CQE_REQ,
                             static_cast<unsigned>(op.what), done->index);
    if (op.is_atomic()) cqe.byte_cnt = htobe32(8);
    if (failed) {
      fail(cqe, 0);
      auto result = complete(cqe, op.id, of, {});
      result.unsignaled = !op.signaled;
      return result;
    }
    byte_string payload;
    if (done->results && done->results->size() <= most_inline && random_.one_in(2)) {
      payload = random_.bytes(done->results->size());
      cqe.byte_cnt = htobe32(done->results->size());
    }
    auto result = complete(cqe, op.id, of, std::move(payload));
    if (result.payload.empty()) return result;
    result.into = done->results;
    if (of.sends != &rc_ && of.sends != &rc_on_srq_) {
      result.theirs = their_copy::refused;
    } else if (cqe_size == 128) {
      result.theirs = their_copy::from_the_wrong_place;
      // libmlx5 would read the byte in front of the ring.
      if ((slot_behind(behind) == 0 || changes_ring_) && result.format() == 2) {
        result.cqe.back() &= std::byte{0xf3};
        result.payload.clear();
        result.into.reset();
        result.theirs = their_copy::as_ours;
      }
    }
    return result;
  }

  std::optional<completion> random_recv(const party& of) {
    const auto done = of.receives->take();
    if (!done) return std::nullopt;
    constexpr std::array opcodes{MLX5_CQE_RESP_WR_IMM, MLX5_CQE_RESP_SEND, MLX5_CQE_RESP_SEND_IMM,
                                 MLX5_CQE_RESP_SEND_INV};
    const bool failed = random_.one_in(4);
    const unsigned what = failed ? MLX5_CQE_RESP_ERR : opcodes[random_.below(opcodes.size())];
    party from = of;
    // The flow tag of an Ethernet queue is in the QP number's place.
    if (of.raw && Format.owner == cqe_owner::user_index) from.qpn = random_.bits32(24);
    auto cqe = random_fields(from, what, random_.below(256), done->counter);
    if (failed) {
      fail(cqe, 1);
      return complete(cqe, done->id, of, {});
    }
    byte_string payload;
    if (!of.raw && random_.one_in(2)) {
      payload = random_.bytes(random_.below(std::min(most_inline, done->list.size()) + 1));
      if (!payload.empty()) cqe.byte_cnt = htobe32(static_cast<std::uint32_t>(payload.size()));
    }
    auto result = complete(cqe, done->id, of, std::move(payload));
    if (!result.payload.empty()) result.into = done->list;
    return result;
  }

  std::uint32_t slot_behind(std::uint32_t others) const { return (pi_ + others) & (cqes_ - 1); }
  std::byte& op_own_of(std::uint32_t slot) { return ring_[(slot + 1) * cqe_size - 1]; }

  std::vector<completion> write_ring() {
    auto result = random_completions(random_.one_in(3) ? cqes_ : random_.below(cqes_) + 1);
    write(result);
    return result;
  }

  /// The whole ring: the CQEs, and behind them nothing that is the program's; what comes after that
  /// nobody may look at.
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
    auto result = random_completions(old + random_.below(next_cqes - old));
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

    // All three have told the device the same.
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

  /// The payload is where the WQE wanted it, and nothing else has changed.
  void compare_payload(const completion& e) {
    const auto region = e.into->region();
    // Only the payload's bytes are taken from the regions: what was there is the same everywhere.
    const auto right = e.into->filled(memory_.of(by_us, region), e.payload);
    ASSERT_TRUE(same(memory_.of(by_us, region), right)) << "we have put the payload elsewhere";
    for (const auto whose : verbs_pollers) {
      const auto theirs = memory_.of(whose, region);
      if (e.theirs == their_copy::as_ours) {
        ASSERT_TRUE(same(memory_.of(by_us, region), theirs));
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

  static constexpr std::uint8_t odp_page_fault = 0x93;

  dice random_;
  std::uint32_t cqes_;
  coverage& seen_;
  std::uint32_t first_qpn_ = random_.below(0xffff00) + 1;
  std::uint32_t pi_ = 0;
  byte_string ring_ = byte_string(cqes_ * cqe_size);
  byte_string our_ring_ = byte_string(cqes_ * cqe_size);
  byte_string old_ring_;
  bool changes_ring_ = false;
  alignas(8) std::array<std::byte, 8> record_{};
  std::array<std::unique_ptr<native_side>, verbs_pollers.size()> theirs_{
      std::make_unique<native_side>(random_shape(by_poll_cq)),
      std::make_unique<native_side>(random_shape(by_start_poll))};

  buffers memory_{400};
  rc_sender rc_{random_, memory_, limits_behind(0), qpn(of_rc), {}};
  transport_sender<uc, begin_plain> uc_{random_, memory_, unreliable(0), qpn(of_uc), {}};
  transport_sender<ud, begin_datagram> ud_{random_, memory_, datagrams(3), qpn(of_ud), {}};
  transport_sender<dci, begin_dc> dci_{random_, memory_, limits_behind(3), qpn(of_dci), {}};
  transport_sender<xrc, begin_xrc> xrc_{random_, memory_, limits_behind(1), qpn(of_xrc), {}};
  transport_sender<rc, begin_plain> rc_on_srq_{
      random_, memory_, limits_behind(0), qpn(of_rc_on_srq), {}};
  packet_sender packets_{random_, memory_, qpn(of_raw_packet)};
  own_receiver rc_receives_{random_, memory_};
  own_receiver uc_receives_{random_, memory_};
  own_receiver ud_receives_{random_, memory_};
  own_receiver packet_receives_{random_, memory_};
  shared_receiver shared_{random_, memory_, native_side::srq_wqes(theirs_[0]->srq.get())};
  shared_receiver xrc_shared_{random_, memory_, native_side::srq_wqes(theirs_[0]->xrc_srq.get())};

  two_way_endpoint<rc> rc_endpoint_{rc_.sq(), rc_receives_.rq()};
  two_way_endpoint<uc> uc_endpoint_{uc_.sq(), uc_receives_.rq()};
  two_way_endpoint<ud> ud_endpoint_{ud_.sq(), ud_receives_.rq()};
  sending_endpoint<dci> dci_endpoint_{dci_.sq()};
  sending_endpoint<xrc> xrc_endpoint_{xrc_.sq()};
  endpoint_on_srq rc_on_srq_endpoint_{rc_on_srq_.sq(), shared_.rq()};
  receiving_endpoint dct_endpoint_{shared_.rq()};
  receiving_endpoint xrc_srq_endpoint_{xrc_shared_.rq()};
  two_way_endpoint<raw_packet> packet_endpoint_{packets_.sq(), packet_receives_.rq()};
  completion_queue<with_format<Format>, two_way_endpoint<rc>, two_way_endpoint<uc>,
                   two_way_endpoint<ud>, sending_endpoint<dci>, sending_endpoint<xrc>,
                   endpoint_on_srq, receiving_endpoint, two_way_endpoint<raw_packet>>
      completions_{
          {.ring = our_ring_.data(), .cqes = cqes_, .cqe_size = cqe_size, .dbrec = record_.data()}};

  detail::completion_queue_memory our_memory() {
    return {.ring = our_ring_.data(), .cqes = cqes_, .cqe_size = cqe_size, .dbrec = record_.data()};
  }

  static operation_limits unreliable(unsigned prefix) {
    auto limits = limits_behind(prefix);
    limits.reliable = false;
    return limits;
  }
  static operation_limits datagrams(unsigned prefix) {
    auto limits = unreliable(prefix);
    limits.datagram = true;
    return limits;
  }

  std::vector<party> parties_;
  std::array<unsigned, 2> next_syndrome_{};
};

}  // namespace verbatim::test
