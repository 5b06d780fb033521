// How many faces and vertices a mesh file announces, found without parsing it, so that a file that
// is far too large is refused at once and not after minutes and gigabytes.
//   binary STL: the number at byte 80, if the size of the file agrees;   PLY: the header;
//   OBJ and text STL: lines that begin a face or vertex are counted, at about 1 GB/s.
// glTF and DAE do not tell; they are bounded by the size of the file and the limits of the reader.
#pragma once
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

namespace hadal::geometry {

struct AnnouncedSize {
  std::optional<uint64_t> faces, vertices;
};

// `format`: the extension in small letters, without the dot.
AnnouncedSize announced_size(const std::filesystem::path& path, const std::string& format);

}  // namespace hadal::geometry
