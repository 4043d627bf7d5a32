// The requests to libibverbs, which are posted in lists.
#include "verbatim/verbs/portable/request_list.hpp"

namespace verbatim {

std::string_view posted_list::message() const noexcept {
  switch (error_number) {
    case 0:
      return "posted";
    case ENOMEM:
    case ENOSPC:  // rxe returns it
      return "the queue is full: poll its completion queue, or signal requests more often";
    case E2BIG:
      return "a request has more slices than max_send_sge, or max_recv_sge, of the queue";
    case EMSGSIZE:
      return "inline data is longer than max_inline_data of the queue: send it from registered "
             "memory; or a slice has 2^31 bytes or more: split it";
    case ERANGE:
      return "a request reaches beyond its remote region, or an atomic's result is not of 8 bytes: "
             "slice both to what is meant";
    case EBADF:
      return "the queue has been closed, or the session is over";
    case EBUSY:
      return "a session on the queue pair is open: complete() or abort() it";
    case EOPNOTSUPP:
      return "not for this queue pair: one that receives from a shared queue has none of its own";
    case ECANCELED:
      return "a request of the session was begun and not finished: all of it was given up";
    case EINVAL:
      return "refused: requests are posted in RTS, and receives from INIT on, and some devices "
             "refuse what the queue pair was not made for; or the ranges of a post_all() have "
             "different lengths";
    default:
      return "the device's library refuses: error_number is its errno";
  }
}

std::string to_string(const posted_list& posted) {
  auto text = std::to_string(posted.accepted).append(" posted");
  if (!posted.ok()) text.append(", and then: ").append(posted.message());
  return text;
}

}  // namespace verbatim
