import type { Deps } from "#services/context.ts";
import { requestObject } from "#services/wallet/request-object.ts";
import { readBytes } from "../read-body.ts";
import { logged } from "./logged.ts";

const PATH = "/openid4vp/request/[id]";
const MAX_FORM_BYTES = 16 * 1024;
const MAX_NONCE_CHARACTERS = 512;

const notFound = (headers: Headers): Response =>
  Response.json({ error: "invalid_request" }, { status: 404, headers });

// OpenID4VP 1.0 §5.10.1; what else a wallet says about itself there is of no use here.
const walletNonceOf = async (request: Request): Promise<string | null> => {
  if (request.method !== "POST") return null;
  const form = new URLSearchParams(new TextDecoder().decode(await readBytes(request, MAX_FORM_BYTES)));
  return form.get("wallet_nonce")?.slice(0, MAX_NONCE_CHARACTERS) ?? null;
};

/** OpenID4VP 1.0 §5.10: a wallet fetches the signed request behind its link, by GET or by POST with its own nonce. */
export const walletRequestObject = (
  deps: Deps,
  request: Request,
  { id = "" }: Record<string, string>,
): Promise<Response> =>
  logged(
    { deps, request, path: PATH, event: "wallet.request" },
    async ({ ctx, headers }) => {
      const jwt = await requestObject(ctx, id, await walletNonceOf(request));
      if (jwt === null) return notFound(headers);
      headers.set("Content-Type", "application/oauth-authz-req+jwt");
      return new Response(jwt, { headers });
    },
    (_error, { headers }) => notFound(headers),
  );
