// What lies over the picture: compass rose, scale bar, legend of the force arrows, frame of the on-board
// camera.
import { Group, Vector3, type PerspectiveCamera } from "three";
import type { Frame, Layer, LayerContext } from "./layer";

/** A round length that is at most `maxPx` wide in the picture: 1, 2 or 5 times a power of ten. */
export function scaleBar(metresPerPx: number, maxPx: number): { metres: number; px: number } {
  const max = metresPerPx * maxPx;
  const decade = Math.pow(10, Math.floor(Math.log10(max)));
  const metres = decade * ([5, 2, 1].find((m) => m * decade <= max * 1.000001) ?? 1);
  return { metres, px: metres / metresPerPx };
}

export function metresText(metres: number): string {
  if (metres >= 1000) return `${Math.round(metres / 1000)} km`;
  return metres >= 1 ? `${Math.round(metres)} m` : `${Math.round(metres * 100)} cm`;
}

const kRose = `<svg viewBox="-50 -50 100 100" aria-hidden="true">
  <circle r="46" class="ring"/>
  <g class="turn"><path d="M0-38 8 0 0-6-8 0Z" class="north"/><path d="M0 38 8 0 0 6-8 0Z" class="south"/>
  <path d="M-42 0h8M42 0h-8M0 46v-5" class="tick"/><text y="-22" dy="-19" class="letter">N</text></g></svg>`;

export class Compass implements Layer {
  readonly name = "compass";
  readonly label = "Compass and scale";
  readonly group = "Aids";
  readonly shownAtFirst = true;
  readonly object = new Group();
  private readonly root = document.createElement("div");
  private readonly needle: SVGGElement | null;
  private readonly heading = document.createElement("span");
  private readonly bar = document.createElement("span");
  private readonly barText = document.createElement("span");
  private readonly ahead = new Vector3();

  constructor(context: LayerContext, lookNorth: () => void) {
    this.root.className = "scene-hud";
    const rose = document.createElement("button");
    rose.type = "button";
    rose.className = "scene-rose";
    rose.title = "Look north";
    rose.innerHTML = kRose;
    rose.addEventListener("click", lookNorth);
    this.needle = rose.querySelector<SVGGElement>(".turn");
    this.heading.className = "scene-heading";
    const scale = document.createElement("div");
    scale.className = "scene-scale";
    this.bar.className = "scene-bar";
    scale.append(this.bar, this.barText);
    this.root.append(rose, this.heading, scale);
    context.overlay.append(this.root);
  }

  update(frame: Frame): void {
    const direction = frame.camera.getWorldDirection(this.ahead);
    const headingDeg = (Math.atan2(direction.x, -direction.z) * 180) / Math.PI;
    this.needle?.setAttribute("transform", `rotate(${(-headingDeg).toFixed(1)})`);
    setText(this.heading, `${String((Math.round(headingDeg) + 360) % 360).padStart(3, "0")}°`);
    const { metres, px } = scaleBar(metresPerPx(frame.camera, frame.focusM, this.root.parentElement?.clientHeight ?? 1), 140);
    this.bar.style.width = `${Math.round(px)}px`;
    setText(this.barText, metresText(metres));
  }

  switched(visible: boolean): void {
    this.root.hidden = !visible;
  }

  dispose(): void {
    this.root.remove();
  }
}

function setText(element: HTMLElement, text: string): void {
  if (element.textContent !== text) element.textContent = text;
}

function metresPerPx(camera: PerspectiveCamera, metresAway: number, heightPx: number): number {
  return (2 * metresAway * Math.tan((camera.fov * Math.PI) / 360)) / Math.max(heightPx, 1);
}

export interface LegendEntry {
  readonly colour: string;
  readonly text: string;
  readonly value?: string;
}

/** A list of colours with their meaning; rows are kept, so that numbers change without a new layout. */
export class Legend {
  private readonly root = document.createElement("div");
  private shown = "";

  constructor(overlay: HTMLElement, title: string) {
    this.root.className = "scene-legend";
    this.root.dataset.title = title;
    this.root.hidden = true;
    overlay.append(this.root);
  }

  show(entries: readonly LegendEntry[]): void {
    this.root.hidden = entries.length === 0;
    const key = entries.map((e) => `${e.colour}${e.text}`).join("\n");
    if (key !== this.shown) this.rebuild(entries);
    this.shown = key;
    entries.forEach((entry, i) => {
      const cell = this.root.children[i]?.lastElementChild;
      if (cell && cell.textContent !== (entry.value ?? "")) cell.textContent = entry.value ?? "";
    });
  }

  dispose(): void {
    this.root.remove();
  }

  private rebuild(entries: readonly LegendEntry[]): void {
    this.root.replaceChildren(...entries.map((entry) => {
      const row = document.createElement("div"), swatch = document.createElement("i"), text = document.createElement("span");
      swatch.style.background = entry.colour;
      text.textContent = entry.text;
      row.append(swatch, text, document.createElement("b"));
      return row;
    }));
  }
}
