import { z } from "zod";
import type { Deps } from "#services/context.ts";
import { originOf } from "#services/hosts/site.ts";
import {
  type AtSite,
  atOf,
  walletRequestObject,
  walletResponse,
  walletReturn,
  walletStart,
} from "../http/handlers.ts";
import { answer, asForm, type Held } from "./openid4vp-wallet.ts";

// What a hosted page, its browser and a wallet send, each by the handler that serves it.

const started = z.object({
  transactionId: z.string(),
  channel: z.string(),
  app: z.string(),
  link: z.string(),
  expiresAt: z.string(),
  qrSvg: z.string().optional(),
});

export type Asked = z.infer<typeof started> & { cookie: string | null };

type Ask = { channel: "link" | "qr"; app: "eu" | "openid4vp" };

const form = (body: Uint8Array | string) => ({
  method: "POST",
  body: Buffer.from(body),
  headers: { "content-type": "application/x-www-form-urlencoded", accept: "application/json" },
});

const at = (deps: Deps, path: string): string => `${deps.settings.publicUrl}${path}`;

export const tryToAsk = (deps: AtSite, secret: string, { channel, app }: Ask): Promise<Response> => {
  const body = new URLSearchParams({ channel, app }).toString();
  const { headers, ...sent } = form(body);
  // As browsers send it with every POST of a page's own script.
  const request = { ...sent, headers: { ...headers, origin: originOf(atOf(deps)) } };
  return walletStart(deps, new Request(at(deps, `/v/${secret}/wallet/start`), request), { secret });
};

/** Asks for a link or a code, as the page's script does. */
export const ask = async (deps: Deps, secret: string, way: Ask): Promise<Asked> => {
  const response = await tryToAsk(deps, secret, way);
  if (response.status !== 200) throw new Error(await response.text());
  const cookie = response.headers.get("set-cookie")?.split(";")[0] ?? null;
  return { ...started.parse(await response.json()), cookie };
};

/** What a wallet posts for this link. */
export const answerTo = async (
  deps: Deps,
  { link, transactionId }: Pick<Asked, "link" | "transactionId">,
  held: Held,
): Promise<Uint8Array> => {
  const fetchRequest = async (nonce: string) => (await fetchRequestObject(deps, transactionId, nonce)).text();
  return asForm(await answer(link, held, { fetchRequest }));
};

export const fetchRequestObject = (deps: Deps, id: string, walletNonce: string): Promise<Response> =>
  walletRequestObject(
    deps,
    new Request(at(deps, `/openid4vp/request/${id}`), form(`wallet_nonce=${walletNonce}`)),
    { id },
  );

/** A wallet's post, as status and body. */
export const post = async (deps: Deps, id: string, body: Uint8Array | string, more: RequestInit = {}) => {
  const request = new Request(at(deps, `/openid4vp/response/${id}`), { ...form(body), ...more });
  const response = await walletResponse(deps, request, { id });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
};

/** The browser follows the wallet's redirect; gives where it is sent on to. */
export const comeBack = async (deps: Deps, address: string, cookie: string | null): Promise<string> => {
  const id = new URL(address).pathname.split("/").at(-1) ?? "";
  const headers: Record<string, string> = cookie === null ? {} : { cookie: `other=1; ${cookie}` };
  const response = await walletReturn(deps, new Request(address, { headers }), { id });
  return `${response.status} ${response.headers.get("location")}`;
};
