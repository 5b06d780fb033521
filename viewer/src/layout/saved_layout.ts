// How the page is laid out, as remembered in the browser.
import { recall, remember } from "../ui/storage";

export type DockName = "right" | "bottom";
export type StageMode = "three" | "outside" | "camera";

export interface SavedTile {
  readonly id: string;
  readonly weight: number; // fraction of the dock
  readonly folded: boolean;
}

export interface SavedDock {
  readonly size: number; // fraction of the width or height of the window
  readonly open: boolean;
  readonly tiles: readonly SavedTile[];
}

export interface SavedLayout {
  readonly docks: Readonly<Record<DockName, SavedDock>>;
  readonly stage: StageMode;
}

/** Panels shown at first where they are offered, most useful first. */
const kFirstRight: Readonly<Record<"live" | "log", readonly string[]>> = { live: ["control"], log: ["mission", "console"] };
const kFirstBottom = ["horizon", "sonar", "waterfall", "plots", "thrusters", "numbers"];
const kFirstBottomCount = 3;
const kWide = ["plots", "waterfall"]; // what time runs along

const key = (kind: "live" | "log"): string => `layout.${kind}`;

/** A part of the window that is neither too small to read nor larger than it need be. */
function fraction(part: number, windowPx: number, minPx: number, maxPx: number): number {
  return Math.min(Math.max(part * windowPx, minPx), maxPx) / windowPx;
}

/** `onStage`: the panels that have their place in the middle of the page. */
export function firstLayout(kind: "live" | "log", offered: readonly string[], onStage: readonly string[]): SavedLayout {
  const tile = (id: string): SavedTile => ({ id, weight: kWide.includes(id) ? 1.5 : 1, folded: false });
  const right = kFirstRight[kind].filter((id) => offered.includes(id));
  const bottom = kFirstBottom.filter((id) => offered.includes(id) && !right.includes(id) && !onStage.includes(id)).slice(0, kFirstBottomCount);
  return {
    docks: {
      right: { size: fraction(0.24, window.innerWidth, 280, 420), open: right.length > 0, tiles: right.map(tile) },
      bottom: { size: fraction(0.3, window.innerHeight, 190, 400), open: bottom.length > 0, tiles: bottom.map(tile) },
    },
    stage: onStage.length > 0 ? "three" : "outside",
  };
}

export function recallLayout(kind: "live" | "log", first: SavedLayout): SavedLayout {
  return recall(key(kind), isLayout, first);
}

export function rememberLayout(kind: "live" | "log", layout: SavedLayout): void {
  remember(key(kind), layout);
}

function isLayout(value: unknown): value is SavedLayout {
  if (typeof value !== "object" || value === null) return false;
  const { docks, stage } = value as Partial<SavedLayout>;
  const isTile = ({ id }: SavedTile): boolean => typeof id === "string";
  const isDock = (dock: SavedDock | undefined): boolean =>
    dock !== undefined && typeof dock.size === "number" && dock.size > 0 && dock.size < 1 && Array.isArray(dock.tiles) && dock.tiles.every(isTile);
  return typeof stage === "string" && docks !== undefined && isDock(docks.right) && isDock(docks.bottom);
}
