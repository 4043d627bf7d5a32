// The steps of an endpoint exchange, one class for each end. They take and return frames, and
// change the state of the queue pair. They do not depend on the transport of the frames.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <variant>

#include "verbatim/connect/exchange/exchange_error.hpp"
#include "verbatim/connect/exchange/exchange_frame.hpp"
#include "verbatim/connect/exchange/exchange_side.hpp"

namespace verbatim::exchange {

//   A                                        B
//   OFFER  ------------------------------->
//                                            answer(): makes its queue pair; INIT, receives, RTR
//          <------------------------------- ANSWER
//   INIT, receives, RTR, RTS
//   READY  ------------------------------->
//                                            RTS
//          <------------------------------- READY
//   may send                                 may send, since READY came
//
// Frames of other exchanges and of older generations are dropped. A repeated frame has no effect.
// Failures are thrown as an exchange::error. An RC, UC or XRC queue pair is then in ERROR if it had
// left RESET, so that its posted receives complete. Other queue pairs may have other peers, and do
// not change. Send error_frame() to the peer. Call abandon() if the transport of frames fails.

/// Returns a unique id, from std::random_device.
exchange::id new_id();

/// Returns the ERROR frame for the peer. A frame whose id has nonce 0 belongs to no particular
/// exchange: every exchange accepts it.
exchange::frame error_frame(const exchange::id& id, const exchange::error& error);

/// The base of both ends.
class endpoint {
 public:
  /// Returns the id of the exchange. The answering end has nonce 0 until an OFFER arrives.
  const exchange::id& id() const noexcept { return id_; }

  /// Returns true if this end began the exchange and has accepted the ANSWER.
  bool is_answered() const noexcept { return is_answered_; }

  /// Returns true if the READY that ends the exchange has arrived.
  bool is_connected() const noexcept { return is_connected_; }

  /// Returns true if the peer has sent BYE.
  bool is_over() const noexcept { return is_over_; }

  /// Returns the agreement. It is valid once the end is connected.
  const agreement& agreed() const noexcept { return agreed_; }

  /// Moves the queue pair to ERROR if it is connected to this peer and has left RESET. Call this
  /// when the peer is gone.
  void abandon() noexcept;

  /// Handles a frame from the peer. Returns the frame to send back, if there is one.
  std::optional<exchange::frame> take(const exchange::frame& frame);

 protected:
  endpoint(std::string peer, exchange::id id) : peer_(std::move(peer)), id_(id) {}
  ~endpoint() = default;
  endpoint(const endpoint&) = default;
  endpoint(endpoint&&) = default;
  endpoint& operator=(const endpoint&) = default;
  endpoint& operator=(endpoint&&) = default;

  virtual std::optional<exchange::frame> advance(const exchange::frame& frame) = 0;
  verbatim::local_end local_end() const;

  /// Throws if this end cannot use the agreed MTU.
  void check_mtus() const;

  /// Stores the program's side. Throws if its kind of queue pair has no peer.
  void take_side(exchange::side side);

  /// Returns the result of connected_qp::query_ece(), or nothing for other kinds of queue pair.
  std::optional<verbatim::ece> ece() const;

  /// Returns true if the frame belongs to another exchange. For an ERROR frame, throws its failure.
  bool is_stale(const exchange::frame& frame) const;
  void take_bye();

  exchange::offer offer_of(const path& path) const;
  void to_rtr();
  void to_rts();
  exchange::error refuse(exchange::stage stage, const std::string& reason) const;

  std::string peer_;
  exchange::id id_;
  std::optional<exchange::side> side_;  // the answering end has none until an OFFER arrives
  agreement agreed_;
  bool is_answered_ = false;
  bool is_connected_ = false;

 private:
  /// Returns the DCT to which the peer may send; null if there is none.
  const verbs::any_dct* target() const noexcept;

  bool is_over_ = false;
};

/// End A, which begins.
class offerer final : public endpoint {
 public:
  /// Prepares the OFFER. `peer` is the peer's name in errors. Throws if the path cannot be filled.
  offerer(exchange::side side, std::string peer, exchange::id id = new_id());

  /// Returns the OFFER, which may be sent again.
  exchange::frame offer() const;

 private:
  std::optional<exchange::frame> advance(const exchange::frame& frame) override;

  exchange::offer mine_;  // with the path as seen by this end
};

/// End B, which answers.
class answerer final : public endpoint {
 public:
  /// Makes the queue pair for an offer. If it throws, the peer gets the error.
  using answer_function =
      std::function<exchange::side(const exchange::id& id, const exchange::offer& offer)>;

  answerer(answer_function answer, std::string peer);

 private:
  std::optional<exchange::frame> advance(const exchange::frame& frame) override;
  void answer(const exchange::frame& offer);

  answer_function answer_;
  exchange::frame answered_;
};

/// An end that begins, and that also handles a peer that begins, for example if two hosts call each
/// other at the same time. The OFFER with the higher nonce is kept; the end that sent the other
/// OFFER answers it.
class peer {
 public:
  /// Takes the same arguments as an offerer.
  peer(exchange::side side, std::string peer, exchange::id id = new_id());

  /// Returns the OFFER to begin with. Do not call this after take() has returned a frame.
  exchange::frame offer() const { return std::get<offerer>(end_).offer(); }

  // These are the functions of an endpoint. The id is the peer's if the peer's OFFER is kept.
  std::optional<exchange::frame> take(const exchange::frame& frame);
  const exchange::id& id() const noexcept { return end().id(); }
  bool is_connected() const noexcept { return end().is_connected(); }
  bool is_over() const noexcept { return end().is_over(); }
  const agreement& agreed() const noexcept { return end().agreed(); }
  void abandon() noexcept;

 private:
  const endpoint& end() const noexcept;

  exchange::side side_;
  std::string peer_;
  std::variant<offerer, answerer> end_;
};

}  // namespace verbatim::exchange
