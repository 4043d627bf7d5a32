// Retires single WQEs of a send queue, as a completion queue does.
#pragma once

#include <cstdint>
#include <utility>

namespace verbatim::test {

/// The result of a CQE that covers one entry.
template <class Entry>
struct retired {
  Entry entry{};          ///< the entry, or a default one if no WQE carried it
  bool signaled = false;  ///< false: the WQE carried no entry, and failed
};

template <class Entry>
auto keep_in(retired<Entry>& result) {
  return [&result](Entry&& entry, bool, bool signaled) {
    result.entry = std::move(entry);
    result.signaled = signaled;
  };
}

/// Retires a WQE that is done.
template <class SendQueue>
auto retire(SendQueue& sq, std::uint16_t wqe_counter) {
  retired<typename SendQueue::entry> result;
  sq.complete(wqe_counter, keep_in(result));
  return result;
}

/// Retires a WQE that failed.
template <class SendQueue>
auto retire_failed(SendQueue& sq, std::uint16_t wqe_counter) {
  retired<typename SendQueue::entry> result;
  sq.fail(wqe_counter, keep_in(result));
  return result;
}

}  // namespace verbatim::test
