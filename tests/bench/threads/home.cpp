// Thread domains, and a register for all.
#include "home.hpp"

#include <cstdlib>

namespace verbatim::bench {
namespace {

constexpr auto how_mapped = tuning::write_combining;

/// With these settings, libmlx5 has two registers, and gives them to queue pairs in turns.
owner<ibv_context> open_with_two_registers() {
  setenv("MLX5_TOTAL_UUARS", "2", 1);
  setenv("MLX5_NUM_LOW_LAT_UUARS", "0", 1);
  auto context = open_context(how_mapped);
  unsetenv("MLX5_TOTAL_UUARS");
  unsetenv("MLX5_NUM_LOW_LAT_UUARS");
  return context;
}

}  // namespace

home::thread_domain::thread_domain(ibv_pd* pd) {
  ibv_td_init_attr attr{};
  thread.reset(check(ibv_alloc_td(pd->context, &attr), "ibv_alloc_td"));
  ibv_parent_domain_init_attr parent{};
  parent.pd = pd;
  parent.td = thread.get();
  domain.reset(check(ibv_alloc_parent_domain(pd->context, &parent), "ibv_alloc_parent_domain"));
}

home::home(registers how, std::uint32_t entries)
    : how_(how),
      entries_(entries),
      context_(how == registers::one_for_all ? open_with_two_registers()
                                             : open_context(how_mapped)),
      pd_(check(ibv_alloc_pd(context_.get()), "ibv_alloc_pd")) {}

native_queues home::make() {
  if (how_ == registers::one_for_all) others_.push_back(make_next());
  return make_next();
}

native_queues home::make_next() {
  shared_context on{
      .context = context_.get(), .pd = pd_.get(), .qps_before = qps_++, .entries = entries_};
  if (how_ == registers::each_its_own) {
    domains_.emplace_back(pd_.get());
    on.pd = domains_.back().domain.get();
  }
  return native_queues(kind_of(operation::write), how_mapped, on);
}

}  // namespace verbatim::bench
