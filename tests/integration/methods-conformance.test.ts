import { randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import { afterAll, expect, test } from "vitest";
import { callbackOf } from "#core/identity/provider.ts";
import { hasSelfieChoice, VENDOR_KINDS, type VendorKind } from "#core/identity/vendor.ts";
import { METHOD_IDS } from "#core/policy/method-id.ts";
import { Sealed } from "#core/sealed.ts";
import {
  createAgeKeyMethod,
  keptOfKey,
  madeKeyIn,
  namedIn,
  relyingPartyOf,
} from "#methods/age-key/age-key-method.ts";
import { createDocumentMethod } from "#methods/document/document-method.ts";
import type { Asked, Question, Submission } from "#methods/method.ts";
import { createOidcMethod } from "#methods/oidc/oidc-method.ts";
import { createSandboxMethod } from "#methods/sandbox/sandbox-method.ts";
import { createVendorMethod, createVendors, sessionOfKept } from "#methods/vendor/vendor-method.ts";
import { createVoucherMethod, keptOfVoucher } from "#methods/voucher/voucher-method.ts";
import { createWalletMethod } from "#methods/wallet/wallet-method.ts";
import { developmentNetwork } from "#platform/webhooks/sender.ts";
import { createTenantHttp } from "#platform/webhooks/tenant-http.ts";
import type { Outcome } from "../../lab/vendors/stand-in.ts";
import {
  EU_AGE_VERIFICATION,
  MOBILE_DRIVING_LICENCE,
} from "../../packages/wallet-verifier/src/credential-type.ts";
import { newAuthenticator } from "../support/age-keys/authenticator.ts";
import { signInAt } from "../support/identity/walk.ts";
import { CLIENT } from "../support/sign-in/identity.ts";
import { startScriptedProvider } from "../support/sign-in/scripted-provider.ts";
import { keysOf, startStandIns } from "../support/vendors/walk.ts";
import { issueMdoc } from "../support/wallet/mdoc-wallet.ts";
import { answer, asCredential, asForm } from "../support/wallet/openid4vp-wallet.ts";
import { createWorld, ORIGIN } from "../support/wallet/world.ts";
import { methodSuite, suited } from "../support/world/method-suite.ts";
import { createService } from "../support/world/service.ts";

const photo = async (name: string): Promise<Submission> => ({
  contentType: "image/jpeg",
  body: new Uint8Array(await readFile(`public/samples/licence-${name}.jpg`)),
});

const SOON = { id: `wtx_${"0".repeat(40)}`, expiresAt: new Date("2026-11-21T12:05:00Z") };
const FORM: Asked = { channel: "form" };
const QR: Asked = { ...SOON, channel: "qr", app: "eu" };

const choice = (outcome: string): Submission => ({
  contentType: "text/plain",
  body: new TextEncoder().encode(outcome),
});

methodSuite(
  "document",
  createDocumentMethod({ processes: 1, queueLimit: 8, timeoutMs: 10_000, acceptSamples: true }),
  {
    mode: "live",
    asked: FORM,
    notAsked: QR,
    adult: () => photo("adult"),
    minor: () => photo("minor"),
    poor: () => photo("blurred"),
  },
);

methodSuite("sandbox", createSandboxMethod(), {
  mode: "test",
  asked: FORM,
  notAsked: { ...SOON, channel: "dc_api" },
  adult: () => choice("approve"),
  minor: () => choice("under_age"),
  poor: () => choice("poor_document"),
});

const VOUCHERS: Record<string, string> = {
  ADULT: keptOfVoucher({ atLeast: 21, below: null }),
  MINOR: keptOfVoucher({ atLeast: null, below: 18 }),
};

methodSuite("voucher", createVoucherMethod(), {
  mode: "live",
  asked: FORM,
  notAsked: QR,
  adult: () => choice("ADULT"),
  minor: () => choice("MINOR"),
  poor: () => choice("WRONG"),
  found: ({ body }) => VOUCHERS[new TextDecoder().decode(body)] ?? "",
});

test.each([
  ["both bounds open", "[null,null]"],
  ["one exact age", "[18,19]"],
  ["no years", '["18",null]'],
  ["a bound out of range", "[1,null]"],
  ["an object", '{"atLeast":18}'],
  ["more than two bounds", "[18,null,3]"],
])("a voucher's row with %s is no evidence", async (_name, kept) => {
  const context = { now: new Date("2026-11-21T12:00:00Z"), minimumAge: 18, mode: "live" as const, kept };
  expect(await createVoucherMethod().answer(choice("ADULT"), context)).toMatchObject({
    kind: "no_decision",
    code: "VOUCHER_UNKNOWN",
  });
});

const world = await createWorld();
const types = [EU_AGE_VERIFICATION, MOBILE_DRIVING_LICENCE];

const anchorsFor = async (wanted: readonly string[]) =>
  world.anchors.filter(({ credentialType }) => wanted.includes(credentialType));

const wallet = createWalletMethod({
  settings: { types, requestSigner: null },
  publicUrl: ORIGIN,
  random: (bytes) => new Uint8Array(randomBytes(bytes)),
  anchorsFor,
});

const held = async (isOver: boolean) => {
  const { type: docType, nameSpace } = EU_AGE_VERIFICATION;
  const elements = { age_over_18: isOver, age_over_21: isOver };
  return { mdoc: await issueMdoc({ docType, nameSpace, elements, signer: world.signer }) };
};

const byCode = async ({ link }: Question, isOver: boolean): Promise<Submission> => {
  const body = asForm(await answer(link ?? "", await held(isOver)));
  return { contentType: "application/x-www-form-urlencoded", body };
};

const byBrowser = async ({ requests }: Question, isOver: boolean): Promise<Submission> => {
  const [request = { protocol: "", data: {} }] = requests;
  const data = await answer({ ...request.data }, await held(isOver), { origin: ORIGIN });
  return { contentType: "application/json", body: asCredential(request.protocol, data) };
};

methodSuite("wallet, by a code", wallet, {
  mode: "live",
  asked: QR,
  notAsked: FORM,
  adult: (question) => byCode(question, true),
  minor: (question) => byCode(question, false),
  poor: () => choice("error=access_denied"),
});

methodSuite("wallet, by the browser", wallet, {
  mode: "live",
  asked: { ...SOON, channel: "dc_api" },
  // Nothing signs a request here.
  notAsked: { ...SOON, channel: "link", app: "openid4vp" },
  adult: (question) => byBrowser(question, true),
  minor: (question) => byBrowser(question, false),
  poor: () => choice("{}"),
});

const identityProvider = await startScriptedProvider();

afterAll(() => identityProvider.stop());

/** Signs in at the provider; its answer is the query of the address that it sends the browser to. */
const CALLBACK = callbackOf({ id: "idp_conforming", isRedirectShared: false });

const byProvider = async ({ link }: Question, isOver: boolean): Promise<Submission> => {
  identityProvider.script.idToken = (claims) => ({ ...claims, age_over_18: isOver, age_over_21: isOver });
  const address = await signInAt({ url: new URL(link ?? identityProvider.issuer) }).catch(() => null);
  return { contentType: "", body: new TextEncoder().encode(address?.search.slice(1)), path: CALLBACK };
};

methodSuite(
  "oidc",
  createOidcMethod({
    http: createTenantHttp(developmentNetwork()).ask,
    publicUrl: ORIGIN,
    random: (bytes) => new Uint8Array(randomBytes(bytes)),
    now: () => new Date(),
  }),
  {
    mode: "live",
    // The provider's tokens are of today.
    now: () => new Date(),
    asked: { channel: "redirect", id: "s".repeat(43), expiresAt: SOON.expiresAt },
    notAsked: QR,
    provider: {
      issuer: identityProvider.issuer,
      clientId: CLIENT.id,
      preset: "age_over",
      minAcr: null,
      auth: "client_secret",
      callback: CALLBACK,
      credential: new Sealed(CLIENT.secret),
    },
    adult: (question) => byProvider(question, true),
    minor: (question) => byProvider(question, false),
    poor: () => ({ ...choice("error=access_denied"), path: CALLBACK }),
  },
);

const standIns = await startStandIns();

afterAll(() => standIns.stop());

/** The vendor has its result by then; what is handed in is read by nobody. */
const byVendor =
  (kind: VendorKind, outcome: Outcome) =>
  (question: Question): Submission => {
    standIns[kind].finish(sessionOfKept(question.kept)?.sessionId ?? "", outcome);
    return choice("");
  };

for (const kind of VENDOR_KINDS) {
  const { apiKey, callbackKey, ...keys } = keysOf(standIns, kind);
  methodSuite(
    `vendor, ${kind}`,
    createVendorMethod(
      createVendors({
        http: createTenantHttp(developmentNetwork()).ask,
        now: () => new Date(),
        random: randomBytes,
        standIns: {
          STRIPE_STAND_IN_URL: standIns.stripe.url,
          YOTI_STAND_IN_URL: standIns.yoti.url,
          DIDIT_STAND_IN_URL: standIns.didit.url,
        },
      }),
      ORIGIN,
    ),
    {
      mode: "live",
      asked: { channel: "redirect", id: `vse_${"0".repeat(40)}`, expiresAt: SOON.expiresAt },
      notAsked: QR,
      vendor: {
        accountId: null,
        ...keys,
        id: "vnd_1",
        kind,
        mode: "live",
        apiKey: new Sealed(apiKey),
        callbackKey: new Sealed(callbackKey),
        asksSelfie: hasSelfieChoice(kind),
      },
      adult: byVendor(kind, "adult"),
      minor: byVendor(kind, "minor"),
      poor: byVendor(kind, "unreadable"),
    },
  );
}

const passkey = newAuthenticator(ORIGIN);
const made = await madeKeyIn(
  choice(passkey.create({ challenge: "", rp: { id: "verify.example.com" } })),
  relyingPartyOf(ORIGIN),
  "",
);

/** The service finds the key that an answer names; of someone too young there is none. */
const keptFor = (submission: Submission, ageAtLeast: number): string => {
  if (typeof made === "string") throw new Error(made);
  const key = { publicKey: Buffer.from(made.publicKey).toString("base64url"), counter: 0, ageAtLeast };
  return keptOfKey(namedIn(submission)?.challenge ?? "", { ...key, assurance: "document_photo_unsigned" });
};

methodSuite("age key", createAgeKeyMethod(ORIGIN), {
  mode: "live",
  asked: { channel: "passkey", id: "c".repeat(43), expiresAt: SOON.expiresAt },
  notAsked: FORM,
  adult: () => choice(passkey.get({ challenge: "c".repeat(43), rpId: "verify.example.com" })),
  minor: null,
  poor: () => choice("{}"),
  found: (submission) => keptFor(submission, 21),
});

test("every method of a deployment stands in the one list of the runtime, and passes this suite", async () => {
  const service = await createService();
  expect([...service.deps.methods.keys()]).toEqual([
    "document",
    "sandbox",
    "wallet",
    "voucher",
    "oidc",
    "vendor",
    "age_key",
  ]);
  await service.close();
});

test("outside development our own public sample photos prove nothing", async () => {
  const method = createDocumentMethod({
    processes: 1,
    queueLimit: 8,
    timeoutMs: 10_000,
    acceptSamples: false,
  });
  const context = { now: new Date("2026-11-21T12:00:00Z"), minimumAge: 18, mode: "live" as const };
  const finding = await method.answer(await photo("adult"), context);
  expect(finding).toMatchObject({ kind: "no_decision", code: "DOCUMENT_TYPE_UNSUPPORTED" });
  await method.close?.();
});

test("every method of this version is one of them", () => {
  expect([...suited].toSorted()).toEqual(METHOD_IDS.toSorted());
});
