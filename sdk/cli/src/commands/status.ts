import { callApi } from "../api.ts";
import { readArguments } from "../arguments.ts";
import { type Command, EXIT } from "../command.ts";
import type { Io } from "../io.ts";
import { fieldIn, textIn } from "../request.ts";
import { requireService } from "../service.ts";

/** Prints a verification as `/verify/status` has it. */
export function printVerification(io: Io, verification: unknown): void {
  if (io.isJson) {
    io.printJson(verification);
    return;
  }
  const verified = fieldIn(verification, "result", "verified");
  const age = fieldIn(verification, "result", "verifiedAge");
  const facts = [
    ["Verification", textIn(verification, "verificationId")],
    ["Status", textIn(verification, "status")],
    ["Result", verified === true ? "approved" : verified === false ? "rejected" : undefined],
    ["Age", typeof age === "number" ? String(age) : undefined],
    ["Error", textIn(verification, "error", "code")],
    ["Created", textIn(verification, "createdAt")],
    ["Completed", textIn(verification, "completedAt")],
  ];
  for (const [label, value] of facts)
    if (value !== undefined) io.print(`${io.paint("dim", `${label}:`.padEnd(13))} ${value}`);
}

/** Shows how a verification stands. */
export const status: Command = {
  name: "status",
  summary: "Show a verification",
  usage: `Usage: lintel status <verificationId> [--url <address>] [--json]`,
  async run(args, io) {
    const { values, positionals } = readArguments(status, args, { url: { type: "string" } }, { least: 1 });
    const service = requireService(io, values.url);
    const query = { verificationId: positionals[0] };
    printVerification(
      io,
      await callApi(io, service, "/verify/status", { what: "The verification was not read", query }),
    );
    return EXIT.ok;
  },
};
