import { ServiceError } from "#core/errors.ts";
import { formFields } from "#core/form-fields.ts";
import type { Deps } from "#services/context.ts";
import { requestObject } from "#services/wallet/request-object.ts";
import { readBytes } from "../body.ts";
import { logged } from "./logged.ts";
import { unavailable } from "./unavailable.ts";

const PATH = "/openid4vp/request/[id]";
// §5.10: `wallet_metadata` may hold keys and chains, of no use here.
const MAX_FORM_BYTES = 64 * 1024;
const MAX_NONCE_CHARACTERS = 512;

const refused = (status: 400 | 404, headers: Headers): Response =>
  Response.json({ error: "invalid_request" }, { status, headers });

/**
 * OpenID4VP 1.0 §5.10.1: what has to come back as it is.
 * @throws INVALID_REQUEST_BODY: cut, it would be another nonce, at which the wallet has to stop
 */
const walletNonceOf = async (request: Request): Promise<string | null> => {
  if (request.method !== "POST") return null;
  const nonce = formFields(await readBytes(request, MAX_FORM_BYTES))?.get("wallet_nonce") ?? null;
  if (nonce !== null && nonce.length > MAX_NONCE_CHARACTERS) throw new ServiceError("INVALID_REQUEST_BODY");
  return nonce;
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
      if (jwt === null) return refused(404, headers);
      headers.set("Content-Type", "application/oauth-authz-req+jwt");
      return new Response(jwt, { headers });
    },
    (error, { headers }) => unavailable(error, headers) ?? refused(400, headers),
  );
