import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { createDocumentMethod } from "#methods/document/document-method.ts";
import type { Submission } from "#methods/method.ts";
import { createSandboxMethod } from "#methods/sandbox/sandbox-method.ts";
import { EU_AGE_VERIFICATION } from "#methods/wallet/credential-type.ts";
import { createWalletMethod } from "#methods/wallet/wallet-method.ts";
import { methodSuite } from "../support/method-suite.ts";
import { issueMdoc } from "../support/wallet/mdoc-wallet.ts";
import { answer, asForm } from "../support/wallet/openid4vp-wallet.ts";
import { createWorld } from "../support/wallet/world.ts";

const photo = async (name: string): Promise<Submission> => ({
  contentType: "image/jpeg",
  body: new Uint8Array(await readFile(`public/samples/licence-${name}.jpg`)),
});

const choice = (outcome: string): Submission => ({
  contentType: "text/plain",
  body: new TextEncoder().encode(outcome),
});

methodSuite(
  "document",
  createDocumentMethod({ processes: 1, queueLimit: 8, timeoutMs: 10_000, acceptSamples: true }),
  { mode: "live", adult: () => photo("adult"), minor: () => photo("minor"), poor: () => photo("blurred") },
);

methodSuite("sandbox", createSandboxMethod(), {
  mode: "test",
  adult: () => choice("approve"),
  minor: () => choice("under_age"),
  poor: () => choice("poor_document"),
});

const world = await createWorld();
const { link, expectation } = world.eu;

const attested = async (isOver: boolean): Promise<Submission> => {
  const { type: docType, nameSpace } = EU_AGE_VERIFICATION;
  const elements = { age_over_18: isOver };
  const mdoc = await issueMdoc({ docType, nameSpace, elements, signer: world.signer });
  const body = asForm(await answer(link, { mdoc }));
  return { contentType: "application/x-www-form-urlencoded", body };
};

methodSuite("wallet", createWalletMethod(), {
  mode: "live",
  adult: () => attested(true),
  minor: () => attested(false),
  poor: () => choice("error=access_denied"),
  question: { expectations: [expectation], anchors: world.anchors },
});

test("outside development our own public sample photos prove nothing", async () => {
  const method = createDocumentMethod({
    processes: 1,
    queueLimit: 8,
    timeoutMs: 10_000,
    acceptSamples: false,
  });
  const context = { now: new Date("2026-11-21T12:00:00Z"), minimumAge: 18, mode: "live" as const };
  const finding = await method.submit(await photo("adult"), context);
  expect(finding).toMatchObject({ kind: "no_decision", code: "DOCUMENT_TYPE_UNSUPPORTED" });
  await method.close?.();
});
