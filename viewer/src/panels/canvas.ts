// A canvas that fills its parent at the resolution of the screen.
import { el } from "../ui/el";

const kLargestRatio = 2; // sharper costs time and nobody sees it

export class FittedCanvas {
  readonly element: HTMLCanvasElement;
  /** Size in CSS pixels; drawing uses these. */
  width = 0;
  height = 0;
  private readonly observer: ResizeObserver;
  private readonly context: CanvasRenderingContext2D;
  private ratio = 1;

  constructor(onResize: () => void, className = "panel-canvas") {
    this.element = el("canvas", { class: className });
    const context = this.element.getContext("2d");
    if (context === null) throw new Error("this browser draws no canvas");
    this.context = context;
    this.observer = new ResizeObserver((entries) => {
      const box = entries.at(-1)?.contentRect;
      if (box === undefined || !this.resize(box.width, box.height)) return;
      onResize();
    });
    this.observer.observe(this.element);
  }

  /** Cleared and scaled to CSS pixels; undefined while it has no size. */
  begin(): CanvasRenderingContext2D | undefined {
    if (this.width < 8 || this.height < 8) return undefined;
    this.context.setTransform(this.ratio, 0, 0, this.ratio, 0, 0);
    this.context.clearRect(0, 0, this.width, this.height);
    return this.context;
  }

  dispose(): void {
    this.observer.disconnect();
  }

  private resize(width: number, height: number): boolean {
    const ratio = Math.min(window.devicePixelRatio, kLargestRatio);
    if (width === this.width && height === this.height && ratio === this.ratio) return false;
    this.width = width;
    this.height = height;
    this.ratio = ratio;
    this.element.width = Math.max(1, Math.round(width * ratio));
    this.element.height = Math.max(1, Math.round(height * ratio));
    return true;
  }
}

/** Colours of the theme for canvases, read once. */
export interface ThemeColours {
  readonly text: string;
  readonly muted: string;
  readonly accent: string;
  readonly good: string;
  readonly warn: string;
  readonly bad: string;
  readonly line: string;
  readonly panel: string;
  readonly well: string;
  readonly set: string;
  readonly font: string;
}

let colours: ThemeColours | undefined;

export function themeColours(): ThemeColours {
  if (colours !== undefined) return colours;
  const style = getComputedStyle(document.documentElement);
  const read = (name: string, fallback: string) => style.getPropertyValue(name).trim() || fallback;
  colours = {
    text: read("--text", "#dce9ef"),
    muted: read("--muted", "#8fa9b7"),
    accent: read("--accent", "#35c7d6"),
    good: read("--good", "#4fd28b"),
    warn: read("--warn", "#f2b84b"),
    bad: read("--bad", "#ff6b64"),
    line: read("--line", "#1f3644"),
    panel: read("--panel", "#0d1a25"),
    well: read("--well", "#050c12"),
    set: read("--set", "#e58cf0"),
    font: read("--font", "sans-serif"),
  };
  return colours;
}

/** Steps of 1, 2 or 5 times a power of ten, about `count` of them in the span. */
export function niceStep(span: number, count: number): number {
  const rough = Math.max(span, 1e-12) / Math.max(count, 1);
  const power = 10 ** Math.floor(Math.log10(rough));
  const fraction = rough / power;
  return power * (fraction > 5 ? 10 : fraction > 2 ? 5 : fraction > 1 ? 2 : 1);
}
