// Runs the pieces of the pages about connections; see fragments.py.
#pragma once

#include <atomic>
#include <functional>
#include <optional>
#include <thread>

#include "frame.hpp"

namespace runs {

/// An answering end of an exchange in this program, which the frames of the pieces go to.
inline std::function<std::optional<exchange::frame>(const exchange::frame&)> far_end;
inline std::vector<std::vector<std::byte>> to_near_end;
inline void send_to_far_end(const std::vector<std::byte>& bytes) {
  if (!far_end) throw std::runtime_error("the network is down");
  if (const auto reply = far_end(exchange::decode_frame(bytes)))
    to_near_end.push_back(exchange::encode_frame(*reply));
}

/// Drives engines until something holds.
template <class Engine>
void run_until(Engine& engine, const std::function<bool()>& holds) {
  expect(engine.run_until(holds, patience), "it ends in time");
}

/// Sends every byte back.
inline stream::task<> echo_once(stream::byte_stream<engine_type>& with, bool& came) {
  std::vector<std::byte> piece(64);
  const auto got = co_await with.read_some(piece);
  const auto put = co_await with.write_some(std::span(piece).first(got.bytes));
  came = put.bytes == got.bytes && put.bytes > 0;
}

#if __has_include(<asio.hpp>)
namespace rdma = stream::with_asio;
using hub_type = rdma::hub<engine_type>;

/// Runs a coroutine, and throws what it throws.
inline void spawn(asio::io_context& io, asio::awaitable<void> work, bool& is_done) {
  asio::co_spawn(io, std::move(work), [&is_done](std::exception_ptr thrown) {
    if (thrown) std::rethrow_exception(thrown);
    is_done = true;
  });
}

/// The other end of the second piece.
inline asio::awaitable<void> answer_messages(hub_type hub, const pd& domain, bool& is_over) {
  rdma::message_channel channel(hub, domain);
  rdma::datagram_socket socket(hub, domain);
  rdma::exchange_listener door(hub, {.port = the_port});
  rdma::datagram_listener names(hub, {.port = the_port});
  const std::string text = "hello";
  co_await door.async_accept(channel, asio::use_awaitable);
  co_await channel.async_send(asio::buffer(text), asio::use_awaitable);
  (void)co_await names.async_accept(socket, asio::use_awaitable);
  const auto got = co_await socket.async_receive(asio::use_awaitable);
  expect(got.size() == text.size(), "the datagram has come");
  asio::steady_timer later(co_await asio::this_coro::executor);
  while (!is_over) {
    later.expires_after(1ms);
    co_await later.async_wait(asio::use_awaitable);
  }
}
#endif

inline const table of_connections {
#if __has_include(<asio.hpp>)
  {"asio_0",
   [] {
     device_and_memory its;
     asio::io_context io(1);
     bool is_served = false, is_asked = false;
     std::vector<char> near(64), far(64);
     using namespace page_asio_0;
     spawn(io, server(its.nic, its.domain, "from the server", near, io), is_served);
     spawn(io, client(its.nic, its.domain, "from the client", far, io), is_asked);
     io.run();
     expect(is_served && is_asked, "both end");
     expect(std::string(near.data()) == "from the client" &&
                std::string(far.data()) == "from the server",
            "the texts came");
   }},
      {"asio_1",
       [] {
         device_and_memory its;
         asio::io_context io(1);
         hub_type hub(io, its.nic);
         bool is_answered = false, is_over = false;
         spawn(io, answer_messages(hub, its.domain, is_over), is_answered);
         spawn(io, page_asio_1::piece(hub, its.domain, "hello"), is_over);
         io.run();
         expect(is_answered && is_over, "both end");
       }},
      {"asio_2",
       [] {
         device_and_memory its;
         asio::io_context io(1);
         hub_type hub(io, its.nic);
         stream::queue_pair<engine_type> near(hub.engine(), its.domain),
             far(hub.engine(), its.domain);
         stream::queue_pair_listener door(hub.engine(), {.port = the_port});
         std::uint32_t came = 0;
         std::optional<stream::queue_pair_link<engine_type>> accepted;
         const auto post = [&] {
           hub.async(far.recv(its.into(64)), [&](stream::result got) { came = got.byte_count; });
         };
         rdma::async_wait(hub, door.accept(far, {.connection = {.end = {.post_receives = post}}}),
                          [&](rdma::error_code, auto link) { accepted = *link; });
         bool is_done = false;
         spawn(io, page_asio_2::piece(hub, its.from(64), near), is_done);
         io.run();
         expect(is_done && came == 64, "the message has come");
         its.expect_arrived(64);
       }},
      {"asio_3",
       [] {
         device_and_memory its;
         asio::io_context io(1);
         hub_type hub(io, its.nic);
         rdma::byte_stream near(hub, its.domain), far(hub, its.domain);
         const auto address = near.native().address();
         near.connect(far.native().address());
         far.connect(address);
         std::vector<char> piece(64);
         page_asio_3::piece(near, piece);
         const std::string text = "hello";
         asio::async_write(far, asio::buffer(text),
                           [](rdma::error_code why, std::size_t) { expect(!why, why.message()); });
         io.run();
         expect(std::string(piece.data()) == text, "the text has come");
       }},
#else
  {"asio_0", nullptr},
    {"asio_1", nullptr},
    {"asio_2", nullptr},
    {"asio_3", nullptr},
#endif
      {"connecting_0",
       [] {
         cm::reactor loop;
         page_connecting_0::piece(loop);
       }},
      {"connecting_1",
       [] {
         device_and_memory its;
         cm::reactor loop, of_client;
         cm::listener listener(loop, {.port = the_port});
         cq<dct<int>> received(its.nic, 16);
         const srq<int> receives(its.domain);
         cq<dci_qp<int>> completions(its.nic, 16);
         dci_qp<int> dci(its.domain, completions);
         dci.activate();
         const page_connecting_1::place there{its.there(512).addr(), its.there(512).rkey()};
         std::optional<cm::connection_request> asked;
         std::thread client;
         std::atomic<bool> is_written = false;
         listener.on_request(
             [&](cm::connection_request request) { asked.emplace(std::move(request)); });
         at_end = [&, server = std::this_thread::get_id()] {
           while (std::this_thread::get_id() == server && !is_written) loop.turn(1ms);
         };
         client = std::thread([&] {
           page_connecting_1::client(its.nic, its.domain, received, receives, nullptr, of_client,
                                     the_server, the_service, dci, there, its.region);
           dci.ring_doorbell();
           expect_good(completions, 1);
           is_written = true;
         });
         while (!asked) loop.turn(1ms);
         page_connecting_1::server(its.nic, its.domain, received, receives, &*asked, loop,
                                   the_server, the_service, dci, there, its.region);
         client.join();
         its.expect_arrived(512);
       }},
      {"exchange_0",
       [] {
         device_and_memory its;
         target_end far(its);
         cq<dci_qp<int>> completions(its.nic, 16);
         dci_qp<int> dci(its.domain, completions);
         cq<rc_qp<int>> of_rc(its.nic, 16);
         const rc_qp<int> qp(its.domain, of_rc);
         cq<ud_qp<int>> sent(its.nic, 16);
         ud_qp<int> ud(its.domain, sent);
         cq<ud_qp<int>> of_far(its.nic, 16);
         ud_qp<int> far_ud(its.domain, of_far);
         (void)far_ud.rq_wqe().sge(its.region.slice(its.half + 8192, 4096)).finish(1);
         far_ud.ring_recv_doorbell();
         const auto of_dc = agree({.qp = dci}, [&](const auto&, const auto&) {
           return exchange::side{.qp = far.target};
         });
         page_exchange_0::of_dc(its.domain, qp, ud, dci, of_dc, its.from(64), its.there(64));
         (void)dci.sq_wqe().av(far.way.dc(7)).nop().signal(1).finish();
         dci.ring_doorbell();
         expect_good(completions, 1);
         its.expect_arrived(64);
         const auto of_ud = agree(
             {.qp = ud}, [&](const auto&, const auto&) { return exchange::side{.qp = far_ud}; });
         page_exchange_0::of_ud(its.domain, qp, ud, dci, of_ud, its.from(64), its.there(64));
         ud.ring_doorbell();
         expect_good(of_far, 1);
         its.expect_arrived(64, 8192 + grh_bytes);
       }},
      {"exchange_1",
       [] {
         device_and_memory its;
         cq<dct<int>> received(its.nic, 16);
         const srq<int> receives(its.domain);
         cq<dci_qp<int>> completions(its.nic, 16);
         dci_qp<int> dci(its.domain, completions);
         std::optional<exchange::side> kept;  // with the target
         const auto agreed = agree({.qp = dci}, [&](const auto&, const auto& offer) {
           return kept.emplace(
               page_exchange_1::piece(its.nic, its.domain, received, receives, 7, offer));
         });
         ah_cache handles(its.domain, dci.local_end());
         (void)dci.sq_wqe()
             .av(handles.dc(agreed.path, *agreed.peer.dc_key))
             .write()
             .rdma(its.there(64))
             .sge(its.from(64))
             .signal(1)
             .finish();
         dci.ring_doorbell();
         expect_good(completions, 1);
         its.expect_arrived(64);
       }},
      {"exchange_2",
       [] {
         device_and_memory its;
         cq<rc_qp<int>> completions(its.nic, 16);
         rc_qp<int> qp(its.domain, completions), far(its.domain, completions);
         exchange::answerer b([&](const auto&, const auto&) { return exchange::side{.qp = far}; },
                              "A");
         far_end = [&](const exchange::frame& frame) { return b.take(frame); };
         page_exchange_2::piece(qp);
         expect(b.is_connected() && qp.state() == qp_state::rts, "both are connected");
       }},
      {"exchange_3",
       [] {
         device_and_memory its;
         cq<rc_qp<int>> completions(its.nic, 16);
         const rc_qp<int> qp(its.domain, completions);
         page_exchange_3::piece(qp);
         expect(qp.state() == qp_state::reset, "the queue pair is as it was");
       }},
      {"pools_0",
       [] {
         device_and_memory its;
         engine_type engine(its.nic);
         stream::byte_stream served(engine, its.domain);
         stream::listener door(engine, {.port = the_port});
         auto accepting = door.accept(served);
         const std::vector question(5, std::byte{'?'});
         std::vector<std::byte> answer(64);
         auto asking = page_pools_0::piece(its.domain, engine, question, answer);
         asking.start();
         run_until(engine, [&] { return accepting.is_done(); });
         bool came = false;
         auto echoing = echo_once(served, came);
         echoing.start();
         run_until(engine, [&] { return asking.is_done(); });
         asking.take();
         expect(came && answer[4] == std::byte{'?'}, "the answer has come");
       }},
      {"pools_1", [] {
         device_and_memory its;
         engine_type engine(its.nic);
         page_pools_1::piece(its.domain, engine);
       }},
};

}  // namespace runs

namespace page_exchange_2 {
void send(const std::vector<std::byte>& bytes) { runs::send_to_far_end(bytes); }
std::vector<std::byte> receive() {
  auto next = std::move(runs::to_near_end.at(0));
  runs::to_near_end.erase(runs::to_near_end.begin());
  return next;
}
}  // namespace page_exchange_2
namespace page_exchange_3 {
void send(const std::vector<std::byte>& bytes) { runs::send_to_far_end(bytes); }
}  // namespace page_exchange_3
