import { randomBytes } from "node:crypto";
import { expect, onTestFinished, test, vi } from "vitest";
import { checkSecretsAtStart } from "#runtime/start-check.ts";
import { withClient } from "../../scripts/lib/database.ts";
import { anyPort } from "../../scripts/local/ports.ts";
import { createDatabase } from "../support/world/database.ts";
import { serviceForFile, testConfig } from "../support/world/service.ts";

const service = serviceForFile();

const saidWith = async (url: string): Promise<string[]> => {
  const said = vi.spyOn(console, "error").mockImplementation(() => undefined);
  await checkSecretsAtStart(testConfig({ DATABASE_URL: url }), () => undefined);
  const lines = said.mock.calls.map(([line]) => String(line));
  said.mockRestore();
  return lines;
};

test("a database that does not answer at the start is said once, with what to look at; never its password", async () => {
  const refused = `postgresql://u:hunter2@127.0.0.1:${await anyPort()}/lintel`;
  expect(await saidWith(refused)).toEqual([
    "the database does not answer (ECONNREFUSED): nothing listens at the host and port of DATABASE_URL. Requests fail until it does.",
  ]);
  const other = new URL(service.get().runtime.config.DATABASE_URL);
  other.pathname = "/not_there";
  expect(await saidWith(other.href)).toEqual([
    "the database does not answer (3D000): there is no database of the name in DATABASE_URL. Requests fail until it does.",
  ]);
  other.pathname = "/postgres";
  expect(await saidWith(other.href)).toEqual([
    "the database does not answer (42P01): it lacks tables of this version: run the migrations (`npm run migrate`). Requests fail until it does.",
  ]);
});

test("a version that begins before its migrations, or without a right to their tables, says so", async () => {
  const database = await createDatabase();
  onTestFinished(() => database[Symbol.asyncDispose]());
  const role = `reader_${randomBytes(6).toString("hex")}`;
  const ask = (text: string) => withClient(database.url, (client) => client.query(text));
  await ask("alter table secret_in_use rename to later");
  expect(await saidWith(database.url)).toEqual([
    "the database does not answer (42P01): it lacks tables of this version: run the migrations (`npm run migrate`). Requests fail until it does.",
  ]);
  await ask("alter table later rename to secret_in_use");
  await ask(`create role ${role} login password 'hunter2'; grant select on secret_check to ${role}`);
  onTestFinished(async () => {
    await ask(`drop owned by ${role}; drop role ${role}`);
  });
  const url = new URL(database.url);
  Object.assign(url, { username: role, password: "hunter2" });
  const [line] = await saidWith(url.href);
  expect(line).toContain("(42501): the user of DATABASE_URL may not read secret_in_use: as the role");
  expect(line).not.toContain("hunter2");
});

test("a database that answers is not spoken of", async () => {
  await service.get().call("GET", "/health");
  const { config } = service.get().runtime;
  const said = vi.spyOn(console, "error").mockImplementation(() => undefined);
  await checkSecretsAtStart(config, () => undefined);
  expect(said).not.toHaveBeenCalled();
});
