#include <algorithm>

#include "kinds/forces/list.h"
#include "math/rotation.h"
#include "math/units.h"
#include "scenario/nearest.h"
#include "world/build.h"
#include "world/derivative_terms.h"

namespace hadal::build {
namespace {

Mat6 matrix6(const std::vector<double>& numbers) {
  Mat6 m = Mat6::Zero();
  if (numbers.size() == 6)
    for (int i = 0; i < 6; ++i) m(i, i) = numbers[i];
  if (numbers.size() == 36)
    for (int i = 0; i < 36; ++i) m(i / 6, i % 6) = numbers[i];
  return m;
}

Mat3 matrix3(const std::vector<double>& numbers) {
  Mat3 m = Mat3::Zero();
  if (numbers.size() == 3)
    for (int i = 0; i < 3; ++i) m(i, i) = numbers[i];
  if (numbers.size() == 9)
    for (int i = 0; i < 9; ++i) m(i / 3, i % 3) = numbers[i];
  return m;
}

// Six axes by name, as the derivatives use them.
int axis_index(const std::string& axis) {
  constexpr const char* kAxes[] = {"surge", "sway", "heave", "roll", "pitch", "yaw"};
  return static_cast<int>(std::find(std::begin(kAxes), std::end(kAxes), axis) - std::begin(kAxes));
}

void coriolis(const LinkConfig& c, Link& link) {
  link.coriolis = c.added_mass_coriolis == "full"   ? AddedMassCoriolis::kExact
                  : c.added_mass_coriolis == "none" ? AddedMassCoriolis::kNone
                                                    : AddedMassCoriolis::kReduced;
  link.munk_terms = c.added_mass_coriolis == "no_munk"            ? MunkTerms::no_pitch_yaw
                    : c.added_mass_coriolis == "no_munk_yaw"      ? MunkTerms::no_yaw
                    : c.added_mass_coriolis == "no_munk_yaw_rows" ? MunkTerms::no_yaw_rows
                    : c.added_mass_coriolis == "no_munk_rows"     ? MunkTerms::no_pitch_yaw_rows
                                                                  : MunkTerms::all;
}

SurfaceRestoring surface_restoring(const SurfaceRestoringConfig& c, const Link& link) {
  SurfaceRestoring out{c.heave_stiffness_n_m,    c.roll_stiffness_nm_rad,
                       c.pitch_stiffness_nm_rad, vec3(c.center_of_flotation_m),
                       c.origin_depth_m,         c.roll_deg * kDegree,
                       c.pitch_deg * kDegree};
  out.carried_mass_kg = c.carried_mass_kg.value_or(link.mass_kg);
  out.p_BG_B = c.carried_center_m.empty() ? link.p_LG_L : vec3(c.carried_center_m);
  return out;
}

// A point that is given, or that of the shapes, or the origin.
Vec3 point(const std::vector<double>& given, const std::optional<Solid>& shapes) {
  if (!given.empty()) return vec3(given);
  return shapes ? shapes->centroid : Vec3::Zero();
}

void hydrodynamics(const LinkConfig& c, const LinkShapes& shapes, Link& link) {
  link.added_mass_L = matrix6(c.added_mass) + shapes.added_mass_L;
  link.added_mass_L = (0.5 * (link.added_mass_L + link.added_mass_L.transpose())).eval();
  coriolis(c, link);
  link.current_by_heading = c.current_projection == "heading";
  const Vec3 center = point(c.center_of_buoyancy_m, shapes.volume);
  const double volume = shapes.volume && c.sphere_radius_m == 0 ? shapes.volume->volume_m3 : 0;
  link.buoyancy = {c.volume_m3.value_or(volume), center, c.surface_fade_m};
  link.sphere = {c.sphere_radius_m, center};
  if (c.restoring) link.restoring = surface_restoring(*c.restoring, link);
  link.damping.linear = matrix6(c.damping.linear);
  link.damping.quadratic = matrix6(c.damping.quadratic);
  for (int i = 0; i < 6; ++i) link.damping.linear_decay_s_m[i] = c.damping.linear_decay_s_m[i];
  for (const auto table : DampingConfig::tables())
    link.damping.curves.emplace_back(c.damping.*table);
  if (std::all_of(link.damping.curves.begin(), link.damping.curves.end(),
                  [](const DragCurve& curve) { return curve.empty(); }))
    link.damping.curves.clear();
  link.has_damping = !link.damping.linear.isZero(0) || !link.damping.quadratic.isZero(0) ||
                     !link.damping.curves.empty();
  link.lift = c.lift;
  if (link.lift) link.lift->prepare();
  link.crossflow = c.crossflow;
  if (link.crossflow) link.crossflow->prepare();
}

// What is given by number wins; the rest follows from the shapes. An inertia of the shapes goes
// with the mass that is given, as if the same bodies were heavier.
void rigid(const LinkConfig& c, const LinkShapes& shapes, Link& link) {
  const double shape_mass = shapes.mass ? shapes.mass->volume_m3 : 0;
  link.mass_kg = c.mass_kg.value_or(shape_mass);
  link.p_LG_L = point(c.center_of_mass_m, shapes.mass);
  if (!c.inertia_kg_m2.empty())
    link.inertia_G = matrix3(c.inertia_kg_m2);
  else if (shape_mass > 0)
    link.inertia_G = link.mass_kg / shape_mass * shapes.mass->inertia;
}

JointDrive joint_drive(const JointConfig& c) {
  JointDrive drive;
  drive.slides = c.kind == "slide";
  drive.effort_limit = c.effort_limit;
  if (c.velocity_limit) drive.velocity_limit = *c.velocity_limit;
  if (c.lower) drive.lower = *c.lower;
  if (c.upper) drive.upper = *c.upper;
  drive.start_position = c.start;
  drive.friction = c.friction;
  drive.backlash = c.backlash;
  drive.gear_stiffness = c.gear_stiffness;
  drive.drive_inertia = c.armature;
  if (const auto* effort = c.drive.as<EffortDrive>()) drive.effort = *effort;
  if (const auto* servo = c.drive.as<ServoDrive>()) {
    drive.servo = *servo;
    drive.asks_for = servo->command;
  }
  if (const auto* motor = c.drive.as<MotorDrive>()) {
    drive.motor = *motor;
    drive.asks_for = JointCommand::kVoltage;
    drive.drive_inertia += motor->armature();
  }
  return drive;
}

Link named_link(const LinkConfig& c) {
  Link link;
  link.name = c.name;
  if (c.joint) {
    const JointConfig& joint = *c.joint;
    link.joint = joint.kind == "hinge"   ? LinkJoint::kHinge
                 : joint.kind == "slide" ? LinkJoint::kSlide
                                         : LinkJoint::kFixed;
    link.pose_PL = {vec3(joint.position_m), attitude_from_deg(joint.rpy_deg)};
    link.axis_L = vec3(joint.axis).normalized();
    if (joint.lower) link.joint_range = {*joint.lower, *joint.upper};
    link.joint_damping = joint.damping;
    link.joint_start = joint.start;
    link.joint_drive = joint_drive(joint);
    // With play the inertia of the drive is not fast to the link.
    link.joint_armature = joint.backlash > 0 ? 0 : link.joint_drive.drive_inertia;
  }
  return link;
}

// The joints that follow others, when all links of the vehicle are there.
void mimics(const Context& context, const LinkSource& source, const Vehicle& vehicle) {
  World& world = context.world;
  for (size_t i = 0; i < source.links.size(); ++i) {
    const LinkConfig& c = source.links[i].config;
    if (!c.joint || !c.joint->mimic) continue;
    const MimicConfig& mimic = *c.joint->mimic;
    const std::string key = source.links[i].key + ".joint.mimic.joint";
    std::vector<std::string> known;
    int other = -1;
    for (size_t k = 0; k < source.links.size(); ++k) {
      const Link& link = world.links[vehicle.links.begin + static_cast<int>(k)];
      const bool moves = link.joint == LinkJoint::kHinge || link.joint == LinkJoint::kSlide;
      if (!moves || k == i || source.links[k].config.joint->mimic) continue;
      known.push_back(link.name);
      if (link.name == mimic.joint) other = vehicle.links.begin + static_cast<int>(k);
    }
    if (other < 0) {
      context.fail(key, "no joint '" + mimic.joint + "' to follow" + hint_for(mimic.joint, known));
      continue;
    }
    Link& link = world.links[vehicle.links.begin + static_cast<int>(i)];
    link.mimic = MimicJoint{other, mimic.ratio, mimic.offset};
    link.joint_start = mimic.ratio * world.links[other].joint_start + mimic.offset;
    link.joint_drive.start_position = link.joint_start;
    if (link.joint_range && (link.joint_start < (*link.joint_range)[0] - 1e-9 ||
                             link.joint_start > (*link.joint_range)[1] + 1e-9))
      context.fail(source.links[i].key + ".joint.mimic",
                   "the start of '" + mimic.joint + "' puts it outside its limits");
  }
}

void listed_forces(const std::vector<AnyConfig>& configs, const std::string& key, World& world) {
  for (size_t i = 0; i < configs.size(); ++i) {
    if (configs[i].empty()) continue;
    LinkForce out;
    out.key = key + ".forces[" + std::to_string(i) + "]";
    out.link = static_cast<int>(world.links.size());
    out.config = configs[i].copy();
    out.kind = &force_list().of(out.config);
    if (out.kind->prepare) out.kind->prepare(out.config.data());
    if (out.kind->state_size) out.state_size = out.kind->state_size(out.config.data());
    if (!world.forces.empty())
      out.state_begin = world.forces.back().state_begin + world.forces.back().state_size;
    world.forces.push_back(std::move(out));
  }
}

void derivatives(const Context& context, const LinkConfig& c, const std::string& key,
                 const std::vector<std::string>& surfaces, Link& link) {
  for (size_t i = 0; i < c.derivatives.size(); ++i) {
    Result<DerivativeTerm> term = derivative_term_named(c.derivatives[i].of, surfaces);
    if (!term) {
      for (const Problem& problem : term.problems().list())
        context.fail(key + ".derivatives[" + std::to_string(i) + "].of", problem.message);
      continue;
    }
    term.value().axis = axis_index(c.derivatives[i].axis);
    term.value().coefficient = c.derivatives[i].value;
    link.derivatives.push_back(term.value());
  }
}

}  // namespace

std::vector<LinkItem> link_items(const std::vector<LinkConfig>& configs, const std::string& key) {
  std::vector<LinkItem> out;
  for (size_t i = 0; i < configs.size(); ++i)
    out.push_back({configs[i], key + "[" + std::to_string(i) + "]", std::nullopt});
  return out;
}

void links(const Context& context, const LinkSource& source, Vehicle& vehicle) {
  World& world = context.world;
  vehicle.links = {static_cast<int>(world.links.size()), static_cast<int>(source.links.size())};
  for (size_t i = 0; i < source.links.size(); ++i) {
    const auto& [c, key, X_PM] = source.links[i];
    std::vector<PlacedShape> fitted;
    for (const FittedShape& item : source.fitted)
      if (item.link.empty() ? i == 0 : item.link == c.name) fitted.push_back(item.shape);
    const LinkShapes& shapes = link_shapes(context, c, key, source.wear, fitted, vehicle.model_key);
    Link link = named_link(c);
    link.key = key;
    if (X_PM) link.pose_PL = *X_PM * link.pose_PL;
    link.vehicle = static_cast<int>(world.vehicles.size());
    link.path = vehicle.name + "/" + c.name;
    if (c.parent.empty()) link.pose_PL = source.X_NB;
    for (size_t p = 0; p < i && !c.parent.empty(); ++p)
      if (source.links[p].config.name == c.parent) link.parent = vehicle.links.begin + static_cast<int>(p);
    rigid(c, shapes, link);
    hydrodynamics(c, shapes, link);
    derivatives(context, c, key, source.surfaces, link);
    listed_forces(c.forces, key, world);
    link.collisions = shapes.collisions;
    link.visuals = shapes.visuals;
    link.wetted = shapes.wetted;
    if (link.joint == LinkJoint::kHinge || link.joint == LinkJoint::kSlide)
      world.joints.push_back(static_cast<int>(world.links.size()));
    world.links.push_back(std::move(link));
  }
  mimics(context, source, vehicle);
}

}  // namespace hadal::build
