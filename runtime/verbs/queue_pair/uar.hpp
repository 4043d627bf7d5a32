// A page of doorbell registers for one thread, whose queue pairs ring without a lock.
#pragma once

#include <string>

#include "verbatim/verbs/base/body.hpp"
#include "verbatim/verbs/base/native.hpp"
#include "verbatim/verbs/context/context.hpp"
#include "verbatim/verbs/context/devx.hpp"
#include "verbatim/verbs/memory/pd.hpp"

namespace verbatim {
namespace verbs {

/// A thread domain, which has a register of its own, and the parent domain that brings it to queue
/// pairs.
class uar_body final : public body {
 public:
  explicit uar_body(pd_body& pd);

  /// Returns the protection domain for queue pairs that are to ring here.
  ibv_pd* native() const noexcept { return domain_.get(); }
  std::string describe() const override;

  /// Returns the registers for queue pairs that are made by DevX and ring here.
  devx_uar& registers() noexcept { return registers_; }

 private:
  int destroy() noexcept override;

  context_body& context_;
  devx_uar registers_;
  native_ptr<ibv_td> thread_;
  native_ptr<ibv_pd> domain_;
};

}  // namespace verbs

/// The doorbell register of one thread's queue pairs. They are made on it in place of a pd:
///
///   verbatim::uar mine(pd);
///   verbatim::rc_qp<int, int, ringers::one_thread> qp(mine, cq);
///
/// One thread at a time rings all its queue pairs, or else they say ringers::several_threads.
class uar : public handle<verbs::uar_body> {
 public:
  explicit uar(const verbatim::pd& pd)
      : handle(verbs::make<verbs::uar_body>("create_uar", {pd.body()}, *pd.body())), pd_(pd) {}

  /// Returns the protection domain that it was made on.
  const verbatim::pd& pd() const noexcept { return pd_; }

 private:
  verbatim::pd pd_;
};

namespace verbs {

/// The domain that a queue pair is made on: a protection domain, or one thread's register in it.
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

  /// Returns the object that has to stay open for the queue pair.
  const ref<body>& parent() const noexcept { return parent_; }

 private:
  ref<pd_body> pd_;
  ref<uar_body> uar_;
  ref<body> parent_;
};

}  // namespace verbs

}  // namespace verbatim
