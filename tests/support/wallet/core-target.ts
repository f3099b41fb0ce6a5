import {
  type Answer,
  type Ask,
  type Kind,
  NotOffered,
  type State,
  type Target,
} from "../../../lab/conformance/target.ts";
import { asForm } from "../../../lab/demo-wallet/wallet/respond.ts";
import type { WalletExpectation } from "../../../packages/wallet-verifier/src/expectation.ts";
import { encryptionInfo, isoMdocRequest } from "../../../packages/wallet-verifier/src/openid4vp/iso-mdoc.ts";
import {
  euLink,
  signedLink,
  signedLinkRequest,
} from "../../../packages/wallet-verifier/src/openid4vp/link.ts";
import { unsignedDcApiRequest } from "../../../packages/wallet-verifier/src/openid4vp/request.ts";
import type { WalletCode } from "../../../packages/wallet-verifier/src/result.ts";
import { newTransactionKey } from "../../../packages/wallet-verifier/src/transaction-key.ts";
import { TEST_ANCHORS } from "../../../packages/wallet-verifier/src/trust/test-anchors.ts";
import { verifyWalletResponse } from "../../../packages/wallet-verifier/src/verify-response.ts";
import { createWorld, ORIGIN, TYPES, type World } from "./world.ts";

// The verifier core as something that the conformance kit can test, without HTTP and without a database.

export type CoreTarget = Target & {
  /** What answers were refused for so far. */
  refusals: Set<WalletCode>;
};

const EXPIRY_MS = 300_000;
const token = (): string => crypto.randomUUID();

type Asked = Pick<Ask, "request" | "alternatives"> & { expectation: WalletExpectation };

const askFor = (kind: Kind, world: World, minimumAge: number): Asked => {
  const responseUri = `${ORIGIN}/response/${token()}`;
  const expiresAt = new Date(Date.now() + EXPIRY_MS);
  const [nonce, state, key] = [token(), token(), newTransactionKey()];
  const common = { minimumAge, expiresAt, types: TYPES, nonce, key };
  switch (kind) {
    case "eu_link": {
      const { link, expectation } = euLink({ minimumAge, responseUri, nonce, state, expiresAt });
      return { request: link, expectation };
    }
    case "signed_link": {
      const expectation = { ...world.signed, ...common, responseUri, state };
      return { request: signedLink(expectation, `${ORIGIN}/request`), expectation };
    }
    case "dc_api": {
      const expectation = { ...world.dcApi, ...common };
      return { request: unsignedDcApiRequest(expectation).data, expectation };
    }
    case "iso_mdoc": {
      const info = encryptionInfo(crypto.getRandomValues(new Uint8Array(16)), key.publicJwk);
      const expectation = { ...world.isoMdoc, minimumAge, expiresAt, encryptionInfo: info, key };
      // One key for all of them here: whichever is answered opens with it.
      const alternatives = expectation.types.map((type) => isoMdocRequest(expectation, type).data);
      return { request: alternatives[0] ?? {}, alternatives, expectation };
    }
  }
};

const bodyOf = (answer: Answer): Uint8Array => {
  if (!("form" in answer)) return new TextEncoder().encode(JSON.stringify(answer));
  return typeof answer.form === "string" ? new TextEncoder().encode(answer.form) : asForm(answer.form);
};

const MAX_ATTEMPTS = 5;

/** @param believes a verifier that is broken: what the core refuses for this reason, it takes as a yes */
export const coreTarget = async (
  believes: (code: WalletCode) => boolean = () => false,
): Promise<CoreTarget> => {
  const world = await createWorld();
  const refusals = new Set<WalletCode>();
  return {
    refusals,
    trust: () => Promise.reject(new NotOffered("the core keeps no anchors")),
    begin: async ({ minimumAge, mode }) => {
      if (mode === "live") throw new NotOffered("the core knows no keys");
      let state: State = "open";
      const ask = async (kind: Kind): Promise<Ask> => {
        const { expectation, ...asked } = askFor(kind, world, minimumAge);
        let attempts = 0;
        let isDeclined = false;
        return {
          ...asked,
          origin: ORIGIN,
          fetchRequest: async (_address, walletNonce) =>
            expectation.channel === "signed_link"
              ? signedLinkRequest(expectation, world.requestSigner, walletNonce)
              : "",
          send: async (answer) => {
            const context = { anchors: TEST_ANCHORS, now: new Date() };
            const result = await verifyWalletResponse(bodyOf(answer), expectation, context);
            attempts += 1;
            if (!result.ok) refusals.add(result.code);
            const isOver = result.ok ? result.value.isOver : true;
            // As the service has it: an error ends the question, and is answered like a proof.
            if (!result.ok && result.code === "response_error" && "form" in answer && !isDeclined) {
              isDeclined = true;
              return { isTaken: true, redirectUri: null };
            }
            const isTaken =
              state === "open" &&
              !isDeclined &&
              attempts <= MAX_ATTEMPTS &&
              (result.ok || believes(result.code));
            if (isTaken) state = isOver ? "over" : "under";
            return { isTaken, redirectUri: null };
          },
        };
      };
      return {
        ask,
        askSameDevice: () => Promise.reject(new NotOffered("the core knows no browsers")),
        state: async () => state,
      };
    },
  };
};
