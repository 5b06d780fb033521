// Table of every wrench on the hull, with bars.
import type { Panel, PanelContext, PanelKind } from "../panel";
import { el, replaceChildren, setText } from "../ui/el";
import { emptyState } from "../ui/empty";
import { formatSigned } from "../ui/format";
import { select } from "../ui/select";
import { forceTerms, kComponents, sizeOf, sortedTerms, total, type ForceTerm } from "./forces";
import { bar } from "./rows";
import { statePanel } from "./state_panel";

export const forcesPanel: PanelKind = {
  id: "forces",
  title: "Forces",
  offered: (source) => source.scene.wrench_terms.length > 0,
  create: createForcesPanel,
};

const kNames = ["forward", "right", "down", "roll", "pitch", "yaw"];
const kSettleTicks = 10; // the order changes at most once in so many updates, so that rows can be read

interface ForceRow {
  readonly element: HTMLTableRowElement;
  update(term: ForceTerm, largest: number, by: number | "size"): void;
}

function createForcesPanel(context: PanelContext): Panel {
  const { scene } = context.source;
  const rows = new Map<string, ForceRow>();
  const body = el("tbody");
  const sum = forceRow("Sum", true);
  const order = select("Sorted by", [{ value: "size", label: "size" }, ...kComponents.map((name, i) => ({ value: String(i), label: `${name} (${kNames[i] ?? ""})` }))], () => (ticks = 0));
  let ticks = 0;
  let inOrder: readonly string[] = [];

  return statePanel("forces", context, {
    build(frame) {
      replaceChildren(frame.toolbar, [el("span", { class: "muted" }, ["Sorted by"]), order.element, el("span", { class: "panel-note" }, ["body axes at the hull's origin, N and N\u2009m"])]);
      const head = el("thead", {}, [el("tr", {}, [el("th", {}, ["What"]), el("th"), ...kComponents.map((name, i) => el("th", { class: "number", title: kNames[i] }, [name]))])]);
      const nothing = emptyState("No forces are recorded", "Leave `record: {wrench_terms: true}` in the scenario.");
      replaceChildren(frame.body, scene.wrench_terms.length > 0 ? [el("table", { class: "force-table" }, [head, body])] : [nothing]);
      ticks = 0;
    },
    update(state, vehicle) {
      const terms = forceTerms(scene.wrench_terms, state, vehicle);
      const by = order.value === "size" ? "size" : Number(order.value);
      const shown = sortedTerms(terms, by);
      if (ticks-- <= 0) arrange(shown);
      const largest = Math.max(...shown.map((term) => rank(term, by)), 1e-9);
      for (const term of terms) rows.get(term.name)?.update(term, largest, by);
      sum.update({ name: "Sum", wrench: total(terms) }, largest, by);
    },
  });

  function arrange(shown: readonly ForceTerm[]): void {
    ticks = kSettleTicks;
    const names = shown.map((term) => term.name);
    if (names.join() === inOrder.join()) return;
    inOrder = names;
    replaceChildren(body, [...names.map((name) => rowOf(name).element), sum.element]);
  }

  function rowOf(name: string): ForceRow {
    const known = rows.get(name);
    if (known !== undefined) return known;
    const row = forceRow(name.replaceAll("_", " "), false);
    rows.set(name, row);
    return row;
  }
}

function rank(term: ForceTerm, by: number | "size"): number {
  return by === "size" ? sizeOf(term) : Math.abs(term.wrench[by] ?? 0);
}

/** Of its largest component: weight goes one way, buoyancy the other. */
function signOf(term: ForceTerm): number {
  return Math.sign(term.wrench.reduce((largest, value) => (Math.abs(value) > Math.abs(largest) ? value : largest), 0));
}

function forceRow(name: string, isSum: boolean): ForceRow {
  const size = bar(true);
  const cells = kComponents.map(() => el("td", { class: "number" }));
  const element = el("tr", { class: isSum ? "force-sum" : "" }, [el("td", { class: "force-name" }, [name]), el("td", { class: "force-bar" }, [size.element]), ...cells]);
  return {
    element,
    update(term, largest, by) {
      const signed = by === "size" ? sizeOf(term) * signOf(term) : (term.wrench[by] ?? 0);
      size.set(signed / largest);
      cells.forEach((cell, i) => {
        const value = term.wrench[i] ?? 0;
        setText(cell, formatSigned(value, Math.abs(value) < 99.95 ? 1 : 0, 6));
        cell.classList.toggle("muted", Math.abs(value) < 0.05);
      });
    },
  };
}
