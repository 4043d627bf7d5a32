// The order of an endpoint exchange, one class for each end: frames go in and come out, and the queue pair
// moves. How frames travel is not known here.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <variant>

#include "verbatim/connect/exchange_error.hpp"
#include "verbatim/connect/exchange_frame.hpp"
#include "verbatim/connect/exchange_side.hpp"

namespace verbatim {

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
// Frames of other exchanges and of older generations are dropped, and those that come twice do nothing
// twice. What fails is thrown as an exchange_error; an RC, UC or XRC queue pair is in ERROR then, if it had
// left RESET, so that receives that were posted complete. Others may have other peers, and stay as they are.
// Send error_frame() to the peer. Where the transport fails, call abandon().

/// An id that nobody else has, by std::random_device.
exchange_id new_exchange_id();

/// Tells the peer. An id whose nonce is 0 is of no exchange in particular, and everybody's.
exchange_frame error_frame(const exchange_id& id, const exchange_error& error);

/// What both ends have in common.
class exchange_end {
 public:
  /// Which exchange it is; of who answers, with nonce 0 before an OFFER came.
  const exchange_id& id() const noexcept { return id_; }

  /// The two have found what both can do, or this end waits for that no more.
  bool is_answered() const noexcept { return is_answered_; }

  /// The READY that ends the exchange has come.
  bool is_connected() const noexcept { return is_connected_; }

  /// The peer has said BYE.
  bool is_over() const noexcept { return is_over_; }

  /// What was agreed; of use once it is connected.
  const agreement& agreed() const noexcept { return agreed_; }

  /// Brings a queue pair that is connected with the peer to ERROR, if it has left RESET: the peer is gone.
  void abandon() noexcept;

  /// The frame to send to the peer for one that came from it, if there is one.
  std::optional<exchange_frame> take(const exchange_frame& frame);

 protected:
  exchange_end(std::string peer, exchange_id id) : peer_(std::move(peer)), id_(id) {}
  ~exchange_end() = default;
  exchange_end(const exchange_end&) = default;
  exchange_end(exchange_end&&) = default;
  exchange_end& operator=(const exchange_end&) = default;
  exchange_end& operator=(exchange_end&&) = default;

  virtual std::optional<exchange_frame> advance(const exchange_frame& frame) = 0;
  verbatim::local_end local_end() const;

  /// Throws if this end cannot have the MTU that was agreed.
  void check_mtus() const;

  /// Takes what the program brings; throws if that is of a kind that has no peer.
  void take_side(exchange_side side);

  /// As queue_pair::query_ece().
  std::optional<verbatim::ece> ece() const;

  /// True if the frame is of another exchange. Throws what an ERROR says.
  bool is_stale(const exchange_frame& frame) const;
  void take_bye();

  connection_offer offer_of(const path& path) const;
  void to_rtr();
  void to_rts();
  exchange_error refuse(exchange_stage stage, const std::string& reason) const;

  std::string peer_;
  exchange_id id_;
  std::optional<exchange_side> side_;  // who answers has none before an OFFER came
  agreement agreed_;
  bool is_answered_ = false;
  bool is_connected_ = false;

 private:
  /// The DCT that the peer may send to, if there is one.
  const any_dct* target() const noexcept;

  bool is_over_ = false;
};

/// A, who begins.
class exchange_offerer final : public exchange_end {
 public:
  /// `peer` is named in errors. Throws if the path cannot be filled.
  exchange_offerer(exchange_side side, std::string peer, exchange_id id = new_exchange_id());

  /// The OFFER; send it again if you like.
  exchange_frame offer() const;

 private:
  std::optional<exchange_frame> advance(const exchange_frame& frame) override;

  connection_offer mine_;  // as this end sees it
};

/// B, who answers.
class exchange_answerer final : public exchange_end {
 public:
  /// Makes the queue pair for an offer. What it throws is told to the peer.
  using answer_function =
      std::function<exchange_side(const exchange_id& id, const connection_offer& offer)>;

  exchange_answerer(answer_function answer, std::string peer);

 private:
  std::optional<exchange_frame> advance(const exchange_frame& frame) override;
  void answer(const exchange_frame& offer);

  answer_function answer_;
  exchange_frame answered_;
};

/// An end that begins, and can do with a peer that begins as well, as where two hosts call each other at
/// the same time: the OFFER of the higher nonce stands, and who made the other one answers it.
class exchange_peer {
 public:
  /// As exchange_offerer.
  exchange_peer(exchange_side side, std::string peer, exchange_id id = new_exchange_id());

  /// The OFFER to begin with. Not once take() has answered with a frame.
  exchange_frame offer() const { return std::get<exchange_offerer>(end_).offer(); }

  // As of exchange_end; the id is the peer's if its OFFER stands.
  std::optional<exchange_frame> take(const exchange_frame& frame);
  const exchange_id& id() const noexcept { return end().id(); }
  bool is_connected() const noexcept { return end().is_connected(); }
  bool is_over() const noexcept { return end().is_over(); }
  const agreement& agreed() const noexcept { return end().agreed(); }
  void abandon() noexcept;

 private:
  const exchange_end& end() const noexcept;

  exchange_side side_;
  std::string peer_;
  std::variant<exchange_offerer, exchange_answerer> end_;
};

}  // namespace verbatim
