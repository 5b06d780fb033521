// Copies of the viewer's page (viewer/, shipped as share/hadal/page/index.html) with documents
// inside: one HTML file that needs no server and nothing from elsewhere. A document is base64 in
// <script type="text/plain" id="hadal-KIND" data-name="NAME">.
#pragma once
#include <span>
#include <string>
#include <string_view>

#include "base/problem.h"

namespace hadal::inline base {

struct PageDocument {
  std::string kind;  // log, run, hull: what the page does with it
  std::string name;  // for people
  std::string bytes;
};

// Problems: the page is missing (an empty path, too), or there is no writing to html_path.
Problems write_viewer_page(const std::string& page_path, std::span<const PageDocument> documents,
                           const std::string& html_path);

// RFC 4648, with padding.
std::string base64(std::string_view bytes);

}  // namespace hadal::base
