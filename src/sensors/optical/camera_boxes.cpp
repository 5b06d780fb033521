#include "sensors/optical/camera_boxes.h"

#include <algorithm>
#include <array>
#include <map>

namespace hadal::sensors {
namespace {

constexpr int kFlatValues = 7, kSolidValues = 12;

// The pixels that show a thing.
struct Extent {
  int x_min = 0, y_min = 0, x_max = 0, y_max = 0, pixels = 0;
  int material = -1;

  void add(const Extent& other) {
    if (other.pixels == 0) return;
    if (pixels == 0) material = other.material;
    x_min = pixels ? std::min(x_min, other.x_min) : other.x_min;
    y_min = pixels ? std::min(y_min, other.y_min) : other.y_min;
    x_max = pixels ? std::max(x_max, other.x_max) : other.x_max;
    y_max = pixels ? std::max(y_max, other.y_max) : other.y_max;
    pixels += other.pixels;
  }
};

// By the number of the label `instance`, in its order. Ground has none.
std::map<int, Extent> extents_of(const LabelSource& from, int vehicles) {
  const raytrace::View& view = *from.input.view;
  std::vector<Extent> things(static_cast<size_t>(view.instances()));
  const int width = from.optics.table().width_px(), height = from.optics.table().height_px();
  const int32_t* instance = from.buffers.instance.data();
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x, ++instance)
      if (*instance >= 0) things[static_cast<size_t>(*instance)].add({x, y, x, y, 1, -1});
  std::map<int, Extent> out;
  for (size_t i = 0; i < things.size(); ++i) {
    const raytrace::Instance& thing = view.instance(static_cast<int>(i));
    const int label = instance_label(thing, vehicles);
    things[i].material = thing.material;
    if (things[i].pixels > 0 && label >= kFirstInstance) out[label].add(things[i]);
  }
  return out;
}

void put(const Extent& extent, int label, int material, float* row) {
  const auto number = [](int value) { return static_cast<float>(value); };
  const std::array<float, kFlatValues> values{number(label),
                                              number(material),
                                              number(extent.x_min) - 0.5f,
                                              number(extent.y_min) - 0.5f,
                                              number(extent.x_max) + 0.5f,
                                              number(extent.y_max) + 0.5f,
                                              number(extent.pixels)};
  std::copy(values.begin(), values.end(), row);
}

// The largest pieces of scenery, by their number.
std::vector<std::pair<int, Extent>> largest(const std::map<int, Extent>& all, int first_label) {
  std::vector<std::pair<int, Extent>> out(all.lower_bound(first_label), all.end());
  if (out.size() <= kMaxSceneryBoxes) return out;
  std::stable_sort(out.begin(), out.end(),
                   [](const auto& a, const auto& b) { return a.second.pixels > b.second.pixels; });
  out.resize(kMaxSceneryBoxes);
  std::sort(out.begin(), out.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  return out;
}

// A body's box along the axes of its first link, as the view has its links.
struct BodyBox {
  Pose X_AB;
  Vec3 low = Vec3::Zero(), high = Vec3::Zero();
  int first_link = -1;
  bool empty = true;

  void add(const Pose& X_AL, const BodyBoxes::Box& box) {
    for (int corner = 0; corner < 8; ++corner) {
      const Vec3 p_L(corner & 1 ? box.high.x() : box.low.x(),
                     corner & 2 ? box.high.y() : box.low.y(),
                     corner & 4 ? box.high.z() : box.low.z());
      const Vec3 p_B = X_AB.q.conjugate() * (X_AL.p + X_AL.q * p_L - X_AB.p);
      low = empty ? p_B : low.cwiseMin(p_B), high = empty ? p_B : high.cwiseMax(p_B);
      empty = false;
    }
  }
};

Pose place_of(const raytrace::Instance& thing) {
  return {thing.translation_A, Quat(thing.R)};
}

// Links come in their order, so the first of a body is its frame.
std::map<int, BodyBox> solid_boxes(const BodyBoxes& bodies, const raytrace::View& view) {
  std::map<int, BodyBox> out;
  for (int i = 0; i < view.instances(); ++i) {
    const raytrace::Instance& thing = view.instance(i);
    if (thing.vehicle < 0 || thing.link < 0 || thing.turns) continue;
    const BodyBoxes::Box& box = bodies.links[static_cast<size_t>(thing.link)];
    if (box.empty) continue;
    BodyBox& body = out[thing.vehicle];
    if (body.first_link < 0) body.X_AB = place_of(thing), body.first_link = thing.link;
    body.add(place_of(thing), box);
  }
  return out;
}

void put(const BodyBox& body, const Pose& X_AS, int label, int material, float* row) {
  const Vec3 centre_A = body.X_AB.p + body.X_AB.q * Vec3(0.5 * (body.low + body.high));
  const Vec3 centre_S = X_AS.q.conjugate() * (centre_A - X_AS.p);
  const Vec3 size = body.high - body.low;
  const Quat q_SB = X_AS.q.conjugate() * body.X_AB.q;
  const std::array<double, kSolidValues> values{static_cast<double>(label),
                                                static_cast<double>(material),
                                                centre_S.x(),
                                                centre_S.y(),
                                                centre_S.z(),
                                                size.x(),
                                                size.y(),
                                                size.z(),
                                                q_SB.w(),
                                                q_SB.x(),
                                                q_SB.y(),
                                                q_SB.z()};
  std::transform(values.begin(), values.end(), row,
                 [](double value) { return static_cast<float>(value); });
}

}  // namespace

BodyBoxes body_boxes(const World& world) {
  BodyBoxes out;
  out.vehicles = static_cast<int>(world.vehicles.size());
  out.scenery = !world.scenery.empty();
  out.material.assign(world.vehicles.size(), -1);
  for (const Link& link : world.links) {
    BodyBoxes::Box& box = out.links.emplace_back();
    int& material = out.material[static_cast<size_t>(link.vehicle)];
    for (const VisualShape& visual : link.visuals) {
      if (!visual.mesh || !(visual.seen_by & kSeenByCamera)) continue;
      if (material < 0) material = visual.material;
      for (const Vec3& v : visual.mesh->vertices) {
        box.low = box.empty ? v : box.low.cwiseMin(v);
        box.high = box.empty ? v : box.high.cwiseMax(v);
        box.empty = false;
      }
    }
  }
  return out;
}

void blank_boxes(const BodyBoxes& bodies, Frame& frame) {
  const int rows = bodies.vehicles + (bodies.scenery ? kMaxSceneryBoxes : 0);
  frame.planes.emplace_back("boxes_2d", PlaneType::kFloat32, rows, kFlatValues);
  frame.planes.emplace_back("boxes_3d", PlaneType::kFloat32, bodies.vehicles, kSolidValues);
}

void fill_boxes(const BodyBoxes& bodies, const LabelSource& from, Frame& frame) {
  const std::span<float> flat = frame.plane("boxes_2d").floats(),
                         solid = frame.plane("boxes_3d").floats();
  std::fill(flat.begin(), flat.end(), -1.0f);
  std::fill(solid.begin(), solid.end(), -1.0f);
  const raytrace::View& view = *from.input.view;
  const std::map<int, Extent> extents = extents_of(from, bodies.vehicles);
  const std::map<int, BodyBox> boxes = solid_boxes(bodies, view);
  const Pose X_AS{from.input.X_NS.p - view.anchor_N(), from.input.X_NS.q};
  const int first_scenery = kFirstInstance + bodies.vehicles;
  for (const auto& [label, extent] : extents) {
    if (label >= first_scenery) break;
    const int vehicle = label - kFirstInstance;
    const int material = bodies.material[static_cast<size_t>(vehicle)];
    put(extent, label, material, &flat[static_cast<size_t>(kFlatValues * vehicle)]);
    if (const auto box = boxes.find(vehicle); box != boxes.end())
      put(box->second, X_AS, label, material, &solid[static_cast<size_t>(kSolidValues * vehicle)]);
  }
  if (!bodies.scenery) return;
  auto row = static_cast<size_t>(bodies.vehicles);
  for (const auto& [label, extent] : largest(extents, first_scenery))
    put(extent, label, extent.material, &flat[kFlatValues * row++]);
}

}  // namespace hadal::sensors
