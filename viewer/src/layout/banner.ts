// A line below the top bar while something is wrong: what, and what to do.
import type { Source } from "../source";
import { el, replaceChildren } from "../ui/el";
import { withCode } from "./notice";

export function banner(source: Source): { readonly element: HTMLElement; dispose(): void } {
  const element = el("div", { class: "banner", role: "alert", hidden: true });
  let shown = "";
  const refresh = (): void => {
    const text = trouble(source);
    element.hidden = text === "";
    if (text === shown) return;
    shown = text;
    replaceChildren(element, withCode(text));
  };
  const undo = [source.onConnection(refresh), source.onRunState(refresh)];
  refresh();
  return {
    element,
    dispose() {
      for (const off of undo) off();
      element.remove();
    },
  };
}

function trouble(source: Source): string {
  const connection = source.connection();
  if (connection.kind === "lost") {
    const command = `hadal run ${source.scene.scenario} --serve`;
    return `${connection.reason} The page tries again by itself. If the run has ended, start it again: \`${command}\``;
  }
  if (connection.kind === "failed") return `${connection.reason} ${connection.advice}`;
  const failure = source.runState()?.failure ?? "";
  return failure === "" ? "" : `The run failed: ${failure} Reset it to begin anew.`;
}
