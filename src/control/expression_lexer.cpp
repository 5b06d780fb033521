#include "control/expression_lexer.h"

#include <charconv>
#include <cmath>

namespace hadal::control {
namespace {

bool is_space(char c) {
  return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}
bool is_digit(char c) {
  return c >= '0' && c <= '9';
}
bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}
bool is_entity_character(char c) {
  return is_letter(c) || is_digit(c) || c == '-' || c == '.' || c == '/';
}

size_t skip_spaces(std::string_view text, size_t offset) {
  while (offset < text.size() && is_space(text[offset])) ++offset;
  return offset;
}

Token make(std::string_view text, Token::Kind kind, size_t start, size_t end) {
  Token token;
  token.kind = kind;
  token.start = start;
  token.end = end;
  token.text = text.substr(start, end - start);
  return token;
}

Token bad(std::string_view text, size_t start, size_t end, const char* fault) {
  Token token = make(text, Token::Kind::kBad, start, end);
  token.fault = fault;
  return token;
}

Token quoted(std::string_view text, size_t start) {
  const size_t close = text.find(text[start], start + 1);
  if (close == std::string_view::npos)
    return bad(text, start, text.size(), "a quote that is never closed");
  Token token = make(text, Token::Kind::kQuoted, start + 1, close);
  token.start = start;
  token.end = close + 1;
  return token;
}

Token number(std::string_view text, size_t start) {
  Token token = make(text, Token::Kind::kNumber, start, start);
  const char* end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data() + start, end, token.number);
  const size_t after = stop - text.data();
  if (error != std::errc{} || !std::isfinite(token.number))
    return bad(text, start, std::max(after, start + 1), "a number that cannot be read");
  token.end = after;
  token.text = text.substr(start, after - start);
  return token;
}

// Symbols, with a word of advice for those of other languages.
Token symbol(std::string_view text, size_t start) {
  const char c = text[start];
  const char next = start + 1 < text.size() ? text[start + 1] : '\0';
  if ((c == '<' || c == '>' || c == '=' || c == '!') && next == '=')
    return make(text, Token::Kind::kSymbol, start, start + 2);
  if (std::string_view("()+-*/<>,").find(c) != std::string_view::npos)
    return make(text, Token::Kind::kSymbol, start, start + 1);
  if (c == '=') return bad(text, start, start + 1, "'=' (a comparison is written '==')");
  if (c == '&') return bad(text, start, start + 1, "'&' (write 'and')");
  if (c == '|') return bad(text, start, start + 1, "'|' (write 'or')");
  if (c == '!') return bad(text, start, start + 1, "'!' (write 'not')");
  return bad(text, start, start + 1, "a character that has no meaning here");
}

}  // namespace

Token next_token(std::string_view text, size_t offset) {
  const size_t start = skip_spaces(text, offset);
  if (start >= text.size()) return make(text, Token::Kind::kEnd, text.size(), text.size());
  const char c = text[start];
  if (is_letter(c)) {
    size_t end = start;
    while (end < text.size() && (is_letter(text[end]) || is_digit(text[end]))) ++end;
    return make(text, Token::Kind::kName, start, end);
  }
  if (is_digit(c) || (c == '.' && start + 1 < text.size() && is_digit(text[start + 1])))
    return number(text, start);
  if (c == '\'' || c == '"') return quoted(text, start);
  return symbol(text, start);
}

Token next_entity(std::string_view text, size_t offset) {
  const size_t start = skip_spaces(text, offset);
  if (start < text.size() && (text[start] == '\'' || text[start] == '"'))
    return quoted(text, start);
  size_t end = start;
  while (end < text.size() && is_entity_character(text[end])) ++end;
  return make(text, Token::Kind::kName, start, end);
}

std::string shown(const Token& token) {
  if (token.kind == Token::Kind::kEnd) return "the end";
  if (token.kind == Token::Kind::kBad) return token.fault;
  return "'" + std::string(token.text) + "'";
}

}  // namespace hadal::control
