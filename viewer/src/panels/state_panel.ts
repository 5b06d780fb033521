// What panels that show numbers of the chosen vehicle share: they follow state and selection.
import type { Panel, PanelContext } from "../panel";
import type { SceneState } from "../scene_types";
import { Painter, panelFrame, type PanelFrame, type Scope } from "./panel_frame";

const kTimesPerSecond = 10; // digits that change faster cannot be read

export interface StateView {
  /** The vehicle changed: make the elements for it. */
  build(frame: PanelFrame, vehicle: number): void;
  update(state: SceneState, vehicle: number): void;
  whileSeen?(scope: Scope): void;
}

export function statePanel(id: string, { source, selection }: PanelContext, view: StateView): Panel {
  let state: SceneState | undefined;
  const painter = new Painter(() => {
    if (state !== undefined) view.update(state, selection.vehicle);
  }, kTimesPerSecond);
  const frame = panelFrame(id, (scope) => {
    scope.add(source.onState((next) => {
      state = next;
      painter.request();
    }));
    scope.add(() => painter.cancel());
    view.whileSeen?.(scope);
  });
  view.build(frame, selection.vehicle);
  const offSelection = selection.onChange((vehicle) => {
    view.build(frame, vehicle);
    painter.request();
  });
  return {
    element: frame.element,
    dispose() {
      offSelection();
      frame.dispose();
    },
  };
}
