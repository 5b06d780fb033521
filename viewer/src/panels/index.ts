// All kinds of panels, in the order in which they are offered.
import type { PanelKind } from "../panel";
import { annotatedCameraPanel, cameraPanel } from "./camera_panel";
import { consolePanel } from "./console_panel";
import { energyPanel } from "./energy_panel";
import { flightPanel } from "./flight_panel";
import { forcesPanel } from "./forces_panel";
import { missionPanel } from "./mission_panel";
import { numbersPanel } from "./numbers_panel";
import { performancePanel } from "./performance_panel";
import { plotPanel } from "./plot_panel";
import { pointsPanel } from "./points_panel";
import { sonarPanel } from "./sonar_panel";
import { thrustersPanel } from "./thrusters_panel";
import { topicsPanel } from "./topics_panel";
import { waterfallPanel } from "./waterfall_panel";

export const panelKinds: readonly PanelKind[] = [
  flightPanel,
  cameraPanel,
  annotatedCameraPanel,
  sonarPanel,
  waterfallPanel,
  pointsPanel,
  numbersPanel,
  missionPanel,
  thrustersPanel,
  energyPanel,
  forcesPanel,
  plotPanel,
  consolePanel,
  topicsPanel,
  performancePanel,
];
