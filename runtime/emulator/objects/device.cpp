// The tables of the device's objects by number.
#include "objects/device.hpp"

#include <algorithm>
#include <cstdlib>
#include <sstream>
#include <string>

#include "objects/queues/event_subscriptions.hpp"
#include "objects/queues/opened_queue_pair.hpp"
#include "objects/queues/receive_work_queue.hpp"
#include "objects/subnet_ports.hpp"

namespace verbatim::emulator {
namespace {

// A QP number is slot << 14 | index, 24 bits in all.
constexpr unsigned slot_shift = 14;
constexpr std::uint32_t index_mask = (1u << slot_shift) - 1;

// The last eighth of the indexes is for reserved_number.
constexpr std::uint32_t last_queue_pair_index = index_mask - (1u << (slot_shift - 3));

// The vendor reserves small indexes of memory keys; for example, key 0x100 ends a scatter list.
constexpr std::uint32_t first_key_index = 0x20;

// Pages of the device file before these have other meanings, such as the clock page.
constexpr std::uint32_t first_uar_index = 0x1000;
constexpr std::uint32_t last_uar_index = 0x3fff;

template <class Object>
Object* look_up(const std::unordered_map<std::uint32_t, Object*>& table, std::uint32_t number) {
  const auto at = table.find(number);
  return at == table.end() ? nullptr : at->second;
}

}  // namespace

device::device(const options& with)
    : settings_(with),
      subnet_(with.link == link_layer::infiniband ? this_subnet() : nullptr),
      queue_pair_indexes_(1, last_queue_pair_index),
      shared_receive_queue_numbers_(1, index_mask),
      completion_queue_numbers_(1, 0xffffff),
      key_indexes_(first_key_index, 0xffffff),
      protection_domain_numbers_(1, 0xffffff),
      signature_value_numbers_(1, 0xffffff),
      reserved_indexes_(last_queue_pair_index + 1, index_mask),
      uar_indexes_(first_uar_index, last_uar_index) {
  for (unsigned card = 0; card < with.devices; ++card) ports_.push_back(make_ports(with, card));
  ports_elsewhere_ = ports_of_other_hosts(with);
  std::istringstream of_cards(with.ece);
  for (std::string one; std::getline(of_cards, one, ',');) {
    ece_options_.push_back(static_cast<std::uint32_t>(std::strtoul(one.c_str(), nullptr, 0)));
  }
  follow_subnet();
}

device::~device() {
  // The remaining objects refer to the engine, and the engine's thread to the tables.
  while (!contexts.empty()) close(contexts.begin()->first);
  engine_.reset();
}

context& device::open(unsigned card, int file, std::uint64_t inode) {
  auto made = std::make_unique<context>(card, ports_[card], file, inode);
  return *contexts.emplace(inode, std::move(made)).first->second;
}

void device::remove(object& gone) noexcept {
  context& of = *gone.owner;
  strike(gone);
  of.objects.erase(gone.handle);
}

void device::close(std::uint64_t inode) noexcept {
  const auto closed = contexts.find(inode);
  auto& objects = closed->second->objects;
  while (!objects.empty()) {
    const auto lowest_rank = [](const auto& a, const auto& b) {
      return a.second->destroy_rank < b.second->destroy_rank;
    };
    // The newest of that rank, because it may refer to an older one.
    remove(*std::min_element(objects.rbegin(), objects.rend(), lowest_rank)->second);
  }
  contexts.erase(closed);
}

queue_pair* device::find_queue_pair(std::uint32_t qpn) const noexcept {
  return look_up(queue_pairs_, qpn);
}

shared_receive_queue* device::find_shared_receive_queue(std::uint32_t srqn) const noexcept {
  return look_up(shared_receive_queues_, srqn);
}

completion_queue* device::find_completion_queue(std::uint32_t cqn) const noexcept {
  return look_up(completion_queues_, cqn);
}

memory_region* device::find_memory_region(std::uint32_t key) const noexcept {
  memory_region* const found = look_up(memory_regions_, key >> 8);
  return found && found->key == key ? found : nullptr;
}

indirect_key* device::find_indirect_key(std::uint32_t key) const noexcept {
  indirect_key* const found = find_indirect_key_of_index(key >> 8);
  return found && found->key == key ? found : nullptr;
}

indirect_key* device::find_indirect_key_of_index(std::uint32_t index) const noexcept {
  return look_up(indirect_keys_, index);
}

signature_value* device::find_signature_value(std::uint32_t psvn) const noexcept {
  return look_up(signature_values_, psvn);
}

void device::enlist(queue_pair& made) {
  made.qpn = engine_->slot() << slot_shift | queue_pair_indexes_.take();
  queue_pairs_.emplace(made.qpn, &made);
  const bool apart = made.type == queue_pair_type::raw_packet && made.sq.count && made.rq.count;
  made.rqn = apart ? engine_->slot() << slot_shift | queue_pair_indexes_.take() : made.qpn;
  made.record_kind = recording::async_event_body::queue_pair;
  made.record_number = made.qpn;
  engine_->queue_pair_created(made);
}

void device::enlist(shared_receive_queue& made) {
  // The number contains the slot, so that the number in an XRC request identifies one queue of the
  // whole fabric.
  made.srqn = engine_->slot() << slot_shift | shared_receive_queue_numbers_.take();
  shared_receive_queues_.emplace(made.srqn, &made);
  made.record_kind = recording::async_event_body::shared_receive_queue;
  made.record_number = made.srqn;
  engine_->shared_receive_queue_created(made);
}

void device::enlist(completion_queue& made) {
  made.cqn = completion_queue_numbers_.take();
  completion_queues_.emplace(made.cqn, &made);
  made.record_kind = recording::async_event_body::completion_queue;
  made.record_number = made.cqn;
  engine_->completion_queue_created(made);
}

void device::enlist(memory_region& made) {
  made.key = take_key();
  memory_regions_.emplace(made.key >> 8, &made);
}

void device::change_key(memory_region& changed) {
  const std::uint32_t before = changed.key >> 8;
  enlist(changed);
  memory_regions_.erase(before);
  key_indexes_.give_back(before);
}

void device::enlist(indirect_key& made) {
  made.key = take_key();
  indirect_keys_.emplace(made.key >> 8, &made);
}

void device::enlist(signature_value& made) {
  made.psvn = signature_value_numbers_.take();
  signature_values_.emplace(made.psvn, &made);
}

void device::enlist(reserved_number& made) {
  made.qpn = engine_->slot() << slot_shift | reserved_indexes_.take();
}

std::uint32_t device::take_key() {
  const std::uint32_t index = key_indexes_.take();
  // The variant differs each time the index is used again, so that a stale key is noticed.
  return index << 8 | ++key_variants_[index];
}

void device::enlist(protection_domain& made) { made.pdn = protection_domain_numbers_.take(); }

void device::enlist(uar_page& made) {
  made.index = uar_indexes_.take();
  made.mmap_offset = std::uint64_t{made.index} * uar_page::size;
}

void device::forget_openings(const queue_pair& gone) noexcept {
  if (gone.type != queue_pair_type::xrc_recv) return;
  for (const auto& context : contexts) {
    for (const auto& entry : context.second->objects) {
      auto* const opened = dynamic_cast<opened_queue_pair*>(entry.second.get());
      if (opened && opened->real == &gone) opened->real = nullptr;
    }
  }
}

void device::strike(object& gone) noexcept {
  if (const auto* const source = dynamic_cast<async_source*>(&gone)) {
    event_subscriptions::all().forget(*source);
  }
  if (auto* qp = dynamic_cast<queue_pair*>(&gone)) {
    engine_->queue_pair_destroyed(*qp);
    forget_openings(*qp);
    queue_pairs_.erase(qp->qpn);
    queue_pair_indexes_.give_back(qp->qpn & index_mask);
    queue_pair_indexes_.give_back(qp->rqn & index_mask);
  } else if (auto* wq = dynamic_cast<receive_work_queue*>(&gone)) {
    strike(wq->ring);
  } else if (auto* srq = dynamic_cast<shared_receive_queue*>(&gone)) {
    engine_->shared_receive_queue_destroyed(*srq);
    shared_receive_queues_.erase(srq->srqn);
    shared_receive_queue_numbers_.give_back(srq->srqn & index_mask);
  } else if (auto* cq = dynamic_cast<completion_queue*>(&gone)) {
    engine_->completion_queue_destroyed(*cq);
    completion_queues_.erase(cq->cqn);
    completion_queue_numbers_.give_back(cq->cqn);
  } else if (auto* mr = dynamic_cast<memory_region*>(&gone)) {
    memory_regions_.erase(mr->key >> 8);
    key_indexes_.give_back(mr->key >> 8);
  } else if (auto* key = dynamic_cast<indirect_key*>(&gone)) {
    indirect_keys_.erase(key->key >> 8);
    key_indexes_.give_back(key->key >> 8);
  } else if (auto* psv = dynamic_cast<signature_value*>(&gone)) {
    signature_values_.erase(psv->psvn);
    signature_value_numbers_.give_back(psv->psvn);
  } else if (auto* number = dynamic_cast<reserved_number*>(&gone)) {
    reserved_indexes_.give_back(number->qpn & index_mask);
  } else if (auto* pd = dynamic_cast<protection_domain*>(&gone)) {
    protection_domain_numbers_.give_back(pd->pdn);
  } else if (auto* uar = dynamic_cast<uar_page*>(&gone)) {
    each_queue_pair([uar](queue_pair& one) {
      if (one.uar == uar) one.uar = nullptr;
    });
    each_completion_queue([uar](completion_queue& one) {
      if (one.uar == uar) one.uar = nullptr;
    });
    if (uar->registers) engine_->uar_removed(*uar);
    uar_indexes_.give_back(uar->index);
  }
}

}  // namespace verbatim::emulator
