// npm run conformance: proves with real requests that a deployment takes honest wallets' answers and no forged ones.
import { writeFile } from "node:fs/promises";
import { parseArgs } from "node:util";
import type { Check } from "./check.ts";
import { CHECKS } from "./checks/all.ts";
import type { Deployment } from "./http/api.ts";
import { httpTarget } from "./http/http-target.ts";
import { localDeployment } from "./local-deployment.ts";
import { runOthers } from "./others.ts";
import { runChecks, table, tally } from "./run.ts";

const HELP = `npm run conformance -- [options]

  --url https://age.example.com   the deployment; default: a running \`npm start\`, else a service started for this run
  --api-key avk_test_…            a test key of any tenant; all checks run in test mode
  --live-key avk_live_…           optional: starts one live verification, to check that test credentials prove nothing there
  --only text                     runs only checks with this text in their name or specification
  --admin-key …                   optional: checks the trust anchors and lists of authorities
  --out result.json               also writes how many checks passed, for CONFORMANCE_RESULT_FILE
  --others                        then runs the same forged documents against @owf/mdoc and @auth0/mdl

Exit code 1 when a check failed. docs/conformance.md explains the table.`;

const { values } = parseArgs({
  options: {
    url: { type: "string" },
    "api-key": { type: "string" },
    "live-key": { type: "string" },
    "admin-key": { type: "string" },
    out: { type: "string" },
    only: { type: "string", default: "" },
    others: { type: "boolean", default: false },
    help: { type: "boolean", short: "h" },
  },
});

const fromOptions = (): Deployment | null => {
  const { url, "api-key": testKey, "live-key": liveKey, "admin-key": adminKey } = values;
  if (url === undefined) return null;
  if (testKey === undefined) throw new Error("--url needs --api-key, a test key");
  return { url: url.replace(/\/+$/, ""), testKey, liveKey, adminKey };
};

const main = async (): Promise<number> => {
  if (values.help) {
    console.log(HELP);
    return 0;
  }
  await using stack = new AsyncDisposableStack();
  const deployment = fromOptions() ?? (await localDeployment(stack));
  const isWanted = ({ spec, name }: Check) => `${spec} ${name}`.includes(values.only);
  const checks = CHECKS.filter(isWanted);
  console.log(`${checks.length} checks against ${deployment.url}\n`);
  const onResult = () => process.stdout.write(process.stdout.isTTY ? "." : "");
  const results = await runChecks(checks, httpTarget(deployment), { onResult });
  console.log(`${process.stdout.isTTY ? "\n\n" : ""}${table(results)}\n\n${tally(results)}`);
  if (values.out !== undefined) {
    const count = (verdict: string) => results.filter((result) => result.verdict === verdict).length;
    const result = { at: new Date().toISOString(), passed: count("pass"), failed: count("FAIL") };
    await writeFile(values.out, `${JSON.stringify(result)}\n`);
  }
  if (values.others) {
    for (const { verifier, run, failed } of await runOthers(checks)) {
      console.log(
        `\n${verifier}: ${failed.length} of ${run} checks of documents fail\n  ${failed.join("\n  ")}`,
      );
    }
  }
  return results.some(({ verdict }) => verdict === "FAIL") ? 1 : 0;
};

process.exitCode = await main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  return 1;
});
