import { readArguments } from "../arguments.ts";
import { CliError, type Command, EXIT } from "../command.ts";
import { readSignIn } from "../config-file.ts";
import { shorten } from "../redact.ts";
import { callService, textIn } from "../request.ts";
import { isLiveKey, requireService } from "../service.ts";

/** Shows which service and key the other commands use, after asking the service whether it still takes the key. */
export const whoami: Command = {
  name: "whoami",
  summary: "Show the service, tenant and key in use",
  usage: `Usage: lintel whoami [--url <address>] [--json]

Exit code 3 when the service does not accept the key.`,
  async run(args, io) {
    const { values } = readArguments(whoami, args, { url: { type: "string" } });
    const { url, apiKey } = requireService(io, values.url);
    // An id that nobody has: every release answers 404 to a good key, and 401 to any other.
    const { status, body } = await callService(io, `${url}/verify/status?verificationId=ver_whoami`, {
      headers: { "x-tenant-api-key": apiKey },
    });
    if (status === 401 || status === 403)
      throw new CliError(
        `${url} does not accept the key ${shorten(apiKey)}. Run lintel login --url ${url}.`,
        EXIT.refused,
      );
    if (status !== 404)
      throw new CliError(
        `${url} answered with status ${status}: ${textIn(body, "message") ?? "not the JSON of this service"}`,
      );
    const isFromEnvironment = (io.env.LINTEL_API_KEY ?? "").trim() !== "";
    const kept = isFromEnvironment ? null : readSignIn(io.configFile);
    const mode = isLiveKey(apiKey) ? "live" : "test";
    const facts = {
      url,
      mode,
      key: shorten(apiKey),
      keyName: kept?.keyName ?? null,
      tenantId: kept?.tenantId ?? null,
      tenantName: kept?.tenantName ?? null,
      from: isFromEnvironment ? "LINTEL_API_KEY" : io.configFile,
    };
    if (io.isJson) io.printJson(facts);
    else
      for (const [label, value] of [
        ["Service", url],
        ["Tenant", kept?.tenantName],
        ["Key", `${facts.key} (${mode})${kept?.keyName === undefined ? "" : `, ${kept.keyName}`}`],
        ["From", facts.from],
      ])
        if (value !== undefined) io.print(`${io.paint("dim", `${label}:`.padEnd(9))} ${value}`);
    return EXIT.ok;
  },
};
