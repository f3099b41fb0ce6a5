import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { text } from "node:stream/consumers";
import { z } from "zod";
import { Foreseen } from "../lib/foreseen.ts";
import { ROOT, readJson } from "../lib/run.ts";
import type { LocalVendors } from "./vendors.ts";

const endpoint = z.object({ endpointId: z.string(), secret: z.string() });
/** The demo tenant's account at a vendor's stand-in, and where that one calls. */
const vendor = z.object({ method: z.string(), callbackUrl: z.string() });

const seeded = z.object({
  tenant: z.object({ id: z.string(), liveKey: z.string(), testKey: z.string() }),
  webhook: endpoint.optional(),
  vendors: z.array(vendor).optional(),
  /** The gate before the demo site. */
  site: z.object({ siteId: z.string(), cookieName: z.string() }).optional(),
});

const demo = seeded.extend({
  baseUrl: z.string(),
  adminKey: z.string(),
  demoWallet: z.string().optional(),
  site: z.object({ siteId: z.string(), cookieName: z.string(), url: z.string() }).optional(),
  mailPage: z.string().optional(),
  /** The page that shows what the demo tenant's endpoint gets. */
  webhook: endpoint.extend({ page: z.string(), url: z.string() }).optional(),
});

export type Seeded = z.infer<typeof seeded>;

export type Demo = z.infer<typeof demo>;

/** Where this installation's demo tenant is written down, for scripts and for the next start. */
export const DEMO_FILE = join(ROOT, ".local/demo.json");

export const readDemo = (file: string): Demo | undefined => readJson(file, demo);

export function writeDemo(file: string, content: Demo): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `${JSON.stringify(content, null, 2)}\n`, { mode: 0o600 });
}

/**
 * Makes the demo tenant in a separate process, which sees the same settings as the service.
 * @param addresses where its endpoint sends to, and where its site is; absent: it has none
 * @param vendors its accounts at stand-ins of vendors
 */
export async function seed(
  env: NodeJS.ProcessEnv,
  previous: Demo | undefined,
  addresses: { hookUrl?: string | undefined; siteUrl?: string | undefined } = {},
  vendors?: LocalVendors["accounts"],
): Promise<Seeded> {
  const child = spawn(process.execPath, [join(ROOT, "prisma/seed.ts")], {
    cwd: ROOT,
    env,
    stdio: ["ignore", "ignore", "pipe", "ipc"],
  });
  // A child that ended already says why by itself.
  child.send(
    { tenant: previous?.tenant, webhook: previous?.webhook, ...addresses, vendors },
    () => undefined,
  );
  let answer: unknown;
  child.on("message", (message) => {
    answer = message;
  });
  const [complaint] = await Promise.all([child.stderr && text(child.stderr), once(child, "close")]);
  const made = seeded.safeParse(answer);
  if (made.success) return made.data;
  throw new Foreseen(`The demo tenant could not be made.\n${complaint?.trim()}`);
}
