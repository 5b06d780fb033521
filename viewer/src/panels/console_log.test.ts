import { expect, it } from "vitest";
import { ConsoleLog, levelOf } from "./console_log";

it("the console counts unread warnings and stays bounded", () => {
  const log = new ConsoleLog();
  for (let i = 0; i < 2500; i++) log.add(i, { level: i % 10 === 0 ? 30 : 20, name: "run", msg: `line ${i}` });
  expect(log.lines).toHaveLength(2000);
  expect(log.lines[0]?.text).toBe("line 500");
  expect(log.unread).toBe(250);
  log.markRead();
  expect(log.unread).toBe(0);
});
it("levels in between belong to the one below", () => {
  expect(levelOf(35).name).toBe("warning");
  expect(levelOf(0).name).toBe("debug");
});
