// The content of a file as 16 hexadecimal digits, so that a saved scenario or a log tells when a
// mesh or raster it names has changed. Not cryptographic.
//
// Up to 256 MB every byte counts. Of a larger file the size and 4,096 blocks of 64 kB, spread
// evenly from the first to the last byte, do: half a second instead of minutes for a world-wide
// grid; a change of a few bytes between the blocks goes unseen.
#pragma once
#include <optional>
#include <string>

namespace hadal::inline scenario {

// Nothing if the file cannot be read.
std::optional<std::string> file_checksum(const std::string& path);

}  // namespace hadal::scenario
