// SPDX-License-Identifier: MIT
#include "transcript.hpp"

#include <charconv>
#include <sstream>
#include <stdexcept>

#include "files.hpp"

namespace rtm::test {
namespace {

std::vector<std::string> words_of(const std::string& line) {
  std::istringstream in(line);
  std::vector<std::string> out;
  for (std::string word; in >> word;) out.push_back(word);
  return out;
}

class parser {
 public:
  explicit parser(std::string name) : name_(std::move(name)) {}

  transcript parse(std::string_view text) {
    std::istringstream in{std::string(text)};
    for (std::string line; std::getline(in, line);) {
      ++number_;
      if (line.starts_with("= ")) {
        expectation(line.substr(2));
        continue;
      }
      line = line.substr(0, line.find('#'));
      const auto words = words_of(line);
      if (!words.empty()) item(words);
    }
    if (out_.os.empty()) fail("no os", "a line `os NAME`");
    if (out_.diagram.empty()) fail("no diagram", "lines that begin with `= `");
    if (out_.repairs.empty()) fail("no repairs", "a line `= repairs: none` or which");
    return std::move(out_);
  }

 private:
  [[noreturn]] void fail(const std::string& found, const std::string& expected) const {
    throw std::runtime_error(name_ + ':' + std::to_string(number_) + ": found " + found + ", expected " + expected);
  }
  std::uint32_t number(const std::string& word) const {
    std::uint32_t value = 0;
    const char* const end = word.data() + word.size();
    const auto [stop, error] = std::from_chars(word.data(), end, value);
    if (error != std::errc{} || stop != end) fail('\'' + word + '\'', "a number of 32 bits");
    return value;
  }

  void item(const std::vector<std::string>& words) {
    if (words[0].find_first_not_of("0123456789") == std::string::npos) return hook(words);
    if (words.size() != 2) fail('\'' + words[0] + "' with " + std::to_string(words.size() - 1) + " values", "one");
    const std::string& value = words[1];
    if (words[0] == "os") {
      out_.os = value;
    } else if (words[0] == "mode") {
      out_.mode = mode_of(value);
    } else if (words[0] == "window") {
      out_.window = number(value);
    } else if (words[0] == "max_gap") {
      out_.max_gap = number(value);
    } else if (words[0] == "silence") {
      out_.silence = number(value);
    } else if (words[0] == "task") {
      out_.tasks.push_back(value);
    } else {
      fail('\'' + words[0] + '\'', "os, mode, window, max_gap, silence, task, or a time");
    }
  }

  [[nodiscard]] os::strictness mode_of(const std::string& value) const {
    if (value == "lenient") return os::strictness::lenient;
    if (value == "as_declared") return os::strictness::as_declared;
    if (value != "strict") fail('\'' + value + '\'', "lenient, as_declared or strict");
    return os::strictness::strict;
  }

  void hook(const std::vector<std::string>& words) {
    hook_line line;
    line.number = number_;
    line.time = number(words[0]);
    for (std::size_t i = 1; i < words.size(); ++i) {
      const std::string& word = words[i];
      if (word[0] == '@') {
        line.core = number(word.substr(1));
      } else if (word.starts_with("isr=")) {
        line.isr = number(word.substr(4));
      } else if (line.hook.empty()) {
        line.hook = word;
      } else {
        line.arguments.push_back(word);
      }
    }
    if (line.hook.empty()) fail("a time alone", "a hook behind it");
    out_.hooks.push_back(line);
  }

  void expectation(const std::string& line) {
    const std::size_t colon = line.find(':');
    if (colon == std::string::npos) fail("no colon", "a lane, or repairs, fault, rows, returns");
    const auto head = words_of(line.substr(0, colon));
    std::string rest;
    for (const std::string& word : words_of(line.substr(colon + 1))) rest += (rest.empty() ? "" : " ") + word;
    if (head.empty()) fail("no head", "a lane, or repairs, fault, rows, returns");
    if (head[0] == "repairs") {
      out_.repairs[head.size() == 2 ? number(head[1].substr(1)) : 0] = rest;
    } else if (head[0] == "fault") {
      out_.fault = rest;
    } else if (head[0] == "rows") {
      out_.rows = rest;
    } else if (head[0] == "returns") {
      out_.returns = rest;
    } else {
      out_.diagram += line + '\n';
    }
  }

  std::string name_;
  std::size_t number_ = 0;
  transcript out_;
};

}  // namespace

transcript parse_transcript(std::string_view text, const std::string& name) { return parser(name).parse(text); }
transcript read_transcript(const std::filesystem::path& file) {
  return parse_transcript(read_file(file), file.filename().string());
}

}  // namespace rtm::test
