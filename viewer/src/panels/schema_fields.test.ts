import { describe, expect, it } from "vitest";
import { schemaFields, unitOf } from "./schema_fields";

const kOdometry = `std_msgs/Header header
geometry_msgs/Pose pose
float64[] values
float64[2] pair
================================================================================
MSG: std_msgs/Header
string frame_id
================================================================================
MSG: geometry_msgs/Pose
geometry_msgs/Quaternion orientation
float64 depth_m
================================================================================
MSG: geometry_msgs/Quaternion
float64 x
float64 y
float64 z
float64 w
`;

describe("fields of a schema", () => {
  it("are its numbers, also of messages inside it, and the angles of a quaternion", () => {
    const { paths, hasLists } = schemaFields(kOdometry);
    const names = paths.map((path) => path.join("."));
    expect(names).toContain("pose.depth_m");
    expect(names).toContain("pose.orientation.yaw_deg");
    expect(names).toContain("pair.1");
    expect(names).not.toContain("header.frame_id");
    expect(hasLists).toBe(true);
  });
  it("are unknown for a text that cannot be read", () => {
    expect(schemaFields("%").paths).toEqual([]);
  });
});

it("units follow from names", () => {
  expect(unitOf(["pose", "depth_m"])).toBe("m");
  expect(unitOf(["speed_m_s"])).toBe("m/s");
  expect(unitOf(["twist", "twist", "linear", "x"])).toBe("m/s");
  expect(unitOf(["count"])).toBe("");
});
