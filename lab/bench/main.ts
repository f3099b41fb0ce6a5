// npm run bench -- <name>: measures a part of the service beside what others use for it, in the same run.
import process from "node:process";

const NAMES = [
  "alerts",
  "console",
  "document",
  "gate",
  "hosted",
  "memory",
  "oidc",
  "policy",
  "redact",
  "rest",
  "scale",
  "telemetry",
  "wallet",
  "webhooks",
];

const [wanted = ""] = process.argv.slice(2);

if (NAMES.includes(wanted)) await import(`./${wanted}.ts`);
else {
  console.error(`npm run bench -- <name>, with one of: ${NAMES.join(", ")}`);
  process.exitCode = 1;
}
