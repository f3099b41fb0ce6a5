import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { Foreseen } from "../lib/foreseen.ts";
import { ROOT } from "../lib/run.ts";
import { lastWords, type Service, startService } from "./children.ts";

export type AppOptions = {
  /** Every setting; PORT is the one that is polled. */
  env: NodeJS.ProcessEnv;
  logFolder: string;
  /** Whether the worker runs beside the service; usually it does. */
  hasWorker?: boolean;
  onRestart?: (why: string) => void;
  onGiveUp?: (why: string) => void;
};
export type RunningApp = { baseUrl: string; pids: () => number[]; stop: () => Promise<void> };

const SERVER = join(ROOT, "src/server/main.ts");
const WORKER = join(ROOT, "src/worker/main.ts");
const READY_WITHIN_MS = 60_000;

/** The production build and its worker, as `npm run serve` and `npm run worker` run them. */
export async function startApp({
  env,
  logFolder,
  hasWorker = true,
  onRestart = () => {},
  onGiveUp = () => {},
}: AppOptions): Promise<RunningApp> {
  const settings: NodeJS.ProcessEnv = {
    SHUTDOWN_GRACE_SECONDS: "0", // no balancer in front
    ...env,
    NODE_ENV: "production",
    NEXT_TELEMETRY_DISABLED: "1",
  };
  const logFile = join(logFolder, "service.log");
  let gaveUp = "";
  const watch = {
    env: settings,
    onRestart,
    onGiveUp: (why: string) => {
      gaveUp = why;
      onGiveUp(why);
    },
  };
  const services: Service[] = [
    startService({ ...watch, name: "service", script: SERVER, logFile }),
    ...(hasWorker
      ? [startService({ ...watch, name: "worker", script: WORKER, logFile: join(logFolder, "worker.log") })]
      : []),
  ];
  const stop = async () => {
    await Promise.all(services.map((service) => service.stop()));
  };
  const baseUrl = `http://localhost:${env.PORT}`;
  const deadline = Date.now() + READY_WITHIN_MS;
  while (!(await answers(`${baseUrl}/health`))) {
    if (gaveUp === "" && Date.now() < deadline) {
      await pause(50);
      continue;
    }
    await stop();
    throw new Foreseen(
      gaveUp === "" ? `The service did not answer at ${baseUrl}/health. ${lastWords(logFile)}` : gaveUp,
    );
  }
  return { baseUrl, pids: () => services.flatMap((service) => service.pid() ?? []), stop };
}

async function answers(url: string): Promise<boolean> {
  try {
    return (await fetch(url, { signal: AbortSignal.timeout(5_000) })).status < 500;
  } catch {
    return false;
  }
}
