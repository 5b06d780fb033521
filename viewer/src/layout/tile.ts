// One panel in a dock: a head with its title and buttons, and the panel itself. A folded panel does
// not exist: it costs nothing.
import type { Panel, PanelContext, PanelKind } from "../panel";
import { el } from "../ui/el";
import { icon, type IconName } from "./icons";
import type { SavedTile } from "./saved_layout";

export interface TileHooks {
  move(tile: Tile): void;
  close(tile: Tile): void;
  changed(): void;
}

export class Tile {
  readonly element: HTMLElement;
  readonly kind: PanelKind;
  weight: number;
  private panel: Panel | undefined;
  private foldedNow: boolean;
  private readonly body = el("div", { class: "tile-body" });

  constructor(
    kind: PanelKind,
    saved: SavedTile,
    private readonly context: PanelContext,
    otherDock: "right" | "bottom",
    private readonly hooks: TileHooks,
  ) {
    this.kind = kind;
    this.weight = saved.weight;
    this.foldedNow = saved.folded;
    const button = (name: IconName, title: string, onclick: () => void): HTMLElement => {
      const label = `${kind.title}: ${title}`;
      return el("button", { type: "button", class: "icon quiet small", title, "aria-label": label, onclick }, [icon(name)]);
    };
    const head = el("header", { class: "tile-head" }, [
      el("h3", {}, [kind.title]),
      button(otherDock, otherDock === "right" ? "Move to the right" : "Move to the bottom", () => this.hooks.move(this)),
      button("fold", "Fold or unfold", () => this.fold(!this.foldedNow)),
      button("close", "Close", () => this.hooks.close(this)),
    ]);
    this.element = el("article", { class: "tile", "data-panel": kind.id }, [head, this.body]);
    this.show();
  }

  get saved(): SavedTile {
    return { id: this.kind.id, weight: this.weight, folded: this.foldedNow };
  }

  get folded(): boolean {
    return this.foldedNow;
  }

  dispose(): void {
    this.panel?.dispose();
    this.panel = undefined;
    this.element.remove();
  }

  setWeight(weight: number): void {
    this.weight = weight;
    this.element.style.flexGrow = this.foldedNow ? "0" : String(weight);
  }

  private fold(folded: boolean): void {
    this.foldedNow = folded;
    this.show();
    this.hooks.changed();
  }

  private show(): void {
    this.element.classList.toggle("folded", this.foldedNow);
    this.setWeight(this.weight);
    if (this.foldedNow) {
      this.panel?.dispose();
      this.panel = undefined;
    } else if (!this.panel) {
      this.panel = this.kind.create(this.context);
      this.body.replaceChildren(this.panel.element);
    }
  }
}
