import { callApi } from "../api.ts";
import { readArguments } from "../arguments.ts";
import { startBodyOf } from "../assignments.ts";
import { type Command, EXIT } from "../command.ts";
import { textIn } from "../request.ts";
import { requireService } from "../service.ts";

/** Starts a verification and prints the address for the person. */
export const start: Command = {
  name: "start",
  summary: "Start a verification",
  usage: `Usage: lintel start [--set <field>=<value>]... [--url <address>] [--json]

  --set <field>=<value>  a field of POST /verify/start: minimumAge=16, metadata.order=A-1, locale=de

A value that is JSON is read as JSON: write '"12"' for the text 12.`,
  async run(args, io) {
    const { values } = readArguments(start, args, {
      set: { type: "string", multiple: true },
      url: { type: "string" },
    });
    const json = startBodyOf(start, values.set ?? [], "verification");
    const service = requireService(io, values.url);
    const started = await callApi(io, service, "/verify/start", {
      what: "The verification was not started",
      json,
    });
    if (io.isJson) io.printJson(started);
    else {
      io.print(textIn(started, "verificationId") ?? "");
      io.print(textIn(started, "sessionUrl") ?? textIn(started, "redirectUrl") ?? "");
    }
    return EXIT.ok;
  },
};
