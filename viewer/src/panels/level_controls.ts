// How levels become colours: chosen by the panel itself, or by two sliders and a colour map.
import { el } from "../ui/el";
import { select } from "../ui/select";
import { slider, toggle } from "../ui/slider";
import { isString, recall, remember } from "../ui/storage";
import { colourTable, kSonarMaps, type ColourMapName } from "./colour_map";
import { goodScale, type LevelScale } from "./sonar_image";

const kSlowness = 0.9; // fraction of the old scale that stays with each image

export interface LevelControls {
  readonly element: HTMLElement;
  readonly scale: LevelScale;
  readonly table: Uint32Array;
  /** Lets the automatic gain follow a new image. */
  follow(levels_db: Float32Array): void;
  reset(): void;
}

export function levelControls(key: string, onChange: () => void): LevelControls {
  let scale: LevelScale = { low_db: 60, high_db: 120 };
  let automatic = true;
  let fresh = true;
  let table = colourTable(mapNamed(recall(`${key}.map`, isString, "amber")));

  const low = slider({ label: "Floor", help: "Level of the darkest colour", unit: "dB", min: -60, max: 180, step: 1, decimals: 0, value: scale.low_db, onInput: byHand });
  const span = slider({ label: "Span", help: "Levels between the darkest and the brightest colour", unit: "dB", min: 5, max: 120, step: 1, decimals: 0, value: 60, onInput: byHand });
  const auto = toggle("Auto", true, (on) => {
    automatic = on;
    fresh = on;
    onChange();
  });
  const map = select("Colours", kSonarMaps.map((name) => ({ value: name, label: name })), (name) => {
    table = colourTable(mapNamed(name));
    remember(`${key}.map`, name);
    onChange();
  });
  map.set(mapNamed(recall(`${key}.map`, isString, "amber")));

  function byHand(): void {
    automatic = false;
    auto.set(false);
    scale = { low_db: low.value, high_db: low.value + span.value };
    onChange();
  }

  return {
    element: el("div", { class: "level-controls" }, [auto.element, low.element, span.element, map.element]),
    get scale() {
      return scale;
    },
    get table() {
      return table;
    },
    follow(levels_db) {
      if (!automatic) return;
      const wanted = goodScale(levels_db);
      const keep = fresh ? 0 : kSlowness;
      fresh = false;
      scale = { low_db: keep * scale.low_db + (1 - keep) * wanted.low_db, high_db: keep * scale.high_db + (1 - keep) * wanted.high_db };
      low.set(scale.low_db);
      span.set(scale.high_db - scale.low_db);
    },
    reset() {
      fresh = true;
    },
  };
}

function mapNamed(name: string): ColourMapName {
  return kSonarMaps.find((known) => known === name) ?? "amber";
}
