import { createHmac } from "node:crypto";
import { request } from "undici";
import { GATES } from "#core/gates/gate.ts";
import type { Mode } from "#core/verification.ts";
import { insertGate } from "#data/tenants/gates.ts";
import { createGates } from "#server/rest.ts";
import type { Deps } from "#services/context.ts";
import { newId } from "#services/ids.ts";
import { newSiteSecret } from "#services/sealing.ts";
import { goBack, submitEvidence } from "../http/hosted.ts";
import { type ServedWithoutNext, serveWithoutNext } from "../world/serve-without-next.ts";

// The service as the servers of sites ask it: on a port of this machine, with gates in its database, without Next.

export type GateService = ServedWithoutNext;

/** @param settings of the service, for example another PUBLIC_URL */
export const serveGates = (
  overrides?: Partial<Deps>,
  settings: Record<string, string> = {},
): Promise<GateService> => serveWithoutNext({ create: createGates, proxyHops: 1 }, overrides, settings);

type GateInput = {
  mode?: Mode;
  name?: string;
  origin?: string;
  minimumAge?: number | null;
  country?: string | null;
  region?: string | null;
  lifetimeSeconds?: number;
};

export type TestGate = {
  siteId: string;
  secret: string;
  origin: string;
  threshold: string;
  cookieName: string;
};

/** A gate of a tenant, written as the console writes it: a test gate for 18 before https://shop.example unless it says more. */
export const newGate = async (
  { deps }: { deps: Deps },
  tenantId: string,
  input: GateInput = {},
): Promise<TestGate> => {
  const siteId = newId(deps, "gate");
  const { secret, secretSealed } = newSiteSecret(deps, "gateSecret", siteId);
  const now = deps.now();
  const gate = {
    ...{ mode: "test" as const, name: "Shop", origin: "https://shop.example", minimumAge: 18 },
    ...{ country: null, region: null, lifetimeSeconds: GATES.lifetimeSeconds.default },
    ...input,
  };
  const row = { ...gate, id: siteId, tenantId, openPaths: [], secretSealed, createdAt: now, updatedAt: now };
  await insertGate(deps.db.orm, row);
  const threshold = gate.minimumAge === null ? "policy" : String(gate.minimumAge);
  const prefix = gate.origin.startsWith("https:") ? "__Host-" : "";
  const cookieName = `${prefix}lintel_gate_${threshold}`;
  return { siteId, secret, origin: gate.origin, threshold, cookieName };
};

/** A proof, made as docs/gate.md says and not by the service's own code. @param seconds from now on; rounded down */
export const proofFor = (gate: TestGate, now: Date, seconds = 3600): string => {
  const exp = Math.floor((now.getTime() / 1000 + seconds) / 300) * 300;
  const key = Buffer.from(gate.secret.slice("gs_".length), "base64url");
  const text = `lintel-gate.v1.${gate.siteId}.${new URL(gate.origin).host}.${gate.threshold}.${exp}`;
  return `v1.${gate.threshold}.${exp}.${createHmac("sha256", key).update(text).digest("base64url")}`;
};

type Asked = { method?: string; headers?: Record<string, string>; form?: Record<string, string> };

/** Asks as a browser or a server does, and follows nothing. */
export const ask = async (url: string, { method, headers, form }: Asked = {}): Promise<Response> => {
  const {
    statusCode,
    headers: got,
    body,
  } = await request(url, {
    method: (method ?? (form ? "POST" : "GET")) as "GET",
    headers: { ...headers, ...(form && { "content-type": "application/x-www-form-urlencoded" }) },
    body: form ? new URLSearchParams(form).toString() : null,
  });
  const text = await body.text();
  const pairs = Object.entries(got).flatMap(([name, value = []]) =>
    [value].flat().map((one): [string, string] => [name, one]),
  );
  return new Response([204, 304].includes(statusCode) ? null : text, { status: statusCode, headers: pairs });
};

/** What a browser does with `Set-Cookie`, without its rules about hosts. */
export const jarOf = (response: Response, before: Record<string, string> = {}): Record<string, string> => {
  const jar = { ...before };
  for (const text of response.headers.getSetCookie()) {
    const [pair = ""] = text.split(";");
    const [name, value] = [pair.slice(0, pair.indexOf("=")), pair.slice(pair.indexOf("=") + 1)];
    if (value === "") delete jar[name];
    else jar[name] = value;
  }
  return jar;
};

export const cookieHeader = (jar: Record<string, string>): string =>
  Object.entries(jar)
    .map(([name, value]) => `${name}=${value}`)
    .join("; ");

/** The service's own host, where the button leads: its answer leads to the hosted page. @param from a client's address */
export const openTicket = (
  { origin }: Pick<GateService, "origin">,
  begun: Response,
  from?: string,
): Promise<Response> => {
  const { pathname, search } = new URL(begun.headers.get("location") ?? "");
  return ask(origin + pathname + search, { headers: from === undefined ? {} : { "x-forwarded-for": from } });
};

/** The secret of the hosted page that the button's answer leads to, over the service's own host. */
export const secretBehind = async (address: string): Promise<string> => {
  const opened = await ask(address);
  const [, , secret = ""] = new URL(opened.headers.get("location") ?? "").pathname.split("/");
  return secret;
};

/**
 * A visitor of a test gate: presses the button, ends the check on the hosted page and comes back, through the service's own
 * addresses as a forwarding server would ask them.
 * @param outcome what the visitor chooses on the hosted page; null: comes back without
 * @returns the answer at the callback, and the browser's cookies after it
 */
export const visit = async (
  { deps, origin }: Pick<GateService, "deps" | "origin">,
  gate: TestGate,
  {
    outcome = "approve",
    form = {},
    jar = {},
  }: { outcome?: string | null; form?: Record<string, string>; jar?: Record<string, string> } = {},
): Promise<{ response: Response; jar: Record<string, string>; callback: string; secret: string }> => {
  const base = `${origin}/gate/${gate.siteId}`;
  const begun = await ask(`${base}/start`, { form, headers: { cookie: cookieHeader(jar) } });
  if (begun.status !== 303) throw new Error(`no check began: ${begun.status} ${await begun.text()}`);
  const kept = jarOf(begun, jar);
  const opened = await openTicket({ origin }, begun);
  const page = new URL(opened.headers.get("location") ?? "");
  const secret = page.pathname.split("/")[2] ?? "";
  if (outcome === null) return { response: opened, jar: kept, callback: "", secret };
  await submitEvidence(deps, secret, { body: outcome });
  const back = await goBack(deps, secret);
  const callback = `${base}/callback${back.search}`;
  const response = await ask(callback, { headers: { cookie: cookieHeader(kept) } });
  return { response, jar: jarOf(response, kept), callback, secret };
};
