import { ApiError } from "../api.ts";
import { readArguments, usageError } from "../arguments.ts";
import { type Command, EXIT, type ExitCode } from "../command.ts";
import type { Io } from "../io.ts";
import {
  accountOf,
  forgetListener,
  keepListener,
  leaveListener,
  purposeOf,
  takeKept,
} from "../listening/kept-listeners.ts";
import { closeListener, type Delivery, type ListenerChoice, openListener } from "../listening/listener.ts";
import { runLoop } from "../listening/loop.ts";
import { isDelivered, sendTo, type TargetResult, targetUrl } from "../listening/target.ts";
import { parseJson, textIn } from "../request.ts";
import { isLiveKey, requireService, type Service } from "../service.ts";

const OPTIONS = {
  forward: { type: "string" },
  name: { type: "string" },
  filter: { type: "string" },
  events: { type: "string" },
  url: { type: "string" },
  "print-json": { type: "boolean" },
  "exit-on-failure": { type: "boolean" },
  keep: { type: "boolean" },
} as const;

/** Forwards events to a program on this computer. */
export const listen: Command = {
  name: "listen",
  summary: "Forward events to a program on this computer",
  usage: `Usage: lintel listen --forward <target> [options]
       lintel listen --print-json [options]

  --forward <target>       where to post events, for example http://localhost:4000/hook
  --print-json             print each event's body on stdout, one line each
  --filter <name>=<value>  only verifications with this metadata: metadata.developer=ada
  --events <list>          only these, for example verification.completed,verification.failed
  --name <name>            what the console's delivery log calls this command line
  --exit-on-failure        end with 4 when the target does not answer, 1 when it refuses an event
  --keep                   leave the listener open at the end: events wait for the next run
  --url <address>          a service that you are not signed in at

The signing secret is printed first, as a line for your shell. A test key hears test events.`,
  async run(args, io) {
    const { values } = readArguments(listen, args, OPTIONS);
    const printsJson = values["print-json"] === true;
    if (values.forward === undefined && !printsJson)
      throw usageError(listen, "Say where to forward events, or add --print-json.");
    const target = values.forward === undefined ? null : targetUrl(listen, values.forward);
    const service = requireService(io, values.url);
    const choice = choiceOf(io, values);
    const session = await openSession(io, service, choice, printsJson);
    const ends: { exitCode: ExitCode } = { exitCode: EXIT.ok };
    const counts = { delivered: 0, failed: 0 };
    const endsOnFailure = values["exit-on-failure"] === true;
    const show = shownBy(io, printsJson);
    try {
      await runLoop(io, service, {
        listenerId: session.id,
        reopen: session.reopen,
        handle: async (delivery) => {
          const result = target === null ? TAKEN : await sendTo(io, target, delivery);
          show(delivery, result, target);
          counts[isDelivered(result) ? "delivered" : "failed"] += 1;
          const { status, durationMs, code } = result;
          return { status, durationMs, ...(code === undefined ? {} : { code }) };
        },
        isLast: (handled) => {
          if (!endsOnFailure || isDelivered(handled)) return false;
          ends.exitCode = handled.status === null ? EXIT.targetDown : EXIT.failed;
          return true;
        },
      });
    } catch (error) {
      session.leave(); // it may be waited for: the next run goes on
      throw error;
    }
    const isClosed = await session.end(values.keep === true);
    if (io.isJson) io.printJson({ type: "ended", ...counts, isClosed });
    else
      io.note(
        [cameText(counts, target !== null), ...(isClosed ? ["The listener is closed."] : [])].join(" "),
      );
    return ends.exitCode;
  },
};

/** Of `--print-json` alone: what is printed has arrived. */
const TAKEN: TargetResult = { status: 200, durationMs: 0 };

/** What a run has done, in a sentence or two. */
function cameText({ delivered, failed }: { delivered: number; failed: number }, hasTarget: boolean): string {
  const count = delivered + failed;
  if (count === 0) return "No event came.";
  const came = count === 1 ? "1 event came" : `${count} events came`;
  if (!hasTarget) return `${came}.`;
  if (failed === 0) return `${came}, and your program took ${count === 1 ? "it" : "all of them"}.`;
  const taken =
    delivered === 0 ? "your program took none" : `your program took ${delivered}, and ${failed} failed`;
  return `${came}: ${taken}. Send ${failed === 1 ? "it" : "them"} again with lintel webhooks replay.`;
}

type Values = ReturnType<typeof readArguments<typeof OPTIONS>>["values"];

function choiceOf(io: Io, { name, filter, events }: Values): ListenerChoice {
  const [, metadataKey, metadataValue] = /^(?:metadata\.)?([^=]+)=(.*)$/s.exec(filter ?? "") ?? [];
  if (filter !== undefined && (metadataKey === undefined || metadataValue === undefined))
    throw usageError(listen, `"${filter}" is not a filter. Write it as metadata.developer=ada.`);
  return {
    name: (name ?? io.hostName).slice(0, 80),
    ...(metadataKey === undefined || metadataValue === undefined
      ? {}
      : { filter: { metadataKey, metadataValue } }),
    ...(events === undefined ? {} : { events: events.split(",").map((event) => event.trim()) }),
  };
}

/** The listener of this run: one that an earlier run left, or a new one. */
async function openSession(io: Io, service: Service, choice: ListenerChoice, printsJson: boolean) {
  const purpose = purposeOf(service, JSON.stringify(choice));
  const account = accountOf(service);
  const kept = takeKept(io.configFile, purpose);
  let current = kept ?? (await open());
  announce(kept !== null);

  async function open() {
    const { listenerId, secret } = await openListener(io, service, choice);
    const opened = { listenerId, secret, purpose, account };
    keepListener(io.configFile, opened);
    return opened;
  }
  function announce(isResumed: boolean): void {
    const { listenerId, secret } = current;
    if (io.isJson) io.printJson({ type: "listening", listenerId, secret });
    else {
      const line = `export LINTEL_WEBHOOK_SECRET=${secret}`;
      if (printsJson) io.note(line);
      else io.print(line);
      const mode = isLiveKey(service.apiKey) ? "live" : "test";
      const again = isResumed ? "Listening again" : "Listening";
      io.note(
        io.paint("dim", `${again} to ${mode} events at ${service.url}, as “${choice.name}”. Ctrl+C ends it.`),
      );
    }
  }
  return {
    id: () => current.listenerId,
    reopen: async (): Promise<void> => {
      forgetListener(io.configFile, current.listenerId);
      io.note(
        "The service has ended this listener: it was closed, or unseen for seven days. Events since then are in lintel webhooks replay. Here is a new one, with a new secret:",
      );
      current = await open();
      announce(false);
    },
    leave: (): void => leaveListener(io.configFile, current.listenerId),
    /** @returns whether the listener is closed */
    end: async (isKept: boolean): Promise<boolean> => {
      if (isKept) {
        leaveListener(io.configFile, current.listenerId);
        io.note("The listener stays open for seven days. The same command goes on where this one ended.");
        return false;
      }
      const last = { fetch: io.fetch, signal: new AbortController().signal };
      const isClosed = await closeListener(last, service, current.listenerId).then(
        () => true,
        (error: unknown) => error instanceof ApiError && error.status === 404,
      );
      if (!isClosed) io.note("The listener could not be closed; it ends by itself in seven days.");
      forgetListener(io.configFile, current.listenerId);
      return isClosed;
    },
  };
}

const timeText = (at: Date): string => at.toTimeString().slice(0, 8);

/** One line for each delivery: what, when, and what the target did. */
function shownBy(io: Io, printsJson: boolean) {
  return (
    { deliveryId, eventId, attempt, body }: Delivery,
    result: TargetResult,
    target: string | null,
  ): void => {
    const { status, durationMs, code, reason } = result;
    if (io.isJson) {
      const payload = parseJson(body);
      const said = { status, durationMs, code: code ?? null, reason: reason ?? null };
      io.printJson({
        type: "delivery",
        deliveryId,
        eventId,
        attempt,
        ...said,
        ...(printsJson ? { payload } : {}),
      });
      return;
    }
    if (printsJson) io.print(body);
    if (target === null) return;
    const event = textIn(parseJson(body), "event") ?? "event";
    const answer = status === null ? `${code}: ${reason}` : String(status);
    const colour = isDelivered(result) ? "green" : "red";
    const again = attempt > 1 ? `  attempt ${attempt}` : "";
    const line = `${timeText(io.now())}  ${event}  ${eventId}  ${io.paint(colour, answer)}  ${durationMs} ms${again}`;
    if (printsJson) io.note(line);
    else io.print(line);
  };
}
