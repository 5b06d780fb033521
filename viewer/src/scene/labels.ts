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
  private measured = { width: 0, height: 0 };

  constructor(private readonly board: Set<BoardLabel>, style: string) {
    this.element = document.createElement("span");
    this.element.className = `scene-label ${style}`;
  }

  setText(text: string): void {
    if (text === this.text) return;
    this.text = text;
    this.element.textContent = text;
    this.measured = { width: 0, height: 0 };
  }

  /** In the page; reading it costs a layout, so it is kept until the text changes. */
  get size(): { readonly width: number; readonly height: number } {
    if (this.measured.width === 0) this.measured = { width: this.element.offsetWidth, height: this.element.offsetHeight };
    return this.measured;
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

  /**
   * Moves the texts to where their places are in the picture. The chosen vehicle and what is near come first;
   * what would lie over them, or over what is `covered`, is left out.
   */
  place(camera: PerspectiveCamera, widthPx: number, heightPx: number, covered: readonly ScreenBox[]): void {
    const seen: { label: BoardLabel; x: number; y: number; z: number }[] = [];
    for (const label of this.labels) {
      const p = this.projected.copy(label.place).project(camera);
      const shown = label.visible && p.z < 1 && Math.abs(p.x) < 1.1 && Math.abs(p.y) < 1.1;
      if (shown) seen.push({ label, x: Math.round((p.x * 0.5 + 0.5) * widthPx), y: Math.round((0.5 - p.y * 0.5) * heightPx), z: p.z });
      else hide(label);
    }
    const chosen = ({ label }: (typeof seen)[number]): number => (label.element.classList.contains("chosen") ? 0 : 1);
    const taken = [...covered];
    for (const one of seen.sort((a, b) => chosen(a) - chosen(b) || a.z - b.z)) {
      const { width, height } = one.label.size;
      const box = { left: one.x - width / 2, right: one.x + width / 2, top: one.y - height, bottom: one.y };
      if (taken.some((other) => overlap(box, other))) hide(one.label);
      else {
        taken.push(box);
        move(one.label, one.x, one.y);
      }
    }
  }
}

export interface ScreenBox {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

export function overlap(a: ScreenBox, b: ScreenBox): boolean {
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}

function move(label: BoardLabel, x: number, y: number): void {
  if (label.x === x && label.y === y) return;
  if (Number.isNaN(label.x)) label.element.style.visibility = "visible";
  label.x = x;
  label.y = y;
  label.element.style.transform = `translate(${x}px, ${y}px) translate(-50%, -100%)`;
}

function hide(label: BoardLabel): void {
  if (Number.isNaN(label.x)) return;
  label.x = NaN;
  label.element.style.visibility = "hidden";
}
