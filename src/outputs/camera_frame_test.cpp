#include "outputs/camera_frame.h"

#include <gtest/gtest.h>

#include "outputs/picture/codec.h"
#include "outputs/picture/label_picture.h"
#include "outputs/test_camera.h"

namespace hadal::outputs {
namespace camera_frame_test {

using testing::camera_frame;
using testing::camera_world;

constexpr double kTight = 1e-12;

TEST(CameraInfo, HasTheMatricesOfTheCalibration) {
  const CameraInfo info = camera_info({}, *camera_frame().calibration);
  EXPECT_EQ(info.width, 6u);
  EXPECT_EQ(info.height, 4u);
  EXPECT_EQ(info.distortion_model, "plumb_bob");
  EXPECT_EQ(info.k, (std::array<double, 9>{5, 0, 2.5, 0, 4, 1.5, 0, 0, 1}));
  EXPECT_EQ(info.r, (std::array<double, 9>{1, 0, 0, 0, 1, 0, 0, 0, 1}));
  // A right camera 0.25 m beside the left one: Tx = -5 x 0.25.
  EXPECT_EQ(info.p, (std::array<double, 12>{5, 0, 2.5, -1.25, 0, 4, 1.5, 0, 0, 0, 1, 0}));
}

// A point of the left camera's frame, seen by the right one through P.
TEST(CameraInfo, ProjectsWithTheBaseline) {
  const CameraInfo info = camera_info({}, *camera_frame().calibration);
  const Vec3 p(0.6, 0.3, 2);
  const double u = (info.p[0] * p.x() + info.p[2] * p.z() + info.p[3]) / p.z();
  EXPECT_NEAR(u, 2.5 + 5 * (0.6 - 0.25) / 2, kTight);
}

TEST(Scalars, AreNumbersWithTheNamesOfChannels) {
  Plane plane("exposure", PlaneType::kFloat32, 1, 1, 2);
  plane.channel_names = {"time_s", "iso"};
  plane.floats()[0] = 0.25f, plane.floats()[1] = 400;
  const Scalars message = scalars({}, plane);
  EXPECT_EQ(message.names, plane.channel_names);
  EXPECT_EQ(message.values, (std::vector<double>{0.25, 400}));
}

TEST(CompressedImage, PngKeepsEveryBitAndJpegIsClose) {
  const Frame frame = camera_frame();
  const Plane& image = frame.plane("image");
  const CompressedImage png = compressed_image({}, image, "png", 90);
  const CompressedImage jpeg = compressed_image({}, image, "jpeg", 95);
  EXPECT_EQ(png.format, "png");
  EXPECT_EQ(jpeg.format, "jpeg");
  const std::vector<uint8_t> exact = decode_picture(png.data).value().rgb();
  const std::vector<uint8_t> close = decode_picture(jpeg.data).value().rgb();
  for (size_t i = 0; i < exact.size(); ++i) {
    EXPECT_EQ(exact[i], image.bytes()[i]);
    EXPECT_NEAR(close[i], image.bytes()[i], 12) << i;
  }
}

TEST(Boxes, OfTheInstanceImageAreThoseOfThePlane) {
  const Frame frame = camera_frame();
  const std::vector<Box2> told = boxes_2d(frame.plane("boxes_2d"));
  const std::vector<Box2> found = boxes_of_instances(frame.plane("instance"));
  ASSERT_EQ(told.size(), 1u);
  ASSERT_EQ(found.size(), 1u);
  for (const Box2& box : {told[0], found[0]}) {
    EXPECT_EQ(box.instance, 3);
    EXPECT_EQ(box.x_min, 1.5);
    EXPECT_EQ(box.x_max, 3.5);
    EXPECT_EQ(box.y_min, 0.5);
    EXPECT_EQ(box.y_max, 2.5);
    EXPECT_EQ(box.pixels, 4);
  }
}

TEST(Detections, HaveTheModelAsTheirClass) {
  const World world = camera_world("all", "raw");
  const Frame frame = camera_frame();
  const Detection2DArray flat = detections_2d({}, boxes_2d(frame.plane("boxes_2d")), world);
  ASSERT_EQ(flat.detections.size(), 1u);
  const Detection2D& box = flat.detections[0];
  EXPECT_EQ(box.results[0].hypothesis.class_id, "barrel");
  EXPECT_EQ(box.id, "3");
  EXPECT_EQ(box.bbox.center.position.x, 2.5);
  EXPECT_EQ(box.bbox.center.position.y, 1.5);
  EXPECT_EQ(box.bbox.size_x, 2);
  EXPECT_EQ(box.bbox.size_y, 2);
}

// In S it lies 2 m ahead, 0.125 m left, 0.125 m down; in the optical frame x is right, y down, z
// ahead.
TEST(Detections, InSpaceAreInTheOpticalFrame) {
  const Detection3DArray solid =
      detections_3d({}, camera_frame().plane("boxes_3d"), camera_world("all", "raw"));
  ASSERT_EQ(solid.detections.size(), 1u);
  const BoundingBox3D& box = solid.detections[0].bbox;
  EXPECT_NEAR(box.center.position.x, -0.125, kTight);
  EXPECT_NEAR(box.center.position.y, 0.125, kTight);
  EXPECT_NEAR(box.center.position.z, 2, kTight);
  const Quaternion& q = box.center.orientation;
  const Vec3 along = Quat(q.w, q.x, q.y, q.z) * Vec3::UnitX();  // its x axis points ahead
  EXPECT_NEAR((along - Vec3::UnitZ()).norm(), 0, kTight);
  EXPECT_EQ(box.size.x, 1.5);
}

TEST(Classes, NameEveryNumber) {
  const World world = camera_world("all", "raw");
  const LabelInfo instances = instance_classes({}, world);
  ASSERT_EQ(instances.class_map.size(), 4u);
  EXPECT_EQ(instances.class_map[1].class_name, "ground");
  EXPECT_EQ(instances.class_map[3].class_id, 3);
  EXPECT_EQ(instances.class_map[3].class_name, "barrel");
  EXPECT_EQ(material_classes({}, world).class_map[2].class_name, "weed");
  EXPECT_EQ(class_of_instance(world, 77, 2), "weed");  // scenery
  EXPECT_EQ(class_of_instance(world, 77), "scenery");
}

TEST(Events, KeepWhatHappenedOnly) {
  Frame frame;
  frame.calibration = Calibration{640, 480, 1, 1, 0, 0, "plumb_bob", {}, 0};
  frame.planes.emplace_back(std::string(kEventsPlane), PlaneType::kInt32, 3, 1, 4);
  const int32_t rows[] = {5, 7, 120, 1, 6, 7, 130, -1, -1, -1, -1, -1};
  std::copy(std::begin(rows), std::end(rows), frame.planes[0].ints().begin());
  const EventArray events = event_array({}, frame);
  EXPECT_EQ(events.width, 640u);
  EXPECT_EQ(events.x, (std::vector<uint16_t>{5, 6}));
  EXPECT_EQ(events.y, (std::vector<uint16_t>{7, 7}));
  EXPECT_EQ(events.time_us, (std::vector<int32_t>{120, 130}));
  EXPECT_EQ(events.polarity, (std::vector<uint8_t>{1, 0}));
}

}  // namespace camera_frame_test
}  // namespace hadal::outputs
