// The choice of one topic among those a panel can show. It keeps up with topics that appear, goes
// along with the chosen vehicle, and is remembered. A panel beside another of its kind begins with the
// topic of another number.
import type { PanelContext } from "../panel";
import { select, type Option } from "../ui/select";
import { isString, recall, remember } from "../ui/storage";

export interface TopicChoice {
  readonly element: HTMLSelectElement;
  readonly value: string; // empty: there is no such topic
  dispose(): void;
}

export function topicChoice({ source, selection }: PanelContext, key: string, label: string, list: () => readonly Option[], onChange: () => void, number = 0): TopicChoice {
  const choice = select(label, list(), (value) => {
    remember(`${key}.topic`, value);
    onChange();
  });
  const remembered = recall(`${key}.topic`, isString, "");
  if (list().some((option) => option.value === remembered)) choice.set(remembered);
  else chooseOf(selection.vehicle);

  function chooseOf(vehicle: number): void {
    const name = source.scene.vehicles[vehicle]?.name;
    const own = list().filter((option) => option.value.startsWith(`/${name ?? ""}/`));
    const wanted = own[Math.min(number, own.length - 1)];
    if (wanted !== undefined) choice.set(wanted.value);
  }

  function follow(vehicle: number): void {
    if (!choice.value.startsWith(`/${source.scene.vehicles[vehicle]?.name ?? ""}/`)) chooseOf(vehicle);
  }

  function listAgain(): void {
    const none = choice.value === "";
    choice.setOptions(list());
    if (none) chooseOf(selection.vehicle);
  }

  function change(act: () => void): void {
    const before = choice.value;
    act();
    if (choice.value !== before) onChange();
  }

  const offTopics = source.onTopics(() => change(listAgain));
  const offSelection = selection.onChange((vehicle) => change(() => follow(vehicle)));
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
