// Finds out what there is to show (a log inside the page, a log on the server, a running simulation)
// and shows it; says what it waits for and what to do when there is nothing.
import "./ui/theme.css"; // first: what comes later refines it
import { acceptDrops, chooseFile, showNotice, type Notice } from "./layout/notice";
import { Page } from "./layout/page";
import { showHull, type HullDocument } from "./hull/hull_page";
import { showComparison, type ComparisonDocument } from "./report/comparison_page";
import type { RunDocument } from "./report/report_facts";
import type { Source } from "./source";
import { openLive } from "./sources/live_source";
import { bytesOfBlob, bytesOfMemory, bytesOfUrl, embedded, embeddedJson, type LogBytes } from "./sources/log_bytes";
import { LogError, openLog } from "./sources/open_log";
import { serverMode, serverUrl } from "./sources/server_documents";

const kRetryMs = 2000;

class App {
  private page: Page | undefined;
  private attempt = 0; // a newer one makes an older one void
  private readonly here = new URL(location.href);

  constructor(private readonly root: HTMLElement) {
    acceptDrops((file) => void this.showLog(bytesOfBlob(file), file.name));
  }

  async start(): Promise<void> {
    const attempt = this.begin({ title: "Looking for the simulation", text: "One moment.", busy: true });
    try {
      const hull = embeddedJson(document, "hull");
      if (hull !== undefined) {
        showHull(this.root, hull as HullDocument);
        return;
      }
      const comparison = embeddedJson(document, "comparison");
      if (comparison !== undefined) {
        showComparison(this.root, comparison as ComparisonDocument);
        return;
      }
      const log = embedded(document, "log");
      if (log) {
        await this.showLog(bytesOfMemory(log.bytes.buffer), log.name, embeddedJson(document, "run") as RunDocument | undefined);
        return;
      }
    } catch (error) {
      const advice = "Write the page again with `hadal report` or `hadal mesh --html`.";
      this.fail({ title: "What is inside this page cannot be read", text: `${messageOf(error)} ${advice}` });
      return;
    }
    if (this.here.protocol === "file:") {
      this.fail(kNothingHere);
      return;
    }
    const mode = await serverMode(this.here);
    if (attempt !== this.attempt) return;
    if (mode === undefined) this.waitForServer();
    else if (mode === "refused") this.fail(kRefused);
    else if (mode === "log") await this.showServerLog();
    else await this.showLive();
  }

  private async showLive(): Promise<void> {
    const text = "The simulation is there; its scene and models are on the way.";
    const attempt = this.begin({ title: "Loading the scene", text, busy: true });
    try {
      const source = await openLive(this.here);
      if (attempt !== this.attempt) {
        source.close();
        return;
      }
      source.onOtherScene(() => void this.start());
      this.show(source);
    } catch (error) {
      const advice = "Is the simulation still running? Its terminal may say more.";
      if (attempt === this.attempt) this.fail({ title: "The scene cannot be loaded", text: `${messageOf(error)}. ${advice}` });
    }
  }

  private async showServerLog(): Promise<void> {
    const attempt = this.begin({ title: "Opening the log", text: "The server hands it over.", busy: true });
    try {
      const bytes = await bytesOfUrl(serverUrl(this.here, "/log.mcap").href);
      if (attempt === this.attempt) await this.showLog(bytes, "log");
    } catch (error) {
      if (attempt === this.attempt) this.fail({ title: "The log cannot be fetched", text: `${messageOf(error)}. Start \`hadal view LOG\` again.` });
    }
  }

  private async showLog(bytes: LogBytes, name: string, run?: RunDocument): Promise<void> {
    const attempt = this.begin({ title: "Opening the log", text: name, busy: true });
    const onProgress = (fraction: number): void => {
      if (attempt !== this.attempt) return;
      showNotice(this.root, {
        title: "Opening the log",
        text: `It was cut off and has no index; it is read once from the start: ${Math.round(100 * fraction)} %.`,
        busy: true,
      });
    };
    try {
      const source = await openLog(bytes, { name, onProgress });
      if (attempt === this.attempt) this.show(source, run);
      else source.close();
    } catch (error) {
      const advice = error instanceof LogError ? error.advice : "";
      if (attempt === this.attempt) this.fail({ title: "This log cannot be shown", text: `${messageOf(error)} ${advice}` });
    }
  }

  private show(source: Source, run?: RunDocument): void {
    document.title = `${source.title} \u2013 Hadal`;
    try {
      this.page = new Page(this.root, source, () => this.askForLog(), run);
    } catch (error) {
      source.close();
      this.fail({ title: "The page cannot be shown", text: `${messageOf(error)} Please report it with the name of the scenario.` });
    }
  }

  /** Clears the page for something new. */
  private begin(notice: Notice): number {
    this.page?.dispose();
    this.page = undefined;
    showNotice(this.root, notice);
    return ++this.attempt;
  }

  private waitForServer(): void {
    this.fail(kServerGone);
    const attempt = this.attempt;
    setTimeout(() => {
      void serverMode(this.here).then((mode) => {
        if (attempt !== this.attempt) return;
        if (mode === undefined) this.waitForServer();
        else void this.start();
      });
    }, kRetryMs);
  }

  private fail(notice: Notice): void {
    const again = { label: "Try again", run: () => void this.start() };
    const open = { label: "Open a log\u2026", run: () => this.askForLog() };
    this.begin({ ...notice, actions: this.here.protocol === "file:" ? [open] : [again, open] });
  }

  private askForLog(): void {
    chooseFile((file) => void this.showLog(bytesOfBlob(file), file.name));
  }
}

const kServerGone: Notice = {
  title: "The simulation does not answer",
  text:
    "This page belongs to a server that is not there any more. It is tried again every two seconds. " +
    "Start it again, or open a log that a run wrote:",
  example: "hadal run inspection_dive --serve",
};
const kRefused: Notice = {
  title: "No access to this server",
  text: "The server wants another token. Open the address that it printed.",
};
const kNothingHere: Notice = {
  title: "Nothing to show yet",
  text: "Drop a log (log.mcap) on this page, or open one. For a live run start a server and open the address it prints:",
  example: "hadal run inspection_dive --serve",
};

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

const root = document.getElementById("app");
if (root) void new App(root).start();
