import { generateKeyPairSync } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { readJson } from "../lib/run.ts";
import { onFreePort } from "./ports.ts";
import { step } from "./terminal.ts";

const USUAL_PORTS = { stripe: 3970, yoti: 3975, didit: 3977 } as const;

const kept = z.object({ yotiKey: z.string(), yotiServiceKey: z.string() });

/** What the demo tenant's account at a stand-in takes. */
export const standInAccount = z.object({
  kind: z.enum(["stripe", "yoti", "didit"]),
  mode: z.literal("test"),
  accountId: z.string().optional(),
  apiKey: z.string(),
  callbackKey: z.string(),
});

export type LocalVendors = {
  accounts: z.infer<typeof standInAccount>[];
  /** Tells the stand-ins of Stripe and Didit where their events go, as one does in their dashboards. */
  register(callbackUrls: readonly string[]): void;
};

const newKey = (): string =>
  generateKeyPairSync("rsa", { modulusLength: 3072 })
    .privateKey.export({ format: "pem", type: "pkcs8" })
    .toString();

/**
 * Yoti's key for notifications, and the one of the demo tenant's service there. A later start must keep both, or the demo
 * tenant's account would be of no use.
 */
function yotiKeysIn(local: string): { signingKey: string; serviceKey: string } {
  const file = join(local, "vendors.json");
  const known = readJson(file, kept) ?? { yotiKey: newKey(), yotiServiceKey: newKey() };
  writeFileSync(file, JSON.stringify(known), { mode: 0o600 });
  return { signingKey: known.yotiKey, serviceKey: known.yotiServiceKey };
}

/**
 * Servers that speak the interfaces of Stripe Identity, Yoti and Didit, for trying vendors out without a contract. In
 * development only, where nothing else is set, and where the service may call this machine.
 */
export async function openVendors(
  env: NodeJS.ProcessEnv,
  local: string,
  stack: AsyncDisposableStack,
): Promise<LocalVendors | undefined> {
  const settings = [env.STRIPE_STAND_IN_URL, env.YOTI_STAND_IN_URL, env.DIDIT_STAND_IN_URL];
  const isSet = settings.some((setting) => setting !== undefined);
  if (env.LINTEL_ENV === "production" || isSet || env.WEBHOOK_ALLOW_LOOPBACK !== "true") return undefined;
  return step("vendors", "starting the stand-ins of vendors", async () => {
    const { LINTEL_ENV: environment } = env;
    const { STRIPE_STAND_IN_KEYS, startStripeStandIn } = await import("../../lab/vendors/stripe.ts");
    const { YOTI_STAND_IN, startYotiStandIn } = await import("../../lab/vendors/yoti.ts");
    const { DIDIT_STAND_IN } = await import("../../lab/vendors/didit-answers.ts");
    const { startDiditStandIn } = await import("../../lab/vendors/didit.ts");
    const stripe = await onFreePort(USUAL_PORTS.stripe, (port) => startStripeStandIn({ port, environment }));
    stack.defer(() => stripe.stop());
    const yotiKeys = yotiKeysIn(local);
    const yoti = await onFreePort(USUAL_PORTS.yoti, (port) =>
      startYotiStandIn({ port, environment, ...yotiKeys }),
    );
    stack.defer(() => yoti.stop());
    yoti.notifies = true;
    const didit = await onFreePort(USUAL_PORTS.didit, (port) => startDiditStandIn({ port, environment }));
    stack.defer(() => didit.stop());
    Object.assign(env, {
      STRIPE_STAND_IN_URL: stripe.url,
      YOTI_STAND_IN_URL: yoti.url,
      DIDIT_STAND_IN_URL: didit.url,
    });
    const result: LocalVendors = {
      accounts: [
        { kind: "stripe", mode: "test", ...STRIPE_STAND_IN_KEYS.test },
        {
          kind: "yoti",
          mode: "test",
          accountId: YOTI_STAND_IN.accountId,
          apiKey: yoti.serviceKey,
          callbackKey: yoti.publicKey,
        },
        { kind: "didit", mode: "test", ...DIDIT_STAND_IN.test },
      ],
      register: (callbackUrls) => {
        for (const { endpoints } of [stripe, didit]) endpoints.push(...callbackUrls);
      },
    };
    const said = `stand-ins of Stripe Identity, Yoti and Didit, ${stripe.url}, ${yoti.url} and ${didit.url}`;
    return { said, result };
  });
}
