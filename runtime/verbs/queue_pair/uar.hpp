// A page of doorbell registers for one thread. Queue pairs on it ring without a lock.
#pragma once

#include <string>

#include "verbatim/verbs/base/body.hpp"
#include "verbatim/verbs/base/native.hpp"
#include "verbatim/verbs/context/context.hpp"
#include "verbatim/verbs/context/devx.hpp"
#include "verbatim/verbs/memory/pd.hpp"

namespace verbatim {
namespace verbs {

/// A thread domain, which has its own register, and the parent domain through which queue pairs use
/// it.
class uar_body final : public body {
 public:
  explicit uar_body(pd_body& pd);

  /// Returns the protection domain for queue pairs that ring this register.
  ibv_pd* native() const noexcept { return domain_.get(); }
  std::string describe() const override;

  /// Returns the registers for queue pairs that are made by DevX on this uar.
  devx_uar& registers() noexcept { return registers_; }

 private:
  int destroy() noexcept override;

  context_body& context_;
  devx_uar registers_;
  native_ptr<ibv_td> thread_;
  native_ptr<ibv_pd> domain_;
};

}  // namespace verbs

/// The doorbell register of one thread's queue pairs. Make them on it instead of a pd:
///
///   verbatim::uar mine(pd);
///   verbatim::rc_qp<int, int, ringers::one_thread> qp(mine, cq);
///
/// Only one thread at a time may ring its queue pairs, unless they have ringers::several_threads.
class uar : public handle<verbs::uar_body> {
 public:
  explicit uar(const verbatim::pd& pd)
      : handle(verbs::make<verbs::uar_body>("create_uar", {pd.body()}, *pd.body())), pd_(pd) {}

  /// Returns the protection domain on which it was made.
  const verbatim::pd& pd() const noexcept { return pd_; }

 private:
  verbatim::pd pd_;
};

namespace verbs {

/// The domain on which a queue pair is made: a protection domain, or a uar in it.
class qp_domain {
 public:
  qp_domain(const verbatim::pd& pd) noexcept : pd_(pd.body()), parent_(pd.body()) {}
  qp_domain(const verbatim::uar& uar) noexcept
      : pd_(uar.pd().body()), uar_(uar.body()), parent_(uar.body()) {}

  pd_body& pd() const noexcept { return *pd_; }

  /// Returns the protection domain for ibv_create_qp.
  ibv_pd* native() const noexcept { return uar_.get() != nullptr ? uar_->native() : pd_->native(); }

  /// Returns the registers for queue pairs that are made by DevX.
  devx_uar& registers() const noexcept {
    return uar_.get() != nullptr ? uar_->registers() : pd_->context().uar();
  }

  /// Returns the object that must stay open for the queue pair.
  const ref<body>& parent() const noexcept { return parent_; }

 private:
  ref<pd_body> pd_;
  ref<uar_body> uar_;
  ref<body> parent_;
};

}  // namespace verbs

}  // namespace verbatim
