#include "outputs/messages/messages.h"

#include <gtest/gtest.h>

#include <map>

#include "outputs/messages/sha256.h"
#include "outputs/messages/test_support.h"

namespace hadal::outputs {
namespace messages_test {

using testing::encoded;
using testing::golden_header;
using testing::to_hex;

// Stamp 1 s 2 ns and frame "base_link", in CDR.
const std::string kHeader = "0001000001000000020000000a000000626173655f6c696e6b000000";

std::string sha256_prefix(const std::vector<uint8_t>& bytes) {
  return sha256_hex({reinterpret_cast<const char*>(bytes.data()), bytes.size()}).substr(0, 16);
}

// FIPS 180-4 examples.
TEST(Sha256, MatchesPublishedDigests) {
  EXPECT_EQ(sha256_hex(""), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  EXPECT_EQ(sha256_hex("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  EXPECT_EQ(sha256_hex("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"),
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
}

// Vectors of an independent encoder (npm @foxglove/rosmsg2-serialization, Jazzy definitions).
TEST(Encode, MatchesFoxgloveVectors) {
  EXPECT_EQ(to_hex(encoded(Clock{{1, 2}})), "000100000100000002000000");
  EXPECT_EQ(to_hex(encoded(FluidPressure{golden_header(), 101325, 0.5})),
            kHeader + "00000000d0bcf840000000000000e03f");
  Range range{.header = golden_header()};
  range.range = 2.5f;
  EXPECT_EQ(to_hex(encoded(range)), kHeader + "0000000000000000000000000000204000000000");
  EXPECT_EQ(to_hex(encoded(JointState{golden_header(), {"a"}, {1}, {}, {}})),
            kHeader + "01000000020000006100000001000000000000000000f03f0000000000000000");
  EXPECT_EQ(to_hex(encoded(Image{golden_header(), 1, 2, "rgb8", 0, 6, {1, 2, 3, 4, 5, 6}})),
            kHeader + "01000000020000000500000072676238000000000600000006000000010203040506");
  EXPECT_EQ(to_hex(encoded(Float64MultiArray{{}, {1, 2}})),
            "0001000000000000000000000200000000000000000000000000f03f0000000000000040");
}

TEST(Encode, MatchesFoxgloveVectorsOfNestedArrays) {
  const TFMessage tf{{{golden_header("map"), "base_link", {{1, 2, 3}, {}}}}};
  EXPECT_EQ(to_hex(encoded(tf)),
            "00010000010000000100000002000000040000006d6170000a000000626173655f6c696e6b000000000000"
            "00000000000000f03f00000000000000400000000000000840000000000000000000000000000000000000"
            "000000000000000000000000f03f");
  const PointCloud2 cloud{golden_header(),    1,   1, {{"x", 0, 7, 1}}, false, 4, 4,
                          {0, 0, 0x80, 0x3f}, true};
  EXPECT_EQ(
      to_hex(encoded(cloud)),
      kHeader +
          "010000000100000001000000020000007800000000000000070000000100000000000000040000000400"
          "0000040000000000803f01");
}

TEST(Encode, HasTheSizesOfTheFoxgloveEncoder) {
  EXPECT_EQ(encoded(Imu{.header = golden_header()}).size(), 324u);
  EXPECT_EQ(
      encoded(Odometry{.header = golden_header("odom"), .child_frame_id = "base_link"}).size(),
      724u);
  EXPECT_EQ(encoded(WrenchStamped{golden_header(), {}}).size(), 76u);
  EXPECT_EQ(encoded(TwistStamped{golden_header(), {}}).size(), 76u);
  EXPECT_EQ(encoded(PoseStamped{golden_header(), {}}).size(), 84u);
  EXPECT_EQ(encoded(NavSatFix{.header = golden_header()}).size(), 133u);
  EXPECT_EQ(encoded(MagneticField{.header = golden_header()}).size(), 124u);
  LaserScan scan{.header = golden_header()};
  scan.ranges = {1};
  EXPECT_EQ(encoded(scan).size(), 68u);
}

TEST(Encode, HasTheDigestsOfTheFoxgloveEncoder) {
  EXPECT_EQ(sha256_prefix(encoded(Imu{.header = golden_header()})), "a3fa927b5e6c1c32");
  EXPECT_EQ(sha256_prefix(
                encoded(Odometry{.header = golden_header("odom"), .child_frame_id = "base_link"})),
            "4c985b00a1708878");
  EXPECT_EQ(sha256_prefix(encoded(NavSatFix{.header = golden_header()})), "aaf7effbf20082ac");
}

// Vectors of a second independent encoder (PyPI rosbags 0.11.9).
TEST(Encode, MatchesRosbagsVectors) {
  const BatteryState battery{golden_header(), 16.5f, 20,     -3,  10, 18, 18, 0.5f, 2, 1, 3, true,
                             {4.125f},        {},    "hull", "S1"};
  EXPECT_EQ(
      to_hex(encoded(battery)),
      kHeader +
          "000084410000a041000040c00000204100009041000090410000003f02010301010000000000844000000000"
          "0500000068756c6c0000000003000000533100");
  const WrenchTerms terms{
      golden_header(), {"drag", "thrust"}, {{{1, 2, 3}, {4, 5, 6}}, {{0, 0, -1}, {}}}};
  EXPECT_EQ(
      to_hex(encoded(terms)),
      kHeader +
          "02000000050000006472616700000000070000007468727573740000020000000000"
          "00000000f03f000000000000004000000000000008400000000000001040000000000000144000000000"
          "0000184000000000000000000000000000000000000000000000f0bf000000000000000000000000000000"
          "000000000000000000");
  EXPECT_EQ(to_hex(encoded(StateHash{-3, 0xFEDCBA9876543210})),
            "00010000fdffffffffffffff1032547698badcfe");
  EXPECT_EQ(
      to_hex(encoded(Input{7, "vehicles/rov", "thrusters", {0.5, -1}})),
      "0001000007000000000000000d00000076656869636c65732f726f76000000000a00000074687275737465727300"
      "000002000000000000000000e03f000000000000f0bf");
  EXPECT_EQ(
      to_hex(encoded(Log{{1, 2}, 30, "rov", "leak", "", "", 7})),
      "0001000001000000020000001e00000004000000726f7600050000006c65616b0000000001000000000000000100"
      "00000000000007000000");
}

// Vectors of the same encoder for the messages of cameras.
TEST(Encode, MatchesRosbagsVectorsOfCameras) {
  CameraInfo info{golden_header(), 2, 3, "plumb_bob", {0.5}, {}, {}, {}, 0, 0, {}};
  for (size_t i = 0; i < 12; ++i) {
    info.p[i] = static_cast<double>(i);
    if (i < 9) info.k[i] = static_cast<double>(i + 1), info.r[i] = static_cast<double>(i);
  }
  EXPECT_EQ(to_hex(encoded(info)),
            kHeader +
                "02000000030000000a000000706c756d625f626f620000000100000000000000000000000000"
                "e03f000000000000f03f00000000000000400000000000000840000000000000104000000000"
                "0000144000000000000018400000000000001c40000000000000204000000000000022400000"
                "000000000000000000000000f03f000000000000004000000000000008400000000000001040"
                "000000000000144000000000000018400000000000001c400000000000002040000000000000"
                "0000000000000000f03f00000000000000400000000000000840000000000000104000000000"
                "0000144000000000000018400000000000001c40000000000000204000000000000022400000"
                "0000000024400000000000002640000000000000000000000000000000000000000000000000"
                "00");
  EXPECT_EQ(to_hex(encoded(CompressedImage{golden_header(), "jpeg", {1, 2, 3}})),
            kHeader + "050000006a7065670000000003000000010203");
  EXPECT_EQ(to_hex(encoded(LabelInfo{golden_header(), {{3, "barrel"}, {4, "a"}}, 0.5f})),
            kHeader + "02000000030000000700000062617272656c00000400000002000000610000000000003f");
  EXPECT_EQ(to_hex(encoded(
                EventArray{golden_header(), 4, 6, {5, 1, 2}, {3, 0, 1}, {-7, 20, 30}, {1, 0, 1}})),
            kHeader +
                "040000000600000003000000050001000200000003000000030000000100000003000000f9ff"
                "ffff140000001e00000003000000010001");
  const ObjectHypothesisWithPose barrel{{"barrel", 1}, {}};
  const std::vector<uint8_t> flat = encoded(
      Detection2DArray{golden_header(), {{golden_header(), {barrel}, {{{1, 2}, 0}, 3, 4}, "3"}}});
  EXPECT_EQ(flat.size(), 474u);
  EXPECT_EQ(sha256_prefix(flat), "890c645383916bac");
  const std::vector<uint8_t> solid = encoded(Detection3DArray{
      golden_header(), {{golden_header(), {barrel}, {{{1, 2, 3}, {}}, {4, 5, 6}}, "3"}}});
  EXPECT_EQ(solid.size(), 514u);
  EXPECT_EQ(sha256_prefix(solid), "98e6386ba9eac28f");
}

// Fills every field with a different value.
struct Filler {
  int next = 1;
  template <class T>
  Filler& operator()(const char*, T& value) {
    fill(value);
    return *this;
  }
  template <CdrPrimitive T>
  void fill(T& value) {
    value = static_cast<T>(next++);
  }
  void fill(std::string& text) { text = "text" + std::to_string(next++); }
  template <Message M>
  void fill(M& message) {
    M::fields(message, *this);
  }
  template <class T>
  void fill(std::vector<T>& values) {
    values.resize(3);
    for (T& value : values) fill(value);
  }
  template <class T, size_t N>
  void fill(std::array<T, N>& values) {
    for (T& value : values) fill(value);
  }
};

template <Message M>
void expect_round_trip() {
  M original;
  Filler filler;
  filler.fill(original);
  const std::vector<uint8_t> bytes = encoded(original);
  M copy;
  ASSERT_TRUE(decode(bytes, copy)) << M::kType;
  EXPECT_EQ(encoded(copy), bytes) << M::kType;
  EXPECT_NE(bytes, encoded(M{})) << M::kType;
  for (size_t size = 0; size < bytes.size(); ++size) {  // cut anywhere: refused, not crashed
    M cut;
    EXPECT_FALSE(decode(std::span(bytes).first(size), cut)) << M::kType << " cut at " << size;
  }
}

TEST(Decode, ReadsBackEveryMessage) {
  expect_round_trip<Imu>();
  expect_round_trip<Odometry>();
  expect_round_trip<NavSatFix>();
  expect_round_trip<MagneticField>();
  expect_round_trip<JointState>();
  expect_round_trip<BatteryState>();
  expect_round_trip<Range>();
  expect_round_trip<LaserScan>();
  expect_round_trip<Image>();
  expect_round_trip<PointCloud2>();
  expect_round_trip<FluidPressure>();
  expect_round_trip<Temperature>();
  expect_round_trip<TFMessage>();
  expect_round_trip<Clock>();
  expect_round_trip<Log>();
  expect_round_trip<String>();
  expect_round_trip<Float64>();
  expect_round_trip<Float64MultiArray>();
  expect_round_trip<PoseStamped>();
  expect_round_trip<TwistStamped>();
  expect_round_trip<WrenchStamped>();
  expect_round_trip<WrenchTerms>();
  expect_round_trip<ThrusterState>();
  expect_round_trip<StateHash>();
  expect_round_trip<Input>();
  expect_round_trip<Scalars>();
  expect_round_trip<WaterSample>();
  expect_round_trip<Packet>();
  expect_round_trip<Dvl>();
  expect_round_trip<CurrentProfile>();
  expect_round_trip<CameraInfo>();
  expect_round_trip<CompressedImage>();
  expect_round_trip<Detection2DArray>();
  expect_round_trip<Detection3DArray>();
  expect_round_trip<LabelInfo>();
  expect_round_trip<EventArray>();
  expect_round_trip<SceneState>();
  expect_round_trip<SeabedTile>();
  expect_round_trip<RunState>();
  expect_round_trip<PilotCommand>();
}

TEST(Decode, DoesNotAllocateForALyingCount) {
  const std::vector<uint8_t> payload = {0, 1, 0, 0, 0xff, 0xff, 0xff, 0x7f, 0, 0, 0, 0};
  TFMessage tf;
  EXPECT_FALSE(decode(payload, tf));
  EXPECT_LT(tf.transforms.capacity(), 4u);
}

// Hashes (REP 2016) of the Jazzy definitions, from the independent definitions and hash code of
// PyPI rosbags 0.11.9; Clock, PoseStamped, Imu, Image, Odometry and Range are also published as
// such.
TEST(TypeHash, MatchesIndependentHashes) {
  const std::map<std::string, std::string> expected = {
      {"builtin_interfaces/msg/Time",
       "b106235e25a4c5ed35098aa0a61a3ee9c9b18d197f398b0e4206cea9acf9c197"},
      {"std_msgs/msg/Header", "f49fb3ae2cf070f793645ff749683ac6b06203e41c891e17701b1cb597ce6a01"},
      {"std_msgs/msg/Float64", "705ba9c3d1a09df43737eb67095534de36fd426c0587779bda2bc51fe790182a"},
      {"std_msgs/msg/String", "df668c740482bbd48fb39d76a70dfd4bd59db1288021743503259e948f6b1a18"},
      {"std_msgs/msg/Float64MultiArray",
       "1025ddc6b9552d191f89ef1a8d2f60f3d373e28b283d8891ddcc974e8c55397f"},
      {"geometry_msgs/msg/Vector3",
       "cc12fe83e4c02719f1ce8070bfd14aecd40f75a96696a67a2a1f37f7dbb0765d"},
      {"geometry_msgs/msg/Point",
       "6963084842a9b04494d6b2941d11444708d892da2f4b09843b9c43f42a7f6881"},
      {"geometry_msgs/msg/Quaternion",
       "8a765f66778c8ff7c8ab94afcc590a2ed5325a1d9a076ffff38fbce36f458684"},
      {"geometry_msgs/msg/Pose",
       "d501954e9476cea2996984e812054b68026ae0bfae789d9a10b23daf35cc90fa"},
      {"geometry_msgs/msg/PoseStamped",
       "10f3786d7d40fd2b54367835614bff85d4ad3b5dab62bf8bca0cc232d73b4cd8"},
      {"geometry_msgs/msg/PoseWithCovariance",
       "9a7c0fd234b7f45c6098745ecccd773ca1085670e64107135397aee31c02e1bb"},
      {"geometry_msgs/msg/Twist",
       "9c45bf16fe0983d80e3cfe750d6835843d265a9a6c46bd2e609fcddde6fb8d2a"},
      {"geometry_msgs/msg/TwistStamped",
       "5f0fcd4f81d5d06ad9b4c4c63e3ea51b82d6ae4d0558f1d475229b1121db6f64"},
      {"geometry_msgs/msg/TwistWithCovariance",
       "49f574f033f095d8b6cd1beaca5ca7925e296e84af1716d16c89d38b059c8c18"},
      {"geometry_msgs/msg/Wrench",
       "018e8519d57c16adbe97c9fe1460ef21fec7e31bc541de3d653a35895677ce52"},
      {"geometry_msgs/msg/WrenchStamped",
       "8dc3deaf06b2ab281f9f9a742a8961c328ca7cec16e3fd6586d3a5c83fa78f77"},
      {"geometry_msgs/msg/Transform",
       "beb83fbe698636351461f6f35d1abb20010c43d55374d81bd041f1ba2581fddc"},
      {"geometry_msgs/msg/TransformStamped",
       "0a241f87d04668d94099cbb5ba11691d5ad32c2f29682e4eb5653424bd275206"},
      {"nav_msgs/msg/Odometry", "3cc97dc7fb7502f8714462c526d369e35b603cfc34d946e3f2eda2766dfec6e0"},
      {"tf2_msgs/msg/TFMessage",
       "e369d0f05a23ae52508854b66f6aa0437f3449d652e8cbf22d5abe85d020f087"},
      {"rosgraph_msgs/msg/Clock",
       "692f7a66e93a3c83e71765d033b60349ba68023a8c689a79e48078bcb5c58564"},
      {"rcl_interfaces/msg/Log",
       "e28ce254ca8abc06abf92773b74602cdbf116ed34fbaf294fb9f81da9f318eac"},
      {"sensor_msgs/msg/Imu", "7d9a00ff131080897a5ec7e26e315954b8eae3353c3f995c55faf71574000b5b"},
      {"sensor_msgs/msg/FluidPressure",
       "22dfb2b145a0bd5a31a1ac3882a1b32148b51d9b2f3bab250290d66f3595bc32"},
      {"sensor_msgs/msg/Temperature",
       "72514a14126ab9f8a9abec974c78e5610a367b59db5da355ff1fb982d5bad4b8"},
      {"sensor_msgs/msg/NavSatFix",
       "62223ab3fe210a15976021da7afddc9e200dc9ec75231c1b6a557fc598a65404"},
      {"sensor_msgs/msg/MagneticField",
       "e80f32f56a20486c9923008fc1a1db07bbb273cbbf6a5b3bfa00835ee00e4dff"},
      {"sensor_msgs/msg/JointState",
       "a13ee3a330e346c9d87b5aa18d24e11690752bd33a0350f11c5882bc9179260e"},
      {"sensor_msgs/msg/Range", "b42b62562e93cbfe9d42b82fe5994dfa3d63d7d5c90a317981703f7388adff3a"},
      {"sensor_msgs/msg/LaserScan",
       "64c191398013af96509d518dac71d5164f9382553fce5c1f8cca5be7924bd828"},
      {"sensor_msgs/msg/Image", "d31d41a9a4c4bc8eae9be757b0beed306564f7526c88ea6a4588fb9582527d47"},
      {"sensor_msgs/msg/PointField",
       "5c6a4750728c2bcfbbf7037225b20b02d4429634732146b742dee1726637ef01"},
      {"sensor_msgs/msg/PointCloud2",
       "9198cabf7da3796ae6fe19c4cb3bdd3525492988c70522628af5daa124bae2b5"},
      {"marine_acoustic_msgs/msg/PingInfo",
       "6158894db5c1e6738766228704e9b198001f58cf62b02aef41e04ae6a4f50989"},
      {"marine_acoustic_msgs/msg/SonarImageData",
       "50fb28a428282c0c372a897399651836892fa13d8d56cb67bfeffac8803e58f7"},
      {"marine_acoustic_msgs/msg/ProjectedSonarImage",
       "e9d0b934ee8332c9f79e04c361de0793c165b2dee14f2c0d25c3227cd50d46f1"},
      {"marine_acoustic_msgs/msg/Dvl",
       "77604ba1b113d1a39148d095ac2cb21540de83cff2bbc5443e06e25208afd421"},
      {"sensor_msgs/msg/BatteryState",
       "4bee5dfce981c98faa6828b868307a0a73f992ed0789f374ee96c8f840e69741"},
      {"hadal_msgs/msg/WrenchTerms",
       "90efa00a025bdd28fdcf4e21cce5b2d9248584fef23edcf5f198481458af455c"},
      {"hadal_msgs/msg/StateHash",
       "30bf7968688871ced9c98e437582d8aa77515145f0d68daf3d8e7f5297caeb6a"},
      {"hadal_msgs/msg/Input", "091422b83a4de54ef30e0e5a7fac26b7f69e9779de4ee8e7abe197bfe35666b4"},
      {"hadal_msgs/msg/ThrusterState",
       "b1c8426ecdac4096472cf828d731fc7137e0026b4313bfa3b6a8ab152b8e6fc2"},
      {"hadal_msgs/msg/Scalars",
       "5021993cdda1724cab00de95752a8f6f0836ca607792d8c50c94224515ed9c9f"},
      {"hadal_msgs/msg/Packet", "5581095f37f33f8a3f7953b0ce4799debb74c42d0e22d6f0d4714a941afa71c1"},
      {"sensor_msgs/msg/CameraInfo",
       "b3dfd68ff46c9d56c80fd3bd4ed22c7a4ddce8c8348f2f59c299e73118e7e275"},
      {"sensor_msgs/msg/CompressedImage",
       "15640771531571185e2efc8a100baf923961a4d15d5569652e6cb6691e8e371a"},
      {"sensor_msgs/msg/RegionOfInterest",
       "ad16bcba5f9131dcdba6fbded19f726f5440e3c513b4fb586dd3027eeed8abb1"},
      {"vision_msgs/msg/Point2D",
       "eab0e83f44ab4de92ceaf76dd7d0e7638f2bdd1d16ffbe16c7a136c48e407247"},
      {"vision_msgs/msg/Pose2D",
       "b0b5d1d7b4c20dd4fcde3ed1d4b289a919290572007d67a97043814db25d3648"},
      {"vision_msgs/msg/BoundingBox2D",
       "008eacbb0cf8f26e83795547bed013eec3675485ef386ec056d80eaaf1c1ce2f"},
      {"vision_msgs/msg/BoundingBox3D",
       "bbb73a65c163d7f9bb29009c7bde9f7faa576bd2d23299c4511d19230dab4698"},
      {"vision_msgs/msg/ObjectHypothesis",
       "51da43cec11c01957a64d1e05a24acd18aae7745ec30b74348ad5f6d634f7f90"},
      {"vision_msgs/msg/ObjectHypothesisWithPose",
       "41c12344c0396c48b81df12467c192d99b2a0eb1463c5c37194e4223251c80bc"},
      {"vision_msgs/msg/Detection2D",
       "0d12b69df5c593b3455b7346fac8205437a7d4bcb09b9e0e0b2dde787ded38ea"},
      {"vision_msgs/msg/Detection2DArray",
       "214274120007f4a683866481336b70310268cfa107aebe9d594a6acf75bda968"},
      {"vision_msgs/msg/Detection3D",
       "ddd703be132ab0b69d33121f1bb034132bfbb3b0ac5f9fb1516005ba1c8a265b"},
      {"vision_msgs/msg/Detection3DArray",
       "793f5eab9595ac1c0da07873cc859db42eae51f0ee76056db8562515d830e018"},
      {"vision_msgs/msg/VisionClass",
       "1e4a11f0fed50b5623cb8ff26ca0e37952a48a9c074d16f804b44e9164c2037a"},
      {"vision_msgs/msg/LabelInfo",
       "3d37df4015cdf660cc851c51897f2acd957e1ca6205ba0a99aebffb9406b0783"},
      {"hadal_msgs/msg/EventArray",
       "d964c01643bf1d68c6ba842cea2b106363708ba1b967074b5e10ac1bff6dff51"},
      {"hadal_msgs/msg/WaterSample",
       "462fa68b42ff4ad8d0b627ea838a5360d82c3888975a21d908db1feeb29e87c5"},
  };
  for (const auto& [type, hash] : expected) EXPECT_EQ(type_hash(type), "RIHS01_" + hash) << type;
  EXPECT_EQ(type_hash("std_msgs/msg/Nothing"), "");
}

TEST(SchemaText, ListsDependenciesOnceWithTwoPartNames) {
  const std::string line(80, '=');
  EXPECT_EQ(schema_text("geometry_msgs/msg/WrenchStamped"),
            "std_msgs/Header header\ngeometry_msgs/Wrench wrench\n" + line +
                "\nMSG: std_msgs/Header\nbuiltin_interfaces/Time stamp\nstring frame_id\n" + line +
                "\nMSG: builtin_interfaces/Time\nint32 sec\nuint32 nanosec\n" + line +
                "\nMSG: geometry_msgs/Wrench\ngeometry_msgs/Vector3 force\ngeometry_msgs/Vector3 "
                "torque\n" +
                line + "\nMSG: geometry_msgs/Vector3\nfloat64 x\nfloat64 y\nfloat64 z\n");
  EXPECT_EQ(schema_text("rcl_interfaces/msg/Log").substr(0, 27), "uint8 DEBUG=10\nuint8 INFO=2");
  EXPECT_EQ(schema_text("std_msgs/msg/Nothing"), "");
}

TEST(Time, ConvertsBothWays) {
  EXPECT_EQ(to_time(1'500'000'002).sec, 1);
  EXPECT_EQ(to_time(1'500'000'002).nanosec, 500'000'002u);
  EXPECT_EQ(to_time(-1).sec, -1);
  EXPECT_EQ(to_time(-1).nanosec, 999'999'999u);
  for (const int64_t ns : {0LL, 1LL, -1LL, 86'400'000'000'001LL}) EXPECT_EQ(to_ns(to_time(ns)), ns);
}

}  // namespace messages_test
}  // namespace hadal::outputs
