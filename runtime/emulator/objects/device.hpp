// The emulated devices of one process: tables of objects by the numbers in packets and WQEs.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <mutex>
#include <unordered_map>
#include <utility>
#include <vector>

#include "objects/context.hpp"
#include "objects/engine_hooks.hpp"
#include "objects/memory/indirect_key.hpp"
#include "objects/memory/memory_region.hpp"
#include "objects/memory/signature_value.hpp"
#include "objects/number_pool.hpp"
#include "objects/queues/queue_pair.hpp"
#include "objects/queues/reserved_number.hpp"
#include "settings/options.hpp"
#include "subnet/subnet_state.hpp"

namespace verbatim::emulator {

/// All devices of the process, with common tables, so that a number means the same on each. They
/// execute nothing until they have an engine. The mutex `lock()` guards the tables and every object
/// in them. The control path holds it for a whole command, the engine for a turn.
class device {
 public:
  explicit device(const options& with);
  ~device();
  device(const device&) = delete;
  device& operator=(const device&) = delete;

  /// The links of a port that is a bond.
  static constexpr unsigned bond_links = 2;

  std::mutex& lock() noexcept { return mutex_; }
  const options& settings() const noexcept { return settings_; }

  /// Returns the ports of device number `card`.
  const std::vector<port_identity>& ports(unsigned card) const noexcept { return ports_[card]; }

  /// Returns the ports of the other hosts of the fabric.
  const std::vector<port_identity>& ports_elsewhere() const noexcept { return ports_elsewhere_; }

  /// Returns the options beyond the standard (ECE) of device number `card`, as bits.
  std::uint32_t ece_options(unsigned card) const noexcept {
    return card < ece_options_.size() ? ece_options_[card] : 0;
  }

  /// Returns the engine, or one that does nothing.
  engine_hooks& engine() noexcept { return *engine_; }

  /// Sets the engine of the device. Call it before there are contexts.
  void execute_with(std::unique_ptr<engine_hooks> engine) noexcept { engine_ = std::move(engine); }

  // Everything below requires the lock.

  /// Returns a port, counted from 1, whose answers to programs can be changed.
  port_identity& port(unsigned card, unsigned number) noexcept { return ports_[card][number - 1]; }

  /// Gives the ports what a subnet manager has changed since the last call, and raises its events.
  void follow_subnet() {
    if (subnet_ && subnet_->generation() != subnet_seen_) take_over_subnet();
  }

  /// Returns the counters of the port of a queue pair; null if no program can ask for them.
  subnet::traffic_record* traffic_of(const queue_pair& one) noexcept {
    const unsigned port = one.attributes.port_num;
    if (!subnet_ || port == 0 || port > settings_.ports) return nullptr;
    return &subnet_->traffic(subnet::end_port_of(one.owner->card, port));
  }

  queue_pair* find_queue_pair(std::uint32_t qpn) const noexcept;
  shared_receive_queue* find_shared_receive_queue(std::uint32_t srqn) const noexcept;
  completion_queue* find_completion_queue(std::uint32_t cqn) const noexcept;

  /// Returns the region with exactly this key (index and variant); null if there is none.
  memory_region* find_memory_region(std::uint32_t key) const noexcept;

  /// These functions return the window or mkey with exactly this key, or with any key of this
  /// index; null if there is none.
  indirect_key* find_indirect_key(std::uint32_t key) const noexcept;
  indirect_key* find_indirect_key_of_index(std::uint32_t index) const noexcept;
  signature_value* find_signature_value(std::uint32_t psvn) const noexcept;

  /// Calls `visit(queue_pair&)` for each queue pair.
  template <class Visit>
  void each_queue_pair(Visit&& visit) const {
    for (const auto& entry : queue_pairs_) visit(*entry.second);
  }

  /// Calls `visit(completion_queue&)` for each completion queue.
  template <class Visit>
  void each_completion_queue(Visit&& visit) const {
    for (const auto& entry : completion_queues_) visit(*entry.second);
  }

  /// Calls `visit(shared_receive_queue&)` for each shared receive queue.
  template <class Visit>
  void each_shared_receive_queue(Visit&& visit) const {
    for (const auto& entry : shared_receive_queues_) visit(*entry.second);
  }

  // These functions return numbers for new objects. They throw std::system_error (ENOMEM) if none
  // are left.

  void enlist(queue_pair& made);
  void enlist(shared_receive_queue& made);
  void enlist(completion_queue& made);
  void enlist(memory_region& made);
  void enlist(indirect_key& made);
  void enlist(signature_value& made);
  void enlist(reserved_number& made);
  void enlist(protection_domain& made);
  void enlist(uar_page& made);

  /// Returns the link of a bond for the next queue pair: both take turns (mlx5_ib qp.c,
  /// get_tx_affinity_rr).
  std::uint8_t next_bond_link() noexcept {
    return static_cast<std::uint8_t>(next_bond_link_++ % bond_links + 1);
  }

  /// Assigns a new key to the region. The old key then belongs to no region.
  void change_key(memory_region& changed);

  /// Makes a context for the device file of that inode. `file` is the emulator's own descriptor of
  /// it.
  context& open(unsigned card, int file, std::uint64_t inode);

  /// Forgets the number of an object that has no handle, and notifies the engine that the object is
  /// gone.
  void strike(object& gone) noexcept;

  /// Destroys an object, to which nothing may refer any more.
  void remove(object& gone) noexcept;

  /// Destroys a context and its objects, in the order of their rank.
  void close(std::uint64_t inode) noexcept;

  /// The open contexts, by the inode of their device file.
  std::unordered_map<std::uint64_t, std::unique_ptr<context>> contexts;

 private:
  std::uint32_t take_key();
  void take_over_subnet();
  void forget_openings(const queue_pair& gone) noexcept;

  options settings_;

  /// The ports, by number of the device.
  std::vector<std::vector<port_identity>> ports_;
  std::vector<port_identity> ports_elsewhere_;
  std::vector<std::uint32_t> ece_options_;

  /// Null if the ports are Ethernet, or if the fabric's subnet cannot be shared. The generation that
  /// the ports have, and the numbers of ClientReregister requests then.
  subnet::subnet_state* subnet_;
  std::uint32_t subnet_seen_ = 0;
  std::array<std::uint32_t, subnet::most_end_ports> reregistrations_{}, losses_{};
  std::mutex mutex_;
  std::unique_ptr<engine_hooks> engine_ = std::make_unique<engine_hooks>();
  std::unordered_map<std::uint32_t, queue_pair*> queue_pairs_;
  std::unordered_map<std::uint32_t, shared_receive_queue*> shared_receive_queues_;
  std::unordered_map<std::uint32_t, completion_queue*> completion_queues_;

  /// These tables are indexed by key index, which is key >> 8.
  std::unordered_map<std::uint32_t, memory_region*> memory_regions_;
  std::unordered_map<std::uint32_t, indirect_key*> indirect_keys_;
  std::unordered_map<std::uint32_t, std::uint8_t> key_variants_;
  std::unordered_map<std::uint32_t, signature_value*> signature_values_;
  number_pool queue_pair_indexes_;
  number_pool shared_receive_queue_numbers_;
  number_pool completion_queue_numbers_;
  number_pool key_indexes_;
  number_pool protection_domain_numbers_;
  number_pool signature_value_numbers_;
  number_pool reserved_indexes_;
  number_pool uar_indexes_;
  unsigned next_bond_link_ = 0;
};

}  // namespace verbatim::emulator
