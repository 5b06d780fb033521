// A layer is one thing that the 3D view shows and that can be switched off. The view calls update()
// before it draws, only while the layer is visible.
import type { Object3D, PerspectiveCamera, Vector3 } from "three";
import type { SceneDescription, SceneState } from "../scene_types";
import type { Source } from "../source";
import type { LabelBoard } from "./labels";
import type { Medium } from "./medium";
import type { Motion } from "./motion";
import type { Quality } from "./quality";

export type LayerGroup = "World" | "Vehicles" | "Sensors" | "Forces" | "Aids";

export type LayerName =
  | "vehicles" | "scenery" | "seabed" | "contours" | "surface" | "haze" | "viewing_light"
  | "fish" | "particles" | "lamps" | "trails" | "labels" | "marks" | "frames" | "grid" | "compass" | "map"
  | "sensors" | "sonar_image" | "points"
  | "currents" | "forces" | "weight_buoyancy" | "thrusters" | "contacts";

/** What a layer menu shows. */
export interface LayerInfo {
  readonly name: LayerName;
  readonly label: string;
  readonly group: LayerGroup;
  readonly visible: boolean;
}

/** The moment that is drawn. */
export interface Frame {
  readonly state: SceneState;
  readonly links: Float32Array; // poses as drawn, between two states
  readonly timeS: number;
  readonly vehicle: number; // selected
  readonly camera: PerspectiveCamera;
  readonly eye: Vector3; // the camera's place, NED
  readonly focusM: number; // from the camera to what it looks at
  readonly onboardSensor: string | undefined; // the sensor the camera looks through
}

export interface LayerContext {
  readonly scene: SceneDescription;
  readonly source: Source;
  readonly medium: Medium;
  readonly motion: Motion;
  readonly labels: LabelBoard;
  readonly overlay: HTMLElement;
  /** Asks for a new picture. */
  readonly redraw: () => void;
}

export interface Layer {
  readonly name: LayerName;
  readonly label: string;
  readonly group: LayerGroup;
  readonly shownAtFirst: boolean;
  /** Hangs below the root, in NED. */
  readonly object: Object3D;
  update?(frame: Frame): void;
  /** Told when it is switched; subscriptions that cost something begin and end here. */
  switched?(visible: boolean): void;
  setQuality?(quality: Quality): void;
  /** The time jumped back: forget what was gathered. */
  restart?(): void;
  dispose(): void;
}

/** Makes a layer, or nothing when the scene has nothing for it. */
export type LayerFactory = (context: LayerContext) => Layer | undefined;
