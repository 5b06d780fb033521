// Many viewers at once: does the simulation keep its own rate?
//   node tests/load.mjs --hadal build/release/apps/hadal/hadal [--scenario sonar_suite] [--clients 50] [--seconds 60]
// Starts a run at real time, watches its real-time factor with one client, then with many that take
// the scene, every picture and every sonar image, and with one that stops reading. Exit code 1 when
// the factor falls by more than a tenth or the stalled client is not dropped.
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { spawn } from "node:child_process";
import { parseArgs } from "node:util";
import { parse } from "@foxglove/rosmsg";
import { MessageReader } from "@foxglove/rosmsg2-serialization";
import WebSocket from "ws";

const { values: options } = parseArgs({
  options: {
    hadal: { type: "string" },
    scenario: { type: "string", default: "inspection_dive" },
    clients: { type: "string", default: "50" },
    seconds: { type: "string", default: "60" },
  },
});
const kSettle = 5;

const pause = (seconds) => new Promise((resolve) => setTimeout(resolve, 1000 * seconds));

/** Starts the program; its address once it listens. */
async function start() {
  const program = spawn(options.hadal, [
    "run", options.scenario, "--serve", "127.0.0.1:0", "--duration", "100000", "--out", mkdtempSync(join(tmpdir(), "hadal-load-")),
  ]);
  const url = await new Promise((resolve, reject) => {
    let text = "";
    program.stdout.on("data", (chunk) => {
      text += String(chunk);
      const found = /page: (\S+)/.exec(text);
      if (found) resolve(found[1]);
    });
    program.on("exit", () => reject(new Error(`the program ended: ${text}`)));
  });
  return { program, url: new URL(url) };
}

/** A client of everything that is worth watching; counts what it gets. */
function connect(url, wanted) {
  const socket = new WebSocket(`ws://${url.host}/ws${url.search}`, ["foxglove.websocket.v1"]);
  const client = { socket, messages: 0, bytes: 0, closed: false, factor: undefined, compression: 0 };
  const readers = new Map();
  socket.on("close", () => (client.closed = true));
  socket.on("error", () => (client.closed = true));
  socket.on("message", (data, binary) => {
    client.bytes += data.length;
    if (!binary) {
      const message = JSON.parse(String(data));
      if (message.op !== "advertise") return;
      const chosen = message.channels.filter((channel) => wanted(channel));
      for (const channel of chosen)
        if (isState(channel))
          readers.set(channel.id, new MessageReader(parse(channel.schema, { ros2: true })));
      socket.send(
        JSON.stringify({ op: "subscribe", subscriptions: chosen.map(({ id }) => ({ id, channelId: id })) }),
      );
      return;
    }
    if (data[0] !== 1) return;
    ++client.messages;
    const reader = readers.get(data.readUInt32LE(1));
    if (reader) note(client, reader.readMessage(data.subarray(13)));
  });
  return client;
}

/** What a run says of itself. */
function note(client, message) {
  client.factor = message.real_time_factor ?? client.factor;
  const at = message.names?.indexOf("compression_cpu_s") ?? -1;
  if (at >= 0) client.compression = message.values[at];
}

const isState = ({ topic }) => topic === "/hadal/run_state" || topic === "/hadal/performance";
const isWorthWatching = ({ topic, schemaName }) =>
  isState({ topic }) || topic === "/hadal/scene" || /CompressedImage|ProjectedSonarImage/.test(schemaName);

/** Mean real-time factor over a while. */
async function factorOver(watch, seconds) {
  const seen = [];
  for (let i = 0; i < seconds; ++i) {
    await pause(1);
    seen.push(watch.factor);
  }
  return seen.reduce((sum, value) => sum + value, 0) / seen.length;
}

const { program, url } = await start();
const status = async () => (await fetch(new URL(`/status.json${url.search}`, url))).json();
const watch = connect(url, isState);
await pause(kSettle);
const alone = await factorOver(watch, Math.min(10, Number(options.seconds)));
const before = await status();
const compressedBefore = watch.compression;

const clients = Array.from({ length: Number(options.clients) }, () => connect(url, isWorthWatching));
const stalled = connect(url, isWorthWatching);
await pause(1);
stalled.socket.pause();
await pause(kSettle);
for (const client of clients) client.messages = client.bytes = 0;
const crowded = await factorOver(watch, Number(options.seconds));
const after = await status();

const count = (pick) => clients.reduce((sum, client) => sum + pick(client), 0);
const seconds = Number(options.seconds);
console.log(JSON.stringify({
  scenario: options.scenario,
  clients: clients.length,
  real_time_factor: { one_client: alone, all_clients: crowded },
  messages_per_s: Math.round(count((c) => c.messages) / seconds),
  megabytes_per_s: Number((count((c) => c.bytes) / seconds / 1e6).toFixed(1)),
  least_messages_of_a_client: Math.min(...clients.map((c) => c.messages)),
  compression_cpu_s: Number((watch.compression - compressedBefore).toFixed(2)),
  server_cpu_s: Number((after.cpu_s - before.cpu_s).toFixed(2)),
  lost_clients: clients.filter((c) => c.closed).length,
  server_before: before,
  server_after: after,
}, null, 2));
program.kill("SIGINT");
const kept = crowded > 0.9 * alone && clients.every((client) => !client.closed);
process.exit(kept ? 0 : 1);
