import { ApiError, callApi, hasEnded } from "../api.ts";
import { readArguments, usageError } from "../arguments.ts";
import { CliError, type Command, EXIT } from "../command.ts";
import { textIn } from "../request.ts";
import { requireService } from "../service.ts";
import { printVerification } from "./status.ts";

const LONGEST_PAUSE_MS = 5_000;

/** Waits until a verification has ended. */
export const wait: Command = {
  name: "wait",
  summary: "Wait until a verification has ended",
  usage: `Usage: lintel wait <verificationId> [--timeout <seconds>] [--url <address>] [--json]

  --timeout <seconds>  give up after so long (default: 300)

Exit code 0 when a decision was reached, approved or rejected; 1 when it failed, expired or is still open.`,
  async run(args, io) {
    const options = { url: { type: "string" }, timeout: { type: "string" } } as const;
    const { values, positionals } = readArguments(wait, args, options, { least: 1 });
    const seconds = Number(values.timeout ?? "300");
    if (!Number.isFinite(seconds) || seconds <= 0)
      throw usageError(wait, `"${values.timeout}" is not a number of seconds.`);
    const service = requireService(io, values.url);
    const until = io.now().getTime() + seconds * 1000;
    const query = { verificationId: positionals[0] };
    const call = { what: "The verification was not read", query };
    for (let pauseMs = 1_000; ; pauseMs = Math.min(pauseMs * 1.5, LONGEST_PAUSE_MS)) {
      const found = await callApi(io, service, "/verify/status", call).catch((error: unknown) => {
        if (error instanceof ApiError && (error.status === 429 || error.status >= 500)) return error;
        throw error;
      });
      const state = found instanceof ApiError ? undefined : textIn(found, "status");
      if (!(found instanceof ApiError) && hasEnded(found)) {
        printVerification(io, found);
        return state === "completed" ? EXIT.ok : EXIT.failed;
      }
      const askedMs = found instanceof ApiError ? (found.retryAfterSeconds ?? 0) * 1000 : 0;
      const leftMs = until - io.now().getTime();
      if (leftMs <= 0) throw new CliError(`It is still ${state ?? "unknown"} after ${seconds} s.`);
      await io.sleep(Math.min(Math.max(pauseMs, askedMs), leftMs));
    }
  },
};
