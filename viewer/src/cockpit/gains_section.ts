// The gains of the chosen vehicle's controller: every change takes effect at once.
import type { Selection } from "../panel";
import type { Parameter, Source } from "../source";
import { el } from "../ui/el";
import { formatAny } from "../ui/format";
import { toast } from "../ui/toast";
import { act, actionButton, row, section } from "./form";
import type { Section } from "./run_section";
import { emptySectionNote } from "./section_note";

export function gainsSection(source: Source, selection: Selection): Section {
  const table = el("div", { class: "gains" });
  const nothing = emptySectionNote("The controller of this vehicle has no gains.");
  const prefix = (): string => `${source.scene.vehicles[selection.vehicle]?.name ?? ""}/gains/`;
  const save = actionButton("Save gains", "Write them to a file that a scenario can include", () => void saveGains(source, selection));
  let inputs = new Map<string, HTMLInputElement>();

  const build = (gains: readonly Parameter[]): void => {
    inputs = new Map(gains.map((gain) => [gain.name, gainInput(source, gain)]));
    table.replaceChildren(...[...inputs].flatMap(([name, input]) => [el("span", {}, [name.slice(prefix().length)]), input]));
  };
  return {
    element: section("gains", "Gains", [table, nothing, row(save)], false),
    refresh() {
      const gains = source.parameters().filter(({ name, value }) => name.startsWith(prefix()) && typeof value === "number");
      if (gains.length !== inputs.size || gains.some(({ name }) => !inputs.has(name))) build(gains);
      for (const { name, value } of gains) showGain(inputs.get(name), Number(value));
      nothing.hidden = gains.length > 0;
      save.hidden = gains.length === 0;
    },
  };
}

function gainInput(source: Source, { name, help }: Parameter): HTMLInputElement {
  const input = el("input", { type: "number", step: "any", title: help, "aria-label": name });
  input.addEventListener("change", () => {
    if (Number.isFinite(input.valueAsNumber) && source.control) act(source.control.setParameter(name, input.valueAsNumber));
  });
  return input;
}

function showGain(input: HTMLInputElement | undefined, value: number): void {
  if (!input || document.activeElement === input) return;
  const text = formatAny(value).replaceAll("\u2212", "-");
  if (input.value !== text) input.value = text;
}

async function saveGains(source: Source, selection: Selection): Promise<void> {
  const vehicle = source.scene.vehicles[selection.vehicle]?.name;
  try {
    const answer = (await source.control?.call("/hadal/save_gains", { vehicle })) as { path: string };
    toast(`Gains written to ${answer.path}`, "good", 15_000);
  } catch (error) {
    toast(error instanceof Error ? error.message : String(error), "bad");
  }
}
