// Sliders for parameters, with the scale, unit and number of digits that their names tell.
import type { Parameter, Source } from "../source";
import { formatUnit } from "../ui/format";
import { boundSlider, type BoundSlider } from "./bound_slider";
import { act } from "./form";
import { formatClock } from "./parameter_names";
import { linearScale, squareScale } from "./scales";
import { emptySectionNote } from "./section_note";

interface Look {
  readonly suffix: string;
  readonly format: (value: number) => string;
  readonly max: number; // for parameters without bounds
  readonly fineNearZero?: boolean;
}

const percent = (value: number): string => formatUnit(100 * value, "%", 0, 3);

const kLooks: readonly Look[] = [
  { suffix: "time_of_day_h", format: formatClock, max: 24 },
  { suffix: "turbidity_ntu", format: (value) => formatUnit(value, "NTU", 2, 6), max: 50, fineNearZero: true },
  { suffix: "_m_s", format: (value) => formatUnit(value, "m/s", 2, 5), max: 2 },
  { suffix: "factor", format: (value) => formatUnit(value, "\u00d7", 2, 5), max: 3 },
  { suffix: "level", format: percent, max: 1 },
  { suffix: "health", format: percent, max: 1 },
];
const kPlain: Look = { suffix: "", format: (value) => formatUnit(value, "", 3, 7), max: 1 };

export interface ParameterSlider {
  readonly element: HTMLElement;
  /** Whether its bounds are still those of the parameter. */
  fits(parameter: Parameter): boolean;
  refresh(parameter: Parameter | undefined): void;
}

export function parameterSlider(source: Source, parameter: Parameter, label: string): ParameterSlider {
  const look = kLooks.find(({ suffix }) => parameter.name.endsWith(suffix)) ?? kPlain;
  const [min, max] = [parameter.min ?? 0, parameter.max ?? look.max];
  const scale = look.fineNearZero === true ? squareScale(min, max) : linearScale(min, max);
  const control: BoundSlider = boundSlider({
    label,
    scale,
    format: look.format,
    help: parameter.help,
    send: (value) => {
      if (source.control) act(source.control.setParameter(parameter.name, value));
    },
  });
  const refresh = (now: Parameter | undefined): void => {
    if (typeof now?.value === "number") control.show(now.value);
    control.disable(now === undefined || now.writable ? undefined : `${now.help ?? label} It is fixed in this scenario.`);
  };
  const fits = (now: Parameter): boolean => now.min === parameter.min && now.max === parameter.max;
  refresh(parameter);
  return { element: control.element, fits, refresh };
}

/** Sliders that come and go with the parameters of a source. */
export class ParameterList {
  private sliders = new Map<string, ParameterSlider>();

  constructor(
    private readonly source: Source,
    private readonly container: HTMLElement,
    private readonly choose: (parameter: Parameter) => string | undefined, // its label, or not wanted
    private readonly nothing: string,
  ) {}

  refresh(): void {
    const wanted = this.source.parameters().filter((one) => typeof one.value === "number" && this.choose(one) !== undefined);
    const known = [...this.sliders.keys()];
    if (wanted.length !== known.length || wanted.some(({ name }) => !this.sliders.has(name)) || known.length === 0) this.build(wanted);
    for (const parameter of wanted) this.show(parameter);
  }

  /** Bounds may come after the value, or change with the scenario: a new slider takes the place. */
  private show(parameter: Parameter): void {
    const slider = this.sliders.get(parameter.name);
    if (slider === undefined || slider.fits(parameter)) {
      slider?.refresh(parameter);
      return;
    }
    const fresh = parameterSlider(this.source, parameter, this.choose(parameter) ?? "");
    slider.element.replaceWith(fresh.element);
    this.sliders.set(parameter.name, fresh);
  }

  private build(parameters: readonly Parameter[]): void {
    this.sliders = new Map(parameters.map((one) => [one.name, parameterSlider(this.source, one, this.choose(one) ?? "")]));
    const elements = [...this.sliders.values()].map(({ element }) => element);
    if (elements.length > 0) this.container.replaceChildren(...elements);
    else this.container.replaceChildren(emptySectionNote(this.nothing));
  }
}
