// Forces as arrows: terms of the wrench at the hull of the chosen vehicle, thrust of thrusters, contacts.
// Lengths saturate, so that the weight of the vehicle and a small drag are seen at once; the legend has
// the numbers.
import { Group, Object3D, Quaternion, Vector3 } from "three";
import { kThruster, ThrusterField, type SceneThruster } from "../scene_types";
import { ArrowField, logLength, saturatingLength } from "./arrows";
import { at, linkAttitude, linkPlace } from "./axes";
import { termColour } from "./colours";
import { Legend, type LegendEntry } from "./hud";
import type { Frame, Layer, LayerContext } from "./layer";
import { vehicleRadiusM } from "./model";

const kShownForceN = 0.05;
const kMaxTerms = 40;
const kGravityTerms = /weight|buoyancy|gravity/;

export class Forces implements Layer {
  readonly name = "forces";
  readonly label = "Forces on the vehicle";
  readonly group = "Forces";
  readonly shownAtFirst = false;
  readonly object = new Group();
  /** Switched by the layer of weight and buoyancy, which dwarf everything else. */
  gravity = false;
  private readonly arrows = new ArrowField(kMaxTerms).onTop();
  private readonly legend: Legend;
  private readonly terms: readonly string[];
  private readonly from = new Vector3();
  private readonly force = new Vector3();
  private readonly attitude = new Quaternion();

  constructor(private readonly context: LayerContext) {
    this.terms = context.scene.wrench_terms;
    this.legend = new Legend(context.overlay, "Forces");
    this.object.add(this.arrows.object);
  }

  update(frame: Frame): void {
    const link = this.context.scene.vehicles[frame.vehicle]?.links[0];
    if (link === undefined) return;
    linkPlace(frame.links, link, this.from);
    linkAttitude(frame.links, link, this.attitude);
    const radius = vehicleRadiusM(this.context.scene, frame.vehicle);
    const entries: LegendEntry[] = [];
    this.arrows.begin();
    this.terms.forEach((term, i) => {
      if (!this.gravity && kGravityTerms.test(term)) return;
      const offset = (frame.vehicle * this.terms.length + i) * 6;
      this.force.set(at(frame.state.wrenches, offset), at(frame.state.wrenches, offset + 1), at(frame.state.wrenches, offset + 2));
      const newtons = this.force.length();
      if (!(newtons > kShownForceN)) return;
      const colour = termColour(term, i);
      this.force.applyQuaternion(this.attitude);
      this.arrows.add(this.from, this.force, logLength(newtons, kShownForceN, 0.55 * radius), 0.045 * radius, colour);
      entries.push({ colour, text: term.replaceAll("_", " "), value: `${newtons.toFixed(newtons < 100 ? 1 : 0)} N` });
    });
    this.arrows.end();
    this.legend.show(entries);
  }

  switched(visible: boolean): void {
    if (!visible) this.legend.show([]);
  }

  dispose(): void {
    this.arrows.dispose();
    this.legend.dispose();
  }
}

/** Whether weight and buoyancy are among the forces. */
export class WeightAndBuoyancy implements Layer {
  readonly name = "weight_buoyancy";
  readonly label = "… with weight and buoyancy";
  readonly group = "Forces";
  readonly shownAtFirst = false;
  readonly object = new Object3D();
  constructor(private readonly forces: Forces) {}

  switched(visible: boolean): void {
    this.forces.gravity = visible;
  }

  dispose(): void {
    this.forces.gravity = false;
  }
}

/** The colour of a thruster: green to amber with its load, red when it is dead or weak. */
export function thrusterColour(health: number, loadPercent: number): string {
  if (health < 0.05) return "#ff3b3b";
  if (health < 0.95) return "#ff8a3b";
  return loadPercent > 85 ? "#ffc23b" : "#6ff09a";
}

export class Thrusters implements Layer {
  readonly name = "thrusters";
  readonly label = "Thrusters";
  readonly group = "Forces";
  readonly shownAtFirst = true;
  readonly object = new Group();
  private readonly arrows: ArrowField;
  private readonly from = new Vector3();
  private readonly along = new Vector3();
  private readonly attitude = new Quaternion();

  constructor(private readonly context: LayerContext) {
    this.arrows = new ArrowField(Math.max(context.scene.thrusters.length, 1), 0.9);
    this.object.add(this.arrows.object);
  }

  update(frame: Frame): void {
    this.arrows.begin();
    this.context.scene.thrusters.forEach((thruster, i) => this.addArrow(frame, thruster, i));
    this.arrows.end();
  }

  dispose(): void {
    this.arrows.dispose();
  }

  private addArrow(frame: Frame, thruster: SceneThruster, i: number): void {
    if (frame.onboardSensor !== undefined && thruster.vehicle === frame.vehicle) return;
    const thrustN = at(frame.state.thrusters, i * kThruster + ThrusterField.Thrust);
    const health = at(frame.state.thrusters, i * kThruster + ThrusterField.Health);
    linkAttitude(frame.links, thruster.link, this.attitude);
    this.along.set(...thruster.position_m).applyQuaternion(this.attitude);
    linkPlace(frame.links, thruster.link, this.from).add(this.along);
    this.along.set(...thruster.axis).applyQuaternion(this.attitude).multiplyScalar(thrustN < 0 ? -1 : 1);
    const radius = vehicleRadiusM(this.context.scene, thruster.vehicle);
    // A dead thruster gives no thrust, but must be seen: it keeps a short arrow.
    const min = health < 0.95 ? 0.35 * radius : 0;
    const length = Math.max(min, saturatingLength(thrustN, 0.4 * Math.max(thruster.max_thrust_n, 1), 1.3 * radius));
    const load = at(frame.state.thrusters, i * kThruster + ThrusterField.Load);
    this.arrows.add(this.from, this.along, length, 0.05 * radius, thrusterColour(health, load));
  }
}

const kMaxContacts = 256;

export class Contacts implements Layer {
  readonly name = "contacts";
  readonly label = "Contacts";
  readonly group = "Forces";
  readonly shownAtFirst = true;
  readonly object = new Group();
  private readonly arrows = new ArrowField(kMaxContacts).onTop();
  private readonly from = new Vector3();
  private readonly force = new Vector3();

  constructor() {
    this.object.add(this.arrows.object);
  }

  update(frame: Frame): void {
    const { contacts } = frame.state;
    this.arrows.begin();
    for (let i = 0; i + 6 <= contacts.length; i += 6) {
      this.from.fromArray(contacts, i);
      this.force.fromArray(contacts, i + 3);
      this.arrows.add(this.from, this.force, 0.05 + saturatingLength(this.force.length(), 400, 0.8), 0.02, "#ff4fa0");
    }
    this.arrows.end();
  }

  dispose(): void {
    this.arrows.dispose();
  }
}
