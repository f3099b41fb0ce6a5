import type { Finding, Method } from "../method.ts";
import { evidenceOf, verifyAnswer } from "./answer.ts";
import { MAX_RESPONSE_BYTES } from "./limits.ts";
import { anchorsOfMode, askWallet, readKept, type WalletAsking } from "./question.ts";

const HINT = "Ask the wallet again, or choose another way.";

/** A credential in the person's wallet, signed by its issuer; in test mode by the test issuer. */
export const createWalletMethod = (given: WalletAsking): Method => ({
  id: "wallet",
  modes: ["live", "test"],
  maxBodyBytes: MAX_RESPONSE_BYTES,
  start: (asked, context) => askWallet(given, asked, context),
  answer: async ({ body }, { kept = "", mode, now }): Promise<Finding> => {
    const expectations = readKept(kept, given.settings.types);
    const result = await verifyAnswer(body, { expectations, anchors: await anchorsOfMode(given, mode) }, now);
    if (result.ok) {
      const { trustLabel } = result.value;
      return { kind: "evidence", evidence: { ...evidenceOf(result.value, mode), trustLabel } };
    }
    const code = result.code === "response_error" ? "WALLET_DECLINED" : "METHOD_FAILED";
    return { kind: "no_decision", code, reason: result.code, hint: HINT };
  },
});
