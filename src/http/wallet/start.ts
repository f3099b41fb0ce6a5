import { z } from "zod";
import { ServiceError } from "#core/errors.ts";
import type { Deps } from "#services/context.ts";
import { originOf } from "#services/wallet/dc-api.ts";
import { qrOf } from "#services/wallet/qr.ts";
import { startWallet } from "#services/wallet/start.ts";
import { WALLET_APPS } from "#services/wallet/ways.ts";
import { readForm } from "../body.ts";
import { parseInput } from "../parse-input.ts";
import { errorResponse } from "../respond.ts";
import { setWalletCookies } from "./cookie.ts";
import { logged } from "./logged.ts";

const PATH = "/v/[secret]/wallet/start";
const MAX_FORM_BYTES = 1024;
const form = z.strictObject({ channel: z.enum(["link", "qr"]), app: z.enum(WALLET_APPS) });

/**
 * A page of another site could plant its own check in a visitor's browser: the form has to come from our own page.
 * That page's referrer policy makes the origin of a plain form "null" (Fetch Standard §3.2), so browsers are asked by
 * Fetch Metadata first. They leave that away over plain http, which only development has.
 * @throws CROSS_SITE_REFUSED
 */
const refuseForeign = ({ settings: { publicUrl } }: Deps, { headers }: Request): void => {
  const site = headers.get("sec-fetch-site");
  const origin = headers.get("origin") ?? "null";
  const isOurs = origin === originOf(publicUrl) || (origin === "null" && publicUrl.startsWith("http:"));
  if (site === null ? !isOurs : site !== "same-origin") throw new ServiceError("CROSS_SITE_REFUSED");
};

const wantsJson = (request: Request): boolean =>
  (request.headers.get("accept") ?? "").includes("application/json");

const backToPage = (secret: string, headers: Headers, problem?: string): Response => {
  const query = problem === undefined ? "" : `&problem=${encodeURIComponent(problem)}`;
  headers.set("Location", `/v/${encodeURIComponent(secret)}?method=wallet${query}`);
  return new Response(null, { status: 303, headers });
};

/** The hosted page asks for a link or a code. A form gets the page again, which shows it; a script gets it as JSON. */
export const walletStart = (
  deps: Deps,
  request: Request,
  { secret = "" }: Record<string, string>,
): Promise<Response> =>
  logged(
    { deps, request, path: PATH, event: "wallet.start" },
    async ({ ctx, headers }) => {
      refuseForeign(deps, request);
      const fields = Object.fromEntries(await readForm(request, MAX_FORM_BYTES));
      const input = parseInput(form, fields, "INVALID_REQUEST_BODY");
      const { cookie, ...started } = await startWallet(ctx, { ...input, secret });
      if (cookie !== null) {
        const lifetimeMs = started.expiresAt.getTime() - deps.now().getTime();
        const { transactionId } = started;
        const lifetimeSeconds = Math.ceil(lifetimeMs / 1000);
        const made = { transactionId, value: cookie, lifetimeSeconds };
        for (const each of setWalletCookies(deps, made, request.headers.get("cookie")))
          headers.append("Set-Cookie", each);
      }
      if (!wantsJson(request)) return backToPage(secret, headers);
      const qrSvg = started.channel === "qr" ? { qrSvg: qrOf(started.link) } : {};
      return Response.json({ ...started, ...qrSvg }, { headers });
    },
    (error, { ctx, headers }) =>
      wantsJson(request) || error.code === "CROSS_SITE_REFUSED"
        ? errorResponse(error, ctx.requestId, headers)
        : backToPage(secret, headers, error.code),
  );
