import { existsSync, readFileSync } from "node:fs";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { ensureBuilt } from "../../../scripts/lib/build.ts";
import { withClient } from "../../../scripts/lib/database.ts";
import { applyMigrations } from "../../../scripts/lib/migrations.ts";
import { startApp } from "../../../scripts/local/app.ts";
import { seed, writeDemo } from "../../../scripts/local/demo.ts";
import { openDemoWallet } from "../../../scripts/local/demo-wallet.ts";
import { openIdentity } from "../../../scripts/local/identity.ts";
import { openMailSink } from "../../../scripts/local/mail-sink.ts";
import { memoryFolder } from "../../../scripts/local/memory-folder.ts";
import { DEMO_ACCOUNTS, type DemoAccount } from "../../../scripts/local/oidc-people.ts";
import { anyPort } from "../../../scripts/local/ports.ts";
import { startPostgres } from "../../../scripts/local/postgres.ts";
import { ensureSecrets } from "../../../scripts/local/secrets.ts";
import { openVendors } from "../../../scripts/local/vendors.ts";
import { startDnsServer } from "../webhooks/dns-server.ts";
import { createAuthority } from "../world/certificates.ts";
import { namedHosts, readEgress, recordingTo, unnamedHosts } from "./egress.ts";

// For tests that use somebody up.
const GUESTS: readonly DemoAccount[] = Array.from({ length: 22 }, (_, at) => ({
  subject: `guest-${at + 1}`,
  name: `Guest ${at + 1}`,
  email: `guest-${at + 1}@demo.example`,
  about: "nobody's member",
}));

/**
 * The production build on a free port with a database of its own; gone when the browser tests end. With E2E_DEMO
 * the service that this file describes is tested instead: E2E_DEMO=.local/demo.json while `npm start` runs.
 */
export default async function setup(): Promise<() => Promise<void>> {
  if (process.env.E2E_DEMO !== undefined) return async () => {};
  await using stack = new AsyncDisposableStack();
  await ensureBuilt();

  const folder = await mkdtemp(join(tmpdir(), "lintel-app-"));
  stack.defer(() => rm(folder, { recursive: true, force: true }));
  const postgres = await startPostgres({
    within: memoryFolder(),
    settings: { fsync: "off", full_page_writes: "off", max_wal_size: "128MB" },
  });
  stack.defer(() => postgres.stop());
  await withClient(postgres.url("postgres"), (client) => client.query("create database lintel"));
  await applyMigrations(postgres.url("lintel"));

  const { settings } = await ensureSecrets(join(folder, ".env"), {});
  const port = await anyPort();
  const env: NodeJS.ProcessEnv = {
    PATH: process.env.PATH,
    NODE_ENV: "production",
    LINTEL_ENV: "development", // the public sample photos count
    ...settings,
    DATABASE_URL: postgres.url("lintel"),
    HOST: "127.0.0.1",
    PORT: String(port),
    PUBLIC_URL: `http://localhost:${port}`,
    LOG_LEVEL: "warn",
    // All tests share Ada.
    CONSOLE_CALLS_PER_MINUTE: "2000",
    CONSOLE_SUPPORT_URL: "mailto:help@demo.example",
    WALLET_CREDENTIALS: "eu_av,mdl,photo_id,google_id_pass",
    // Proofs are possible, and asked for only where a tenant says so; nothing listens there.
    WALLET_ZK_CIRCUITS: "8d079211715200ff06c5109639245502bfe94aa869908d31176aae4016182121",
    WALLET_ZK_VERIFIER_URL: "http://127.0.0.1:9",
  };
  const authority = createAuthority();
  await writeFile(join(folder, "receivers-ca.pem"), authority.ca);
  Object.assign(env, {
    WEBHOOK_ALLOW_LOOPBACK: "true",
    WEBHOOK_EXTRA_CA_FILE: join(folder, "receivers-ca.pem"),
  });
  // Tests publish TXT records as files: the name, and in it the text.
  const zone = join(folder, "dns");
  await mkdir(zone);
  const dns = await startDnsServer((name) => {
    const file = join(zone, basename(name));
    return existsSync(file)
      ? { kind: "texts", texts: [readFileSync(file, "utf8")] }
      : { kind: "code", rcode: 3 };
  });
  stack.use(dns);
  env.DNS_SERVERS = dns.address;
  process.env.E2E_DNS = zone;
  await openIdentity(env, folder, stack, [...DEMO_ACCOUNTS, ...GUESTS]);
  const demoWallet = await openDemoWallet(env, folder, stack);
  const vendors = await openVendors(env, folder, stack);
  const mailPage = await openMailSink(env, stack);
  const { tenant } = await seed(env, undefined);
  const egress = join(folder, "egress.txt");
  const app = await startApp({
    env: { ...env, ...recordingTo(egress) },
    logFolder: folder,
    onRestart: (why) => console.error(why),
  });
  stack.defer(() => app.stop());
  const { ADMIN_KEYS: adminKey = "" } = settings;
  // Workers inherit the environment, and nothing else.
  process.env.E2E_DEMO = join(folder, "demo.json");
  process.env.E2E_RECEIVER = JSON.stringify(authority.issue(["localhost"]));
  process.env.E2E_VENDORS = JSON.stringify(vendors?.accounts ?? []);
  process.env.E2E_DATABASE_URL = postgres.url("lintel");
  writeDemo(process.env.E2E_DEMO, {
    baseUrl: app.baseUrl,
    adminKey,
    tenant,
    ...(demoWallet ? { demoWallet } : {}),
    ...(mailPage && { mailPage }),
  });

  const kept = stack.move();
  return async () => {
    await using _all = kept;
    for (const line of errorLines(folder)) console.log(`the service logged: ${line}`);
    // The promise of the practice statements: nothing that they do not name was reached in the whole run.
    const reached = readEgress(egress);
    const unnamed = unnamedHosts(reached, await namedHosts({ baseUrl: app.baseUrl, env }));
    console.log(
      `the service reached ${reached.length} hosts; not named by its statements: ${unnamed.length}`,
    );
    if (reached.length === 0) throw new Error("the recorder of outgoing connections wrote nothing");
    if (unnamed.length > 0) throw new Error(`no practice statement names ${unnamed.join(", ")}`);
  };
}

const MOST_LINES = 20;
const MOST_CHARACTERS = 1_500;

/** What service and worker logged as errors in the whole run: the reason behind what a test saw of it, if one failed. */
const errorLines = (folder: string): string[] =>
  ["service.log", "worker.log"]
    .flatMap((name) =>
      existsSync(join(folder, name)) ? readFileSync(join(folder, name), "utf8").split("\n") : [],
    )
    .filter((line) => line.includes('"level":"error"'))
    .slice(0, MOST_LINES)
    .map((line) => line.slice(0, MOST_CHARACTERS));
