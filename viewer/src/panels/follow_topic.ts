// All messages of a topic, from the past up to now and on: first what the source kept or the log
// holds, then each new one. After a jump in time the past is read again.
import type { Source, TopicMessage, Unsubscribe } from "../source";

export interface Follower<T> {
  /** What was given so far is void. */
  reset(): void;
  take(message: TopicMessage<T>): void;
}

const kJump_s = 2.5;
const kSettle_ms = 150; // while the user drags the time, reading waits

export function followTopic<T>(source: Source, topic: string, count: number, follower: Follower<T>): Unsubscribe {
  let unsubscribe: Unsubscribe = () => undefined;
  let begun = 0; // tells an outdated answer from the present one
  let timer: ReturnType<typeof setTimeout> | undefined;
  let time_s = source.playback?.timeS ?? 0;

  async function begin(): Promise<void> {
    const mine = ++begun;
    unsubscribe();
    // What comes while the past is being read waits, so that there is no gap between the two.
    let waiting: TopicMessage<T>[] | undefined = [];
    let last = -1n;
    unsubscribe = source.subscribe<T>(topic, (message) => {
      if (waiting !== undefined) waiting.push(message);
      else if (message.timeNs > last) {
        last = message.timeNs; // the first one of a log comes again in its own time
        follower.take(message);
      }
    });
    const past = await source.history<T>(topic, count).catch(() => []);
    if (mine !== begun) return;
    last = past.at(-1)?.timeNs ?? last;
    follower.reset();
    for (const message of past) follower.take(message);
    for (const message of waiting) {
      if (message.timeNs <= last) continue;
      last = message.timeNs;
      follower.take(message);
    }
    waiting = undefined;
  }

  function beginSoon(): void {
    begun++;
    unsubscribe();
    unsubscribe = () => undefined;
    clearTimeout(timer);
    timer = setTimeout(() => void begin(), kSettle_ms);
  }

  const offRestart = source.onRestart(beginSoon);
  const offPlayback = source.playback?.onChange(() => {
    const now = source.playback?.timeS ?? 0;
    if (Math.abs(now - time_s) > kJump_s) beginSoon();
    time_s = now;
  });
  void begin();
  return () => {
    begun++;
    clearTimeout(timer);
    unsubscribe();
    offRestart();
    offPlayback?.();
  };
}
