// The reader of each format of CQEs.
#pragma once

#include <type_traits>

#include "verbatim/queue/completion/basic_reader.hpp"
#include "verbatim/queue/completion/cq_format.hpp"
#include "verbatim/queue/completion/enhanced_reader.hpp"
#include "verbatim/queue/completion/plain_reader.hpp"

namespace verbatim::detail {

/// A reader that goes through a ring of CQEs, each once and in order. The completions of a
/// compressed CQE come one by one. A copy is a second reader at the same place. All readers have
/// these functions:
///
///   here()              the place where reading goes on
///   look(place)         returns what is there, while nothing is ready(); tidies up what was read
///   take(seen, place, of_send)
///                       takes a completion that is good(); the caller says whether it is of a send,
///                       so that the compiler knows
///   next_other()        returns the next step when the next CQE is not good(); then here() is new
///   peek()              returns the next step of any kind and leaves the ring as it is: it is for
///                       a copy of the reader
///   publish()           gives everything that was read back to the device
///   disown(unwanted, heir)
///                       makes queued CQEs of `unwanted` owners those of `heir`: of number 0, which
///                       nobody has, or another
///   ready()             the number of completions of a compressed CQE that are still to be taken
///   resize_to(memory), resizing(), stay(), close(), ci(), cqes()
///
/// Those that unfold compressed CQEs also have these:
///
///   unfold(seen, place)      makes the completions of the CQE that was seen ready(), if it is
///                            compressed and well-formed; otherwise call next_other()
///   ready_owner()            the owner of the completions that are ready()
///   each_ready(budget, each) calls each(unfolded_cqe) for those that are ready(), until somebody
///                            disowns them; returns false if the device has not written what it
///                            announced: then call next_other()
template <cq_format Format = cq_format{}>
using cqe_reader =
    std::conditional_t<Format.compression == cqe_compression::basic, basic_reader<Format>,
                       std::conditional_t<Format.compression == cqe_compression::enhanced,
                                          enhanced_reader<Format>, plain_reader<Format>>>;

}  // namespace verbatim::detail
