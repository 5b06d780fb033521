import { expect, it } from "vitest";
import type { Source, TopicMessage } from "../source";
import { followTopic } from "./follow_topic";

const message = (time: number): TopicMessage<number> => ({ topic: "/a", timeNs: BigInt(time), message: time });

function fakeSource(past: readonly number[]) {
  const listeners = new Set<(message: TopicMessage<number>) => void>();
  let answer: () => void = () => undefined;
  const source = {
    playback: undefined,
    history: () => new Promise((resolve) => (answer = () => resolve(past.map(message)))),
    subscribe(_: string, listener: (message: TopicMessage<number>) => void) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    onRestart: () => () => undefined,
  } as unknown as Source;
  const send = (time: number) => {
    for (const listener of listeners) listener(message(time));
  };
  return { source, listeners, send, answer: () => answer() };
}

it("a topic is followed from the past into the present without gap or repetition", async () => {
  const { source, listeners, send, answer } = fakeSource([1, 2, 3]);
  const got: number[] = [];
  const stop = followTopic<number>(source, "/a", 10, { reset: () => (got.length = 0), take: ({ message: value }) => got.push(value) });
  send(3);
  send(4);
  expect(got).toEqual([]);
  answer();
  await new Promise((resolve) => setTimeout(resolve));
  send(5);
  expect(got).toEqual([1, 2, 3, 4, 5]);
  stop();
  expect(listeners.size).toBe(0);
});
it("an answer that comes too late is dropped", async () => {
  const { source, answer } = fakeSource([1]);
  const got: number[] = [];
  followTopic<number>(source, "/a", 10, { reset: () => undefined, take: ({ message: value }) => got.push(value) })();
  answer();
  await new Promise((resolve) => setTimeout(resolve));
  expect(got).toEqual([]);
});
