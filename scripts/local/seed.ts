// Run by demo.ts: makes the demo tenant and sends it to the parent process.
import { ConfigError } from "#config.ts";
import { getRuntime } from "#runtime.ts";
import { seedDemo } from "../../prisma/seed.ts";
import { DEMO_PEOPLE } from "./oidc-people.ts";

try {
  const runtime = await getRuntime();
  const previous = JSON.parse(process.argv[2] ?? "null");
  // People of the demo provider only: a real one knows nobody of that name.
  const isDemoProvider = runtime.config.CONSOLE_ISSUER?.startsWith("http://localhost:") === true;
  const made = await seedDemo(runtime, {
    people: isDemoProvider ? DEMO_PEOPLE : [],
    ...(previous === null ? {} : { previous: { tenant: previous } }),
  });
  process.send?.(made.tenant);
  await runtime.close();
  process.disconnect();
} catch (error) {
  console.error(error instanceof ConfigError ? error.message : error);
  process.exit(1);
}
