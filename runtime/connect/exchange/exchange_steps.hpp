// The steps of an endpoint exchange, one class for each end. Frames go in and come out, and the
// queue pair changes its state. The classes do not know how frames travel.
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
// Frames of other exchanges and of older generations are dropped. Frames that come twice do nothing
// twice. Failures are thrown as an exchange::error. An RC, UC or XRC queue pair is then in ERROR if
// it had left RESET, so that its posted receives complete. Other queue pairs may have other peers,
// and stay as they are. Send error_frame() to the peer. Call abandon() if the transport of frames
// fails.

/// Returns an id that nobody else has, from std::random_device.
exchange::id new_id();

/// Returns the frame that tells the peer of the error. An id with nonce 0 belongs to no exchange in
/// particular: every exchange takes it.
exchange::frame error_frame(const exchange::id& id, const exchange::error& error);

/// The part that both ends have in common.
class endpoint {
 public:
  /// Returns the id of the exchange. The answering end has nonce 0 before an OFFER came.
  const exchange::id& id() const noexcept { return id_; }

  /// True if this end began the exchange and has accepted the ANSWER.
  bool is_answered() const noexcept { return is_answered_; }

  /// True if the READY that ends the exchange has come.
  bool is_connected() const noexcept { return is_connected_; }

  /// True if the peer has said BYE.
  bool is_over() const noexcept { return is_over_; }

  /// Returns the agreement. It is valid once the end is connected.
  const agreement& agreed() const noexcept { return agreed_; }

  /// Brings a queue pair that is connected with the peer to ERROR, if it has left RESET. Call this
  /// when the peer is gone.
  void abandon() noexcept;

  /// Takes a frame that came from the peer. Returns the frame to send back, if there is one.
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

  /// Throws if this end cannot have the agreed MTU.
  void check_mtus() const;

  /// Takes the program's side. Throws if its queue pair is of a kind that has no peer.
  void take_side(exchange::side side);

  /// Returns the result of connected_qp::query_ece(), or nothing for other kinds of queue pair.
  std::optional<verbatim::ece> ece() const;

  /// True if the frame is of another exchange. Throws the failure of an ERROR.
  bool is_stale(const exchange::frame& frame) const;
  void take_bye();

  exchange::offer offer_of(const path& path) const;
  void to_rtr();
  void to_rts();
  exchange::error refuse(exchange::stage stage, const std::string& reason) const;

  std::string peer_;
  exchange::id id_;
  std::optional<exchange::side> side_;  // the answering end has none before an OFFER came
  agreement agreed_;
  bool is_answered_ = false;
  bool is_connected_ = false;

 private:
  /// Returns the DCT that the peer may send to, or null if there is none.
  const verbs::any_dct* target() const noexcept;

  bool is_over_ = false;
};

/// End A, which begins.
class offerer final : public endpoint {
 public:
  /// Prepares the OFFER. `peer` is named in errors. Throws if the path cannot be filled.
  offerer(exchange::side side, std::string peer, exchange::id id = new_id());

  /// Returns the OFFER, which may be sent again.
  exchange::frame offer() const;

 private:
  std::optional<exchange::frame> advance(const exchange::frame& frame) override;

  exchange::offer mine_;  // as this end sees it
};

/// End B, which answers.
class answerer final : public endpoint {
 public:
  /// Makes the queue pair for an offer. If it throws, the peer is told.
  using answer_function =
      std::function<exchange::side(const exchange::id& id, const exchange::offer& offer)>;

  answerer(answer_function answer, std::string peer);

 private:
  std::optional<exchange::frame> advance(const exchange::frame& frame) override;
  void answer(const exchange::frame& offer);

  answer_function answer_;
  exchange::frame answered_;
};

/// An end that begins, and that also copes with a peer that begins, for example when two hosts call
/// each other at the same time. The OFFER of the higher nonce stands, and the end that made the
/// other one answers it.
class peer {
 public:
  /// Takes the same arguments as an offerer.
  peer(exchange::side side, std::string peer, exchange::id id = new_id());

  /// Returns the OFFER to begin with. Do not call this once take() has returned a frame.
  exchange::frame offer() const { return std::get<offerer>(end_).offer(); }

  // These are the functions of an endpoint. The id is the peer's if its OFFER stands.
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
