import { onTestFinished } from "vitest";
import type { ExitCode } from "../../../sdk/cli/src/command.ts";
import { main } from "../../../sdk/cli/src/main.ts";
import { start, submit } from "../http/actions.ts";
import { dispatch } from "../http/dispatch.ts";
import { testClock } from "../world/clock.ts";
import { BASE_URL, type Call, createService } from "../world/service.ts";
import { cliWorld, temporaryFolder } from "./run-cli.ts";

/** A verification of a test that ends at once: one event. @returns its id */
export const happen = async (
  { call, tenant }: { call: Call; tenant: { testKey: string } },
  body: Record<string, unknown> = {},
): Promise<string> => {
  const { verificationId } = await start(call, tenant.testKey, body);
  await submit(call, tenant.testKey, { verificationId, result: "approved" });
  return verificationId;
};

/** A service in this process, at a clock that tests move, and a computer whose command lines run in this process too. */
export const cliInProcess = async () => {
  const clock = testClock(new Date());
  const service = await createService({ overrides: { now: clock.now } });
  onTestFinished(() => service.close());
  const tenant = await service.tenant({ plan: "scale" });
  const polls: { acknowledgements: unknown[] }[] = [];
  const toService: typeof fetch = async (input, init) => {
    const url = String(input);
    if (!url.startsWith(BASE_URL)) return fetch(input, init);
    if (url.endsWith("/listeners/deliveries")) polls.push(JSON.parse(String(init?.body)));
    const { signal, ...rest } = init ?? {};
    const gone = Promise.withResolvers<never>();
    gone.promise.catch(() => undefined);
    signal?.addEventListener("abort", () => gone.reject(signal.reason), { once: true });
    return Promise.race([dispatch(service.deps, new Request(url, rest)), gone.promise]);
  };
  const configFile = `${temporaryFolder()}/lintel/config.json`;
  const env = { LINTEL_URL: BASE_URL, LINTEL_API_KEY: tenant.testKey };

  /** Begins a command line; it is stopped, as by Ctrl+C, at the latest when the test ends. */
  const lintel = (args: readonly string[], more: Record<string, string> = {}) => {
    const stop = new AbortController();
    const { io, stdout, stderr } = cliWorld({
      ...{ env: { ...env, ...more }, isJson: args.includes("--json"), configFile },
      ...{ fetch: toService, now: clock.now, signal: stop.signal },
      sleep: (ms) => new Promise((resolve) => setTimeout(resolve, Math.min(ms, 20))),
    });
    const ended: Promise<ExitCode> = main(args, io);
    onTestFinished(async () => {
      stop.abort();
      await ended;
    });
    return { ended, stop: () => stop.abort(), stdout, stderr };
  };
  return { clock, service, tenant, call: service.call, deps: service.deps, lintel, polls, env };
};
