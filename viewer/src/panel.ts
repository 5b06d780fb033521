// A panel shows something of a source. The layout makes it, gives it an element to live in, and
// removes it again; it unsubscribes from everything in dispose().
import type { Source } from "./source";

export interface PanelContext {
  readonly source: Source;
  /** What all panels look at: the vehicle chosen on the page. */
  readonly selection: Selection;
}

export interface Panel {
  readonly element: HTMLElement;
  dispose(): void;
}

export interface PanelKind {
  readonly id: string; // e.g. "sonar"
  readonly title: string;
  /** Whether it has anything to show of this source. */
  offered(source: Source): boolean;
  create(context: PanelContext): Panel;
}

/** The chosen vehicle, by its index in SceneDescription.vehicles. */
export class Selection {
  private readonly listeners = new Set<(vehicle: number) => void>();
  constructor(private chosen: number) {}

  get vehicle(): number {
    return this.chosen;
  }

  choose(vehicle: number): void {
    if (vehicle === this.chosen) return;
    this.chosen = vehicle;
    for (const listener of this.listeners) listener(vehicle);
  }

  onChange(listener: (vehicle: number) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }
}
