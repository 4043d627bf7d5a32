// A page of doorbell registers for one thread. Queue pairs on it ring without a lock.
#include "verbatim/verbs/queue_pair/uar.hpp"

#include <infiniband/verbs.h>

#include <cerrno>

#include "verbatim/verbs/base/error.hpp"

namespace verbatim::verbs {

uar_body::uar_body(pd_body& pd) : body(rank::uar), context_(pd.context()) {
  context_.require_mlx5("create_uar");
  auto* const context = pd.context().native();
  ibv_td_init_attr attr{};
  thread_.reset(ibv_alloc_td(context, &attr));
  if (thread_ == nullptr) throw error(errno, "ibv_alloc_td", pd.describe(), "");
  ibv_parent_domain_init_attr parent{};
  parent.pd = pd.native();
  parent.td = thread_.get();
  domain_.reset(ibv_alloc_parent_domain(context, &parent));
  if (domain_ == nullptr) throw error(errno, "ibv_alloc_parent_domain", pd.describe(), "");
}

std::string uar_body::describe() const { return "UAR of " + context_.name(); }

int uar_body::destroy() noexcept {
  registers_.reset(context_);
  if (const int returned = verbs::destroy(domain_); returned != 0) return returned;
  return verbs::destroy(thread_);
}

}  // namespace verbatim::verbs
