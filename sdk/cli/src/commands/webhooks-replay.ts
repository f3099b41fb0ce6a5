import { ApiError, callApi, listIn } from "../api.ts";
import { readArguments, usageError } from "../arguments.ts";
import { CliError, type Command, EXIT } from "../command.ts";
import type { Io } from "../io.ts";
import { isSecret, newSecret, signedHeaders } from "../listening/sign.ts";
import { isDelivered, sendTo, targetUrl } from "../listening/target.ts";
import { fieldIn, textIn } from "../request.ts";
import { requireService, type Service } from "../service.ts";

type Past = {
  eventId: string;
  mode: string;
  verificationId: string;
  timestamp: string;
  event: string;
  body: string;
};

const pastOf = (entry: unknown): Past[] => {
  const [eventId, mode] = [textIn(entry, "eventId"), textIn(entry, "mode")];
  const [payload, verificationId] = [fieldIn(entry, "payload"), textIn(entry, "verificationId")];
  const [timestamp, event] = [textIn(payload, "timestamp"), textIn(payload, "event")];
  if (!eventId || !mode || !verificationId || !timestamp || !event) return [];
  // As the service froze it: JSON without white space, members in their order.
  return [{ eventId, mode, verificationId, timestamp, event, body: JSON.stringify(payload) }];
};

/** Every event of the key's mode, oldest first. A limit that is reached is waited for. */
async function* eventsOf(io: Io, service: Service): AsyncGenerator<Past> {
  let after: string | undefined;
  for (;;) {
    const call = { what: "The events were not read", query: { after, limit: "100" } };
    const page = await callApi(io, service, "/verify/events", call).catch(async (error: unknown) => {
      if (!(error instanceof ApiError) || error.status !== 429) throw error;
      await io.sleep((error.retryAfterSeconds ?? 5) * 1000);
      return null;
    });
    if (page === null) continue;
    for (const entry of listIn(page, "events")) yield* pastOf(entry);
    after = textIn(page, "nextCursor") ?? after;
    if (fieldIn(page, "hasMore") !== true) return;
  }
}

const MINUTES = { m: 1, h: 60, d: 24 * 60 } as const;

/** Whether an event is from then on, asked in the order of events. */
type Since = { has: (event: Past) => boolean; isFound: () => boolean };

/** From which event on: a time, a time ago, or an event's id, which itself comes again too. */
function sinceOf(io: Io, text: string): Since {
  if (/^evt_[0-9a-z]+$/.test(text)) {
    // Ids are made before the commit: a later event can have a smaller one.
    let isFound = false;
    const has = ({ eventId }: Past): boolean => {
      isFound ||= eventId === text;
      return isFound;
    };
    return { has, isFound: () => isFound };
  }
  const [, count, unit] = /^(\d+)([mhd])$/.exec(text) ?? [];
  const minutes = unit === "m" || unit === "h" || unit === "d" ? Number(count) * MINUTES[unit] : null;
  const at = minutes === null ? Date.parse(text) : io.now().getTime() - minutes * 60_000;
  if (Number.isNaN(at))
    throw usageError(
      webhooksReplay,
      `"${text}" is not a time. Write 30m, 2h, 1d, 2026-03-01T12:00:00Z, or an event's id.`,
    );
  return { has: ({ timestamp }) => Date.parse(timestamp) >= at, isFound: () => true };
}

function secretOf(io: Io): string {
  const given = (io.env.LINTEL_WEBHOOK_SECRET ?? "").trim();
  if (given === "") {
    const secret = newSecret();
    const line = `export LINTEL_WEBHOOK_SECRET=${secret}`;
    if (io.isJson) io.printJson({ type: "secret", secret });
    else io.print(line);
    return secret;
  }
  if (isSecret(given)) return given;
  throw new CliError(
    "LINTEL_WEBHOOK_SECRET is not a webhook secret: those begin with whsec_, as the console or lintel listen shows them. Set it again, or unset it and use the one that is printed.",
    EXIT.usage,
  );
}

/** Sends past events to a program on this computer. */
export const webhooksReplay: Command = {
  name: "webhooks replay",
  summary: "Send past events to a program on this computer",
  usage: `Usage: lintel webhooks replay --since <time or event id> --forward <target> [options]

  --since <when>      30m, 2h, 1d, 2026-03-01T12:00:00Z, or evt_… (that event included)
  --forward <target>  where to post events, for example http://localhost:4000/hook
  --events <list>     only these, for example verification.completed
  --url <address>     a service that you are not signed in at

Signed with LINTEL_WEBHOOK_SECRET; without it, with a new secret that is printed first.
Nothing is written to the delivery log, and no endpoint gets anything.
Exit code 1 when the target refused an event, 4 when it does not answer.`,
  async run(args, io) {
    const text = { type: "string" } as const;
    const { values } = readArguments(webhooksReplay, args, {
      since: text,
      forward: text,
      events: text,
      url: text,
    });
    if (values.since === undefined) throw usageError(webhooksReplay, "Say since when: --since 1h.");
    if (values.forward === undefined) throw usageError(webhooksReplay, "Say where to: --forward <target>.");
    const since = sinceOf(io, values.since);
    const target = targetUrl(webhooksReplay, values.forward);
    const names = values.events?.split(",").map((name) => name.trim());
    const service = requireService(io, values.url);
    const secret = secretOf(io);
    const counts = { sent: 0, refused: 0 };
    for await (const event of eventsOf(io, service)) {
      if (!since.has(event) || (names !== undefined && !names.includes(event.event))) continue;
      const { eventId, timestamp, body } = event;
      const result = await sendTo(io, target, { headers: signedHeaders(secret, event, io.now()), body });
      const { status, durationMs, code, reason } = result;
      if (io.isJson) io.printJson({ type: "delivery", eventId, status, durationMs, code: code ?? null });
      else {
        const said = io.paint(
          isDelivered(result) ? "green" : "red",
          status === null ? `${code}: ${reason}` : `${status}`,
        );
        io.print(`${timestamp}  ${event.event}  ${eventId}  ${said}  ${durationMs} ms`);
      }
      counts.sent += 1;
      if (!isDelivered(result)) counts.refused += 1;
      if (code === "CONNECTION" || code === "DNS") {
        io.note(`${target} does not answer. Start it, then go on with --since ${eventId}.`);
        return EXIT.targetDown;
      }
    }
    if (!since.isFound())
      throw new CliError(`There is no event ${values.since}, or it was erased. Name a time: --since 1h.`);
    const all = counts.sent === 1 ? "1 event was" : `${counts.sent} events were`;
    io.note(`${all} sent, ${counts.refused} of them refused.`);
    return counts.refused === 0 ? EXIT.ok : EXIT.failed;
  },
};
