// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <string>

#include "sources/words.hpp"
#include "text/text.hpp"

namespace rtm::host {
namespace {

TEST(text, well_formed_utf8_of_every_length_is_accepted) {
  EXPECT_EQ(first_bad_utf8(""), std::nullopt);
  EXPECT_EQ(first_bad_utf8("a\u00e4\u20ac\U0001F680"), std::nullopt);
  EXPECT_EQ(first_bad_utf8("\x7f\xc2\x80\xdf\xbf\xe0\xa0\x80\xef\xbf\xbf\xf0\x90\x80\x80\xf4\x8f\xbf\xbf"),
            std::nullopt);
}

TEST(text, ill_formed_utf8_is_found_where_it_begins) {
  EXPECT_EQ(first_bad_utf8("ab\x80"), 2U) << "continuation without a lead";
  EXPECT_EQ(first_bad_utf8("ab\xc3"), 2U) << "cut short";
  EXPECT_EQ(first_bad_utf8("ab\xc3x"), 2U) << "lead without a continuation";
  EXPECT_EQ(first_bad_utf8("\xc1\xbf"), 0U) << "overlong, 2 bytes";
  EXPECT_EQ(first_bad_utf8("\xe0\x9f\xbf"), 0U) << "overlong, 3 bytes";
  EXPECT_EQ(first_bad_utf8("\xf0\x8f\xbf\xbf"), 0U) << "overlong, 4 bytes";
  EXPECT_EQ(first_bad_utf8("\xed\xa0\x80"), 0U) << "surrogate";
  EXPECT_EQ(first_bad_utf8("\xf4\x90\x80\x80"), 0U) << "above U+10FFFF";
  EXPECT_EQ(first_bad_utf8("\xf8\x88\x80\x80\x80"), 0U) << "5 bytes";
}

TEST(text, width_counts_columns_not_bytes) {
  EXPECT_EQ(width_of("abc"), 3U);
  EXPECT_EQ(width_of("\u00dcberwachung"), 11U);
  EXPECT_EQ(width_of("e\u0301"), 1U) << "a combining accent";
  EXPECT_EQ(width_of("\u6e29\u5ea6"), 4U) << "East Asian wide";
  EXPECT_EQ(width_of("\U0001F680"), 2U) << "emoji";
  EXPECT_EQ(width_of("a\xffz"), 3U) << "a byte that is not UTF-8 stands for itself";
}

TEST(text, shortened_text_fits_and_ends_in_an_ellipsis) {
  EXPECT_EQ(shortened("Control", 7), "Control");
  EXPECT_EQ(shortened("Control", 6), "Contr\u2026");
  EXPECT_EQ(shortened("Control", 1), "\u2026");
  EXPECT_EQ(shortened("Control", 0), "");
  EXPECT_EQ(shortened("\u6e29\u5ea6\u8a08", 4), "\u6e29\u2026") << "half a wide character is not shown";
}

TEST(text, wrapped_text_breaks_at_blanks_only) {
  EXPECT_EQ(wrapped("one two three", 7), "one two\nthree\n");
  EXPECT_EQ(wrapped("one two three", 80), "one two three\n");
  EXPECT_EQ(wrapped("a verylongword b", 5), "a\nverylongword\nb\n");
  EXPECT_EQ(wrapped("", 5), "\n");
}

TEST(text, printable_text_is_one_line_and_otherwise_itself) {
  EXPECT_EQ(printable("a.timeline:3: found \"x\\y\""), "a.timeline:3: found \"x\\y\"");
  EXPECT_EQ(printable("a\tb\n\x1b[0m\x7f"), "a\\x09b\\x0a\\x1b[0m\\x7f");
  EXPECT_EQ(printable("\xff\xc2\x9b\u00dc"), "\\xff\\xc2\\x9b\u00dc") << "not UTF-8, and a C1 control";
  EXPECT_EQ(printable(""), "");
}

TEST(text, quoted_text_is_one_printable_line) {
  EXPECT_EQ(quoted("20 idle"), "\"20 idle\"");
  EXPECT_EQ(quoted("a\tb\n\x1b[0m\"\\"), "\"a\\x09b\\x0a\\x1b[0m\\\"\\\\\"");
  EXPECT_EQ(quoted("\xff\xc2\x9b"), "\"\\xff\\xc2\\x9b\"") << "not UTF-8, and a C1 control";
  EXPECT_EQ(quoted("\u00dc"), "\"\u00dc\"");
  const std::string long_text(1000, 'x');
  EXPECT_LE(width_of(host::quoted(long_text)), 43U);
}

TEST(text, control_characters_are_seen_through_utf8) {
  EXPECT_FALSE(has_control("\u00dcber 1"));
  EXPECT_TRUE(has_control("a\tb"));
  EXPECT_TRUE(has_control("\x7f"));
  EXPECT_TRUE(has_control("\xc2\x9b"));
}

TEST(words, blanks_and_tabs_separate_and_a_hash_ends) {
  words line("  20\tisr_enter  3 # because");
  EXPECT_EQ(line.next(), "20");
  EXPECT_EQ(line.next(), "isr_enter");
  EXPECT_FALSE(line.at_end());
  EXPECT_EQ(line.next(), "3");
  EXPECT_TRUE(line.at_end());
  EXPECT_EQ(line.next(), "");
}

TEST(words, rest_keeps_inner_blanks_and_drops_outer_ones) {
  words line("task 1  Engine  Control \t# name");
  (void)line.next();
  (void)line.next();
  EXPECT_EQ(line.rest(), "Engine  Control");
  EXPECT_TRUE(line.at_end());
}

}  // namespace
}  // namespace rtm::host
