// What `npm start` does once Node 24 runs: secrets, database, migrations, build, demo tenant, service and worker.
// `npm run dev` does the same with the sources in place of a build.
// Everything it starts goes on one stack and is taken down in reverse order, whatever ends it.
import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { Foreseen } from "../lib/foreseen.ts";
import { ROOT } from "../lib/run.ts";
import { startApp } from "./app.ts";
import { DEMO_FILE, readDemo, seed, writeDemo } from "./demo.ts";
import { openDemoSite } from "./demo-site.ts";
import { openDemoWallet } from "./demo-wallet.ts";
import { openIdentity } from "./identity.ts";
import { openMailSink } from "./mail-sink.ts";
import { claimFolder } from "./single-instance.ts";
import {
  buildIfChanged,
  generateIfChanged,
  migrate,
  openDatabase,
  openWebhookReceiver,
  settle,
} from "./steps.ts";
import { summary } from "./summary.ts";
import { bold, printDone, red, seconds, step } from "./terminal.ts";
import { openVendors } from "./vendors.ts";

const LOCAL = join(ROOT, ".local");
const IS_DEV = process.argv[2] === "dev";

async function start(stack: AsyncDisposableStack, onGiveUp: (why: string) => void): Promise<void> {
  const startedAt = performance.now();
  const instance = await claimFolder(ROOT);
  stack.defer(() => instance.release());
  console.log(`\n  ${bold("Lintel")}\n`);
  const [installed = "dependencies in place", ms = "0"] = (process.env.LINTEL_INSTALL ?? "").split(";");
  printDone("install", installed, Number(ms));

  const { env, freePort } = await settle(join(ROOT, ".env"));
  stack.defer(freePort);
  env.DATABASE_URL = await openDatabase(env.DATABASE_URL, LOCAL, stack);
  await migrate(env.DATABASE_URL);
  await (IS_DEV ? generateIfChanged() : buildIfChanged());
  const issuer = await openIdentity(env, LOCAL, stack);
  const demoWallet = await openDemoWallet(env, LOCAL, stack);
  const previous = readDemo(DEMO_FILE);
  const receiver = await openWebhookReceiver(env, stack);
  const vendors = await openVendors(env, LOCAL, stack);
  const mailPage = await openMailSink(env, stack);
  const site = await openDemoSite(env, stack);
  const seeded = await step("seed", "making the demo tenant", async () => {
    const addresses = { hookUrl: receiver?.hookUrl, siteUrl: site?.url };
    const result = await seed(env, previous, addresses, vendors?.accounts);
    return { said: `demo tenant ${result.tenant.id === previous?.tenant.id ? "kept" : "made"}`, result };
  });
  const { tenant } = seeded;
  const webhook = receiver &&
    seeded.webhook && { page: receiver.url, url: receiver.hookUrl, ...seeded.webhook };
  if (webhook) receiver.trust(webhook.secret);
  vendors?.register((seeded.vendors ?? []).map(({ callbackUrl }) => callbackUrl));
  const app = await step("serve", "starting service and worker", async () => {
    for (const name of ["service.log", "worker.log"]) rmSync(join(LOCAL, name), { force: true });
    const onRestart = (why: string) => console.log(`  ${red("!")} ${why}; starting it again`);
    await freePort();
    const result = await startApp({
      env,
      logFolder: LOCAL,
      isDevelopment: IS_DEV,
      onRestart,
      onGiveUp,
    });
    stack.defer(() => result.stop());
    return { said: result.baseUrl, result };
  });
  if (site && seeded.site) site.protectBy(seeded.site.siteId, app.baseUrl, seeded.site.cookieName);
  const adminKey = env.ADMIN_KEYS?.split(",")[0]?.trim() ?? "";
  const demo = {
    baseUrl: app.baseUrl,
    adminKey,
    tenant,
    ...(demoWallet && { demoWallet }),
    ...(webhook && { webhook }),
    ...(seeded.vendors && { vendors: seeded.vendors }),
    ...(mailPage && { mailPage }),
    ...(site && seeded.site && { site: { ...seeded.site, url: site.url } }),
  };
  writeDemo(DEMO_FILE, demo);
  instance.announce(app.baseUrl);
  console.log(
    `\n  Ready in ${seconds(performance.now() - startedAt + Number(ms))}.\n\n${summary(demo, { issuer, isDevelopment: IS_DEV, host: env.HOST ?? "" })}`,
  );
}

const REMEDIES: Record<string, string> = {
  ENOSPC: "The disk is full. Free some space and start again.",
  EDQUOT: "The disk quota is used up. Free some space and start again.",
  EACCES: "This user may not do that. Start as the user who owns this folder, or change its owner.",
  EPERM: "This user may not do that. Start as the user who owns this folder, or change its owner.",
  EROFS: "The file system is read-only. Start from a folder that can be written to.",
  EMFILE: "Too many files are open. Raise the limit (`ulimit -n 4096`) and start again.",
  ENOMEM: "There is not enough memory.",
};

/** Only the message where the reader can fix the failure, the whole error where it is ours. */
function explain(error: unknown): string {
  if (error instanceof Foreseen) return error.message;
  if (!(error instanceof Error)) return `This is a bug; please report it.\n${String(error)}`;
  const remedy = "code" in error ? REMEDIES[String(error.code)] : undefined;
  return remedy === undefined
    ? `This is a bug; please report it.\n${error.stack ?? error.message}`
    : `${remedy} (${error.message})`;
}

/** Resolves with the exit code at the first reason to end. */
async function main(): Promise<number> {
  await using stack = new AsyncDisposableStack();
  const { promise: ended, resolve: announceEnd } = Promise.withResolvers<number>();
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => announceEnd(0));
  process.on("disconnect", () => announceEnd(0));
  // The terminal may be gone before we are.
  for (const stream of [process.stdout, process.stderr]) stream.on("error", () => {});

  mkdirSync(LOCAL, { recursive: true });
  let isEnding = false;
  void ended.then(() => {
    isEnding = true;
  });
  const fail = (error: unknown) => {
    if (isEnding) return; // taking everything down breaks things, which is not news
    console.error(`\n${explain(error)}\n`);
    announceEnd(1);
  };
  start(stack, (why) => fail(new Foreseen(why))).catch(fail);
  const code = await ended;
  if (code === 0) console.log("\n  Stopping …");
  return code;
}

const code = await main();
if (code === 0) console.log("  Stopped.\n");
process.exit(code);
