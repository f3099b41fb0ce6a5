import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { CARRIED, PUBLISHED } from "#core/access/carried.ts";
import { HELD_SECRETS } from "#data/service/held-secrets.ts";
import { SEALED_COLUMNS } from "#data/service/sealed-columns.ts";
import { readSources } from "../../../scripts/lib/source.ts";

// What leaves the service and comes back is bound to subject, purpose, place and end: by its row, or by its own text.

/** `Model.field` of every digest in the schema. */
const digestsInSchema = (): string[] =>
  [...readFileSync("prisma/schema.prisma", "utf8").matchAll(/^model (\w+) \{([\s\S]+?)^\}/gm)].flatMap(
    ([, model, body = ""]) =>
      [...body.matchAll(/^ {2}(hash|\w+Hash) +Bytes/gm)].map(([, field]) => `${model}.${field}`),
  );

test("every digest of the schema says what the text behind it is bound to, or that it opens nothing", () => {
  const named = Object.entries(HELD_SECRETS).flatMap(([model, fields]) =>
    Object.keys(fields).map((field) => `${model}.${field}`),
  );
  expect(named.toSorted()).toEqual(digestsInSchema().toSorted());
  expect(named.length).toBeGreaterThan(25);
});

test("a digest of the schema that is not named, or without subject, place or end, does not compile", () => {
  type Held = typeof HELD_SECRETS;
  const { ReturnCode, ...others } = HELD_SECRETS;
  // @ts-expect-error a table is missing
  const missing: { [M in keyof Held]: unknown } = others;
  const { subject, place } = ReturnCode.codeHash;
  // @ts-expect-error no end
  const endless: Held["ReturnCode"]["codeHash"] = { subject, place };
  expect([missing, endless]).toHaveLength(2);
});

/** Who seals, and which column it fills. */
const SEALERS: Readonly<Record<string, readonly string[]>> = {
  "http/idempotency.ts": ["idempotency_record.answer"],
  "services/alerts/settings.ts": ["alert_channel.slack_sealed"],
  "services/check-secrets.ts": ["secret_check.sealed"],
  "services/erasure/receipts.ts": ["erasure_receipt.salt_sealed"],
  "services/identity/change-provider.ts": ["identity_provider.credential_sealed"],
  "services/identity/providers.ts": ["identity_provider.credential_sealed"],
  "services/identity/sign-in.ts": ["identity_request.kept_sealed"],
  "services/key-ring.ts": ["erasure_key.key_sealed", "practice_key.key_sealed"],
  "services/keys/keys.ts": ["api_key.sealed"],
  "services/mail/queue.ts": ["mail.address_sealed", "mail.content_sealed"],
  "services/members/directory-people.ts": [
    "directory_person.user_name_sealed",
    "directory_person.external_id_sealed",
    "directory_person.display_name_sealed",
    "directory_person.email_sealed",
  ],
  "services/members/members.ts": ["member.email_sealed", "invitation.email_sealed"],
  "services/oidc/artifacts.ts": ["oidc_artifact.payload_sealed"],
  "services/oidc/keys.ts": ["oidc_key.key_sealed"],
  // A gate's and a client's secret.
  "services/sealing.ts": [
    "gate.secret_sealed",
    "gate.previous_secret_sealed",
    "oidc_client.secret_sealed",
    "oidc_client.previous_secret_sealed",
  ],
  "services/sessions/session-grant.ts": ["console_session.grant_sealed"],
  "services/tenants/tenants.ts": ["tenant.owner_email_sealed"],
  "services/vendors/accounts.ts": ["vendor.credential_sealed"],
  "services/vendors/sessions.ts": ["vendor_session.kept_sealed"],
  "services/wallet/certificates.ts": ["wallet_certificate.signer_sealed"],
  "services/wallet/readers.ts": ["reader_certificate.signer_sealed"],
  "services/wallet/registrar.ts": ["registrar_certificate.signer_sealed"],
  "services/wallet/transactions.ts": ["wallet_transaction.expectations_sealed"],
  "services/webhooks/listeners.ts": ["listener.secret_sealed"],
  "services/webhooks/secrets.ts": [
    "webhook_endpoint.secret_sealed",
    "webhook_endpoint.previous_secret_sealed",
    "webhook_endpoint.older_secrets",
  ],
};

const SOURCES = readSources().map(({ path }) => ({ path, text: readFileSync(`src/${path}`, "utf8") }));

const sourcesWith = (pattern: RegExp): string[] =>
  SOURCES.filter(({ text }) => pattern.test(text)).map(({ path }) => path);

test("what is sealed fills a column; what leaves and comes back is sealed at one place", () => {
  expect(sourcesWith(/\bsecrets\.seal\b|\{[^}]*\bseal\b[^}]*\} = [^;]*secrets/).toSorted()).toEqual(
    [...Object.keys(SEALERS), "services/carried.ts"].toSorted(),
  );
  const filled = Object.values(SEALERS).flat();
  const columns = SEALED_COLUMNS.map(({ table, column }) => `${table}.${column}`);
  expect([...new Set(filled)].toSorted()).toEqual([...columns, "secret_check.sealed"].toSorted());
});

test("no other source makes a cipher or a MAC, but for formats that others read", () => {
  expect(sourcesWith(/\bcreate(?:Hmac|Cipheriv)\b/)).toEqual([
    // The text of a program that a site's own server runs: docs/gate.md.
    "core/gates/configurations/nginx-script.ts",
    // Didit's signature over its callbacks, with the secret that it gave the tenant: docs/vendors.md.
    "methods/vendor/didit/news.ts",
    // Everything that is sealed, hashed or fingerprinted.
    "platform/secrets.ts",
    // docs/webhooks.md
    "platform/webhooks/signature.ts",
    // A cursor grants nothing: PUBLISHED in core/access/carried.ts.
    "services/export-place.ts",
    // docs/gate.md
    "services/gates/open-gates.ts",
  ]);
});

test("only sealCarried makes what is carried", () => {
  expect(sourcesWith(/new Carried\(/)).toEqual(["services/carried.ts"]);
});

test("published formats have subject, place and end as well, and are no second list of what is carried", () => {
  for (const bound of Object.values(PUBLISHED))
    expect(Object.keys(bound)).toEqual(["subject", "place", "end"]);
  expect(Object.keys(PUBLISHED).filter((name) => name in CARRIED)).toEqual([]);
});
