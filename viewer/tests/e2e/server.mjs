// Starts the program with its server, and talks to it as a Foxglove client beside the page, so that a
// test asserts what the simulation did and not what the page says about it.
import { spawn } from "node:child_process";
import { TextDecoder, TextEncoder } from "node:util";
import foxglove from "@foxglove/ws-protocol"; // these packages are CommonJS
import rosmsg from "@foxglove/rosmsg";
import serialization from "@foxglove/rosmsg2-serialization";
import WebSocket from "ws";

const { FoxgloveClient } = foxglove;
const { parse } = rosmsg;
const { MessageReader } = serialization;

const kStartMs = 60_000;
const kWaitMs = 30_000;

/** A running `hadal ... `; ends with stop(). */
export class Server {
  static async start(hadal, args) {
    const server = new Server();
    server.process = spawn(hadal, args, { stdio: ["ignore", "pipe", "pipe"] });
    server.output = "";
    server.ended = new Promise((resolve) => server.process.on("exit", resolve));
    server.process.stderr.on("data", (data) => (server.output += data));
    server.url = await new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error(`no address printed:\n${server.output}`)), kStartMs);
      server.process.stdout.on("data", (data) => {
        server.output += data;
        const found = /page: (http\S+)/.exec(server.output);
        if (!found) return;
        clearTimeout(timer);
        resolve(found[1]);
      });
      server.process.on("exit", (code) => reject(new Error(`${hadal} ended with ${code}:\n${server.output}`)));
    });
    return server;
  }

  async stop() {
    this.process.kill("SIGINT");
    const timer = setTimeout(() => this.process.kill("SIGKILL"), 10_000);
    await this.ended;
    clearTimeout(timer);
  }
}

/** Waits until `check` gives something true; fails with what it last said. */
export async function until(what, check, waitMs = kWaitMs) {
  const end = Date.now() + waitMs;
  let last;
  for (;;) {
    last = await check();
    if (last) return last;
    if (Date.now() > end) throw new Error(`waited ${waitMs / 1000} s for: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** The official client: latest messages by topic, parameters, services. */
export class Observer {
  static async connect(pageUrl, topics, protocol = FoxgloveClient.SUPPORTED_SUBPROTOCOL) {
    const observer = new Observer();
    const url = new URL("/ws", pageUrl);
    url.search = new URL(pageUrl).search;
    url.protocol = "ws:";
    observer.latest = new Map();
    observer.counts = new Map();
    observer.values = new Map();
    observer.channels = new Map();
    observer.services = new Map();
    observer.answers = new Map();
    observer.lastCall = 0;
    observer.client = new FoxgloveClient({ ws: new WebSocket(url, [protocol]) });
    observer.listen(topics);
    await until("the server's topics", () => topics.every((topic) => observer.channels.has(topic)));
    await until("the server's services", () => observer.services.has("/hadal/pause"));
    observer.client.getParameters([], "all");
    await until("the parameters", () => observer.values.size > 0);
    observer.client.subscribeParameterUpdates([...observer.values.keys()]);
    return observer;
  }

  listen(topics) {
    const { client } = this;
    const bySubscription = new Map();
    client.on("serverInfo", (info) => (this.info = info));
    client.on("error", (error) => (this.error = error));
    client.on("advertise", (channels) => {
      for (const channel of channels) {
        if (this.channels.has(channel.topic)) continue;
        this.channels.set(channel.topic, channel);
        if (!topics.includes(channel.topic)) continue;
        const reader = new MessageReader(parse(channel.schema, { ros2: true }));
        bySubscription.set(client.subscribe(channel.id), { topic: channel.topic, reader });
      }
    });
    client.on("message", ({ subscriptionId, data }) => {
      const { topic, reader } = bySubscription.get(subscriptionId);
      this.latest.set(topic, reader.readMessage(data));
      this.counts.set(topic, (this.counts.get(topic) ?? 0) + 1);
    });
    client.on("parameterValues", ({ parameters }) => {
      for (const { name, value } of parameters) this.values.set(name, value);
    });
    client.on("advertiseServices", (services) => {
      for (const service of services) this.services.set(service.name, service);
    });
    client.on("serviceCallResponse", ({ callId, data }) => {
      const text = new TextDecoder().decode(data);
      this.answers.get(callId)?.resolve(text === "" ? {} : JSON.parse(text));
    });
    client.on("serviceCallFailure", ({ callId, message }) => this.answers.get(callId)?.reject(new Error(message)));
  }

  call(name, request) {
    const callId = ++this.lastCall;
    const data = new TextEncoder().encode(JSON.stringify(request));
    return new Promise((resolve, reject) => {
      this.answers.set(callId, { resolve, reject });
      this.client.sendServiceCallRequest({
        serviceId: this.services.get(name).id,
        callId,
        encoding: "json",
        data: new DataView(data.buffer),
      });
    });
  }

  set(name, value) {
    this.client.setParameters([{ name, value }]);
  }

  get scene() {
    return this.latest.get("/hadal/scene");
  }

  get run() {
    return this.latest.get("/hadal/run_state");
  }

  /** North, east, down of the first link. */
  get place() {
    return this.scene ? Array.from(this.scene.links.subarray(0, 3)) : undefined;
  }

  /** Velocity in the axes of the first vehicle. */
  get velocity() {
    return this.scene ? Array.from(this.scene.vehicles.subarray(0, 6)) : undefined;
  }

  close() {
    this.client.close();
  }
}
