// The actions that queue pairs take by chance.
#pragma once

#include "dice.hpp"
#include "orders.hpp"

namespace verbatim {

using test::action;
using test::dice;

/// Returns an action, in most cases a post. `with_srq` adds those of the shared receive queue.
inline action usual_action(dice& random, bool with_srq) {
  switch (random.below(48)) {
    case 0:
    case 1:
      return action::reset;
    case 2:
      return action::destroy;
    case 3:
      return action::error;
    case 4:
      return action::drain;
    case 5:
    case 6:
      return action::resize;
    case 7:
    case 8:
      return action::complete;
    case 9:
    case 10:
    case 11:
      return action::poll;
    case 12:
      if (with_srq) return random.one_in(6) ? action::destroy_srq : action::limit;
      [[fallthrough]];
    default:
      return action::post;
  }
}

}  // namespace verbatim
