import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { CONFIG_KEYS, loadConfig } from "#config/config.ts";
import { SETTING_NAMES, SETTINGS, type SettingName } from "#config/settings-table.ts";
import { createSecrets } from "#platform/secrets.ts";
import { shownSettings } from "#runtime/service-settings.ts";

// What each setting of a deployment is for stands in one table, and .env.example is printed from it.

const EXAMPLE = new URL("../../.env.example", import.meta.url);

const HEADER = `\
# Every setting of the service, one line each. \`npm start\` writes a .env with fresh secrets by itself. For production,
# \`npm run settings\` prints one; add what you need from here, or set it in the environment (which takes precedence over .env).`;

/** Lines of whole words, of at most 160 characters with the mark of a comment. */
const commentOf = (words: string): string[] =>
  [...words.matchAll(/\S.{0,157}(?= |$)/g)].map(([line]) => `# ${line}`);

const linesOf = (name: SettingName): string[] => {
  const { words, example = "" } = SETTINGS[name];
  return [...(words === null ? [] : commentOf(words)), `${name}=${example}`];
};

const printed = (): string => {
  const groups = [...Map.groupBy(SETTING_NAMES, (name) => SETTINGS[name].group)];
  const sections = groups.map(([group, names]) =>
    [`# --- ${group} ---`, ...names.flatMap(linesOf)].join("\n"),
  );
  return `${[HEADER, ...sections].join("\n\n")}\n`;
};

const BYTES = Buffer.alloc(32, 7).toString("base64");

/** The settings that have no default. */
const NEEDED = {
  DATABASE_URL: "postgresql://u:p@localhost/lintel",
  PUBLIC_URL: "https://age.example",
  SECRETS_KEY: BYTES,
  KEY_PEPPER: BYTES,
  ADMIN_KEYS: "k".repeat(32),
  TOKEN_SIGNING_KEYS: "[]",
};

test("every setting has its row, and no row is left of a setting that is gone", () => {
  expect([...SETTING_NAMES].sort()).toEqual([...CONFIG_KEYS].sort());
});

// After a change of the table: npx vitest run --project unit tests/unit/settings-table.test.ts -u
test(".env.example is what the table says", async () => {
  await expect(printed()).toMatchFileSnapshot(EXAMPLE.pathname);
});

test(".env.example has every setting once, in the order of the table", () => {
  const names = readFileSync(EXAMPLE, "utf8").matchAll(/^([A-Z_]+)=/gm);
  expect([...names].map(([, name]) => name)).toEqual(SETTING_NAMES);
});

test("a setting without words is explained by the one before it, under the same heading", () => {
  const alone = SETTING_NAMES.filter((name, at) => {
    const before = SETTING_NAMES[at - 1];
    return (
      SETTINGS[name].words === null &&
      (before === undefined || SETTINGS[before].group !== SETTINGS[name].group)
    );
  });
  expect(alone).toEqual([]);
  for (const name of SETTING_NAMES) expect(SETTINGS[name].words ?? "a").toMatch(/^\S(?:.*\S)?$/);
});

test("a value in .env.example is the setting's default, and each default is there", () => {
  const examples = Object.fromEntries(SETTING_NAMES.map((name) => [name, SETTINGS[name].example ?? ""]));
  const byDefault = loadConfig(NEEDED);
  expect(loadConfig({ ...examples, ...NEEDED })).toEqual(byDefault);
  const secrets = createSecrets({ secretsKey: Buffer.alloc(32, 1), pepper: Buffer.alloc(32, 3) });
  const set = shownSettings(byDefault, secrets).filter(({ isSet }) => isSet);
  const said = SETTING_NAMES.filter((name) => name in NEEDED || SETTINGS[name].example !== undefined);
  expect(set.map(({ name }) => name)).toEqual([...said].sort());
});

test("a setting that names a file with a private key says so, for the doctor", () => {
  const named = SETTING_NAMES.filter((name) => name.endsWith("KEY_FILE"));
  expect(named).not.toEqual([]);
  expect(SETTING_NAMES.filter((name) => SETTINGS[name].isKeyFile === true)).toEqual(named);
});
