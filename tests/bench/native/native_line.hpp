// Rows of libmlx5, and of UCX, beside the lines of wqe_rows.hpp: the same WQEs, with the same parameters.
#pragma once

#include <infiniband/mlx5dv.h>
#include <infiniband/verbs.h>

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "native_queues.hpp"
#include "wqe/wqe_rows.hpp"

namespace verbatim::bench {

/// A row of another library.
class other_row : public lone_kind_row {
 public:
  /// Makes the parameters such that this row can post them.
  virtual void adapt(wqe_parameter_list& list) = 0;
};

/// The part of the rows of libmlx5 that does not depend on the kind of WQE.
class native_row : public other_row {
 public:
  native_row(const qp_kind& kind, std::uint32_t payload, unsigned per_doorbell, tuning how);

  unsigned operations() const noexcept override { return depth / wqebbs_ / per_turn_ * per_turn_; }

  /// The device completes the last WQE, and libmlx5 finds it.
  void prepare() override;

  /// Both throw std::runtime_error if the doorbell or the doorbell record does not name the last WQE of
  /// the run, or if a WQE is not where it should be.
  std::vector<std::byte> seen() const override { return wqes(); }
  std::vector<std::byte> wqes() const override;
  wqe_parameter_list& parameters() noexcept override { return parameters_; }

 protected:
  ibv_qp* qp() const noexcept { return native_.qp(); }
  ibv_qp_ex* qp_ex() const noexcept { return native_.qp_ex(); }
  unsigned per_turn() const noexcept { return per_turn_; }

  /// Counts a run, in which all WQEs were posted or not.
  void ran(bool all_posted) noexcept {
    all_posted_ = all_posted;
    pi_ += operations() * wqebbs_;
  }

  wqe_parameter_list parameters_;

 private:
  void check_doorbell() const;

  std::uint32_t wqebbs_;
  unsigned per_turn_;
  native_queues native_;
  std::uint32_t begin_ = 0;
  std::uint32_t pi_ = 0;
  bool all_posted_ = true;
};

// A kind of WQE is a class that is made from the QP, and has
//   qp()                             the qp_kind
//   adapt(parameters, i)             makes the ith parameters such that libmlx5 can post them
//   begin(wr)                        sets what does not change in an ibv_send_wr
//   fill(wr, sges, parameters, i)    sets the others, for ibv_post_send()
//   build(qp_ex, parameters, i)      calls ibv_wr_* or mlx5dv_wr_*
// without fill() or build() if libmlx5 has no such call.

/// The common part of both rows of a kind.
template <class Kind, unsigned n>
class native_row_of : public native_row {
 public:
  native_row_of(std::uint32_t payload, tuning how)
      : native_row(Kind::qp(), payload, n, how), kind_(qp()) {
    adapt(parameters_);
  }

  void adapt(wqe_parameter_list& list) final {
    for (unsigned i = 0; i < batch; ++i) kind_.adapt(list.at(i), i);
  }

 protected:
  Kind kind_;
};

/// By ibv_post_send().
template <class Kind, unsigned n>
class post_send_row final : public native_row_of<Kind, n> {
 public:
  post_send_row(std::uint32_t payload, tuning how) : native_row_of<Kind, n>(payload, how) {
    for (unsigned i = 0; i < n; ++i) {
      wrs_[i].sg_list = sges_[i].data();
      wrs_[i].num_sge = static_cast<int>(Kind::qp().sges);
      wrs_[i].send_flags = IBV_SEND_SIGNALED;
      wrs_[i].next = i + 1 < n ? &wrs_[i + 1] : nullptr;
      this->kind_.begin(wrs_[i]);
    }
  }

  void run() override {
    bool all = true;
    const auto* const begin = this->parameters_.begin();
    const auto turns = this->operations() / this->per_turn();
    for (unsigned turn = 0; turn < turns; ++turn) {
      for (unsigned at = 0; at < this->per_turn(); at += n) all &= post(begin + at, at);
    }
    this->ran(all);
  }

 private:
  [[gnu::always_inline]] bool post(const wqe_parameters* p, unsigned at) noexcept {
    for (unsigned i = 0; i < n; ++i) {
      wrs_[i].wr_id = p[i].id;
      this->kind_.fill(wrs_[i], sges_[i].data(), p[i], at + i);
    }
    ibv_send_wr* bad = nullptr;
    return ibv_post_send(this->qp(), wrs_.data(), &bad) == 0;
  }

  std::array<ibv_send_wr, n> wrs_{};
  std::array<std::array<ibv_sge, max_sges>, n> sges_{};
};

/// By ibv_wr_* and mlx5dv_wr_*.
template <class Kind, unsigned n>
class builder_row final : public native_row_of<Kind, n> {
 public:
  builder_row(std::uint32_t payload, tuning how) : native_row_of<Kind, n>(payload, how) {
    this->qp_ex()->wr_flags = IBV_SEND_SIGNALED | Kind::wr_flags;
  }

  void run() override {
    bool all = true;
    const auto* const begin = this->parameters_.begin();
    const auto turns = this->operations() / this->per_turn();
    for (unsigned turn = 0; turn < turns; ++turn) {
      for (unsigned at = 0; at < this->per_turn(); at += n) all &= post(begin + at, at);
    }
    this->ran(all);
  }

 private:
  [[gnu::always_inline]] bool post(const wqe_parameters* p, unsigned at) noexcept {
    ibv_qp_ex* const to = this->qp_ex();
    ibv_wr_start(to);
    for (unsigned i = 0; i < n; ++i) {
      to->wr_id = p[i].id;
      this->kind_.build(to, p[i], at + i);
    }
    return ibv_wr_complete(to) == 0;
  }
};

/// Another library at a line of wqe_rows.hpp.
struct native_line {
  using maker = std::unique_ptr<other_row> (*)(std::uint32_t payload, tuning how);
  struct contestant {
    const char* name;  ///< as rows call it
    maker each;
    maker batched;  ///< none on lines that have only one row, and if each call rings the doorbell
  };

  std::string name;  ///< of the line
  tuning how = tuning::uncached;
  bool on_ethernet = false;
  std::vector<contestant> contestants{};
};

template <template <class, unsigned> class Row, class Kind, unsigned n>
std::unique_ptr<other_row> make_native_row(std::uint32_t payload, tuning how) {
  return std::make_unique<Row<Kind, n>>(payload, how);
}

/// A line by as many of libmlx5's interfaces as have the kind. `alone` if it is never batched.
template <class Kind, bool alone = false>
native_line native_line_of(std::string name, tuning how = tuning::uncached) {
  native_line line{
      .name = std::move(name), .how = how, .on_ethernet = Kind::qp().type == IBV_QPT_RAW_PACKET};
  if constexpr (requires { &Kind::fill; }) {
    native_line::contestant made{"ibv_post_send", make_native_row<post_send_row, Kind, 1>, nullptr};
    if constexpr (!alone) made.batched = make_native_row<post_send_row, Kind, batch>;
    line.contestants.push_back(made);
  }
  if constexpr (requires { &Kind::build; }) {
    native_line::contestant made{"ibv_wr", make_native_row<builder_row, Kind, 1>, nullptr};
    if constexpr (!alone) made.batched = make_native_row<builder_row, Kind, batch>;
    line.contestants.push_back(made);
  }
  return line;
}

// The lines, by kind of WQE.
void add_native_message_lines(std::vector<native_line>& lines);
void add_native_atomic_lines(std::vector<native_line>& lines);
void add_native_memory_key_lines(std::vector<native_line>& lines);
void add_native_datagram_lines(std::vector<native_line>& lines);
void add_native_packet_lines(std::vector<native_line>& lines);
void add_uct_lines(std::vector<native_line>& lines);

/// Posts with the other libraries and with the floor until wqe_index has wrapped, and compares the WQEs. Says
/// which contestants of which lines differ, and returns false if there are any. native_rows() leaves them
/// out.
bool check_same_native_wqes();

}  // namespace verbatim::bench
