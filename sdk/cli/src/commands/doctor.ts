import { readArguments, usageError } from "../arguments.ts";
import { type Command, EXIT } from "../command.ts";
import type { Finding } from "../doctor/finding.ts";
import { examineOutside } from "../doctor/outside.ts";
import { chosenUrl, serviceUrl } from "../service.ts";

/** Looks at a deployment from outside. `npm run doctor` on its host looks at settings, database and worker. */
export const doctor: Command = {
  name: "doctor",
  summary: "Check a deployment from outside: TLS, health, clock, headers, proxy",
  usage: `Usage: lintel doctor [<address>] [--http-port <port>] [--json]

  <address>           the service; default: LINTEL_URL, else the one of lintel login
  --http-port <port>  where plain http is answered (default 80; 0: do not ask)

With LINTEL_ADMIN_KEY set, the webhook queue is checked too where /admin answers. The last check sends 11
requests within a second, so lintel login may have to wait a minute afterwards. On the host itself, run
npm run doctor.
Exit code 1 when something is unmet.`,
  async run(args, io) {
    const options = { url: { type: "string" }, "http-port": { type: "string" } } as const;
    const { values, positionals } = readArguments(doctor, args, options, { least: 0, most: 1 });
    const [given = values.url] = positionals;
    const url = given === undefined ? chosenUrl(io) : serviceUrl(given);
    if (url === undefined)
      throw usageError(doctor, "Say which service: lintel doctor https://age.example.com.");
    const findings: Finding[] = [];
    const report = {
      found: (finding: Finding) => {
        findings.push(finding);
        if (io.isJson) return;
        io.print(
          `${io.paint(finding.severity === "error" ? "red" : "yellow", `✗ ${finding.severity}`)} ${finding.message}`,
        );
        io.print(io.paint("dim", `  ${finding.id}, see ${finding.docs}`));
      },
      passed: (check: string) => {
        if (!io.isJson) io.print(`${io.paint("green", "✓")} ${check}`);
      },
    };
    const adminKey = io.env.LINTEL_ADMIN_KEY?.trim() || undefined;
    await examineOutside(io, { url, adminKey, httpPort: httpPortOf(values["http-port"], url) }, report);
    if (io.isJson) io.printJson({ url, findings });
    else if (findings.length === 0) io.print(`\n${url} is as it should be.`);
    return findings.length === 0 ? EXIT.ok : EXIT.failed;
  },
};

/** Another port in the address says nothing about the usual ones. */
function httpPortOf(option: string | undefined, url: string): number | null {
  if (option === undefined) return new URL(url).port === "" ? 80 : null;
  const port = /^\d{1,5}$/.test(option) ? Number(option) : Number.NaN;
  if (!(port <= 65_535)) throw usageError(doctor, "--http-port takes a port from 0 to 65535.");
  return port === 0 ? null : port;
}
