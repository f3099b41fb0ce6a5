import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, onTestFinished, test, vi } from "vitest";
import { checkSecretsAtStart } from "#runtime/start-check.ts";
import { explainDatabaseError, withClient } from "../../scripts/lib/database.ts";
import { Foreseen } from "../../scripts/lib/foreseen.ts";
import {
  createAuthority,
  type ServerCertificate,
  selfSignedCertificate,
} from "../support/world/certificates.ts";
import { databaseForFile } from "../support/world/database.ts";
import { testConfig } from "../support/world/service.ts";
import { startTlsPostgres } from "../support/world/tls-postgres.ts";

const database = databaseForFile();
const authority = createAuthority();

// node-postgres warns once in a process, so from before the first test.
const warnings: string[] = [];
const note = (warning: Error): void => void warnings.push(warning.message);
process.on("warning", note);
afterAll(() => void process.off("warning", note));

const tlsPostgres = async (certificate: ServerCertificate | null) => {
  const server = await startTlsPostgres(database.url, certificate);
  onTestFinished(() => server[Symbol.asyncDispose]());
  return server;
};

const caFile = (): string => {
  const folder = mkdtempSync(join(tmpdir(), "lintel-database-ca-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const path = join(folder, "ca.pem");
  writeFileSync(path, authority.ca);
  return path;
};

/** What a service says at its start, and what a script says. */
const saidWith = async (url: string): Promise<{ service: string; script: string }> => {
  const said = vi.spyOn(console, "error").mockImplementation(() => undefined);
  await checkSecretsAtStart(testConfig({ DATABASE_URL: url }), () => undefined);
  const service = said.mock.calls.map(([line]) => String(line)).join("\n");
  said.mockRestore();
  const failure = await withClient(url, async () => null).catch((error: unknown) =>
    explainDatabaseError(error, url),
  );
  return { service, script: failure instanceof Foreseen ? failure.message : "no sentence" };
};

const PASSWORD = "hunter2";

test.each([
  [
    "an authority that is not known",
    () => authority.issue(["localhost"]),
    /authority that is not known here.*EXTRA_CA_FILE/,
  ],
  [
    "a certificate that signs itself",
    () => selfSignedCertificate(["localhost"]),
    /authority that is not known here/,
  ],
  ["no TLS at all", () => null, /\(no TLS\).*it speaks no TLS/],
])("with %s, service and scripts say what is wrong and what to do", async (_, certificate, expected) => {
  const server = await tlsPostgres(certificate());
  const url = new URL(server.url("sslmode=require"));
  url.password = PASSWORD;
  const { service, script } = await saidWith(url.href);
  expect(service).toMatch(expected);
  expect(script).toMatch(expected);
  expect(service + script).not.toContain(PASSWORD);
});

test.each([
  [
    "of another name",
    () => authority.issue(["db.example"]),
    /\(ERR_TLS_CERT_ALTNAME_INVALID\).*for another name/,
  ],
  [
    "that has expired",
    () => authority.issue(["localhost"], { validUntil: new Date(Date.now() - 86_400_000) }),
    /\(CERT_HAS_EXPIRED\).*has expired; renew it/,
  ],
])("a known authority's certificate %s has its own sentence", async (_, certificate, expected) => {
  const server = await tlsPostgres(certificate());
  const { service, script } = await saidWith(server.url(`sslmode=verify-full&sslrootcert=${caFile()}`));
  expect(service).toMatch(expected);
  expect(script).toMatch(expected);
});

test("a server that takes encrypted connections only says so, not that the password is wrong", async () => {
  const server = await tlsPostgres(authority.issue(["localhost"]));
  const { service, script } = await saidWith(server.url());
  expect(service).toMatch(/\(28000\).*add sslmode=verify-full to DATABASE_URL/);
  expect(script).toMatch(/\(28000\).*add sslmode=verify-full to DATABASE_URL/);
});

test("a file of an authority that is not there is named", async () => {
  const server = await tlsPostgres(authority.issue(["localhost"]));
  const missing = await saidWith(server.url("sslmode=verify-full&sslrootcert=/nope/ca.pem"));
  expect(missing.service).toContain("a file that DATABASE_URL names (/nope/ca.pem) is not there");
  expect(missing.script).toContain("a file that DATABASE_URL names (/nope/ca.pem) is not there");
  const system = await saidWith(server.url("sslmode=verify-full&sslrootcert=system"));
  expect(system.service).toMatch(/sslrootcert=system.*leave it out/);
});

test("the address that a cloud prints works with its authority's file, without a warning", async () => {
  const server = await tlsPostgres(authority.issue(["localhost"]));
  const url = server.url(`sslmode=require&sslrootcert=${caFile()}`);
  const { rows } = await withClient(url, (client) => client.query("select 1 as one"));
  expect(rows).toEqual([{ one: 1 }]);
  await new Promise((resolve) => setImmediate(resolve));
  expect(warnings.filter((text) => /SSL|sslmode/.test(text))).toEqual([]);
});
