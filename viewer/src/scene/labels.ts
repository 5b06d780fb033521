// Names beside things, as text of the page over the picture: sharp at any size of the picture.
import { Vector3, type PerspectiveCamera } from "three";

export interface Label {
  /** Where it points, three.js axes. */
  readonly place: Vector3;
  visible: boolean;
  setText(text: string): void;
  readonly element: HTMLElement;
  remove(): void;
}

class BoardLabel implements Label {
  readonly place = new Vector3();
  readonly element: HTMLElement;
  visible = true;
  x = NaN;
  y = NaN;
  private text = "";

  constructor(private readonly board: Set<BoardLabel>, style: string) {
    this.element = document.createElement("span");
    this.element.className = `scene-label ${style}`;
  }

  setText(text: string): void {
    if (text === this.text) return;
    this.text = text;
    this.element.textContent = text;
  }

  remove(): void {
    this.element.remove();
    this.board.delete(this);
  }
}

export class LabelBoard {
  private readonly labels = new Set<BoardLabel>();
  private readonly projected = new Vector3();
  constructor(private readonly overlay: HTMLElement) {}

  add(text: string, style: string): Label {
    const label = new BoardLabel(this.labels, style);
    label.setText(text);
    this.labels.add(label);
    this.overlay.append(label.element);
    return label;
  }

  /** Moves the texts to where their places are in the picture. */
  place(camera: PerspectiveCamera, widthPx: number, heightPx: number): void {
    for (const label of this.labels) {
      const p = this.projected.copy(label.place).project(camera);
      const shown = label.visible && p.z < 1 && Math.abs(p.x) < 1.1 && Math.abs(p.y) < 1.1;
      if (shown) move(label, Math.round((p.x * 0.5 + 0.5) * widthPx), Math.round((0.5 - p.y * 0.5) * heightPx));
      else if (!Number.isNaN(label.x)) hide(label);
    }
  }
}

function move(label: BoardLabel, x: number, y: number): void {
  if (label.x === x && label.y === y) return;
  if (Number.isNaN(label.x)) label.element.style.visibility = "visible";
  label.x = x;
  label.y = y;
  label.element.style.transform = `translate(${x}px, ${y}px) translate(-50%, -100%)`;
}

function hide(label: BoardLabel): void {
  label.x = NaN;
  label.element.style.visibility = "hidden";
}
