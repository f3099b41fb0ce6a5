import { readArguments } from "../arguments.ts";
import { CliError, type Command, EXIT } from "../command.ts";
import { CONFORMANCE_CHECKS } from "../conformance/checks.ts";
import { isTestKey, requireService, serviceUrl } from "../service.ts";

/** Checks that a deployment keeps the promises of the REST interface. Wallets have their own kit, in the repository. */
export const conformance: Command = {
  name: "conformance",
  summary: "Check that a deployment keeps the promises of the REST interface",
  usage: `Usage: lintel conformance [<address>] [--json]

Sends real requests with a test key: one verification is started and completed. The kit that answers as a wallet, honestly and
forged, is too large for this package: clone the repository and run npm run conformance -- --url <address>.
Exit code 1 when a check fails.`,
  async run(args, io) {
    const { positionals } = readArguments(conformance, args, {}, { least: 0, most: 1 });
    const [given] = positionals;
    const service = requireService(io, given === undefined ? undefined : serviceUrl(given));
    if (!isTestKey(service.apiKey))
      throw new CliError(
        "lintel conformance takes test keys only: its verification must not count.",
        EXIT.refused,
      );
    let failed = 0;
    const kept = new Map<string, string>();
    for (const { name, promise, run } of CONFORMANCE_CHECKS) {
      const problem = await run({ io, ...service, kept }).catch((error: unknown) =>
        error instanceof Error ? error.message : String(error),
      );
      if (problem !== null) failed += 1;
      if (io.isJson)
        io.printJson({ name, promise, isKept: problem === null, ...(problem === null ? {} : { problem }) });
      else if (problem === null) io.print(`${io.paint("green", "✓")} ${promise}`);
      else io.print(`${io.paint("red", "✗")} ${promise}\n  ${name}: ${problem}`);
    }
    if (!io.isJson)
      io.print(`\n${CONFORMANCE_CHECKS.length - failed} of ${CONFORMANCE_CHECKS.length} promises are kept.`);
    return failed === 0 ? EXIT.ok : EXIT.failed;
  },
};
