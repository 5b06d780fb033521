import { Quaternion, Vector3 } from "three";
import { describe, expect, it } from "vitest";
import { headingOf, kThreeFromNed, linkAttitude, linkPlace, LinkGroups, nedRoot, nedToThree, threeToNed } from "./axes";

const rounded = (v: Vector3) => v.toArray().map((x) => Math.round(x * 1e6) / 1e6 + 0);

describe("axes", () => {
  it("puts east on x, up on y and south on z", () => {
    expect(nedToThree(1, 2, 3).toArray()).toEqual([2, -3, -1]);
    expect(threeToNed(nedToThree(1, 2, 3)).toArray()).toEqual([1, 2, 3]);
  });

  it("turns by a quaternion as by the formula", () => {
    for (const [n, e, d] of [[1, 0, 0], [0, 1, 0], [0, 0, 1], [1, 2, 3]] as const) {
      const turned = new Vector3(n, e, d).applyQuaternion(kThreeFromNed);
      expect(rounded(turned)).toEqual(rounded(nedToThree(n, e, d)));
    }
  });

  it("reads a heading from an attitude", () => {
    const yawed = new Quaternion().setFromAxisAngle(new Vector3(0, 0, 1), 1.2);
    expect(headingOf(yawed)).toBeCloseTo(1.2, 9);
    const pitched = yawed.multiply(new Quaternion().setFromAxisAngle(new Vector3(0, 1, 0), 0.4));
    expect(headingOf(pitched)).toBeCloseTo(1.2, 9);
  });

  it("places what is mounted on a link", () => {
    const half = Math.SQRT1_2; // a quarter turn to starboard: forward becomes east
    const links = new Float32Array([0, 0, 0, 1, 0, 0, 0, 10, 20, 5, half, 0, 0, half]);
    const root = nedRoot();
    const groups = new LinkGroups(root);
    const group = groups.on(1);
    groups.place(links);
    root.updateMatrixWorld(true);
    const ahead = group.localToWorld(new Vector3(1, 0, 0));
    expect(rounded(ahead)).toEqual([21, -5, -10]);
    expect(linkPlace(links, 1, new Vector3()).toArray()).toEqual([10, 20, 5]);
    expect(headingOf(linkAttitude(links, 1, new Quaternion()))).toBeCloseTo(Math.PI / 2, 6);
  });
});
