// npm run bench -- <name>: measures a part of the service beside what others use for it, in the same run.
import { readdirSync } from "node:fs";

const names = readdirSync(import.meta.dirname)
  .filter((file) => file.endsWith(".ts") && file !== "main.ts")
  .map((file) => file.slice(0, -".ts".length));

const [wanted = ""] = process.argv.slice(2);

if (names.includes(wanted)) await import(`./${wanted}.ts`);
else {
  console.error(`npm run bench -- <name>, with one of: ${names.join(", ")}`);
  process.exitCode = 1;
}
