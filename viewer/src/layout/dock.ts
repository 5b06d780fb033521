// A place for panels at the right or the bottom of the page. Panels share it; the lines between them
// and the edge of the dock can be dragged.
import type { PanelContext, PanelKind } from "../panel";
import { el } from "../ui/el";
import { onDrag } from "./drag";
import type { DockName, SavedDock, SavedTile } from "./saved_layout";
import { Tile } from "./tile";

const kMinSize_px = 120;
const kMinWeight = 0.15;

export interface DockHooks {
  /** Gives the tile to the other dock. */
  move(id: string, from: DockName): void;
  changed(): void;
}

export class Dock {
  readonly element: HTMLElement;
  readonly handle: HTMLElement; // the edge to drag
  private readonly tiles: Tile[] = [];
  private size: number;
  private isOpen: boolean;

  constructor(
    readonly name: DockName,
    saved: SavedDock,
    private readonly kinds: ReadonlyMap<string, PanelKind>,
    private readonly context: PanelContext,
    private readonly hooks: DockHooks,
  ) {
    this.size = saved.size;
    this.isOpen = saved.open;
    this.element = el("aside", { class: `dock dock-${name}`, "aria-label": `Panels at the ${name}` });
    this.handle = el("div", { class: `handle handle-${name}`, role: "separator", title: "Drag to resize, double click to fold away" });
    onDrag(this.handle, () => this.beginResize());
    this.handle.addEventListener("dblclick", () => this.setOpen(!this.isOpen));
    for (const tile of saved.tiles) this.make(tile);
    this.arrange();
  }

  get open(): boolean {
    return this.isOpen;
  }

  get saved(): SavedDock {
    return { size: this.size, open: this.isOpen, tiles: this.tiles.map(({ saved }) => saved) };
  }

  has(id: string): boolean {
    return this.tiles.some(({ kind }) => kind.id === id);
  }

  add(id: string): void {
    this.make({ id, weight: 1, folded: false });
    this.isOpen = true;
    this.arrange();
    this.hooks.changed();
  }

  remove(id: string): void {
    const at = this.tiles.findIndex(({ kind }) => kind.id === id);
    this.tiles.splice(at, at < 0 ? 0 : 1).forEach((tile) => tile.dispose());
    this.arrange();
    this.hooks.changed();
  }

  setOpen(open: boolean): void {
    this.isOpen = open;
    this.arrange();
    this.hooks.changed();
  }

  dispose(): void {
    for (const tile of this.tiles) tile.dispose();
    this.element.remove();
    this.handle.remove();
  }

  private make(saved: SavedTile): void {
    const kind = this.kinds.get(saved.id);
    if (!kind || this.has(saved.id)) return;
    const other: DockName = this.name === "right" ? "bottom" : "right";
    const tile = new Tile(kind, saved, this.context, other, {
      move: ({ kind: { id } }) => this.hooks.move(id, this.name),
      close: ({ kind: { id } }) => this.remove(id),
      changed: () => {
        this.arrange();
        this.hooks.changed();
      },
    });
    this.tiles.push(tile);
  }

  /** Tiles with a line to drag between each two. Tiles that stay are not taken out of the page. */
  private arrange(): void {
    const shown = this.isOpen && this.tiles.length > 0;
    this.element.hidden = !shown;
    this.handle.classList.toggle("closed", !shown);
    this.element.style.flexBasis = `${100 * this.size}${this.name === "right" ? "vw" : "vh"}`;
    this.element.querySelectorAll(":scope > .tile-line").forEach((line) => line.remove());
    this.tiles.forEach((tile, at) => {
      if (tile.element.parentElement !== this.element) this.element.append(tile.element);
      const before = this.tiles[at - 1];
      if (before) this.element.insertBefore(this.line(before, tile), tile.element);
    });
  }

  private line(before: Tile, after: Tile): HTMLElement {
    const line = el("div", { class: "tile-line", role: "separator" });
    onDrag(line, () => {
      const along = (element: HTMLElement): number => (this.name === "right" ? element.offsetHeight : element.offsetWidth);
      const [first, second] = [along(before.element), along(after.element)];
      const weights = before.weight + after.weight;
      return (dx, dy) => {
        const fraction = (first + (this.name === "right" ? dy : dx)) / (first + second);
        const weight = Math.min(weights - kMinWeight, Math.max(kMinWeight, fraction * weights));
        before.setWeight(weight);
        after.setWeight(weights - weight);
        this.hooks.changed();
      };
    });
    return line;
  }

  private beginResize(): (dx: number, dy: number) => void {
    const window_px = this.name === "right" ? window.innerWidth : window.innerHeight;
    const first = this.isOpen ? this.size * window_px : 0;
    const parent = this.element.parentElement;
    const max = (this.name === "right" ? (parent?.clientWidth ?? 0) : (parent?.clientHeight ?? 0)) - 200;
    return (dx, dy) => {
      const wanted = first - (this.name === "right" ? dx : dy);
      this.isOpen = wanted > kMinSize_px / 2;
      this.size = Math.max(kMinSize_px, Math.min(max, wanted)) / window_px;
      this.arrange();
      this.hooks.changed();
    };
  }
}
