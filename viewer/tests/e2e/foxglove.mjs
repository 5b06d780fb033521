// The official Foxglove client against the server: subscribes, decodes, publishes a command, sets a
// parameter and calls a service.
import assert from "node:assert/strict";
import { join } from "node:path";
import { TextEncoder } from "node:util";
import { Observer, Server, until } from "./server.mjs";

const kTopics = ["/hadal/scene", "/hadal/run_state", "/clock", "/tf", "/rov/ground_truth", "/rov/fls", "/rov/cam/image/compressed"];

export async function foxglove({ hadal, scenario, out }) {
  const server = await Server.start(hadal, ["run", scenario, "--serve", "127.0.0.1:0", "--out", join(out, "run")]);
  try {
    await speak(server, "foxglove.websocket.v1");
    await speak(server, "foxglove.sdk.v1");
  } finally {
    await server.stop();
  }
}

async function speak(server, protocol) {
  const observer = await Observer.connect(server.url, kTopics, protocol);
  try {
    assert.ok(observer.info.capabilities.includes("services"));
    for (const topic of kTopics) await until(`a message on ${topic}`, () => observer.counts.get(topic) > 0);
    const image = observer.latest.get("/rov/cam/image/compressed");
    assert.deepEqual(Array.from(image.data.subarray(0, 2)), [0xff, 0xd8]); // a JPEG
    assert.equal(observer.latest.get("/tf").transforms.length, observer.scene.links.length / 7);
    await setsParameter(observer);
    await callsServices(observer);
    await publishes(observer);
  } finally {
    observer.close();
  }
}

async function setsParameter(observer) {
  observer.set("sea/turbidity_ntu", 3.5);
  await until("the parameter", () => observer.values.get("sea/turbidity_ntu") === 3.5);
  await until("the sea", () => Math.abs(observer.scene.sea[2] - 3.5) < 1e-6);
  observer.set("sea/turbidity_ntu", 0);
}

async function callsServices(observer) {
  await observer.call("/hadal/pause", {});
  await until("paused", () => observer.run.paused);
  const tick = observer.run.tick;
  await observer.call("/hadal/step", { ticks: 10 });
  await until("ten ticks", () => observer.run.tick === tick + 10n);
  await observer.call("/hadal/resume", {});
  await until("running", () => !observer.run.paused);
  await assert.rejects(observer.call("/hadal/restore", { name: "nowhere" }), /nowhere/);
}

async function publishes(observer) {
  const { client } = observer;
  const channel = client.advertise({ topic: "/rov/pilot", encoding: "json", schemaName: "hadal_msgs/msg/PilotCommand" });
  const sticks = { surge: 0.8, sway: 0, heave: 0, roll: 0, pitch: 0, yaw: 0, hold_heading: true, hold_depth: true };
  const bytes = new TextEncoder().encode(JSON.stringify(sticks));
  await until("0.1 m/s ahead", () => {
    client.sendMessage(channel, bytes);
    return observer.velocity[0] > 0.1;
  });
  client.unadvertise(channel);
  await until("sticks released by themselves", () => observer.scene.set_points[24] === 0);
}
