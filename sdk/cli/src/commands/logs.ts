import { ApiError, callApi, listIn } from "../api.ts";
import { readArguments } from "../arguments.ts";
import { type Command, EXIT } from "../command.ts";
import type { Io } from "../io.ts";
import { fieldIn, textIn } from "../request.ts";
import { requireService, type Service } from "../service.ts";

const FILTERS = ["method", "status", "event", "path", "from", "to"] as const;
/** The tenant has 60 calls a minute, for its servers too. */
const PAUSE_MS = 3_000;
const PAGE = 100;

const statusColour = (status: unknown): "green" | "yellow" | "red" =>
  typeof status !== "number" || status >= 500 ? "red" : status >= 400 ? "yellow" : "green";

function print(io: Io, line: unknown): void {
  if (io.isJson) {
    io.printJson(line);
    return;
  }
  const [status, durationMs] = [fieldIn(line, "status"), fieldIn(line, "durationMs")];
  const parts = [
    textIn(line, "time") ?? "",
    io.paint(statusColour(status), String(status)),
    `${textIn(line, "method")} ${textIn(line, "url")}`,
    typeof durationMs === "number" ? `${Math.round(durationMs)} ms` : "",
    textIn(line, "code") ?? "",
    textIn(line, "requestId") ?? "",
  ];
  io.print(parts.filter((part) => part !== "").join("  "));
}

/** Newest first, as the service answers; ids sort by time. */
const read = async (
  io: Io,
  service: Service,
  query: Record<string, string | undefined>,
): Promise<unknown[]> =>
  listIn(await callApi(io, service, "/logs", { what: "The log was not read", query }), "logs");

/** Every line after `lastId`, oldest first, over as many pages as it takes. */
async function readSince(
  io: Io,
  service: Service,
  query: Record<string, string | undefined>,
  lastId: string,
) {
  const lines: unknown[] = [];
  let cursor: string | undefined;
  do {
    const call = { what: "The log was not read", query: { ...query, limit: String(PAGE), cursor } };
    const page = await callApi(io, service, "/logs", call);
    const fresh = listIn(page, "logs").filter((line) => (textIn(line, "id") ?? "") > lastId);
    lines.push(...fresh);
    cursor = fresh.length === PAGE ? textIn(page, "nextCursor") : undefined;
  } while (cursor !== undefined);
  return lines.toReversed();
}

/** Shows what the tenant's keys asked of the service. */
export const logs: Command = {
  name: "logs",
  summary: "Show the tenant's requests",
  usage: `Usage: lintel logs [--follow] [--limit <n>] [filters] [--url <address>] [--json]

  --follow          go on with new ones until Ctrl+C
  --limit <n>       how many of the newest (default: 20)
  --status <s>      200, 404, or 4xx
  --method, --event, --path, --from, --to  as GET /logs takes them`,
  async run(args, io) {
    const text = { type: "string" } as const;
    const options = {
      follow: { type: "boolean" },
      limit: text,
      url: text,
      method: text,
      status: text,
      event: text,
      path: text,
      from: text,
      to: text,
    } as const;
    const { values } = readArguments(logs, args, options);
    const service = requireService(io, values.url);
    const filters = Object.fromEntries(FILTERS.map((name) => [name, values[name]]));
    const newest = await read(io, service, { ...filters, limit: values.limit ?? "20" });
    let lastId = textIn(newest[0], "id") ?? "";
    for (const line of newest.toReversed()) print(io, line);
    while (values.follow === true && !io.signal.aborted) {
      await io.sleep(PAUSE_MS);
      // The log has what this command asks, too: following it would never end.
      const lines = await readSince(io, service, filters, lastId).catch(async (error: unknown) => {
        if (!(error instanceof ApiError) || (error.status !== 429 && error.status < 500)) throw error;
        await io.sleep((error.retryAfterSeconds ?? 5) * 1000);
        return [];
      });
      for (const line of lines) {
        lastId = textIn(line, "id") ?? lastId;
        if (!/^\/logs(?:\?|$)/.test(textIn(line, "url") ?? "")) print(io, line);
      }
    }
    return EXIT.ok;
  },
};
