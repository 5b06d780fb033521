// Coordinate frames: of the world, of links and of sensors. Red is x (north, forward), green y (east,
// right), blue z (down).
import { AxesHelper, Color, Group, type Object3D } from "three";
import { LinkGroups, setMount } from "./axes";
import type { Frame, Layer, LayerContext } from "./layer";
import { vehicleRadiusM } from "./model";

const kRed = new Color(0xff5a5a), kGreen = new Color(0x6be36b), kBlue = new Color(0x5aa0ff);

function axes(sizeM: number): AxesHelper {
  const helper = new AxesHelper(sizeM);
  helper.setColors(kRed, kGreen, kBlue);
  helper.renderOrder = 5;
  for (const material of [helper.material].flat()) {
    material.depthTest = false; // frames sit inside of bodies
    material.transparent = true;
    material.toneMapped = false;
  }
  return helper;
}

export class Frames implements Layer {
  readonly name = "frames";
  readonly label = "Coordinate frames";
  readonly group = "Aids";
  readonly shownAtFirst = false;
  readonly object = new Group();
  private readonly links = new LinkGroups(this.object);
  private readonly made: AxesHelper[] = [];

  constructor(context: LayerContext) {
    const { scene } = context;
    this.add(this.object, 2);
    scene.links.forEach((link, i) => {
      const root = scene.vehicles[link.vehicle]?.links[0] === i;
      this.add(this.links.on(i), vehicleRadiusM(scene, link.vehicle) * (root ? 1 : 0.4));
    });
    for (const sensor of scene.sensors) {
      const mount = new Group();
      setMount(mount, sensor.position_m, sensor.attitude);
      this.add(mount, 0.3 * vehicleRadiusM(scene, sensor.vehicle));
      this.links.on(sensor.link).add(mount);
    }
  }

  update(frame: Frame): void {
    this.links.place(frame.links);
  }

  dispose(): void {
    for (const helper of this.made) helper.dispose();
  }

  private add(parent: Object3D, sizeM: number): void {
    const helper = axes(sizeM);
    this.made.push(helper);
    parent.add(helper);
  }
}
