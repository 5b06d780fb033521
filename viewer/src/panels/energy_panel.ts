// Battery and energy of the chosen vehicle.
import type { Panel, PanelContext, PanelKind } from "../panel";
import type { SceneState } from "../scene_types";
import { kThruster, ThrusterField } from "../scene_types";
import { el, replaceChildren, setText } from "../ui/el";
import { formatNumber, formatTime } from "../ui/format";
import { ChargeTrend } from "./charge_trend";
import { bar, group, valueRow } from "./rows";
import { statePanel } from "./state_panel";
import { readVehicle } from "./vehicle_state";

export const energyPanel: PanelKind = {
  id: "energy",
  title: "Battery and energy",
  offered: (source) => source.scene.vehicles.some((vehicle) => !vehicle.object),
  create: createEnergyPanel,
};

const kLow = 0.25;
const kEmpty = 0.1;
const kLongestLeft_s = 1000 * 3600; // longer is as good as for ever
const kBatteryType = "sensor_msgs/msg/BatteryState";

interface BatteryMessage {
  readonly voltage: number;
  readonly current: number;
  readonly percentage: number;
}

function createEnergyPanel(context: PanelContext): Panel {
  const { source, selection } = context;
  const fraction = bar(false);
  const percent = el("div", { class: "big-number number" });
  const voltage = valueRow("Voltage", "V");
  const current = valueRow("Current drawn", "A");
  const thrusters = valueRow("Thrusters now", "W", "Electrical power of all thrusters");
  const used = valueRow("Used", "Wh");
  const perWay = valueRow("Per way", "Wh/km");
  const left = valueRow("Lasts about", "", "If the charge goes on falling as in the last minute");
  const trend = new ChargeTrend();
  let battery: BatteryMessage | undefined;

  const panel = statePanel("energy", context, {
    build(frame) {
      replaceChildren(frame.body, [
        group("Battery", [el("div", { class: "battery-line" }, [fraction.element, percent]), voltage.element, current.element]),
        group("Energy", [thrusters.element, used.element, perWay.element, left.element]),
      ]);
    },
    whileSeen(scope) {
      let unsubscribe = followBattery();
      scope.add(selection.onChange(() => {
        unsubscribe();
        unsubscribe = followBattery();
      }));
      scope.add(() => unsubscribe());
    },
    update,
  });

  function followBattery(): () => void {
    battery = undefined;
    trend.clear();
    const name = source.scene.vehicles[selection.vehicle]?.name ?? "";
    const topic = source.topics().find((known) => known.type === kBatteryType && known.name.startsWith(`/${name}/`));
    if (topic === undefined) return () => undefined;
    return source.subscribe<BatteryMessage>(topic.name, ({ message }) => (battery = message));
  }

  function update(state: SceneState, vehicle: number): void {
    const reading = readVehicle(source.scene, state, vehicle);
    if (reading === undefined) return;
    const charge = Number.isFinite(reading.battery) ? reading.battery : (battery?.percentage ?? NaN);
    const tone = charge < kEmpty ? "bad" : charge < kLow ? "warn" : "good";
    fraction.set(charge, tone);
    setText(percent, Number.isFinite(charge) ? `${formatNumber(100 * charge, 1, 5)}\u2009%` : "no battery");
    voltage.set(formatNumber(battery?.voltage, 2, 6));
    // ROS has a discharge as a negative current.
    current.set(formatNumber(battery && -battery.current, 1, 6));
    thrusters.set(formatNumber(thrusterPower(state, source.scene.vehicles[vehicle]?.thrusters ?? [0, 0]), 0, 6));
    used.set(formatNumber(reading.energy_wh, 2, 6));
    perWay.set(formatNumber(reading.travelled_m > 1 ? (1000 * reading.energy_wh) / reading.travelled_m : NaN, 1, 6));
    trend.add(state.time_s, charge);
    left.set(leftText(trend.secondsLeft()));
  }

  return panel;
}

function thrusterPower(state: SceneState, [first, count]: readonly [number, number]): number {
  let sum = 0;
  for (let i = first; i < first + count; i++) sum += state.thrusters[i * kThruster + ThrusterField.Power] ?? 0;
  return sum;
}

function leftText(seconds: number): string {
  return seconds < kLongestLeft_s ? formatTime(seconds, 0) : "\u2013";
}
