// The choice of one topic among those a panel can show. It keeps up with topics that appear, goes
// along with the chosen vehicle, and is remembered.
import type { PanelContext } from "../panel";
import { select, type Option } from "../ui/select";
import { isString, recall, remember } from "../ui/storage";

export interface TopicChoice {
  readonly element: HTMLSelectElement;
  readonly value: string; // empty: there is no such topic
  dispose(): void;
}

export function topicChoice({ source, selection }: PanelContext, key: string, label: string, list: () => readonly Option[], onChange: () => void): TopicChoice {
  const choice = select(label, list(), (value) => {
    remember(`${key}.topic`, value);
    onChange();
  });
  const remembered = recall(`${key}.topic`, isString, "");
  if (list().some((option) => option.value === remembered)) choice.set(remembered);
  else chooseOf(selection.vehicle);

  function chooseOf(vehicle: number): void {
    const name = source.scene.vehicles[vehicle]?.name;
    const own = list().find((option) => option.value.startsWith(`/${name ?? ""}/`));
    if (own !== undefined && !choice.value.startsWith(`/${name ?? ""}/`)) choice.set(own.value);
  }

  function change(act: () => void): void {
    const before = choice.value;
    act();
    if (choice.value !== before) onChange();
  }

  const offTopics = source.onTopics(() => change(() => choice.setOptions(list())));
  const offSelection = selection.onChange((vehicle) => change(() => chooseOf(vehicle)));
  return {
    element: choice.element,
    get value() {
      return choice.value;
    },
    dispose() {
      offTopics();
      offSelection();
    },
  };
}
