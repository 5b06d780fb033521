// Mutated mesh files through the reader, for tests.
#pragma once
#include <gtest/gtest.h>

#include <string>

#include "base/rng.h"
#include "geometry/import.h"
#include "geometry/sample_files.h"

namespace hadal::geometry::sample {

// Changes, repeats, moves or cuts off some bytes.
inline std::string mutated(std::string bytes, const RandomStream& random, int64_t tick) {
  const auto below = [&](size_t n, uint32_t index) {
    return static_cast<size_t>(random.uniform(tick, index) * static_cast<double>(n));
  };
  const size_t edits = 1 + below(4, 0);
  for (uint32_t i = 0; i < edits && !bytes.empty(); ++i) {
    const uint32_t d = 1 + 4 * i;
    const size_t at = below(bytes.size(), d), length = 1 + below(8, d + 1);
    switch (below(6, d + 2)) {
      case 0:
        bytes[at] = static_cast<char>(below(256, d + 3));
        break;
      case 1:
        bytes[at] = "09-+.e \n/f{}[]\",\xff\0"[below(18, d + 3)];
        break;
      case 2:
        bytes.erase(at, length);
        break;
      case 3:
        bytes.insert(at, bytes.substr(below(bytes.size(), d + 3), length));
        break;
      case 4:
        bytes[at] = static_cast<char>(bytes[at] ^ (1 << below(8, d + 3)));
        break;
      default:
        if (below(8, d + 3) == 0)
          bytes.resize(at);
        else
          bytes[at] = '9';
    }
  }
  return bytes;
}

struct MutationCount {
  int read = 0, refused = 0, crashed = 0;
};

// Every mesh that is read must be sound; the rest must be refused with a message.
inline MutationCount try_mutations(const std::string& extension, const std::string& valid,
                                   int count) {
  const TemporaryFolder folder;
  const RandomStream random(1, "mutations", extension);
  MutationCount result;
  for (int i = 0; i < count; ++i) {
    const auto path = folder.write("m." + extension, mutated(valid, random, i));
    const auto mesh = load_mesh(path);
    if (!mesh.ok()) {
      EXPECT_FALSE(mesh.problems().text().empty());
      const bool crash = mesh.problems().text().find("its reader") != std::string::npos;
      ++(crash ? result.crashed : result.refused);
      continue;
    }
    ++result.read;
    for (const Vec3& vertex : mesh.value().mesh.vertices) EXPECT_TRUE(vertex.allFinite());
    for (const auto& triangle : mesh.value().mesh.triangles)
      for (uint32_t vertex : triangle) EXPECT_LT(vertex, mesh.value().mesh.vertices.size());
  }
  return result;
}

}  // namespace hadal::geometry::sample
