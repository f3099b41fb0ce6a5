import { z } from "zod";
import { networkTo } from "../../demo-wallet/wallet/network.ts";
import { asForm } from "../../demo-wallet/wallet/respond.ts";
import {
  type Answer,
  type Ask,
  type Kind,
  NotOffered,
  type Reply,
  type SameDevice,
  type State,
  type Target,
  type Verification,
} from "../target.ts";
import { type Deployment, refusalOf, trustAdmin, verificationStarter } from "./api.ts";

// The hosted page of one verification, spoken to as its script and a wallet do: docs/wallet.md.

const linkStarted = z.object({ link: z.string() });
const requested = z.object({
  transactionId: z.string(),
  requests: z.array(z.object({ protocol: z.string(), data: z.record(z.string(), z.unknown()) })),
});
const pageState = z.object({
  status: z.enum(["pending", "in_progress", "completed", "failed", "expired"]),
  outcome: z.enum(["approved", "rejected"]).nullable(),
});

const FORM = { accept: "application/json", "content-type": "application/x-www-form-urlencoded" } as const;

const stateIn = (body: unknown): State => {
  const { status, outcome } = pageState.parse(body);
  if (status === "failed" || status === "expired") return status;
  if (status !== "completed") return "open";
  return outcome === "approved" ? "over" : "under";
};

/** @throws NotOffered when the page says so, Error for every other refusal */
const bodyOf = async (response: Response): Promise<unknown> => {
  const body: unknown = await response.json().catch(() => null);
  if (response.ok) return body;
  const { code, message } = refusalOf(body);
  if (code === "METHOD_UNAVAILABLE") throw new NotOffered(message);
  throw new Error(`${response.status} ${code}: ${message}`);
};

const postForm = async (answer: Answer): Promise<Reply> => {
  if (!("form" in answer)) throw new Error("a link is answered with a form");
  const body = Buffer.from(typeof answer.form === "string" ? answer.form : asForm(answer.form));
  const posted = { method: "POST", headers: FORM, body, redirect: "manual" } as const;
  const response = await fetch(answer.responseUri, posted);
  const said = z.object({ redirect_uri: z.string().optional() }).parse(await response.json());
  return { isTaken: response.status === 200, redirectUri: said.redirect_uri ?? null };
};

/** @param sessionUrl as /verify/start gave it: its origin is the one that browsers see */
const openPage = (sessionUrl: string): Verification => {
  const { origin, pathname } = new URL(sessionUrl);
  const page = `${origin}${pathname}`;
  const { fetchRequest } = networkTo([origin]);

  const start = async (channel: "link" | "qr", app: "eu" | "openid4vp") => {
    const body = new URLSearchParams({ channel, app });
    const sent = { method: "POST", headers: { ...FORM, origin }, body };
    const response = await fetch(`${page}/wallet/start`, sent);
    const { link } = linkStarted.parse(await bodyOf(response));
    const cookie = response.headers.getSetCookie().map((each) => each.split(";")[0] ?? "");
    return { ask: { request: link, origin, fetchRequest, send: postForm }, cookie: cookie.join("; ") };
  };

  const askBrowser = async (wanted: string): Promise<Ask> => {
    // As a browser sends it from the page itself.
    const sent = { method: "POST", headers: { accept: FORM.accept, origin } };
    const response = await fetch(`${page}/wallet/requests`, sent);
    const { transactionId, requests } = requested.parse(await bodyOf(response));
    const offered = requests.filter(({ protocol }) => protocol === wanted);
    const [request] = offered;
    if (!request) throw new NotOffered(`${wanted} is not offered`);
    const send = async (answer: Answer): Promise<Reply> => {
      const headers = { accept: "application/json", "content-type": "application/json", origin };
      const posted = { method: "POST", headers, body: JSON.stringify(answer) };
      const reply = await fetch(`${page}/wallet/credential/${transactionId}`, posted);
      const body: unknown = await reply.json();
      const isTaken = reply.ok && ["over", "under"].includes(stateIn(body));
      return { isTaken, redirectUri: null };
    };
    const alternatives = offered.map(({ data }) => data);
    return { request: request.data, alternatives, origin, fetchRequest, send };
  };

  const asks: Record<Kind, () => Promise<Ask>> = {
    eu_link: async () => (await start("qr", "eu")).ask,
    signed_link: async () => (await start("qr", "openid4vp")).ask,
    dc_api: () => askBrowser("openid4vp-v1-unsigned"),
    iso_mdoc: () => askBrowser("org-iso-mdoc"),
  };
  return {
    ask: (kind) => asks[kind](),
    askSameDevice: async (): Promise<SameDevice> => {
      const { ask, cookie } = await start("link", "eu");
      const comeBack: SameDevice["comeBack"] = async (address, { withCookie }) => {
        const headers: Record<string, string> = withCookie ? { cookie } : {};
        await (await fetch(address, { headers, redirect: "manual" })).arrayBuffer();
      };
      return { ...ask, comeBack };
    },
    state: async () => stateIn(await bodyOf(await fetch(`${page}/state`))),
  };
};

/** A deployment at its address, as tenants, browsers and wallets see it. */
export const httpTarget = (deployment: Deployment): Target => {
  const start = verificationStarter(deployment);
  return {
    begin: async ({ minimumAge, mode = "test", liveKey = deployment.liveKey }) => {
      const key = mode === "live" ? liveKey : deployment.testKey;
      if (key === undefined) throw new NotOffered("no --live-key was given");
      const { sessionUrl } = await start(key, minimumAge);
      return openPage(sessionUrl);
    },
    trust: async () => {
      const { adminKey } = deployment;
      if (adminKey === undefined) throw new NotOffered("no --admin-key was given");
      return trustAdmin(deployment, adminKey);
    },
  };
};
