// The frame of a panel: a tool bar and a body. What a panel subscribes to lives only while the panel
// can be seen, so that hidden panels cost nothing.
import type { Panel } from "../panel";
import type { Unsubscribe } from "../source";
import { el } from "../ui/el";
import "./panels.css";

/** Collects what has to be undone when a panel is hidden or removed. */
export class Scope {
  private undo: Unsubscribe[] = [];

  add(unsubscribe: Unsubscribe): void {
    this.undo.push(unsubscribe);
  }

  close(): void {
    for (const unsubscribe of this.undo.splice(0)) unsubscribe();
  }
}

export interface PanelFrame extends Panel {
  readonly toolbar: HTMLElement;
  readonly body: HTMLElement;
  /** Closes the scope and begins anew, e.g. after another topic was chosen. */
  restart(): void;
}

/** `whileSeen` runs whenever the panel comes into view; what it adds to the scope ends when it leaves. */
export function panelFrame(id: string, whileSeen: (scope: Scope) => void): PanelFrame {
  const toolbar = el("div", { class: "panel-toolbar" });
  const body = el("div", { class: "panel-body" });
  const element = el("section", { class: `panel panel-${id}` }, [toolbar, body]);
  const scope = new Scope();
  let seen = false;
  const observer = new IntersectionObserver((entries) => {
    const now = entries.at(-1)?.isIntersecting ?? false;
    if (now === seen) return;
    seen = now;
    if (seen) whileSeen(scope);
    else scope.close();
  });
  observer.observe(element);
  return {
    element,
    toolbar,
    body,
    restart() {
      if (!seen) return;
      scope.close();
      whileSeen(scope);
    },
    dispose() {
      observer.disconnect();
      scope.close();
      seen = false;
      element.remove();
    },
  };
}

/** Draws on request, together with the next picture of the browser, at most `perSecond` times a second. */
export class Painter {
  private frame = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private last = -Infinity;

  constructor(
    private readonly draw: () => void,
    private readonly perSecond = 30,
  ) {}

  request(): void {
    if (this.frame !== 0 || this.timer !== undefined) return;
    const wait = this.last + 1000 / this.perSecond - performance.now();
    if (wait <= 4) this.schedule();
    else this.timer = setTimeout(() => this.schedule(), wait);
  }

  cancel(): void {
    cancelAnimationFrame(this.frame);
    clearTimeout(this.timer);
    this.frame = 0;
    this.timer = undefined;
  }

  private schedule(): void {
    this.timer = undefined;
    this.frame = requestAnimationFrame(() => {
      this.frame = 0;
      this.last = performance.now();
      this.draw();
    });
  }
}
