// Recordings that are cut off, damaged, of another version, or something else.
#include "recording/reader.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <string>
#include <vector>

#include "recording/bodies.hpp"

namespace {

namespace file = verbatim::recording;

std::span<const std::byte> bytes_of(const std::string& text) {
  return std::as_bytes(std::span(text));
}

/// The ends of the parts of the sample: its header, and each record.
struct sample {
  std::string bytes;
  std::vector<std::size_t> ends;
};

sample make_sample() {
  sample made;
  file::append_file_header(made.bytes);
  made.ends.push_back(made.bytes.size());
  const auto add = [&](const auto& body) {
    file::record header;
    header.process = 7;
    header.thread = 8;
    header.time = 1000 + made.ends.size();
    file::append_record(made.bytes, header, body);
    made.ends.push_back(made.bytes.size());
  };
  file::process_body process;
  process.slot = 3;
  process.arguments = std::string_view("ib_send_bw\0-a", 14);
  process.options = {{"VERBATIM_EMULATOR_DEVICES", "2"}};
  add(process);
  const std::vector<std::byte> some(64, std::byte{5});
  const std::vector<std::byte> bits(1, std::byte{3});
  add(file::command_body{1, 2, 3, "reg_mr", {{4, 8, 0, 9, {}, bits}, {5, 64, 1, 10, some, bits}}});
  add(file::answer_body{22, {}});
  add(file::send_wqe_body{0x400, 65535, 1, some, bits});
  add(file::cqe_body{1, 2, 3, 4, 1, some});
  add(file::process_end_body{});
  return made;
}

std::size_t count_records(file::reader& from) {
  std::size_t count = 0;
  while (from.next()) ++count;
  return count;
}

TEST(recording, has_what_was_added) {
  const sample made = make_sample();
  file::reader from(bytes_of(made.bytes));
  const auto process = from.next();
  ASSERT_TRUE(process);
  EXPECT_EQ(process->process, 7u);
  EXPECT_EQ(process->thread, 8u);
  EXPECT_EQ(process->time, 1001u);
  EXPECT_EQ(process->at, file::file_header_bytes);
  const auto body = process->as<file::process_body>();
  ASSERT_TRUE(body);
  EXPECT_EQ(body->slot, 3u);
  EXPECT_EQ(body->arguments.size(), 14u);
  ASSERT_EQ(body->options.size(), 1u);
  EXPECT_EQ(body->options.front().value, "2");
  EXPECT_FALSE(process->as<file::cqe_body>());
  const auto command = from.next()->as<file::command_body>();
  ASSERT_TRUE(command);
  ASSERT_EQ(command->inputs.size(), 2u);
  EXPECT_EQ(command->inputs[1].bytes.size(), 64u);
  EXPECT_EQ(command->inputs[1].data, 10u);
  EXPECT_EQ(from.next()->as<file::answer_body>()->error, 22u);
  const auto wqe = from.next()->as<file::send_wqe_body>();
  ASSERT_TRUE(wqe);
  EXPECT_EQ(wqe->index, 65535);
  EXPECT_EQ(wqe->bytes[63], std::byte{5});
  EXPECT_EQ(count_records(from), 2u);
  EXPECT_EQ(from.problem(), "");
}

TEST(recording, that_is_cut_off_is_read_up_to_the_cut) {
  const sample made = make_sample();
  for (std::size_t length = 0; length <= made.bytes.size(); ++length) {
    const std::string part = made.bytes.substr(0, length);
    file::reader from(bytes_of(part));
    std::size_t whole = 0;
    for (std::size_t i = 1; i < made.ends.size(); ++i) whole += made.ends[i] <= length ? 1 : 0;
    EXPECT_EQ(count_records(from), whole) << length;
    const bool between = std::ranges::find(made.ends, length) != made.ends.end();
    EXPECT_EQ(from.problem().empty(), between) << length << ": " << from.problem();
    if (!between && length > file::file_header_bytes) {
      EXPECT_NE(from.problem().find("cut off"), std::string::npos) << from.problem();
    }
  }
}

TEST(recording, that_is_damaged_is_read_up_to_the_damage) {
  const sample made = make_sample();
  for (std::size_t at = 0; at < made.bytes.size(); ++at) {
    std::string wrong = made.bytes;
    wrong[at] = static_cast<char>(wrong[at] ^ 0x10);
    file::reader from(bytes_of(wrong));
    std::size_t before = 0;
    for (std::size_t i = 1; i < made.ends.size(); ++i) before += made.ends[i] <= at ? 1 : 0;
    EXPECT_EQ(count_records(from), before) << at;
    EXPECT_NE(from.problem(), "") << at;
  }
}

TEST(recording, of_another_version_is_refused) {
  std::string other(file::magic);
  file::packer with(other);
  with(std::uint16_t{2}, std::uint16_t{5});
  with(file::checksum(other));
  file::reader from(bytes_of(other));
  EXPECT_FALSE(from.next());
  EXPECT_NE(from.problem().find("version 2.5"), std::string::npos) << from.problem();
}

TEST(recording, of_a_later_minor_version_is_read) {
  const sample made = make_sample();
  std::string later(file::magic);
  file::packer with(later);
  with(file::major_version, std::uint16_t{9});
  with(file::checksum(later));
  later += made.bytes.substr(file::file_header_bytes);
  file::reader from(bytes_of(later));
  EXPECT_EQ(count_records(from), made.ends.size() - 1);
  EXPECT_EQ(from.problem(), "");
}

TEST(recording, that_went_through_a_text_editor_is_named) {
  const std::string text = "VBREC\n\x1a and so on, long enough";
  file::reader from(bytes_of(text));
  EXPECT_FALSE(from.next());
  EXPECT_NE(from.problem().find("text"), std::string::npos) << from.problem();
  const std::string other = "something else";
  file::reader from_other(bytes_of(other));
  EXPECT_NE(from_other.problem().find("no recording"), std::string::npos);
}

// The checksum of the record is right, but not its body.
TEST(recording, with_a_body_that_is_too_short_has_no_such_body) {
  const sample made = make_sample();
  std::mt19937 dice(1);
  for (int i = 0; i < 2000; ++i) {
    file::reader from(bytes_of(made.bytes));
    while (auto one = from.next()) {
      std::string body(reinterpret_cast<const char*>(one->body.data()), one->body.size());
      if (body.empty()) continue;
      body.resize(dice() % body.size());
      if (!body.empty()) body[dice() % body.size()] = static_cast<char>(dice());
      one->body = bytes_of(body);
      if (const auto command = one->as<file::command_body>()) {
        EXPECT_LE(command->name.size(), body.size());
      }
      if (const auto wqe = one->as<file::send_wqe_body>()) {
        EXPECT_LE(wqe->bytes.size(), body.size());
      }
      EXPECT_FALSE(one->as<file::cqe_body>() && body.size() < 17);
    }
  }
}

}  // namespace
