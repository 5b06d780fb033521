// Opens a log for the page, or says why it cannot be shown and what to do about it.
import type { SceneDescription } from "../scene_types";
import type { LogBytes } from "./log_bytes";
import { LogFile } from "./log_file";
import { kSceneTopic, LogSource } from "./log_source";

/** Why a log cannot be shown, and what to do about it. */
export class LogError extends Error {
  constructor(
    reason: string,
    readonly advice: string,
  ) {
    super(reason);
  }
}

export interface LogOptions {
  readonly name?: string;
  readonly onProgress?: (fraction: number) => void;
  /** In place of the log's own, e.g. for a log that another program wrote. */
  readonly scene?: SceneDescription;
}

export async function openLog(bytes: LogBytes, options: LogOptions = {}): Promise<LogSource> {
  let file: LogFile;
  try {
    file = await LogFile.open(bytes, options.onProgress);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new LogError(
      `The log cannot be read: ${reason}.`,
      "Choose the file log.mcap that a run wrote into its output folder; `hadal info FILE` says what is in it.",
    );
  }
  return new LogSource(file, options.scene ?? sceneOf(file), options.name);
}

function sceneOf(file: LogFile): SceneDescription {
  const json = file.attachment("scene.json");
  if (!json || !file.topics.has(kSceneTopic)) {
    throw new LogError(
      "The log has no scene: it was recorded by an older version, or by another program.",
      "Record the run again with `hadal run SCENARIO`. Until then `hadal export LOG --topic TOPIC` gives its numbers.",
    );
  }
  return JSON.parse(new TextDecoder().decode(json)) as SceneDescription;
}
