import { chmodSync, existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { deleteSignIn, readSignIn, writeSignIn } from "../../../sdk/cli/src/config-file.ts";
import { requireService, serviceUrl } from "../../../sdk/cli/src/service.ts";
import { cliWorld, temporaryFolder } from "../../support/cli/run-cli.ts";

const SIGN_IN = { url: "https://age.example.test", apiKey: "avk_test_kept", tenantName: "Kiosk" };
const newFile = (): string => join(temporaryFolder(), "lintel", "config.json");

describe("the file of lintel login", () => {
  test("only its owner can read it, and it is written whole", () => {
    const file = newFile();
    writeSignIn(file, SIGN_IN);
    writeSignIn(file, { ...SIGN_IN, tenantName: "Shop" });
    expect(readSignIn(file)).toEqual({ ...SIGN_IN, tenantName: "Shop" });
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(statSync(dirname(file)).mode & 0o777).toBe(0o700);
    expect(readdirSync(dirname(file))).toEqual(["config.json"]);
  });

  test("one that others can read is refused, with the remedy", () => {
    const file = newFile();
    writeSignIn(file, SIGN_IN);
    chmodSync(file, 0o644);
    expect(() => readSignIn(file)).toThrow(`chmod 600 ${file}`);
  });

  test.each([
    ["not JSON", "{"],
    ["another file", '{"url": 1}'],
    ["a list", "[]"],
  ])("%s is refused", (_, text) => {
    const file = newFile();
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text, { mode: 0o600 });
    expect(() => readSignIn(file)).toThrow("is not a file of lintel login");
  });

  test("is gone after it was deleted; there may be none", () => {
    const file = newFile();
    expect([readSignIn(file), deleteSignIn(file)]).toEqual([null, false]);
    writeSignIn(file, SIGN_IN);
    expect([deleteSignIn(file), existsSync(file)]).toEqual([true, false]);
  });
});

describe("which service and key a command uses", () => {
  const signedIn = (env: Record<string, string> = {}) => {
    const { io } = cliWorld({ env });
    writeSignIn(io.configFile, SIGN_IN);
    return io;
  };

  test("the kept ones, unless the environment or --url says otherwise", () => {
    expect(requireService(signedIn())).toEqual({ url: SIGN_IN.url, apiKey: SIGN_IN.apiKey });
    expect(requireService(signedIn({ LINTEL_API_KEY: "avk_test_other" })).apiKey).toBe("avk_test_other");
  });

  test("a kept key never travels to another service", () => {
    const other = { LINTEL_URL: "https://elsewhere.example.test" };
    expect(() => requireService(signedIn(other))).toThrow("not signed in at https://elsewhere.example.test");
    expect(() => requireService(signedIn(), "https://elsewhere.example.test")).toThrow("not signed in at");
    expect(requireService(signedIn({ ...other, LINTEL_API_KEY: "avk_test_other" })).url).toBe(
      other.LINTEL_URL,
    );
  });

  test("a key with a line break is refused without being quoted", () => {
    expect(() => requireService(signedIn({ LINTEL_API_KEY: "avk_test_a\nb" }))).toThrow(/^The API key holds/);
  });

  test.each([
    ["https://age.example.test/", "https://age.example.test"],
    ["https://age.example.test/base/", "https://age.example.test/base"],
    ["http://localhost:3000", "http://localhost:3000"],
    ["http://127.0.0.1:3000", "http://127.0.0.1:3000"],
    ["http://[::1]:3000", "http://[::1]:3000"],
  ])("%s is an address of a service", (text, expected) => {
    expect(serviceUrl(text)).toBe(expected);
  });

  test.each([
    ["http://age.example.test", "not encrypted"],
    ["http://127.0.0.1.example.test", "not encrypted"],
    ["ftp://age.example.test", "not a service address"],
    ["age.example.test", "not a service address"],
    ["https://a:b@age.example.test", "no user name or password"],
    ["https://age.example.test/?key=1", "not a service address"],
  ])("%s is refused", (text, reason) => {
    expect(() => serviceUrl(text)).toThrow(reason);
  });
});
