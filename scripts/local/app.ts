import { type ChildProcess, spawn } from "node:child_process";
import { closeSync, existsSync, openSync, readFileSync, watch } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { generateDocs } from "../lib/docs-site.ts";
import { Foreseen } from "../lib/foreseen.ts";
import { nodeOptionsOf, ROOT } from "../lib/run.ts";

export type AppOptions = {
  /** Every setting; PORT is the one that is polled. */
  env: NodeJS.ProcessEnv;
  logFolder: string;
  /** Whether the worker runs beside the service; usually it does. */
  hasWorker?: boolean;
  /** Next in development mode, with both processes' output in the terminal; an edit reloads or restarts them. */
  isDevelopment?: boolean;
  onRestart?: (why: string) => void;
  onGiveUp?: (why: string) => void;
};
export type RunningApp = { baseUrl: string; pids: () => number[]; stop: () => Promise<void> };

const READY_WITHIN_MS = 60_000;
// On the first request in development Next compiles all that answers it.
const COMPILED_WITHIN_MS = 300_000;
const GIVE_UP_AFTER = 3;
const CALM_MS = 30_000;
// The service drains for ten seconds at most, after its grace; a little more, and it hangs.
const STOP_MS = 15_000;
// An editor that saves all its files is one edit.
const EDIT_MS = 100;

// Loaded before the service and its worker: when the process that started them is gone, they stop as if asked to.
// The channel to that process must not keep them alive when they have nothing left to do. Next's own workers, which
// inherit this, are left alone.
const PARENT_WATCH = `data:text/javascript,${encodeURIComponent(`if (process.ppid === ${process.pid}) {
  process.on("disconnect", () => process.kill(process.pid, "SIGTERM"));
  process.channel?.unref();
}`)}`;

// What Next reloads by itself. The rest is the program, which the process holds once (docs/adr/0039).
const RELOADED = /^(app|hosted|console|kit|docs-page|landing)\/|^proxy\.ts$/;
// What the worker does not import.
const NOT_IN_WORKER = /^(app|hosted|console|kit|docs-page|landing|http|auth|trpc|server)\/|^proxy\.ts$/;

type ServiceOptions = Required<Pick<AppOptions, "onRestart" | "onGiveUp">> & {
  name: string;
  /** What Node gets: its options, the script, and the script's own. */
  command: string[];
  env: NodeJS.ProcessEnv;
  /** Absent: its output goes to the terminal. */
  logFile?: string | undefined;
};

/** The service and its worker, as `npm run serve` and `npm run worker` run them: the production build, or Next in development mode. */
export async function startApp({
  env,
  logFolder,
  hasWorker = true,
  isDevelopment = false,
  onRestart = () => {},
  onGiveUp = () => {},
}: AppOptions): Promise<RunningApp> {
  await using stack = new AsyncDisposableStack();
  let gaveUp = "";
  const shared = {
    env: {
      SHUTDOWN_GRACE_SECONDS: "0", // no balancer in front
      ...env,
      NODE_ENV: isDevelopment ? "development" : "production",
      NEXT_TELEMETRY_DISABLED: "1",
    } satisfies NodeJS.ProcessEnv,
    onRestart,
    onGiveUp: (why: string) => {
      gaveUp = why;
      onGiveUp(why);
    },
  };
  const services = ["service", ...(hasWorker ? ["worker"] : [])].map((name) =>
    startService({
      ...shared,
      name,
      command:
        name === "service"
          ? [
              ...nodeOptionsOf("serve"),
              join(ROOT, "src/server/main.ts"),
              ...(isDevelopment ? ["--dev"] : ["--processes", "1"]),
            ]
          : [...nodeOptionsOf("worker"), join(ROOT, "src/worker/main.ts")],
      logFile: isDevelopment ? undefined : join(logFolder, `${name}.log`),
    }),
  );
  stack.defer(async () => {
    await Promise.all(services.map((service) => service.stop()));
  });
  const [service, worker] = services;
  if (isDevelopment) {
    stack.defer(watchDocs());
    stack.defer(
      onEdit(async (files) => {
        const changed = [
          ...(files.some((file) => !RELOADED.test(file)) ? [service] : []),
          ...(files.some((file) => !NOT_IN_WORKER.test(file)) ? [worker] : []),
        ];
        await Promise.all(changed.map((one) => one?.restart()));
      }),
    );
  }
  const baseUrl = `http://localhost:${env.PORT}`;
  const deadline = Date.now() + (isDevelopment ? COMPILED_WITHIN_MS : READY_WITHIN_MS);
  while (!(await answers(`${baseUrl}/health`))) {
    if (gaveUp !== "") throw new Foreseen(gaveUp);
    if (Date.now() > deadline) {
      const words = isDevelopment ? "" : lastWords(join(logFolder, "service.log"));
      throw new Foreseen(`The service did not answer at ${baseUrl}/health. ${words}`);
    }
    await pause(50);
  }
  const running = stack.move();
  return {
    baseUrl,
    pids: () => services.flatMap((one) => one.pid() ?? []),
    stop: () => running.disposeAsync(),
  };
}

/** Makes the pages at /docs again when their Markdown or samples are edited; Next then reloads them. */
function watchDocs(): () => void {
  const make = (): void => {
    try {
      generateDocs();
    } catch (error) {
      console.error(error instanceof Error ? error.message : error);
    }
  };
  const watchers = ["docs", "sdk/samples"].map((folder) =>
    watch(join(ROOT, folder), { recursive: true }, make),
  );
  return () => {
    for (const watcher of watchers) watcher.close();
  };
}

// Of src, what is made; of packages, what is built for others, and the tests beside each.
const NOT_RUN = /^data\/generated\/|^packages\/[^/]+\/(?!src\/)/;

/** Calls with the files below src, and below packages, that were edited together; @returns how to stop watching */
function onEdit(react: (files: string[]) => Promise<void>): () => void {
  const edited = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  const onChange = (file: string): void => {
    if (!/\.(ts|tsx|json)$/.test(file) || NOT_RUN.test(file)) return;
    edited.add(file);
    clearTimeout(timer);
    timer = setTimeout(() => {
      const files = [...edited];
      edited.clear();
      void react(files);
    }, EDIT_MS);
  };
  const watchers = [["src", ""] as const, ["packages", "packages/"] as const]
    .filter(([folder]) => existsSync(join(ROOT, folder)))
    .map(([folder, before]) =>
      watch(join(ROOT, folder), { recursive: true }, (_event, name) =>
        onChange(`${before}${name?.replaceAll("\\", "/") ?? ""}`),
      ),
    );
  return () => {
    clearTimeout(timer);
    for (const watcher of watchers) watcher.close();
  };
}

/** Runs a script of ours until it is stopped, and again after a crash. */
function startService(options: ServiceOptions) {
  const { name, command, env, logFile, onRestart, onGiveUp } = options;
  let child: ChildProcess | undefined;
  let isStopping = false;
  let failures: number[] = [];

  const start = () => {
    const log = logFile === undefined ? "inherit" : openSync(logFile, "a", 0o600);
    const running = spawn(process.execPath, ["--import", PARENT_WATCH, ...command], {
      cwd: ROOT,
      env,
      stdio: ["ignore", log, log, "ipc"],
      // Its own process group: Ctrl-C must reach it through us, in the right order.
      detached: true,
    });
    child = running;
    if (log !== "inherit") closeSync(log);
    running.once("exit", (code, signal) => {
      if (isStopping || child !== running) return;
      failures = [...failures.filter((at) => Date.now() - at < CALM_MS), Date.now()];
      const why = `the ${name} ended (${signal ?? code})`;
      if (failures.length >= GIVE_UP_AFTER && logFile !== undefined)
        return onGiveUp(`${why}. ${lastWords(logFile)}`);
      // Without a log file a developer is editing it, and the terminal shows what ended it: the next edit starts it.
      if (failures.length >= GIVE_UP_AFTER) return onRestart(`${why}; waiting for an edit before`);
      onRestart(why);
      setTimeout(() => !isStopping && child === running && start(), 500);
    });
  };
  const end = async () => {
    const running = child;
    child = undefined;
    if (running === undefined || running.exitCode !== null || running.signalCode !== null) return;
    const gone = new Promise((resolve) => running.once("exit", resolve));
    running.kill("SIGTERM");
    const graceMs = Number(env.SHUTDOWN_GRACE_SECONDS ?? 0) * 1000;
    const alarm = setTimeout(() => running.kill("SIGKILL"), STOP_MS + graceMs);
    await gone;
    clearTimeout(alarm);
  };
  start();
  let restarting = Promise.resolve();
  return {
    /** Of the process that runs now. */
    pid: () => child?.pid,
    /** Ends it, and begins again with the files as they are now. */
    restart() {
      restarting = restarting.then(async () => {
        await end();
        failures = [];
        if (!isStopping) start();
      });
      return restarting;
    },
    async stop() {
      isStopping = true;
      await restarting;
      await end();
    },
  };
}

const lastWords = (logFile: string): string =>
  `Its last words (${logFile}):\n${readFileSync(logFile, "utf8").trim().split("\n").slice(-12).join("\n")}`;

async function answers(url: string): Promise<boolean> {
  try {
    return (await fetch(url, { signal: AbortSignal.timeout(5_000) })).status < 500;
  } catch {
    return false;
  }
}
