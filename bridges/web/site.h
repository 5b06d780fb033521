// The pages and documents of the server: / is the viewer, /scene.json, /scene.glb and others are
// documents of the run, /log.mcap is the log in view mode, /status.json tells how the server does.
// Only names of letters, digits, '.', '_' and '-' exist, and the only files opened are the two of
// the options: no path of a request reaches the file system.
#pragma once
#include <map>
#include <string>

#include "hadal/live.h"
#include "web/access.h"
#include "web/counters.h"
#include "web/http.h"

namespace hadal::web {

class Site {
 public:
  Site(LiveSource* source, const ServerOptions& options, AccessRules rules,
       const Counters& counters);

  // Whether the request may be answered at all: Host, Origin, token, target.
  std::optional<HttpReply> refusal(const HttpRequest& request) const;
  HttpReply answer(const HttpRequest& request);
  const AccessRules& rules() const { return rules_; }

 private:
  // Bytes with what is worth making once.
  struct Document {
    Bytes bytes, compressed;  // compressed null: not smaller, or no text
    std::string type, tag;
  };
  HttpReply find(const HttpRequest& request, const std::string& name);
  HttpReply page(const HttpRequest& request);
  HttpReply log(const HttpRequest& request) const;
  static HttpReply document_reply(const HttpRequest& request, const Document& document);
  std::string status_json() const;
  const Document& remember(const std::string& name, const std::string& type, const Bytes& bytes);
  void read_page();

  LiveSource* source_;
  std::string page_path_, log_path_;
  AccessRules rules_;
  const Counters* counters_;
  std::map<std::string, Document> documents_;
  Bytes page_;
  int64_t page_time_ns_ = -1;
};

}  // namespace hadal::web
