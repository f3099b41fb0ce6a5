import type { ServiceError } from "#core/errors.ts";
import type { At } from "#services/context.ts";
import { MAX_ANSWER_BYTES } from "#services/wallet/answer.ts";
import { readBytes } from "../body.ts";
import { type Call, clientNetwork, NO_SNIFFING, respondToPerson } from "../respond.ts";
import { takeUploadPlace } from "../upload.ts";

type Address = {
  /** Logged instead of the real path, which names the transaction. */
  path: string;
  event: string;
  headers?: Readonly<Record<string, string>>;
  onError?: (error: ServiceError, call: Call) => Response;
};

/** Handles a request of a wallet or its page; the log line contains neither body nor address. */
export const respondToWallet = (
  at: At,
  request: Request,
  { headers, ...address }: Address,
  answer: (call: Call) => Promise<Response>,
): Promise<Response> =>
  respondToPerson(at, request, { ...address, headers: { ...headers, ...NO_SNIFFING } }, answer);

/** The body of a wallet's answer. @throws PAYLOAD_TOO_LARGE, CHECK_IN_PROGRESS, SERVICE_UNAVAILABLE: too many at once */
export const readAnswer = async (
  request: Request,
  verificationId: string,
  maxBytes = MAX_ANSWER_BYTES,
): Promise<Uint8Array> => {
  const kind = maxBytes > MAX_ANSWER_BYTES ? "proof" : "wallet";
  const leave = takeUploadPlace(kind, verificationId, clientNetwork(request));
  return readBytes(request, maxBytes).finally(leave);
};
