// Run by demo.ts: makes the demo tenant and its endpoint, and sends them to the parent process. What was made before comes by IPC too:
// every user of the machine can read a command line.
import { once } from "node:events";
import { ConfigError } from "#config.ts";
import { SigningKeyError } from "#platform/signing-key.ts";
import { getRuntime } from "#runtime.ts";
import { seedDemo } from "../../prisma/seed.ts";
import { DEMO_PEOPLE } from "./oidc-people.ts";

try {
  const runtime = await getRuntime();
  const [previous] = await once(process, "message");
  // People of the demo provider only: a real one knows nobody of that name.
  const isDemoProvider = runtime.config.CONSOLE_ISSUER?.startsWith("http://localhost:") === true;
  const made = await seedDemo(runtime, {
    people: isDemoProvider ? DEMO_PEOPLE : [],
    hookUrl: previous.hookUrl,
    ...(previous.tenant === undefined ? {} : { previous }),
  });
  process.send?.(made);
  await runtime.close();
  process.disconnect();
} catch (error) {
  const isForeseen = error instanceof ConfigError || error instanceof SigningKeyError;
  console.error(isForeseen ? error.message : error);
  process.exit(1);
}
