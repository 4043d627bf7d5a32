// The end of an endpoint exchange that begins: from the TCP connection to the OFFER.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <utility>

#include "verbatim/connect/cm/cm_error.hpp"
#include "verbatim/connect/exchange/exchange_error.hpp"
#include "verbatim/connect/exchange/exchange_steps.hpp"
#include "verbatim/connect/exchange/frame_socket.hpp"
#include "verbatim/stream/link/dialed.hpp"
#include "verbatim/stream/link/exchange_link.hpp"
#include "verbatim/stream/link/path_wishes.hpp"

namespace verbatim::stream::detail {

/// The wait of an attempt for its TCP connection, after which it sends the OFFER. The attempt holds
/// it. `Use` is that of exchange_link.
template <class Use>
class exchange_dialing : public std::enable_shared_from_this<exchange_dialing<Use>> {
  using engine_type = typename Use::engine_type;
  using attempt_type = typename Use::attempt_type;
  using link = exchange_link<Use, exchange::offerer>;
  using time_point = verbatim::detail::frame_socket::time_point;

 public:
  /// Begins to connect. A thread looks the host up.
  static void begin(const std::shared_ptr<attempt_type>& attempt, const std::string& host,
                    std::uint16_t port, time_point deadline, const path_wishes& wishes) {
    auto dials = std::make_shared<exchange_dialing>(attempt, host, port, deadline, wishes);
    dials->watch();
    Use::hold(*attempt, std::move(dials));
  }

  exchange_dialing(const std::shared_ptr<attempt_type>& attempt, const std::string& host,
                   std::uint16_t port, time_point deadline, path_wishes wishes)
      : attempt_(attempt),
        engine_(attempt->engine),
        wishes_(std::move(wishes)),
        deadline_(deadline),
        dialed_(dialed::start(host, port, deadline)) {}
  exchange_dialing(const exchange_dialing&) = delete;
  exchange_dialing& operator=(const exchange_dialing&) = delete;
  ~exchange_dialing() { engine_.unwatch(dialed_->fd()); }

 private:
  void watch() {
    engine_.watch(dialed_->fd(), [weak = this->weak_from_this()] {
      if (const auto self = weak.lock()) self->take();
    });
  }

  void take() {
    if (!dialed_->is_done()) return;
    const auto attempt = attempt_.lock();
    Use::hold(*attempt, nullptr);
    try {
      auto socket = dialed_->take();
      auto peer = socket.peer();
      exchange::offerer steps(Use::side_of(attempt, wishes_), std::move(peer));
      const auto offer = steps.offer();
      auto made = std::make_shared<link>(engine_, std::move(socket), std::move(steps), give_up);
      made->attempt = attempt;
      Use::hold(*attempt, made);
      made->begin(deadline_);
      made->send(offer);
    } catch (const error& failed) {
      Use::hold(*attempt, nullptr);
      Use::fail(*attempt, cm::error(failed));
    }
  }

  static void give_up(link& from, const exchange::error& why) {
    const auto attempt = std::exchange(from.attempt, nullptr);
    Use::hold(*attempt, nullptr);
    if (!Use::is_over(*attempt)) Use::fail(*attempt, cm::error(why));
  }

  std::weak_ptr<attempt_type> attempt_;
  engine_type& engine_;
  path_wishes wishes_;
  time_point deadline_;
  std::shared_ptr<dialed> dialed_;
};

}  // namespace verbatim::stream::detail
