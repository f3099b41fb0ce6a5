import { Verifier as Auth0Verifier } from "@auth0/mdl";
import { cborEncode, DataItem, Verifier as OwfVerifier, SessionTranscript } from "@owf/mdoc";
import { MOBILE_DRIVING_LICENCE } from "../../packages/wallet-verifier/src/credential-type.ts";
import type { DcApiExpectation } from "../../packages/wallet-verifier/src/expectation.ts";
import { dcApiTranscript } from "../../packages/wallet-verifier/src/mdoc/transcript.ts";
import { verifyMdocAge } from "../../packages/wallet-verifier/src/mdoc/verify-document.ts";
import { unsignedDcApiRequest } from "../../packages/wallet-verifier/src/openid4vp/request.ts";
import { newTransactionKey } from "../../packages/wallet-verifier/src/transaction-key.ts";
import { verifyWalletResponse } from "../../packages/wallet-verifier/src/verify-response.ts";
import { createAuthority } from "../../tests/support/wallet/authority.ts";
import { issueMdoc, presentMdoc } from "../../tests/support/wallet/mdoc-wallet.ts";
import { answer, asCredential } from "../../tests/support/wallet/openid4vp-wallet.ts";
import { daysFrom, pemOf } from "../demo-wallet/issuer/keys.ts";
import { mdocContext } from "../demo-wallet/wallet/mdoc-context.ts";
import { percentile } from "./figures.ts";
import { measure, type Timed } from "./measure.ts";
import { timeAnchors } from "./wallet/anchors.ts";

// How long one verification takes, beside @auth0/mdl and @owf/mdoc on the very same message, in the same run and in
// turns, so that whatever else the machine does hits all alike.

const ROUNDS = 300;
const WARM_UP = 50;
const ORIGIN = "https://verify.example.com";
const NONCE = "bench-0123456789abcdef";

const now = new Date();
const at = (days: number): Date => daysFrom(now, days);

const { type: docType, nameSpace } = MOBILE_DRIVING_LICENCE;
const authority = await createAuthority({ from: at(-300), until: at(300) });
const signer = await authority.signer({ from: at(-30), until: at(90) });
const held = await issueMdoc({
  docType,
  nameSpace,
  elements: { age_over_16: true, age_over_18: true, age_over_21: false },
  signer,
  signed: at(-1),
  validUntil: at(60),
});
const anchors = [authority.anchor(docType)];

// The plain message: an OpenID4VP answer over the Digital Credentials API, without its encryption.
const owfTranscript = await SessionTranscript.forOid4VpDcApi({ origin: ORIGIN, nonce: NONCE }, mdocContext);
const transcript = dcApiTranscript({ origin: ORIGIN, nonce: NONCE, thumbprint: null });
const message = await presentMdoc(held, { [nameSpace]: ["age_over_18"] }, owfTranscript);

// The whole answer, as the page posts it: JWE, JSON, vp_token and the same kind of presentation.
const expectation: DcApiExpectation = {
  channel: "dc_api",
  protocol: "openid4vp-v1-unsigned",
  minimumAge: 18,
  types: [MOBILE_DRIVING_LICENCE],
  expiresAt: at(1),
  origin: ORIGIN,
  nonce: NONCE,
  key: newTransactionKey(),
};
const { protocol, data } = unsignedDcApiRequest(expectation);
const body = asCredential(protocol, await answer({ ...data }, { mdoc: held }, { origin: ORIGIN }));

const auth0 = new Auth0Verifier([pemOf(authority.der)]);
const encodedSessionTranscript = Buffer.from(cborEncode(DataItem.fromBuffer(transcript)));

const mustBe = (isOver: boolean): void => {
  if (!isOver) throw new Error("the benchmark's own message does not verify");
};

const runs: Timed[] = [
  {
    name: "lintel, mdoc",
    ask: async () => {
      const types = [MOBILE_DRIVING_LICENCE];
      const result = verifyMdocAge(message, { types, minimumAge: 18, transcript, anchors, now });
      mustBe(result.ok && result.value.isOver);
    },
  },
  {
    name: "@owf/mdoc, mdoc",
    ask: () =>
      OwfVerifier.verifyDeviceResponse(
        {
          deviceResponse: message,
          sessionTranscript: owfTranscript,
          trustedCertificates: [authority.der],
          now,
        },
        mdocContext,
      ),
  },
  {
    name: "@auth0/mdl, mdoc",
    ask: () => auth0.verify(message, { encodedSessionTranscript }),
  },
  {
    name: "lintel, full encrypted answer",
    ask: async () => {
      const result = await verifyWalletResponse(body, expectation, { anchors, now });
      mustBe(result.ok && result.value.isOver);
    },
  },
];

const lines = await measure(runs, ROUNDS, { warmUp: WARM_UP });
const base = lines[0]?.p50 ?? Number.NaN;
console.log(`One ${message.length}-byte mdoc, ${ROUNDS} rounds in turns; milliseconds.`);
for (const { name, p50, p95 } of lines) {
  const ratio = `${(p50 / base).toFixed(1)} × lintel's mdoc`;
  console.log(`${name.padEnd(32)} median ${p50.toFixed(2)}  p95 ${p95.toFixed(2)}  ${ratio}`);
}

const limits: [string, number][] = [
  ["lintel, mdoc", 1],
  ["lintel, full encrypted answer", 2],
];
for (const [name, limit] of limits) {
  const median = lines.find((line) => line.name === name)?.p50 ?? Number.NaN;
  console.log(`${median <= limit ? "ok  " : "SLOW"} ${name}: ${median.toFixed(2)} ms of ${limit} ms`);
  if (!(median <= limit)) process.exitCode = 1;
}

console.log("Who is trusted, asked once for each answer; milliseconds.");
for (const { count, kept, changed } of await timeAnchors(docType)) {
  const [now, then] = [percentile(kept, 0.5), percentile(changed, 0.5)];
  const name = `${count} anchors`.padEnd(32);
  console.log(
    `${name} unchanged ${now.toFixed(2)}  changed ${then.toFixed(2)}  ${(then / now).toFixed(1)} ×`,
  );
}
