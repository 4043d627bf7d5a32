// The steps of an endpoint exchange.
#include "verbatim/connect/exchange/exchange_steps.hpp"

#include <random>
#include <utility>

namespace verbatim::exchange {
exchange::id new_id() {
  std::random_device random;
  exchange::id id;
  while (id.nonce == 0) id.nonce = std::uint64_t{random()} << 32 | random();
  return id;
}

exchange::frame error_frame(const exchange::id& id, const exchange::error& error) {
  return {.type = frame_type::error, .id = id, .failure = error.failure()};
}

void endpoint::abandon() noexcept {
  try {
    auto* const qp = side_ ? std::get_if<connected_qp>(&side_->qp) : nullptr;
    if (qp != nullptr && qp->state() != qp_state::reset) qp->to_error();
  } catch (const std::exception&) {
    // The queue pair has been closed, or its device is gone.
  }
}

std::optional<exchange::frame> endpoint::take(const exchange::frame& frame) {
  try {
    return advance(frame);
  } catch (...) {
    abandon();
    throw;
  }
}

bool endpoint::is_stale(const exchange::frame& frame) const {
  if (frame.type == frame_type::error && (frame.id == id_ || frame.id.nonce == 0)) {
    throw exchange::error(peer_, frame.failure);
  }
  return frame.id != id_;
}

void endpoint::take_bye() {
  if (!is_connected_) throw refuse(exchange::stage::ready, "the peer said BYE before it was READY");
  is_over_ = true;
}

exchange::error endpoint::refuse(exchange::stage stage, const std::string& reason) const {
  return exchange::error(std::errc::protocol_error, peer_, stage, reason);
}

exchange::offer endpoint::offer_of(const path& path) const {
  const auto& side = *side_;
  const auto* const target = this->target();
  const auto end = local_end();
  return {.transport = end.qp->transport,
          .dc_key = target != nullptr ? std::optional(target->dc_key()) : std::nullopt,
          .device = end.device,
          .path = path,
          .max_message = side.max_message,
          .max_inline = side.max_inline,
          .receive_depth = side.receive_depth,
          .features = side.features,
          .memory = side.memory,
          .user_data = side.user_data};
}

local_end endpoint::local_end() const {
  auto end = std::visit([](const auto& one) { return one.local_end(); }, side_->qp);
  if (side_->dct) {
    const auto target = *side_->dct->local_end().qp;
    end.qp->dctn = target.qpn;
    if (!end.qp->path_mtu || *target.path_mtu < *end.qp->path_mtu) {
      end.qp->path_mtu = target.path_mtu;
    }
  }
  return end;
}

void endpoint::check_mtus() const {
  std::visit([&](const auto& one) { check_mtu(agreed_.path, one.local_end()); }, side_->qp);
  if (side_->dct) check_mtu(agreed_.path, side_->dct->local_end());
}

const verbs::any_dct* endpoint::target() const noexcept {
  return side_->dct ? &*side_->dct : std::get_if<verbs::any_dct>(&side_->qp);
}

void endpoint::take_side(exchange::side side) {
  side_ = std::move(side);
  const auto transport = std::visit([](const auto& one) { return one.transport(); }, side_->qp);
  if (transport == verbs::transport::raw_packet) {
    throw refuse(exchange::stage::offer, "a raw packet QP has no peer to meet: it hears all");
  }
  if (!side_->dct) return;
  if (transport != verbs::transport::dci) {
    throw refuse(exchange::stage::offer,
                 "a DCT goes beside a DCI, and not beside an " + std::string(name(transport)));
  }
  const auto receives = side_->dct->local_end(), sends = local_end();
  if (receives.device != sends.device || receives.port.number != sends.port.number) {
    throw refuse(exchange::stage::offer, "the DCI and the DCT are of different ports");
  }
}

void endpoint::to_rtr() {
  auto& side = *side_;
  auto* const connected = std::get_if<connected_qp>(&side.qp);
  auto* const unconnected = std::get_if<unconnected_qp>(&side.qp);
  at_stage(exchange::stage::init, peer_, [&] {
    if (connected != nullptr) {
      if (agreed_.peer.ece) (void)connected->set_ece(*agreed_.peer.ece);
      connected->to_init(agreed_.path, side.qp_access_flags);
    } else if (unconnected != nullptr && unconnected->state() != qp_state::rts) {
      unconnected->activate(agreed_.path);
    }
  });
  at_stage(exchange::stage::receives, peer_, [&] {
    if (side.post_receives) side.post_receives(agreed_);
  });
  if (connected == nullptr) return;
  at_stage(exchange::stage::rtr, peer_, [&] { connected->to_rtr(agreed_.path); });
}

void endpoint::to_rts() {
  auto* const connected = std::get_if<connected_qp>(&side_->qp);
  if (connected == nullptr) return;
  at_stage(exchange::stage::rts, peer_, [&] { connected->to_rts(agreed_.path); });
}

std::optional<ece> endpoint::ece() const {
  const auto* const connected = std::get_if<connected_qp>(&side_->qp);
  return connected != nullptr ? connected->query_ece() : std::nullopt;
}

offerer::offerer(exchange::side side, std::string peer, exchange::id id)
    : endpoint(std::move(peer), id) {
  at_stage(exchange::stage::offer, peer_, [&] {
    take_side(std::move(side));
    mine_ = offer_of(own_path(side_->wanted, local_end(), side_->fill));
    mine_.ece = ece();
    (void)encode_frame(offer());
  });
}

exchange::frame offerer::offer() const {
  auto said = mine_;
  said.path = reverse(mine_.path);
  return {.type = frame_type::offer, .id = id_, .offer = std::move(said)};
}

std::optional<exchange::frame> offerer::advance(const exchange::frame& frame) {
  if (is_stale(frame)) return std::nullopt;
  switch (frame.type) {
    case frame_type::answer:
      if (is_answered_) return std::nullopt;
      at_stage(exchange::stage::negotiate, peer_, [&] {
        agreed_ = accept_answer(mine_, frame.offer);
        check_mtus();
      });
      to_rtr();
      to_rts();
      is_answered_ = true;
      return exchange::frame{.type = frame_type::ready, .id = id_};
    case frame_type::ready:
      if (!is_answered_) throw refuse(exchange::stage::offer, "READY came before the ANSWER");
      is_connected_ = true;
      return std::nullopt;
    case frame_type::bye:
      take_bye();
      return std::nullopt;
    default:
      throw refuse(exchange::stage::offer, "the peer offers too: one end has to answer");
  }
}

answerer::answerer(answer_function answer, std::string peer)
    : endpoint(std::move(peer), {.nonce = 0, .generation = 0}), answer_(std::move(answer)) {}

void answerer::answer(const exchange::frame& offer) {
  if (offer.id.nonce == 0) throw refuse(exchange::stage::offer, "a nonce of 0 is nobody's");
  id_ = offer.id;
  at_stage(exchange::stage::offer, peer_, [&] { take_side(answer_(id_, offer.offer)); });
  const auto& side = *side_;
  at_stage(exchange::stage::negotiate, peer_, [&] {
    const auto own = own_path(side.wanted, offer.offer.path, local_end(), side.fill);
    agreed_ = negotiate(offer_of(own), offer.offer);
    check_mtus();
    answered_ = {.type = frame_type::answer, .id = id_, .offer = offer_of(reverse(agreed_.path))};
    (void)encode_frame(answered_);  // throws if it is too long, before the queue pair moves
  });
  to_rtr();
  // In RTR, the queue pair reports the part of the offer that its device accepts. Before RTR, it
  // would report the device's own offer.
  if (offer.offer.ece) answered_.offer.ece = ece();
}

std::optional<exchange::frame> answerer::advance(const exchange::frame& frame) {
  if (!side_ && frame.type == frame_type::offer) {
    answer(frame);
    return answered_;
  }
  if (is_stale(frame)) {
    // This is another OFFER of the same end. An older one is late; a newer one needs another
    // answerer.
    if (frame.type == frame_type::offer && side_ &&
        (frame.id.nonce != id_.nonce || frame.id.generation > id_.generation)) {
      throw refuse(exchange::stage::offer, "another OFFER came, of " + to_string(frame.id));
    }
    return std::nullopt;
  }
  switch (frame.type) {
    case frame_type::offer:
      return answered_;  // the first ANSWER was lost
    case frame_type::ready:
      if (!side_) return std::nullopt;
      if (!is_connected_) to_rts();
      is_connected_ = true;
      return exchange::frame{.type = frame_type::ready, .id = id_};
    case frame_type::bye:
      take_bye();
      return exchange::frame{.type = frame_type::bye, .id = id_};
    default:
      throw refuse(exchange::stage::offer, "an ANSWER came to who answers");
  }
}

peer::peer(exchange::side side, std::string peer, exchange::id id)
    : side_(std::move(side)), peer_(std::move(peer)), end_(offerer(side_, peer_, id)) {}

const endpoint& exchange::peer::end() const noexcept {
  if (const auto* const begins = std::get_if<offerer>(&end_)) return *begins;
  return *std::get_if<answerer>(&end_);
}

std::optional<exchange::frame> exchange::peer::take(const exchange::frame& frame) {
  const bool both_began = frame.type == frame_type::offer && std::holds_alternative<offerer>(end_);
  if (both_began && !end().is_answered()) {
    if (frame.id.nonce < id().nonce) return std::nullopt;  // the peer answers our OFFER
    if (frame.id.nonce > id().nonce) {
      const auto answer = [side = side_](const exchange::id&, const exchange::offer&) {
        return side;
      };
      end_ = answerer(answer, peer_);  // made first: if that throws, the old end stays
    }
  }
  return std::visit([&](endpoint& one) { return one.take(frame); }, end_);
}

void exchange::peer::abandon() noexcept {
  if (auto* const begins = std::get_if<offerer>(&end_)) return begins->abandon();
  std::get_if<answerer>(&end_)->abandon();
}

}  // namespace verbatim::exchange
