// Names of vehicles and of marked places.
import { BufferGeometry, Float32BufferAttribute, Group, LineBasicMaterial, LineSegments, Mesh, MeshBasicMaterial, OctahedronGeometry, Vector3 } from "three";
import type { Selection } from "../panel";
import { linkPlace, nedToThree } from "./axes";
import { vehicleColour } from "./colours";
import type { Label } from "./labels";
import type { Frame, Layer, LayerContext } from "./layer";
import { vehicleRadiusM } from "./model";

export class VehicleLabels implements Layer {
  readonly name = "labels";
  readonly label = "Names of vehicles";
  readonly group = "Vehicles";
  readonly shownAtFirst = true;
  readonly object = new Group();
  private readonly labels: { label: Label; link: number; vehicle: number; aboveM: number }[] = [];
  private readonly place = new Vector3();

  constructor(context: LayerContext, selection: Selection) {
    context.scene.vehicles.forEach((vehicle, i) => {
      if (vehicle.object) return;
      const label = context.labels.add(vehicle.name, "scene-vehicle-name");
      label.element.style.setProperty("--vehicle", vehicleColour(i));
      label.element.addEventListener("click", () => selection.choose(i));
      this.labels.push({ label, link: vehicle.links[0], vehicle: i, aboveM: 0.75 * vehicleRadiusM(context.scene, i) + 0.1 });
    });
  }

  update(frame: Frame): void {
    for (const { label, link, vehicle, aboveM } of this.labels) {
      linkPlace(frame.links, link, this.place);
      nedToThree(this.place.x, this.place.y, this.place.z - aboveM, label.place);
      label.visible = frame.onboardSensor === undefined || vehicle !== frame.vehicle;
      label.element.classList.toggle("chosen", vehicle === frame.vehicle);
    }
  }

  switched(visible: boolean): void {
    if (!visible) for (const { label } of this.labels) label.visible = false;
  }

  dispose(): void {
    for (const { label } of this.labels) label.remove();
  }
}

const kMarkColour = 0x8fe3c8;

/** Marked places (stations): a small body, a line to the surface, and the name. */
export class Marks implements Layer {
  readonly name = "marks";
  readonly label = "Marked places";
  readonly group = "World";
  readonly shownAtFirst = true;
  readonly object = new Group();
  private readonly labels: Label[] = [];
  private readonly body = new OctahedronGeometry(0.12);
  private readonly bodyMaterial = new MeshBasicMaterial({ color: kMarkColour, toneMapped: false });
  private readonly lineMaterial = new LineBasicMaterial({ color: kMarkColour, transparent: true, opacity: 0.3, depthWrite: false, toneMapped: false });
  private readonly bodies: Mesh[] = [];
  private readonly lines: LineSegments<BufferGeometry, LineBasicMaterial>;

  constructor(context: LayerContext) {
    const ends: number[] = [];
    for (const mark of context.scene.marks) {
      const [n, e, d] = mark.position_m;
      const mesh = new Mesh(this.body, this.bodyMaterial);
      mesh.position.set(n, e, d);
      this.bodies.push(mesh);
      this.object.add(mesh);
      if (d > 0) ends.push(n, e, d, n, e, 0);
      const label = context.labels.add(mark.name, "scene-mark-name");
      nedToThree(n, e, d - 0.25, label.place);
      this.labels.push(label);
    }
    const geometry = new BufferGeometry().setAttribute("position", new Float32BufferAttribute(ends, 3));
    this.lines = new LineSegments(geometry, this.lineMaterial);
    this.lines.renderOrder = 3;
    this.object.add(this.lines);
  }

  update(frame: Frame): void {
    for (const body of this.bodies) body.scale.setScalar(Math.max(0.4, 0.08 * body.position.distanceTo(frame.eye)));
  }

  switched(visible: boolean): void {
    for (const label of this.labels) label.visible = visible;
  }

  dispose(): void {
    for (const label of this.labels) label.remove();
    this.body.dispose();
    this.bodyMaterial.dispose();
    this.lineMaterial.dispose();
    this.lines.geometry.dispose();
  }
}
