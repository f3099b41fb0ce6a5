import { randomUUID } from "node:crypto";
import { callApi, hasEnded } from "../api.ts";
import { readArguments, usageError } from "../arguments.ts";
import { startBodyOf } from "../assignments.ts";
import { CliError, type Command, EXIT } from "../command.ts";
import type { Io } from "../io.ts";
import { accountOf, findRunning } from "../listening/kept-listeners.ts";
import { closeListener, openListener, poll } from "../listening/listener.ts";
import { parseJson, textIn } from "../request.ts";
import { isLiveKey, requireService, type Service } from "../service.ts";

/** The outcomes that lead to each event, the usual one first; `cancel` is `/verify/cancel`. */
const OUTCOMES: Readonly<Record<string, readonly [string, ...string[]]>> = {
  "verification.completed": ["approve", "under_age"],
  "verification.failed": ["poor_document", "provider_error", "cancel"],
  "verification.expired": ["expire"],
};

/** More tries than a tenant can allow a person. */
const MOST_TRIES = 12;
/** The event is there once the last step has its answer; this covers a service that is about to restart. */
const WAIT_MS = 30_000;

const choices = Object.entries(OUTCOMES)
  .map(([event, outcomes]) => `  ${event.padEnd(24)} ${outcomes.join(", ")}`)
  .join("\n");

/** Makes an event happen, in test mode. */
export const trigger: Command = {
  name: "trigger",
  summary: "Make a test event happen",
  usage: `Usage: lintel trigger <event> [--set <field>=<value>]... [options]

Events, each with its outcomes:
${choices}

  --set <field>=<value>  a field of POST /verify/start: minimumAge=16, metadata.order=A-1
  --outcome <outcome>    another than the first one
  --also-endpoints       send it to the tenant's webhook endpoints and all listeners, too
  --url <address>        a service that you are not signed in at

It starts a test verification and plays its end. The event goes to the lintel listen that runs here; without one,
trigger takes it itself and prints it. Test keys only.`,
  async run(args, io) {
    const options = {
      set: { type: "string", multiple: true },
      outcome: { type: "string" },
      url: { type: "string" },
      "also-endpoints": { type: "boolean" },
    } as const;
    const { values, positionals } = readArguments(trigger, args, options, { least: 1 });
    const [event = ""] = positionals;
    const outcome = outcomeOf(event, values.outcome);
    const body = startBodyOf(trigger, values.set ?? [], "verification");
    const service = requireService(io, values.url);
    if (isLiveKey(service.apiKey))
      throw new CliError("trigger plays tests only. Use a test key: lintel login.", EXIT.refused);
    if (values["also-endpoints"] === true) {
      const verificationId = await play(io, service, body, outcome);
      report(io, { event, verificationId, to: "endpoints" }, "your endpoints and listeners");
      return EXIT.ok;
    }
    const running = findRunning(io.configFile, accountOf(service));
    if (running) {
      const { listenerId } = running;
      const verificationId = await play(io, service, { ...body, listenerId }, outcome);
      report(io, { event, verificationId, to: listenerId }, "lintel listen");
      return EXIT.ok;
    }
    return byItself(io, service, { event, outcome, body });
  },
};

function outcomeOf(event: string, asked: string | undefined): string {
  const outcomes = Object.hasOwn(OUTCOMES, event) ? OUTCOMES[event] : undefined;
  if (!outcomes) throw usageError(trigger, `"${event}" is not an event that can be triggered.`);
  if (asked === undefined) return outcomes[0];
  if (outcomes.includes(asked)) return asked;
  throw usageError(trigger, `"${asked}" does not lead to ${event}. Choose one of ${outcomes.join(", ")}.`);
}

/** Starts and ends a verification. The first step that fails ends all, under its name. @returns its id */
async function play(io: Io, service: Service, body: Readonly<Record<string, unknown>>, outcome: string) {
  const step = (name: string, path: string, json: unknown): Promise<unknown> =>
    callApi(io, service, path, { what: `The step “${name}” failed, and no further one was taken`, json });
  const verificationId = textIn(await step("start", "/verify/start", body), "verificationId") ?? "";
  if (outcome === "cancel") {
    await step("cancel", "/verify/cancel", { verificationId });
    return verificationId;
  }
  // A poor document uses up one attempt; the last one ends the verification.
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    const answer = await step("simulate", "/verify/simulate", { verificationId, outcome });
    if (hasEnded(answer)) return verificationId;
  }
  throw new CliError(`The step “simulate” did not end ${verificationId} after ${MOST_TRIES} tries.`);
}

function report(io: Io, facts: Readonly<Record<string, unknown>>, to: string): void {
  if (io.isJson) io.printJson(facts);
  else io.print(`${facts.event} of ${facts.verificationId} goes to ${to}.`);
}

/** With a listener for this one event, which is closed again. */
async function byItself(
  io: Io,
  service: Service,
  { event, outcome, body }: { event: string; outcome: string; body: Readonly<Record<string, unknown>> },
) {
  // A filter that nothing passes: of all events it gets those of the verification that names it.
  const filter = { metadataKey: "lintel-trigger", metadataValue: randomUUID() };
  const name = `trigger on ${io.hostName}`.slice(0, 80);
  const { listenerId } = await openListener(io, service, { name, filter });
  try {
    const verificationId = await play(io, service, { ...body, listenerId }, outcome);
    const until = io.now().getTime() + WAIT_MS;
    do {
      const asked = { listenerId, acknowledgements: [], waitSeconds: 10, limit: 1 };
      const [taken] = (await poll(io, service, asked)).deliveries;
      if (!taken) continue;
      const { deliveryId, eventId, attempt } = taken;
      const result = { deliveryId, attempt, status: 200, durationMs: 0 };
      await poll(io, service, { ...asked, acknowledgements: [result], waitSeconds: 0, limit: 0 });
      const payload = parseJson(taken.body);
      if (io.isJson) io.printJson({ event, verificationId, eventId, to: listenerId, payload });
      else io.print(JSON.stringify(payload, null, 2));
      return EXIT.ok;
    } while (io.now().getTime() < until);
    throw new CliError(`${verificationId} has ended, but no event came. Is the service's worker running?`);
  } finally {
    const last = { fetch: io.fetch, signal: new AbortController().signal };
    await closeListener(last, service, listenerId).catch(() => undefined); // it ends by itself, unseen
  }
}
