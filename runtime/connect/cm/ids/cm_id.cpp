// One rdma_cm_id: its state, the running operation, and its deadline.
#include "verbatim/connect/cm/ids/cm_id.hpp"

#include <arpa/inet.h>

#include <cerrno>
#include <cstring>
#include <thread>
#include <utility>
#include <vector>

namespace verbatim::cm::detail {
namespace {

std::string_view remedy_for_binding(int number) noexcept {
  switch (number) {
    case EADDRNOTAVAIL:
      return "no interface of this machine has that address (`ip addr`)";
    case ENODEV:
      return "the address is of this machine, but of no RDMA port (`rdma link`, `ip addr`)";
    case EADDRINUSE:
      return "another program has that port of rdma_cm: choose another, or 0 for any";
    case EACCES:
      return "ports below 1024 need CAP_NET_BIND_SERVICE";
    default:
      return "";
  }
}

void* as_context(id_key key) noexcept { return reinterpret_cast<void*>(key); }

/// Makes an id of port space IB, the only one with several types. librdmacm can choose the type
/// only for an end point, which begins with its own channel.
rdma_cm_id* create_of_type(rdma_event_channel* channel, ibv_qp_type type, const address& local) {
  rdma_addrinfo info{};
  info.ai_flags = RAI_PASSIVE;
  info.ai_family = local.native()->sa_family;
  info.ai_qp_type = type;
  info.ai_port_space = RDMA_PS_IB;
  info.ai_src_len = static_cast<socklen_t>(local.length());
  info.ai_src_addr = const_cast<sockaddr*>(local.native());
  rdma_cm_id* made = nullptr;
  if (rdma_create_ep(&made, &info, nullptr, nullptr) != 0) {
    const int number = errno;
    throw cm::error(number == EADDRNOTAVAIL && local.is_wildcard() ? EADDRINUSE : number,
                    "rdma_create_ep", to_string(local), remedy_for_binding(number));
  }
  if (rdma_migrate_id(made, channel) != 0) {
    const int number = errno;
    rdma_destroy_ep(made);
    throw cm::error(number, "rdma_migrate_id", to_string(local), "");
  }
  return made;
}

bool is_of_iwarp(const rdma_cm_id& id) noexcept {
  return id.verbs != nullptr && id.verbs->device->transport_type == IBV_TRANSPORT_IWARP;
}

/// Destroys an id on a separate thread, because on iWARP the kernel waits for the peer's answer to
/// a request: up to 10 seconds in siw. Returns false if the thread cannot be started.
bool destroy_elsewhere(std::shared_ptr<channel> channel, rdma_cm_id* id) noexcept {
  try {
    std::thread([channel = std::move(channel), id] { rdma_destroy_id(id); }).detach();
    return true;
  } catch (const std::exception&) {
    return false;
  }
}

template <class Value>
void set_option(rdma_cm_id* id, int option, Value value, std::string_view what) {
  check(rdma_set_option(id, RDMA_OPTION_ID, option, &value, sizeof value), "rdma_set_option", what);
}

}  // namespace

std::shared_ptr<cm_id> cm_id::create(std::shared_ptr<detail::channel> channel, ibv_qp_type type,
                                     const id_options& options,
                                     const std::optional<address>& bind_to) {
  auto made = std::make_shared<cm_id>(std::move(channel));
  auto* const events = made->channel_->native();
  const bool of_tcp = type == IBV_QPT_RC;
  if (of_tcp || type == IBV_QPT_UD) {
    rdma_cm_id* native = nullptr;
    check(rdma_create_id(events, &native, nullptr, of_tcp ? RDMA_PS_TCP : RDMA_PS_UDP),
          "rdma_create_id", "a connection of rdma_cm");
    made->attach(native);
    made->set_options(options);
    if (bind_to) {
      // If a single address is taken, the wildcard cannot be bound, and the kernel reports another
      // errno.
      const bool wildcard = bind_to->is_wildcard();
      made->call(
          "rdma_bind_addr",
          [&](rdma_cm_id* id) {
            const int failed = rdma_bind_addr(id, const_cast<sockaddr*>(bind_to->native()));
            if (failed != 0 && wildcard && errno == EADDRNOTAVAIL) errno = EADDRINUSE;
            return failed;
          },
          remedy_for_binding);
    }
  } else {
    made->attach(create_of_type(events, type, bind_to.value_or(address())));
    made->set_options(options);
  }
  return made;
}

std::shared_ptr<cm_id> cm_id::adopt(std::shared_ptr<detail::channel> channel, rdma_cm_id* child) {
  std::shared_ptr<cm_id> made;
  try {
    made = std::make_shared<cm_id>(std::move(channel));
  } catch (...) {
    rdma_destroy_id(child);
    throw;
  }
  made->attach(child);
  made->set_stage(stage::requested);
  return made;
}

cm_id::~cm_id() { (void)close(); }

void cm_id::attach(rdma_cm_id* native) {
  native_ = native;  // afterwards close() destroys it
  key_ = channel_->add(weak_from_this());
  native->context = as_context(key_);
}

void cm_id::set_options(const id_options& options) const {
  const auto what = "option of an id";
  if (options.type_of_service) {
    set_option(native_, RDMA_OPTION_ID_TOS, *options.type_of_service, what);
  }
  if (options.reuse_address) set_option(native_, RDMA_OPTION_ID_REUSEADDR, int{1}, what);
  if (options.family_only) {
    set_option(native_, RDMA_OPTION_ID_AFONLY, int{*options.family_only}, what);
  }
  if (options.ack_timeout) set_ack_timeout(*options.ack_timeout);
}

void cm_id::set_ack_timeout(const verbatim::ack_timeout& timeout) const {
  const auto value = timeout.encoding();
  call("rdma_set_option", [&](rdma_cm_id* id) {
    return rdma_set_option(id, RDMA_OPTION_ID, RDMA_OPTION_ID_ACK_TIMEOUT,
                           const_cast<std::uint8_t*>(&value), sizeof value);
  });
}

void cm_id::refuse_closed(const char* name) const {
  throw cm::error(std::errc::bad_file_descriptor, name, "a connection of rdma_cm",
                  "it has been closed, by itself or with its reactor");
}

void cm_id::refuse(const char* name, int number, std::string_view (*remedy)(int)) const {
  throw cm::error(number != 0 ? number : EIO, name, describe_locked(), remedy(number));
}

void cm_id::join_group(const address& group, std::uint32_t flags) {
  rdma_cm_join_mc_attr_ex how{};
  how.comp_mask = RDMA_CM_JOIN_MC_ATTR_ADDRESS | RDMA_CM_JOIN_MC_ATTR_JOIN_FLAGS;
  how.join_flags = flags;
  how.addr = const_cast<sockaddr*>(group.native());
  call("rdma_join_multicast", [&](rdma_cm_id* native) {
    const int failed = rdma_join_multicast_ex(native, &how, nullptr);
    if (failed == 0) group_ = group;
    return failed;
  });
}

void cm_id::expect(step next, const verbs::deadline& until) {
  step dropped;  // destroyed without the lock
  const std::lock_guard lock(mutex_);
  if (native_ == nullptr) refuse_closed("expect");
  dropped = std::exchange(next_, std::move(next));
  channel_->set_deadline(key_, deadline_, until);
  deadline_ = until;
}

void cm_id::watch(watcher always) {
  auto made = std::make_shared<const watcher>(std::move(always));
  const std::lock_guard lock(mutex_);
  watcher_.swap(made);
}

cm_id::step cm_id::take_step() {
  auto taken = std::exchange(next_, nullptr);
  if (deadline_) channel_->set_deadline(key_, deadline_, std::nullopt);
  deadline_.reset();
  return taken;
}

void cm_id::take(const event& event) {
  step next;
  std::shared_ptr<const watcher> always;
  {
    const std::lock_guard lock(mutex_);
    if (native_ == nullptr) return;
    next = take_step();
    always = watcher_;
  }
  if (next) return next(&event, nullptr);
  if (always != nullptr) (*always)(event);
}

void cm_id::expire() {
  step next;
  std::string what;
  {
    const std::lock_guard lock(mutex_);
    if (!deadline_ || *deadline_ > std::chrono::steady_clock::now()) return;  // it was replaced
    what = native_ != nullptr ? describe_locked() : "";
    next = take_step();
  }
  if (!next) return;
  const cm::error failed(
      std::errc::timed_out, "wait", what,
      stage() == stage::connecting
          ? "the peer has not answered in time: is its program busy, or its backlog "
            "full?"
          : "no answer came in time");
  next(nullptr, &failed);
}

void cm_id::abandon() noexcept {
  step dropped;  // destroyed without the lock
  const std::lock_guard lock(mutex_);
  dropped = take_step();
}

close_report cm_id::close() noexcept {
  close_report report;
  rdma_cm_id* native = nullptr;
  std::optional<address> group;
  step next;
  bool waits = false;
  std::shared_ptr<const watcher> watched;  // dropped without the lock
  {
    const std::lock_guard lock(mutex_);
    native = std::exchange(native_, nullptr);
    if (native == nullptr) return report;
    group.swap(group_);
    open_.store(false, std::memory_order_release);
    waits = stage() == stage::connecting && is_of_iwarp(*native);
    set_stage(stage::ended);
    next = take_step();
    watched.swap(watcher_);
    if (key_ != 0) channel_->remove(key_);
  }
  // Only this frees the group of an id (cma.c, rdma_leave_multicast). The kernel leaves it in any
  // case when the id is destroyed.
  if (group) (void)rdma_leave_multicast(native, const_cast<sockaddr*>(group->native()));
  if (!waits || !destroy_elsewhere(channel_, native)) {
    // Events are acknowledged as soon as they are copied, so this call does not wait for the
    // program.
    if (rdma_destroy_id(native) != 0) {
      try {
        report.refused.emplace_back(errno, "rdma_destroy_id", "a connection of rdma_cm", "");
      } catch (const std::bad_alloc&) {
      }
    }
  }
  if (next) {
    try {
      channel_->post([next = std::move(next)] {
        const cm::error canceled(std::errc::operation_canceled, "close", "a connection of rdma_cm",
                                 "it was closed while the operation was under way");
        next(nullptr, &canceled);
      });
    } catch (const std::bad_alloc&) {
    }
  }
  return report;
}

rdma_cm_id* cm_id::release() {
  const std::lock_guard lock(mutex_);
  if (native_ == nullptr) refuse_closed("migrate");
  open_.store(false, std::memory_order_release);
  channel_->remove(key_);
  return std::exchange(native_, nullptr);
}

}  // namespace verbatim::cm::detail
