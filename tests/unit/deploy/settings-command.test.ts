import { spawnSync } from "node:child_process";
import { parseEnv } from "node:util";
import { expect, test } from "vitest";
import { loadConfig } from "#config/config.ts";
import { loadSigningKeys } from "#platform/keys/signing-keys.ts";

const settings = (...args: string[]) =>
  spawnSync(process.execPath, ["scripts/settings.ts", ...args], {
    encoding: "utf8",
    env: { PATH: process.env.PATH, NODE_ENV: "production" },
  });

/** As kubectl and `docker run --env-file` read it: everything behind the first equals sign, quotation marks too. */
const readPlainly = (text: string): Record<string, string> =>
  Object.fromEntries(
    text
      .split("\n")
      .filter((line) => line !== "" && !line.startsWith("#"))
      .map((line) => [line.slice(0, line.indexOf("=")), line.slice(line.indexOf("=") + 1)]),
  );

const ADDRESS = "https://age.example.com";
const DATABASE = "postgresql://u:p@db.example.com/lintel";

test("what the command prints is a complete production setting, however a supervisor reads the file", async () => {
  const { stdout, status } = settings(ADDRESS, DATABASE);
  expect(status).toBe(0);
  const read = readPlainly(stdout);
  expect(parseEnv(stdout)).toEqual(read);
  const config = loadConfig(read);
  expect(config).toMatchObject({ PUBLIC_URL: ADDRESS, DATABASE_URL: DATABASE, LINTEL_ENV: "production" });
  expect((await (await loadSigningKeys(config.TOKEN_SIGNING_KEYS)).jwks()).keys).toHaveLength(1);
});

test("without a database it is that of compose.yaml, whose PostgreSQL gets the same password", () => {
  const { DATABASE_URL: url = "", POSTGRES_PASSWORD: password } = parseEnv(settings(ADDRESS).stdout);
  expect(new URL(url)).toMatchObject({ hostname: "postgres", username: "lintel", password });
});

test("two installations have no secret in common", () => {
  const [one, two] = [settings(ADDRESS), settings(ADDRESS)].map(({ stdout }) => parseEnv(stdout));
  const alike = Object.keys(one ?? {}).filter((name) => one?.[name] === two?.[name]);
  expect(alike).toEqual(["PUBLIC_URL"]);
});

test.each([[[]], [["nonsense"]], [[ADDRESS, "mysql://x"]], [[ADDRESS, DATABASE, "more"]]])(
  "%j is refused with a word, and no secret is printed",
  (args) => {
    const { stdout, stderr, status } = settings(...args);
    expect({ stdout, status }).toEqual({ stdout: "", status: 1 });
    expect(stderr).toMatch(/expected|npm run/);
  },
);
