import type { VendorKind } from "#core/identity/vendor.ts";
import type { Deps } from "#services/context.ts";
import { addVendor } from "#services/vendors/accounts.ts";
import { type DiditStandIn, startDiditStandIn } from "../../../lab/vendors/didit.ts";
import { DIDIT_STAND_IN } from "../../../lab/vendors/didit-answers.ts";
import type { Callback, Outcome } from "../../../lab/vendors/stand-in.ts";
import { STRIPE_STAND_IN_KEYS, type StripeStandIn, startStripeStandIn } from "../../../lab/vendors/stripe.ts";
import { startYotiStandIn, YOTI_STAND_IN, type YotiStandIn } from "../../../lab/vendors/yoti.ts";
import { ownerCtx } from "../../../scripts/lib/owner-ctx.ts";
import { anyPort } from "../../../scripts/local/ports.ts";
import { vendorCallback, vendorReturn, vendorStart } from "../http/handlers.ts";
import { BASE_URL } from "../world/service.ts";

export type StandIns = {
  stripe: StripeStandIn;
  yoti: YotiStandIn;
  didit: DiditStandIn;
  /** For a service that asks them. */
  env: Record<string, string>;
  /** As after the start. */
  reset(): void;
  stop(): Promise<void>;
};

export const startStandIns = async (now?: () => Date): Promise<StandIns> => {
  const options = async () => ({ port: await anyPort(), environment: "test", ...(now && { now }) });
  const stripe = await startStripeStandIn(await options());
  const yoti = await startYotiStandIn(await options());
  const didit = await startDiditStandIn(await options());
  return {
    stripe,
    yoti,
    didit,
    env: {
      WEBHOOK_ALLOW_LOOPBACK: "true",
      STRIPE_STAND_IN_URL: stripe.url,
      YOTI_STAND_IN_URL: yoti.url,
      DIDIT_STAND_IN_URL: didit.url,
    },
    reset: () => {
      Object.assign(stripe, { trouble: null, person: null, mayReadBirths: true });
      Object.assign(stripe, { selfieError: "selfie_face_mismatch", alter: null });
      Object.assign(yoti, { trouble: null, person: null, method: "DOC_SCAN" });
      Object.assign(didit, { trouble: null, person: null, lacking: [], alter: null, alterMade: null });
    },
    stop: async () => {
      await stripe.stop();
      await yoti.stop();
      await didit.stop();
    },
  };
};

type Input = Parameters<typeof addVendor>[1];

export const keysOf = ({ yoti }: StandIns, kind: VendorKind, mode: "live" | "test" = "live") => {
  switch (kind) {
    case "stripe":
      return { ...STRIPE_STAND_IN_KEYS[mode] };
    case "didit":
      return { ...DIDIT_STAND_IN[mode] };
    default:
      return {
        accountId: YOTI_STAND_IN.accountId,
        apiKey: mode === "test" ? yoti.serviceKey : YOTI_STAND_IN.apiKey,
        callbackKey: yoti.publicKey,
      };
  }
};

/** A callback about a session, as the vendor makes it. @param type of Stripe's event */
export const newsOf = (
  { stripe, yoti, didit }: StandIns,
  kind: VendorKind,
  sessionId: string,
  type = "verified",
): Callback => {
  switch (kind) {
    case "stripe":
      return stripe.event(sessionId, type);
    case "didit":
      return didit.event(sessionId);
    default:
      return yoti.notification(sessionId);
  }
};

/** Adds a vendor of a tenant's, with the keys of its stand-in. */
export const addStandIn = async (
  deps: Deps,
  tenantId: string,
  standIns: StandIns,
  { kind = "stripe", mode = "live", ...more }: Partial<Input> = {},
) => addVendor(await ownerCtx(deps, tenantId), { kind, mode, ...keysOf(standIns, kind, mode), ...more });

/** What the browser has after the button: where it goes, and what it keeps. */
export type Sent = { url: URL; cookie: string; sessionId: string };

/** Presses a vendor's button as the page's form does, or the one that asks whether the answer is there. */
export const press = (
  deps: Deps,
  secret: string,
  fields: Record<string, string>,
  headers: Record<string, string> = {},
) =>
  vendorStart(
    deps,
    new Request(`${BASE_URL}/v/${secret}/vendor`, {
      method: "POST",
      body: new URLSearchParams(fields),
      headers: { "sec-fetch-site": "same-origin", ...headers },
    }),
    { secret },
  );

/** The same, on to the vendor. */
export const goThere = async (deps: Deps, secret: string, kind: VendorKind = "stripe"): Promise<Sent> => {
  const response = await press(deps, secret, { provider: kind });
  if (response.status !== 200) throw new Error(`no way there: ${response.headers.get("location")}`);
  const [, address = ""] = /content="0;url=([^"]+)"/.exec(await response.text()) ?? [];
  const url = new URL(address.replaceAll("&amp;", "&"));
  const cookie = response.headers
    .getSetCookie()
    .map((line) => line.split(";")[0])
    .join("; ");
  const sessionId = url.searchParams.get("sessionId") ?? url.pathname.split("/").at(-1) ?? "";
  return { url, cookie, sessionId };
};

/** The browser comes back. @returns where it is sent to, such as `/v/vs_…?problem=…` */
export const comeBack = async (deps: Deps, address: string, cookie: string | null): Promise<string> => {
  const url = new URL(address);
  const request = new Request(BASE_URL + url.pathname + url.search, {
    headers: cookie === null ? {} : { cookie },
  });
  const response = await vendorReturn(deps, request);
  if (response.status !== 303) throw new Error(`expected a redirect, got ${response.status}`);
  return response.headers.get("location") ?? "";
};

export const problemIn = (location: string): string | null =>
  new URL(location, BASE_URL).searchParams.get("problem");

/** A callback arrives. @returns the HTTP status of the answer */
export const call = async (deps: Deps, vendorId: string, { body, headers }: Callback): Promise<number> => {
  const request = new Request(`${BASE_URL}/v/vendor/${vendorId}/callback`, {
    method: "POST",
    body,
    headers: { "content-type": "application/json", ...headers },
  });
  return (await vendorCallback(deps, request, { id: vendorId })).status;
};

/** The whole way, and back at once. @returns the problem that the page is told of, if any */
export const proveAt = async (
  deps: Deps,
  standIns: StandIns,
  secret: string,
  { kind = "stripe", outcome = "adult" }: { kind?: VendorKind; outcome?: Outcome } = {},
): Promise<string | null> => {
  const sent = await goThere(deps, secret, kind);
  return problemIn(await comeBack(deps, standIns[kind].finish(sent.sessionId, outcome), sent.cookie));
};

/** Every row that an answer could change. */
export const rowsOf = async ({ db }: Deps, verificationId: string) => {
  const where = { verificationId };
  const [verification, attempts, tokens, events, sessions] = await Promise.all([
    db.orm.verification.findUnique({ where: { id: verificationId } }),
    db.orm.methodAttempt.findMany({ where, orderBy: { number: "asc" } }),
    db.orm.token.findMany({ where }),
    db.orm.event.findMany({ where, orderBy: { id: "asc" } }),
    db.orm.vendorSession.findMany({ where, orderBy: { id: "asc" } }),
  ]);
  return { verification, attempts, tokens, events, sessions };
};
