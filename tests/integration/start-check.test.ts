import { expect, test, vi } from "vitest";
import { checkSecretsAtStart } from "#start-check.ts";
import { anyPort } from "../../scripts/local/ports.ts";
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
    "the database does not answer (42P01): it has no tables yet: run the migrations (`npm run migrate`). Requests fail until it does.",
  ]);
});

test("a database that answers is not spoken of", async () => {
  await service.get().call("GET", "/health");
  const { config } = service.get().runtime;
  const said = vi.spyOn(console, "error").mockImplementation(() => undefined);
  await checkSecretsAtStart(config, () => undefined);
  expect(said).not.toHaveBeenCalled();
});
