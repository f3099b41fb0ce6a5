// npm run doctor: what is unmet on this host: settings, secrets, database, migrations, worker, Redis, mail server, provider, collectors, certificates.
// `lintel doctor <address>` looks from outside. Exit 1 when something is unmet.
import { parseArgs } from "node:util";
import { Foreseen, runScript } from "./lib/foreseen.ts";
import { requireInstalled } from "./lib/install.mjs";

const HELP = `npm run doctor -- [--env-file .env] [--test-mail you@example.com] [--json]

Checks this host's deployment: settings, secrets and who can read them, PostgreSQL, migrations, worker, Redis, mail server,
the console's identity provider, collectors, certificates for wallets, lists of issuers. --test-mail sends one mail. Exit code 1 when something is unmet.`;

const main = async (): Promise<number> => {
  const { values } = parseArgs({
    options: {
      "env-file": { type: "string", default: ".env" },
      "test-mail": { type: "string" },
      json: { type: "boolean", default: false },
      help: { type: "boolean", short: "h", default: false },
    },
  });
  if (values.help) {
    console.log(HELP);
    return 0;
  }
  requireInstalled(false);
  // Only now: it needs packages, and without them an import would say less.
  const { examineHost } = await import("./lib/doctor/examine-host.ts");
  const findings = await examineHost({
    env: process.env,
    envFile: values["env-file"],
    now: () => new Date(),
    testMail: values["test-mail"],
  });
  if (values.json) console.log(JSON.stringify({ findings }));
  else if (findings.length === 0) console.log("Everything is as it should be.");
  else
    for (const { severity, message, id, docs } of findings)
      console.log(
        `${severity === "error" ? "✗ error" : "! warning"}  ${message}\n         ${id}, see ${docs}`,
      );
  return findings.length === 0 ? 0 : 1;
};

await runScript(main, Foreseen);
