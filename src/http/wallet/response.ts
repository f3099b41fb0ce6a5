import type { Deps } from "#services/context.ts";
import { answerWallet, MAX_ANSWER_BYTES } from "#services/wallet/answer.ts";
import { readBytes } from "../body.ts";
import { clientAddress } from "../respond.ts";
import { takeUploadPlace } from "../upload-places.ts";
import { logged } from "./logged.ts";
import { unavailable } from "./unavailable.ts";

const PATH = "/openid4vp/response/[id]";

/** Whatever was wrong: a wallet, or who pretends to be one, learns nothing from it. */
const refused = (headers: Headers): Response =>
  Response.json({ error: "invalid_request" }, { status: 400, headers });

const readAnswer = async (request: Request, verificationId: string): Promise<Uint8Array> => {
  const leave = takeUploadPlace("wallet", verificationId, clientAddress(request));
  try {
    return await readBytes(request, MAX_ANSWER_BYTES);
  } finally {
    leave();
  }
};

/**
 * OpenID4VP 1.0 §8.2: a wallet posts its answer, or that there is none. The body is read, judged and dropped; no part of it is logged.
 */
export const walletResponse = (
  deps: Deps,
  request: Request,
  { id = "" }: Record<string, string>,
): Promise<Response> =>
  logged(
    { deps, request, path: PATH, event: "wallet.response" },
    async ({ ctx, headers, about }) => {
      const type = request.headers.get("content-type") ?? "";
      if (!/^application\/x-www-form-urlencoded\b/i.test(type)) return refused(headers);
      const answered = await answerWallet(ctx, id, (verificationId) => readAnswer(request, verificationId));
      if (!answered) return refused(headers);
      about(answered.verificationId);
      const { redirectUri } = answered;
      return Response.json(redirectUri === null ? {} : { redirect_uri: redirectUri }, { headers });
    },
    (error, { headers }) => unavailable(error, headers) ?? refused(headers),
  );
