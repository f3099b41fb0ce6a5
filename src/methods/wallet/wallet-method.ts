import type { Method } from "../method.ts";
import { evidenceOf, verifyAnswer } from "./answer.ts";
import { MAX_RESPONSE_BYTES } from "./limits.ts";

/** A credential in the person's wallet, signed by whoever issued it; in test mode by the test issuer. */
export const createWalletMethod = (): Method => ({
  id: "wallet",
  modes: ["live", "test"],
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
