// The tag list of a tag-matching SRQ, and the queue of commands that change it.
#pragma once

#include <cassert>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "verbatim/generated/cqes/cqe64.hpp"
#include "verbatim/generated/cqes/tm_list_cqe.hpp"
#include "verbatim/generated/cqes/tm_receive_cqe.hpp"
#include "verbatim/generated/enums.hpp"
#include "verbatim/generated/transports/xrq_cmd.hpp"
#include "verbatim/queue/base/entry.hpp"
#include "verbatim/queue/base/post_result.hpp"
#include "verbatim/queue/completion/completion.hpp"
#include "verbatim/queue/completion/flushing.hpp"
#include "verbatim/queue/receive/index_list.hpp"
#include "verbatim/queue/receive/recv_wqe.hpp"
#include "verbatim/queue/send/send_queue.hpp"

namespace verbatim {

namespace detail {

/// The result of tag_matching::append(): the place of the tag in the list, or the error.
class [[nodiscard("look whether the tag was appended")]] tag_result {
 public:
  constexpr tag_result(std::uint16_t tag) noexcept : tag_(tag) {}
  constexpr tag_result(post_error error) noexcept : error_(error) {}

  /// Returns true if the tag was appended.
  constexpr bool ok() const noexcept { return error_ == post_error::none; }
  constexpr explicit operator bool() const noexcept { return ok(); }

  /// Returns the reason why the tag was not appended; `none` if it was appended.
  constexpr post_error error() const noexcept { return error_; }

  /// Returns the tag for remove(). Completions of the tag have it in app_info.
  constexpr std::uint16_t tag() const noexcept {
    assert(ok() && "the tag was not appended: look at error() first");
    return tag_;
  }

 private:
  std::uint16_t tag_ = 0;
  post_error error_ = post_error::none;
};

}  // namespace detail

/// The completion of a tag or of a command. It is a view of the CQE, and is valid until the
/// callback returns.
template <class Entry>
class tag_completion : public completion_view {
 public:
  tag_completion(cqe64 cqe, bool failed, std::uint16_t tag, Entry&& value, bool is_last,
                 cqe_app_op what, bool is_behind = false) noexcept
      : completion_view(cqe, failed),
        entry(std::move(value)),
        last(is_last),
        behind(is_behind),
        what_(what),
        tag_(tag) {}

  Entry entry;  ///< the entry given to append() if `last` is true; else Entry{}
  bool last;    ///< true if the tag is not in the list now: it was filled, removed or never added

  /// True if there were more unexpected messages than the command had counted (with tm_append,
  /// tm_remove and tm_noop). One of these messages may carry a tag that was appended in the
  /// meantime. Such a tag matches nothing until a later command has counted all the messages. Take
  /// those messages, remove() their tags, and call sync().
  bool behind;

  /// Returns the event that the completion reports.
  cqe_app_op what() const noexcept { return what_; }

  /// Returns the tag that append() returned. It is meaningless if what() is tm_noop.
  std::uint16_t tag() const noexcept { return tag_; }

  /// Returns the length of the message in bytes (with tm_expected and tm_consumed_msg).
  std::uint32_t byte_count() const noexcept { return cqe().byte_cnt(); }

  /// Returns the tag in the message (with tm_consumed and tm_consumed_msg).
  std::uint64_t message_tag() const noexcept { return tm_receive_cqe(cqe().bytes()).tag(); }

  /// Returns the value that the sender's application sent with the tag (with tm_consumed and
  /// tm_consumed_msg).
  std::uint32_t app_ctx() const noexcept { return tm_receive_cqe(cqe().bytes()).app_ctx(); }

  /// Returns true if a tm_remove found the tag in the list. If it returns false, a message has
  /// matched the tag in the meantime.
  bool removed() const noexcept {
    return ok() && what_ == cqe_app_op::tm_remove && tm_list_cqe(cqe().bytes()).success() != 0;
  }

 private:
  cqe_app_op what_;
  std::uint16_t tag_;
};

/// The tag list of a tag-matching SRQ: buffers for messages that carry a tag. Each buffer has an
/// Entry, which the completion of its message brings back. A message that matches no tag goes to
/// the SRQ's receive WQEs.
///
///   const auto tag = tags.append(value, mask, mr.slice(0, 4096), entry);
///   tags.ring_doorbell();
///
/// The device counts unexpected messages, and stops matching if the program has not counted as
/// many. Every command tells the device the program's count; sync() does only that. Use the list
/// from one thread at a time.
template <class Entry, auto... Policies>
class tag_matching {
  static_assert(detail::is_entry<Entry>,
                "an Entry is default-constructible and moves without throwing");

  /// A posted command. Commands complete in order.
  struct command {
    tm_op what = tm_op::nop;
    std::uint16_t tag = 0;
    std::uint16_t counted = 0;  // the count of unexpected messages in the command
  };

 public:
  using entry = Entry;

  /// The result of append().
  using appended = detail::tag_result;
  /// The queue that commands are posted to. A command requests its completion in tm_seg, not in
  /// ctrl_seg: a CQE for the WQE would be a second completion. So no command is signaled, but each
  /// has an entry.
  using command_queue = send_queue<xrq_cmd, command, Policies..., wqe_table::ordered_dense>;
  static_assert(command_queue::policies::order == ordering::strict, "commands complete in order");

  /// `max_tags` is the number of tags with which the SRQ was created; the device keeps one more.
  /// Allocates the tables; nothing is allocated afterwards.
  tag_matching(const detail::send_queue_memory& commands, std::uint32_t max_tags)
      : commands_(commands), free_(max_tags + 1), places_(max_tags + 1) {}

  /// Appends a buffer for the first message whose tag has the bits of `value` where `mask` is 1.
  /// Returns tag_list_full if the list is full, and queue_full if too many commands are
  /// outstanding.
  appended append(std::uint64_t value, std::uint64_t mask, std::uint64_t addr,
                  std::uint32_t byte_count, verbatim::lkey lkey, Entry carried) noexcept {
    if (free_.available() == 0) return post_error::tag_list_full;
    const auto tag = free_.head();
    // The previous command contained this tag's place. This command contains the next place.
    const auto posted = commands_.sq_wqe()
                            .tag_append()
                            .tag(free_.next(tag), value, mask, 1, 1, unexpected_)
                            .sge(addr, byte_count, byte_count == 0 ? terminator_lkey : lkey)
                            .entry({tm_op::append, tag, unexpected_})
                            .finish();
    if (!posted) return posted.error();
    (void)free_.take();
    places_[tag].entry = std::move(carried);
    places_[tag].commands = 1;
    places_[tag].listed = true;
    return tag;
  }

  /// Appends a piece of registered memory, such as a memory_slice.
  appended append(std::uint64_t value, std::uint64_t mask, const wire::local_memory& local,
                  Entry carried) noexcept {
    return append(value, mask, local.addr(), local.length(), local.lkey(), std::move(carried));
  }

  /// Removes a tag from the list, unless a message matches it first. tag_completion::removed() returns
  /// whether the tag was removed.
  post_result remove(std::uint16_t tag) noexcept {
    assert(tag < places_.size() && places_[tag].used());
    const auto posted = commands_.sq_wqe()
                            .tag_remove()
                            .tag(tag, 1, 1, unexpected_)
                            .entry({tm_op::remove, tag, unexpected_})
                            .finish();
    if (posted) ++places_[tag].commands;
    return posted;
  }

  /// Posts a command that only tells the device the number of unexpected messages received so far.
  post_result sync() noexcept {
    return commands_.sq_wqe()
        .tag_sync()
        .count(1, unexpected_)
        .entry({tm_op::nop, 0, unexpected_})
        .finish();
  }

  /// Rings the doorbell for every command posted so far.
  void ring_doorbell() noexcept { commands_.ring_doorbell(); }

  /// Returns the number of finished command WQEBBs for which no doorbell was rung yet; 0 if the list is
  /// closed.
  std::uint32_t unrung() const noexcept { return commands_.unrung(); }

  /// Returns the number of tags that can be appended.
  std::uint32_t available() const noexcept { return free_.available(); }

  /// Returns the number of unexpected messages so far, modulo 2^16.
  std::uint16_t unexpected() const noexcept { return unexpected_; }

  /// Returns the send queue of the commands.
  command_queue& commands() noexcept { return commands_; }

  /// Passes the queue to the next thread that posts, like send_queue::hand_over().
  void hand_over() noexcept { commands_.hand_over(); }

  /// Closes the list: every later command returns `closed`.
  void close() noexcept { commands_.close(); }

  /// Returns true if the CQE belongs to complete(). CQEs of messages that matched no tag or carry
  /// no tag belong to the SRQ. A message that matched no tag is counted here as unexpected.
  bool takes(cqe64 cqe) noexcept {
    if (cqe.app() != 1) return false;
    const auto what = cqe.app_op();
    if (what == cqe_app_op::tm_unexpected) ++unexpected_;
    return what != cqe_app_op::tm_unexpected && what != cqe_app_op::tm_no_tag;
  }

  /// Calls back with the tag_completion of a CQE. Returns false if the CQE belongs neither to a
  /// listed tag nor to an outstanding command.
  template <class OnCompletion>
  bool complete(cqe64 cqe, bool failed, OnCompletion&& on_completion) {
    switch (cqe.app_op()) {
      case cqe_app_op::tm_append:
      case cqe_app_op::tm_remove:
      case cqe_app_op::tm_noop:
        return command_done(cqe, failed, on_completion);
      case cqe_app_op::tm_consumed:
      case cqe_app_op::tm_consumed_sw_rndv:
        if (!is_listed(cqe.app_info())) return false;
        on_completion(
            tag_completion<Entry>{cqe, failed, cqe.app_info(), Entry{}, false, cqe.app_op()});
        return true;
      default:
        return found(cqe, failed, on_completion);
    }
  }

  /// Calls back with the tag_completion of a command that failed. The command queue is then in
  /// error and executes no other command. Tags in the list stay there, and messages still match
  /// them. Returns false if the command is not outstanding.
  template <class OnCompletion>
  bool fail(cqe64 cqe, OnCompletion&& on_completion) {
    command failed;
    if (!commands_.fail(cqe.wqe_counter(), keep_in(failed))) return false;
    const auto answer = [&](cqe_app_op what, Entry&& value, bool last) {
      on_completion(tag_completion<Entry>{cqe, true, failed.tag, std::move(value), last, what});
      return true;
    };
    if (failed.what == tm_op::nop) return answer(cqe_app_op::tm_noop, Entry{}, false);
    const bool appending = failed.what == tm_op::append;
    const bool last = appending && places_[failed.tag].listed;
    auto value = last ? take(failed.tag) : Entry{};
    command_answered(failed.tag);
    return answer(appending ? cqe_app_op::tm_append : cqe_app_op::tm_remove, std::move(value),
                  last);
  }

  /// Calls back with a flushed completion for every outstanding command and every listed tag, and
  /// returns their number. Use it when the device no longer writes CQEs. The tag of an outstanding
  /// append comes back with the command, as in a poll; the other tags come back with tm_expected.
  /// The list is then empty and closed: see close().
  template <class OnCompletion>
  unsigned flush(OnCompletion&& on_completion) {
    close();
    unsigned told = 0;
    commands_.each_posted([&](std::uint16_t wqe_index, opcode what) {
      const detail::flushed_cqe cqe(cqe_opcode::req_err, what, commands_.qpn(), wqe_index);
      told += fail(cqe.view(), on_completion) ? 1 : 0;
    });
    const detail::flushed_cqe cqe(cqe_opcode::resp_err, opcode::nop, 0, 0);
    for (std::size_t i = 0; i < places_.size(); ++i) {
      const auto tag = static_cast<std::uint16_t>(i);
      if (!is_listed(tag)) continue;
      auto value = take(tag);
      free_if_unused(tag);
      ++told;
      on_completion(tag_completion<Entry>{cqe.view(), true, tag, std::move(value), true,
                                          cqe_app_op::tm_expected});
    }
    return told;
  }

  /// Removes a tag that a message has matched from the list, without returning its entry. The entry
  /// lives until its place is used again.
  void drop(cqe64 cqe) noexcept {
    const auto what = cqe.app_op();
    if (what == cqe_app_op::tm_consumed || what == cqe_app_op::tm_consumed_sw_rndv) return;
    const auto tag = cqe.app_info();
    if (!is_listed(tag)) return;
    places_[tag].listed = false;
    free_if_unused(tag);
  }

 private:
  /// A place in the list. It is free if it is not listed and has no outstanding command.
  struct place {
    Entry entry{};
    bool listed = false;        // neither matched by a message nor removed
    std::uint8_t commands = 0;  // outstanding commands

    bool used() const noexcept { return listed || commands != 0; }
  };

  static auto keep_in(command& kept) noexcept {
    return [&kept](command&& done, bool, bool) noexcept { kept = done; };
  }

  bool is_listed(std::uint16_t tag) const noexcept {
    return tag < places_.size() && places_[tag].listed;
  }

  template <class OnCompletion>
  bool command_done(cqe64 cqe, bool failed, OnCompletion& on_completion) {
    command done;
    if (!commands_.complete(static_cast<std::uint16_t>(commands_.ci()), keep_in(done))) {
      return false;
    }
    const tm_list_cqe answer(cqe.bytes());
    const bool removed =
        done.what == tm_op::remove && answer.success() != 0 && places_[done.tag].listed;
    auto value = removed ? take(done.tag) : Entry{};
    if (done.what != tm_op::nop) command_answered(done.tag);
    on_completion(tag_completion<Entry>{cqe, failed, done.tag, std::move(value), removed,
                                        cqe.app_op(), answer.hw_phase_cnt() != done.counted});
    return true;
  }

  template <class OnCompletion>
  bool found(cqe64 cqe, bool failed, OnCompletion& on_completion) {
    const auto tag = cqe.app_info();
    if (!is_listed(tag)) return false;
    auto value = take(tag);
    free_if_unused(tag);
    on_completion(tag_completion<Entry>{cqe, failed, tag, std::move(value), true, cqe.app_op()});
    return true;
  }

  /// Removes a tag, which no message can match any more, from the list. Returns its entry.
  Entry take(std::uint16_t tag) noexcept {
    places_[tag].listed = false;
    return std::move(places_[tag].entry);
  }

  void command_answered(std::uint16_t tag) noexcept {
    assert(places_[tag].commands != 0);
    --places_[tag].commands;
    free_if_unused(tag);
  }

  void free_if_unused(std::uint16_t tag) noexcept {
    if (!places_[tag].used()) free_.give_back(tag);
  }

  command_queue commands_;
  detail::index_list free_;
  std::vector<place> places_;
  std::uint16_t unexpected_ = 0;
};

}  // namespace verbatim
