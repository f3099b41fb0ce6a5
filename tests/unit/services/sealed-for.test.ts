import { expect, test } from "vitest";
import { SEALED_COLUMNS } from "#data/service/sealed-columns.ts";
import { digestOf, type FoundBy, sealedFor } from "#services/sealing.ts";

const HASH = new Uint8Array([251, 255]);

// As they were when the first text of each column was sealed: with any other, what is stored opens no more.
const STORED: Readonly<Record<(typeof SEALED_COLUMNS)[number]["name"], string>> = {
  ownerEmail: "id",
  apiKey: "id",
  memberEmail: "email:id",
  invitationEmail: "email:id",
  directoryUserName: "directory-person:id",
  directoryExternalId: "directory-person:id",
  directoryName: "directory-person:id",
  directoryEmail: "directory-person:id",
  mailAddress: "mail-address:id",
  alertSlack: "alert-slack:id",
  mailContent: "mail-content:id",
  grant: "session:id",
  webhookSecret: "webhook-secret:id",
  listenerSecret: "listener-secret:id",
  oidcSecret: "oidc-secret:id",
  gateSecret: "gate-secret:id",
  oidcKey: "oidc-key:id",
  oidcArtifact: "oidc-artifact:-_8",
  expectations: "id",
  providerCredential: "identity-provider:id",
  identityRequest: "identity-request:-_8",
  vendorCredential: "vendor:id",
  vendorSession: "vendor-session:id",
  erasureKey: "erasure-key:id",
  practiceKey: "practice-key:id",
  erasureSalt: "erasure-salt:id",
  walletSigner: "wallet-certificate:id",
  readerSigner: "reader-certificate:id",
  registrarSigner: "registrar-certificate:id",
  answer: "idempotency:scope:-_8",
};

test("texts of every column are sealed for the same as ever", () => {
  const now = SEALED_COLUMNS.map(({ name, key }): [string, string] => {
    const row = Object.entries(key).map(([part, type]) =>
      type === "bytea" ? HASH : part === "scope" ? part : "id",
    );
    return [name, sealedFor(name, ...row)];
  });
  expect(Object.fromEntries(now)).toEqual(STORED);
});

test("addresses, user names and a directory's ids are found again by the same digests as ever", () => {
  const by = { fingerprint: (purpose: string, value: unknown) => Buffer.from(`${purpose} ${String(value)}`) };
  const texts: [FoundBy, string][] = [
    ["email", " Ada@Shop.Example "],
    ["userName", "ADA"],
    ["externalId", "Ada-1"],
  ];
  expect(texts.map(([kind, text]) => digestOf(by, kind, text).toString())).toEqual([
    "member-email ada@shop.example",
    "directory-user-name ada",
    "directory-external-id Ada-1",
  ]);
});
