// Large notices in place of the page: what it waits for, what went wrong and what to do about it.
import { el, type Child } from "../ui/el";
import { icon } from "./icons";

export interface Notice {
  readonly title: string;
  readonly text: string;
  readonly example?: string;
  readonly busy?: boolean;
  readonly actions?: readonly { readonly label: string; readonly run: () => void }[];
}

/** Shows a notice alone in an element; texts may hold `code`. */
export function showNotice(root: HTMLElement, notice: Notice): void {
  const actions = (notice.actions ?? []).map(({ label, run }, at) =>
    el("button", { type: "button", class: at === 0 ? "primary" : "", onclick: run }, [label]),
  );
  root.replaceChildren(
    el("div", { class: "notice", role: notice.busy === true ? "status" : "alert" }, [
      brand(),
      el("h1", {}, [notice.title]),
      el("p", {}, withCode(notice.text)),
      notice.example !== undefined && el("pre", {}, [notice.example]),
      notice.busy === true && el("div", { class: "busy", "aria-hidden": "true" }),
      actions.length > 0 && el("div", { class: "row" }, actions),
    ]),
  );
}

export function brand(): HTMLElement {
  return el("div", { class: "brand" }, [icon("waves"), "HADAL"]);
}

/** Parts between backquotes as code. */
export function withCode(text: string): Child[] {
  return text.split("`").map((part, at) => (at % 2 === 1 ? el("code", {}, [part]) : part));
}

/** Lets the user choose a file. */
export function chooseFile(onChosen: (file: File) => void): void {
  const input = el("input", { type: "file", accept: ".mcap" });
  input.addEventListener("change", () => {
    const file = input.files?.[0];
    if (file) onChosen(file);
  });
  input.click();
}

/** Files dropped anywhere on the page. */
export function acceptDrops(onDropped: (file: File) => void): void {
  const veil = el("div", { class: "drop-veil", hidden: true }, [el("p", {}, ["Drop a log (log.mcap) to watch it"])]);
  document.body.append(veil);
  window.addEventListener("dragover", (event) => {
    if (!event.dataTransfer?.types.includes("Files")) return;
    event.preventDefault();
    veil.hidden = false;
  });
  window.addEventListener("dragleave", (event) => {
    if (event.relatedTarget === null) veil.hidden = true;
  });
  window.addEventListener("drop", (event) => {
    veil.hidden = true;
    const file = event.dataTransfer?.files[0];
    if (!file) return;
    event.preventDefault();
    onDropped(file);
  });
}
