// The reader of each format of CQEs.
#pragma once

#include <type_traits>

#include "verbatim/queue/completion/basic_reader.hpp"
#include "verbatim/queue/completion/cq_format.hpp"
#include "verbatim/queue/completion/enhanced_reader.hpp"
#include "verbatim/queue/completion/plain_reader.hpp"

namespace verbatim::detail {

/// A reader of a ring of CQEs. It reads each CQE once and in order, and returns the completions of
/// a compressed CQE one by one. A copy is a second reader at the same place. All readers have these
/// functions:
///
///   here()              returns the place where reading continues
///   look(place)         returns the next CQE, while nothing is ready(); tidies up the slots that
///                       were read
///   take(seen, place, of_send)
///                       takes a completion that is good(). The caller passes `of_send`, so that
///                       the compiler knows whether it is of a send
///   next_other()        returns the next step if the next CQE is not good(); it changes here()
///   peek()              returns the next step of any kind and leaves the ring unchanged. Call it
///                       on a copy of the reader
///   publish()           gives everything that was read back to the device
///   disown(unwanted, heir)
///                       reassigns queued CQEs of `unwanted` owners to `heir`. The default, number
///                       0, is never an owner
///   ready()             returns the number of a compressed CQE's completions still to be taken
///   resize_to(memory), resizing(), stay(), close(), ci(), cqes()
///
/// Readers of compressed CQEs also have these:
///
///   unfold(seen, place)      makes the completions of the CQE that was seen ready(), if it is
///                            compressed and well-formed; otherwise call next_other()
///   ready_owner()            returns the owner of the completions that are ready()
///   each_ready(budget, each) calls each(unfolded_cqe) for the completions that are ready(), until
///                            disown() is called for their owner. Returns false if the device has
///                            not written an announced array: then call next_other()
template <cq_format Format = cq_format{}>
using cqe_reader =
    std::conditional_t<Format.compression == cqe_compression::basic, basic_reader<Format>,
                       std::conditional_t<Format.compression == cqe_compression::enhanced,
                                          enhanced_reader<Format>, plain_reader<Format>>>;

}  // namespace verbatim::detail
