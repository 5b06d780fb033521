// Tokens of the expression language (expression.h).
#pragma once
#include <string>
#include <string_view>

namespace hadal::control {

struct Token {
  enum class Kind { kEnd, kNumber, kName, kQuoted, kSymbol, kBad };
  Kind kind = Kind::kEnd;
  size_t start = 0;  // offset in the text
  size_t end = 0;
  std::string_view text;  // without quotes
  double number = 0;
  const char* fault = "";  // of a bad token
};

// The token at or after `offset`, spaces skipped.
Token next_token(std::string_view text, size_t offset);

// The name of an entity at or after `offset`: letters, digits, '_', '-', '.', '/', or quoted.
// Ends where it starts when there is none.
Token next_entity(std::string_view text, size_t offset);

// "'<'", "'rov'", "the end": how a message shows a token.
std::string shown(const Token& token);

}  // namespace hadal::control
