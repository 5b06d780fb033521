// All layers of the view, in the order of the menu. A new thing to show is one more line here; what
// reads a topic of its own (a tether would) is a layer with a SegmentRing or mesh like the others.
import { Object3D } from "three";
import type { Selection } from "../panel";
import { CurrentArrows } from "./current_arrows";
import { Contacts, Forces, Thrusters, WeightAndBuoyancy } from "./force_arrows";
import { Frames } from "./frames";
import { Grid } from "./grid";
import { Compass } from "./hud";
import { Lamps } from "./lamps";
import type { Layer, LayerContext, LayerName } from "./layer";
import { Fish, Particles } from "./life";
import type { Medium } from "./medium";
import { MiniMap } from "./mini_map";
import { VehicleModels } from "./model";
import { Marks, VehicleLabels } from "./names";
import { PointClouds } from "./point_clouds";
import { Scenery } from "./scenery";
import { Contours, Seabed } from "./seabed";
import { SensorViews } from "./sensors";
import { SonarImages } from "./sonar_image";
import { Trails } from "./trails";
import { WaterSurface } from "./water_surface";

export interface SceneLayers {
  readonly all: readonly Layer[];
  readonly vehicles: VehicleModels;
  readonly scenery: Scenery;
  readonly surface: WaterSurface;
}

export function makeLayers(context: LayerContext, selection: Selection, lookNorth: () => void): SceneLayers {
  const { scene } = context;
  const vehicles = new VehicleModels(context), scenery = new Scenery(context), surface = new WaterSurface(context);
  const seabed = new Seabed(context);
  const some = <T>(list: readonly unknown[], make: () => T) => (list.length > 0 ? make() : undefined);
  const forces = some(scene.wrench_terms, () => new Forces(context));
  const all = [
    surface,
    seabed,
    new Contours(seabed),
    scenery,
    some(scene.current_depths_m, () => new CurrentArrows(context)),
    new Fish(context),
    new Particles(context),
    some(scene.marks, () => new Marks(context)),
    new Haze(context.medium),
    new ViewingLight(context.medium),
    vehicles,
    new VehicleLabels(context, selection),
    new Trails(context),
    some(scene.lamps, () => new Lamps(context)),
    some(scene.sensors, () => new SensorViews(context)),
    SonarImages.of(context),
    PointClouds.of(context),
    forces,
    forces && new WeightAndBuoyancy(forces),
    some(scene.thrusters, () => new Thrusters(context)),
    new Contacts(),
    new Frames(context),
    new Grid(),
    new Compass(context, lookNorth),
    new MiniMap(context),
  ].filter((layer) => layer !== undefined);
  return { all, vehicles, scenery, surface };
}

/** Layers that are a property of the water's shaders: nothing of their own to draw. */
abstract class MediumSwitch implements Layer {
  abstract readonly name: LayerName;
  abstract readonly label: string;
  readonly group = "World";
  readonly shownAtFirst = true;
  readonly object = new Object3D();
  constructor(protected readonly medium: Medium) {}
  abstract switched(visible: boolean): void;
  dispose(): void {
    this.switched(true);
  }
}

class Haze extends MediumSwitch {
  readonly name = "haze";
  readonly label = "Haze of the water";
  switched(visible: boolean): void {
    this.medium.hazeShown = visible;
  }
}

class ViewingLight extends MediumSwitch {
  readonly name = "viewing_light";
  readonly label = "Viewing light in the dark";
  switched(visible: boolean): void {
    this.medium.fillShown = visible;
  }
}
