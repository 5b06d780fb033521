// A line that says why there is nothing to change.
import { el } from "../ui/el";

export function emptySectionNote(text: string): HTMLElement {
  return el("p", { class: "muted note" }, [text]);
}
