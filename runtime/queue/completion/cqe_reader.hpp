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
///   next_other()        returns the next step if the next CQE is not good(); it changes ci()
///   peek()              returns the next step of any kind and leaves the ring unchanged. Call it
///                       on a copy of the reader
///   publish()           gives everything that was read back to the device
///   disown(unwanted, heir)
///                       reassigns queued CQEs of `unwanted` owners to `heir`. The default, number
///                       0, is never an owner
///   resize_to(memory), resizing(), stay(), close(), ci(), cqes()
///
/// Readers of CQEs that are not compressed read runs, which are in registers while callbacks run:
///
///   begin_run(most)     returns a run of CQEs; the device may not have written them. ++run is the
///                       next CQE
///   has(run)            returns false at the end of the run
///   look(run)           returns the next CQE
///   take(seen, run, of_send)
///                       takes a completion that is good(). The caller passes `of_send`, so that
///                       the compiler knows whether it is of a send
///
/// Readers of compressed CQEs have places and sessions:
///
///   here()              returns the place where reading continues
///   look(place)         returns the next CQE, while nothing is ready(); tidies up the slots that
///                       were read
///   take(seen, place, of_send)
///                       takes a completion that is good()
///   ready()             returns the number of a compressed CQE's completions still to be taken
///   unfold(seen, place, most)
///                       makes the completions of the CQE that was seen ready(), if it is
///                       compressed and well-formed, and returns the first session of them
///   resume(most)        returns the next session of the completions that are ready(). Sessions
///                       have at most `most` completions; if it is 0, call next_other()
///   each_ready(session, each)
///                       calls each(unfolded_cqe) for the completions of a session, until disown()
///                       is called for their owner
template <cq_format Format = cq_format{}>
using cqe_reader =
    std::conditional_t<Format.compression == cqe_compression::basic, basic_reader<Format>,
                       std::conditional_t<Format.compression == cqe_compression::enhanced,
                                          enhanced_reader<Format>, plain_reader<Format>>>;

}  // namespace verbatim::detail
