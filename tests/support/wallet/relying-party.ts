import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { buffer } from "node:stream/consumers";
import { createAuthority } from "../../../lab/demo-wallet/issuer/authority.ts";
import type {
  EuLinkExpectation,
  SignedLinkExpectation,
} from "../../../packages/wallet-verifier/src/expectation.ts";
import {
  euLink,
  signedLink,
  signedLinkRequest,
} from "../../../packages/wallet-verifier/src/openid4vp/link.ts";
import { x509HashClientId } from "../../../packages/wallet-verifier/src/openid4vp/request-signer.ts";
import { newTransactionKey } from "../../../packages/wallet-verifier/src/transaction-key.ts";
import { TEST_ANCHORS } from "../../../packages/wallet-verifier/src/trust/test-anchors.ts";
import {
  verifyWalletResponse as verify,
  type verifyWalletResponse,
} from "../../../packages/wallet-verifier/src/verify-response.ts";
import { TYPES } from "./world.ts";

type Outcome = Awaited<ReturnType<typeof verifyWalletResponse>>;

/** A service of one request that asks by a link over HTTP and verifies with the real core, without a database. */
export type RelyingParty = AsyncDisposable & {
  origin: string;
  link: string;
  /** What came of each answer so far. */
  outcomes: Outcome[];
};

const EXPIRY_MS = 300_000;

const readerOf = async (now: Date) => {
  const readers = await createAuthority({ now, name: "CN=Reader CA" });
  return readers.signer({ name: "CN=Corner Shop,O=Corner Shop Ltd,C=UT", eku: "1.0.18013.5.1.6" });
};

/** @param options.redirectTo what the wallet is told to open next, as after a link on the same device */
export const startRelyingParty = async (options: {
  app: "eu" | "openid4vp";
  minimumAge?: number;
  redirectTo?: string;
}): Promise<RelyingParty> => {
  const { app, minimumAge = 18, redirectTo } = options;
  const now = new Date();
  const outcomes: Outcome[] = [];
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const origin = `http://127.0.0.1:${typeof address === "object" && address ? address.port : 0}`;
  const responseUri = `${origin}/response`;
  const reader = await readerOf(now);
  const requestSigner = { privateKey: reader.privateKey, chain: [reader.der] as const };
  const expiresAt = new Date(now.getTime() + EXPIRY_MS);
  const eu = euLink({ minimumAge, responseUri, nonce: "n-eu-0123456789abcdef", state: "s-eu", expiresAt });
  const signed: SignedLinkExpectation = {
    channel: "signed_link",
    minimumAge,
    types: TYPES,
    expiresAt,
    clientId: x509HashClientId(requestSigner),
    responseUri,
    nonce: "n-signed-0123456789abcdef",
    state: "s-signed",
    key: newTransactionKey(),
  };
  const expectation: EuLinkExpectation | SignedLinkExpectation = app === "eu" ? eu.expectation : signed;

  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await buffer(request);
    if (request.url === "/request") {
      const walletNonce = new URLSearchParams(body.toString()).get("wallet_nonce");
      response.writeHead(200, { "content-type": "application/oauth-authz-req+jwt" });
      response.end(signedLinkRequest(signed, requestSigner, walletNonce));
      return;
    }
    const outcome = await verify(new Uint8Array(body), expectation, {
      anchors: TEST_ANCHORS,
      now: new Date(),
    });
    outcomes.push(outcome);
    const said = redirectTo === undefined ? {} : { redirect_uri: redirectTo };
    response.writeHead(outcome.ok ? 200 : 400, { "content-type": "application/json" });
    response.end(JSON.stringify(outcome.ok ? said : { error: "invalid_request" }));
  };
  server.on("request", (request, response) => void handle(request, response));
  return {
    origin,
    link: app === "eu" ? eu.link : signedLink(signed, `${origin}/request`),
    outcomes,
    [Symbol.asyncDispose]: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};
