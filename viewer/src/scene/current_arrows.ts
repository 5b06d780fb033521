// The current above and below vehicle 0: an arrow at each depth of scene.json.
import { Group, Vector3 } from "three";
import { ArrowField, saturatingLength } from "./arrows";
import { at, linkPlace, nedToThree } from "./axes";
import type { Label } from "./labels";
import type { Frame, Layer, LayerContext } from "./layer";

const kHalfM_s = 0.4; // speed whose arrow has half the greatest length
const kMinM_s = 0.005;
const kSideM = 1.5; // beside the vehicle, so that arrows do not hide in it

export class CurrentArrows implements Layer {
  readonly name = "currents";
  readonly label = "Current by depth";
  readonly group = "World";
  readonly shownAtFirst = false;
  readonly object = new Group();
  private readonly depths: readonly number[];
  private readonly arrows: ArrowField;
  private readonly from = new Vector3();
  private readonly along = new Vector3();
  private readonly speed: Label;

  constructor(private readonly context: LayerContext) {
    this.depths = context.scene.current_depths_m;
    this.arrows = new ArrowField(Math.max(this.depths.length, 1), 0.85);
    this.object.add(this.arrows.object);
    this.speed = context.labels.add("", "scene-note");
    this.speed.visible = false;
  }

  update(frame: Frame): void {
    const link = this.context.scene.vehicles[0]?.links[0] ?? 0;
    linkPlace(frame.links, link, this.from);
    const vehicleDepth = this.from.z;
    this.from.y += kSideM;
    const longest = Math.max(1.2, 0.22 * frame.focusM);
    let nearest = -1;
    this.arrows.begin();
    this.depths.forEach((depth, i) => {
      if (nearest < 0 || Math.abs(depth - vehicleDepth) < Math.abs((this.depths[nearest] ?? 0) - vehicleDepth)) nearest = i;
      this.along.fromArray(frame.state.currents, 3 * i);
      const speed = this.along.length();
      if (!(speed > kMinM_s)) return;
      this.from.z = depth;
      this.arrows.add(this.from, this.along, saturatingLength(speed, kHalfM_s, longest), 0.012 * longest, "#4fc3ff");
    });
    this.arrows.end();
    this.writeSpeed(frame, nearest);
  }

  switched(visible: boolean): void {
    if (!visible) this.speed.visible = false;
  }

  dispose(): void {
    this.arrows.dispose();
    this.speed.remove();
  }

  private writeSpeed(frame: Frame, nearest: number): void {
    const speed = Math.hypot(at(frame.state.currents, 3 * nearest), at(frame.state.currents, 3 * nearest + 1));
    this.speed.visible = nearest >= 0 && speed > kMinM_s;
    this.speed.setText(`${speed.toFixed(2)} m/s`);
    nedToThree(this.from.x, this.from.y, (this.depths[nearest] ?? 0) - 0.2, this.speed.place);
  }
}
