// What sensors see: frusta of cameras, fans of sonars and lidars, beams of DVLs and altimeters.
import { BufferAttribute, BufferGeometry, DoubleSide, Group, LineBasicMaterial, LineSegments, Mesh, MeshBasicMaterial } from "three";
import type { SceneSensor, SensorView } from "../scene_types";
import { VehicleField, kVehicle } from "../scene_types";
import { at, LinkGroups, setMount } from "./axes";
import type { Frame, Layer, LayerContext } from "./layer";
import { vehicleRadiusM } from "./model";
import { shapeOf } from "./sensor_shapes";

const kLooks = { camera: 0xffe9a8, fan: 0x52d6ff, beams: 0xa6f08a } as const;

class SensorGlyph {
  readonly group = new Group();
  private readonly parts: { view: SensorView; lines: LineSegments; faces: Mesh }[] = [];
  private drawnM = 0;

  constructor(readonly sensor: SceneSensor, private readonly cameraM: number, materials: Materials) {
    setMount(this.group, sensor.position_m, sensor.attitude);
    for (const view of sensor.views) {
      const [line, face] = materials.of(view.shape);
      const part = { view, lines: new LineSegments(new BufferGeometry(), line), faces: new Mesh(new BufferGeometry(), face) };
      part.lines.renderOrder = part.faces.renderOrder = 4;
      this.parts.push(part);
      this.group.add(part.lines, part.faces);
    }
  }

  /** Draws beams as far as the ground is; fans and frusta keep their size. */
  setReach(altitudeM: number): void {
    const reach = Number.isFinite(altitudeM) && altitudeM > 0.05 ? Math.round(altitudeM * 20) / 20 : 1e6;
    if (this.drawnM === reach) return;
    const first = this.drawnM === 0;
    this.drawnM = reach;
    for (const { view, lines, faces } of this.parts) {
      if (!first && view.shape !== "beams") continue;
      const shape = shapeOf(view, maxM(view, reach, this.cameraM));
      replace(lines, shape.lines);
      replace(faces, shape.faces);
    }
  }

  dispose(): void {
    for (const { lines, faces } of this.parts) {
      lines.geometry.dispose();
      faces.geometry.dispose();
    }
  }
}

/** A frustum of the whole range would fill the picture: a camera shows where it looks by a short one. */
function maxM(view: SensorView, reachM: number, cameraM: number): number {
  if (view.shape === "camera") return cameraM;
  if (view.shape === "fan") return Infinity;
  const slant = Math.max(...view.directions.map((d) => 1 / Math.max(d[2], 0.2)));
  return Math.min(reachM * slant, view.range_m);
}

function replace(object: LineSegments | Mesh, places: Float32Array): void {
  object.geometry.dispose();
  object.geometry = new BufferGeometry().setAttribute("position", new BufferAttribute(places, 3));
}

class Materials {
  /** `strength`: of lines and faces, 0..1. */
  constructor(private readonly strength: number) {}

  private readonly pairs = new Map<SensorView["shape"], [LineBasicMaterial, MeshBasicMaterial]>();

  of(shape: SensorView["shape"]): [LineBasicMaterial, MeshBasicMaterial] {
    let pair = this.pairs.get(shape);
    if (!pair) {
      const look = { color: kLooks[shape], transparent: true, depthWrite: false, toneMapped: false };
      pair = [new LineBasicMaterial({ ...look, opacity: 0.5 * this.strength }), new MeshBasicMaterial({ ...look, opacity: 0.06 * this.strength, side: DoubleSide })];
      this.pairs.set(shape, pair);
    }
    return pair;
  }

  dispose(): void {
    for (const pair of this.pairs.values()) for (const material of pair) material.dispose();
  }
}

export class SensorViews implements Layer {
  readonly name = "sensors";
  readonly label = "Sensor views";
  readonly group = "Sensors";
  readonly shownAtFirst = true;
  readonly object = new Group();
  private readonly links = new LinkGroups(this.object);
  private readonly glyphs: SensorGlyph[] = [];
  private readonly materials: Materials;

  constructor(context: LayerContext) {
    const sensors = context.scene.sensors.filter(({ views }) => views.length > 0);
    this.materials = new Materials(Math.min(1, 2 / sensors.length)); // many together would hide the scene
    for (const sensor of sensors) {
      const glyph = new SensorGlyph(sensor, 2.2 * vehicleRadiusM(context.scene, sensor.vehicle), this.materials);
      this.glyphs.push(glyph);
      this.links.on(sensor.link).add(glyph.group);
    }
  }

  update(frame: Frame): void {
    this.links.place(frame.links);
    for (const glyph of this.glyphs) {
      const { vehicle } = glyph.sensor;
      glyph.setReach(at(frame.state.vehicles, vehicle * kVehicle + VehicleField.Altitude));
      // Through a camera its own vehicle's glyphs would only be in the way.
      glyph.group.visible = frame.onboardSensor === undefined || vehicle !== frame.vehicle;
    }
  }

  dispose(): void {
    for (const glyph of this.glyphs) glyph.dispose();
    this.materials.dispose();
  }
}
