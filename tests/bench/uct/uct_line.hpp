// Rows of UCX's uct beside the lines of wqe_rows.hpp: the same kinds of WQEs, one with each doorbell.
#pragma once

#include <uct/api/uct.h>

#include <array>
#include <cstdint>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "native/native_line.hpp"
#include "uct_queues.hpp"

namespace verbatim::bench {

/// The part of the rows that does not depend on the kind of WQE.
class uct_row : public other_row {
 public:
  uct_row(const uct_kind& kind, std::uint32_t payload);

  unsigned operations() const noexcept override { return uct_depth / wqebbs_ / batch * batch; }

  /// The device completes the last WQE, and uct finds it.
  void prepare() override;

  /// Both throw std::runtime_error if the doorbell or the doorbell record does not name the last WQE of
  /// the run, or if a WQE is not where it should be.
  std::vector<std::byte> seen() const override { return wqes(); }
  std::vector<std::byte> wqes() const override;
  wqe_parameter_list& parameters() noexcept override { return parameters_; }

 protected:
  /// Takes from a WQE what uct's calls add to it, and puts the parameters where uct has memory of its own.
  virtual void level(std::vector<std::byte>& wqe, const wqe_parameters& p) const = 0;

  /// Counts so many WQEs, which were posted or not.
  void ran(unsigned posted, bool all_posted) noexcept {
    all_posted_ = all_posted;
    pi_ += posted * wqebbs_;
  }

  /// Completes what was posted. Throws std::runtime_error if uct does not find it.
  void complete();

  std::vector<std::byte> wqe_at(std::uint32_t index) const;

  wqe_parameter_list parameters_;
  uct_queues queues_;
  uct_completion_t done_{};  ///< counts the operations that have one

 private:
  void check_doorbell() const;

  std::uint32_t wqebbs_;
  std::uint32_t begin_ = 0;
  std::uint32_t pi_ = 0;
  bool all_posted_ = true;
};

// A kind is a class that is made from the uct_queues, and has
//   how()                      the uct_kind
//   has_completion             true if its call takes a completion
//   adapt(parameters, i)       makes the ith parameters such that uct can post them
//   learn(wqe)                 looks at the first WQE, for what uct decides itself; adapt() follows again
//   post(ep, parameters, done) calls uct
//   level(wqe, parameters)     as in uct_row

/// One kind of WQE.
template <class Kind>
class uct_row_of final : public uct_row {
 public:
  explicit uct_row_of(std::uint32_t payload) : uct_row(Kind::how(), payload), kind_(queues_) {
    adapt(parameters_);
    post_at_most(1);
    kind_.learn(wqe_at(0));
    adapt(parameters_);
    // Datagrams begin with a small window, which each acknowledgement makes greater.
    unsigned posted = 0;
    do {
      prepare();
      posted = post_at_most(operations());
      if (posted == 0) throw std::runtime_error("uct posts nothing");
    } while (posted != operations());
  }

  ~uct_row_of() override {
    // UCX complains of operations that are under way when it closes the endpoint.
    try {
      complete();
    } catch (const std::runtime_error&) {
    }
  }

  void adapt(wqe_parameter_list& list) override {
    for (unsigned i = 0; i < batch; ++i) kind_.adapt(list.at(i), i);
  }

  void prepare() override {
    uct_row::prepare();
    if (done_.count != 1) {
      throw std::runtime_error("uct completed other operations than were posted");
    }
  }

  void run() override {
    bool all = true;
    const auto count = operations();
    for (unsigned i = 0; i < count; i += batch) {
      for (const auto& p : parameters_) all &= post(p);
    }
    counted(count, all);
  }

 private:
  unsigned post_at_most(unsigned count) {
    unsigned posted = 0;
    while (posted < count && post(parameters_.begin()[posted % batch])) ++posted;
    counted(posted, true);
    return posted;
  }

  void counted(unsigned posted, bool all) noexcept {
    if (Kind::has_completion) done_.count += static_cast<int>(posted);
    ran(posted, all);
  }

  [[gnu::always_inline]] bool post(const wqe_parameters& p) noexcept {
    return !UCS_STATUS_IS_ERR(kind_.post(queues_.endpoint(), p, &done_));
  }

  void level(std::vector<std::byte>& wqe, const wqe_parameters& p) const override {
    kind_.level(wqe, p);
  }

  Kind kind_;
};

template <class Kind>
std::unique_ptr<other_row> make_uct_row(std::uint32_t payload, tuning) {
  return std::make_unique<uct_row_of<Kind>>(payload);
}

/// A line by uct. Its rows exist with a doorbell for each WQE only, because each call rings.
template <class Kind>
native_line uct_line_of(std::string name) {
  return {.name = std::move(name), .contestants = {{"uct", make_uct_row<Kind>, nullptr}}};
}

}  // namespace verbatim::bench
