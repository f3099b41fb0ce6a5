import type { Method } from "../method.ts";
import { evidenceOf, verifyAnswer } from "./answer.ts";
import { MAX_RESPONSE_BYTES } from "./limits.ts";

/**
 * A credential in the person's wallet, signed by whoever issued it.
 * @param options.acceptTestIssuer there is an issuer to test with, so it is offered in test mode too
 */
export const createWalletMethod = ({ acceptTestIssuer }: { acceptTestIssuer: boolean }): Method => ({
  id: "wallet",
  modes: acceptTestIssuer ? ["live", "test"] : ["live"],
  maxBodyBytes: MAX_RESPONSE_BYTES,
  isAnswer: true,
  submit: async ({ body }, { question, mode, now }) => {
    const result = question && (await verifyAnswer(body, question, now));
    if (result?.ok) return { kind: "evidence", evidence: evidenceOf(result.value, mode) };
    return {
      kind: "no_decision",
      code: "METHOD_FAILED",
      hint: "Ask the wallet again, or choose another way.",
    };
  },
});
