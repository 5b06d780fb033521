// Artificial horizon, compass, depth, altitude and vertical speed of the chosen vehicle.
import type { Panel, PanelContext, PanelKind } from "../panel";
import type { SceneState } from "../scene_types";
import { FittedCanvas } from "./canvas";
import { drawFlightDisplay } from "./flight_display";
import { Painter, panelFrame } from "./panel_frame";
import { readVehicle } from "./vehicle_state";

export const flightPanel: PanelKind = {
  id: "horizon",
  title: "Flight instruments",
  offered: (source) => source.scene.vehicles.length > 0,
  create: createFlightPanel,
};

function createFlightPanel({ source, selection }: PanelContext): Panel {
  let state: SceneState | undefined;
  const painter = new Painter(draw);
  const canvas = new FittedCanvas(() => painter.request());
  const frame = panelFrame("flight", (scope) => {
    scope.add(source.onState((next) => {
      state = next;
      painter.request();
    }));
    scope.add(selection.onChange(() => painter.request()));
    scope.add(() => painter.cancel());
  });
  frame.toolbar.hidden = true;
  frame.body.append(canvas.element);

  function draw(): void {
    const ctx = canvas.begin();
    const reading = state && readVehicle(source.scene, state, selection.vehicle);
    if (ctx === undefined || reading === undefined) return;
    drawFlightDisplay(ctx, { x: 0, y: 0, width: canvas.width, height: canvas.height }, reading, true);
  }

  return {
    element: frame.element,
    dispose() {
      canvas.dispose();
      frame.dispose();
    },
  };
}
