import { spawnSync } from "node:child_process";
import { createHmac } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  OLD_AND_NEW_HEADER,
  REJECTED_HEADERS,
  SIGNED_AT,
  SIGNED_BODY,
  SIGNED_HEADER,
  SIGNED_SECRET,
} from "../support/webhooks/signed-webhook.ts";

type Case = { name: string; header: string; now: number; secrets: string; body?: string; expected: string };

const common = { header: SIGNED_HEADER, now: SIGNED_AT, secrets: SIGNED_SECRET };

const CASES: readonly Case[] = [
  { ...common, name: "a true webhook", expected: "ok" },
  { ...common, name: "two signatures", header: OLD_AND_NEW_HEADER, expected: "ok" },
  { ...common, name: "two secrets", secrets: `whsec_new ${SIGNED_SECRET}`, expected: "ok" },
  { ...common, name: "spaces around the parts", header: SIGNED_HEADER.replace(",", " , "), expected: "ok" },
  { ...common, name: "another secret", secrets: "whsec_other", expected: "signature_mismatch" },
  { ...common, name: "no secret", secrets: "", expected: "no_secret" },
  { ...common, name: "another body", body: `${SIGNED_BODY}\n`, expected: "signature_mismatch" },
  { ...common, name: "300 s old", now: SIGNED_AT + 300, expected: "ok" },
  { ...common, name: "301 s old", now: SIGNED_AT + 301, expected: "timestamp_too_old" },
  { ...common, name: "300 s ahead", now: SIGNED_AT - 300, expected: "ok" },
  { ...common, name: "301 s ahead", now: SIGNED_AT - 301, expected: "timestamp_in_future" },
  ...REJECTED_HEADERS.map(([name, header, expected]) => ({ ...common, name, header, expected })),
];

/** The interpreter itself: what PATH names is often a slow wrapper. Empty without one. */
const python = (): string =>
  (
    spawnSync("python3", ["-c", "import sys; print(sys.executable)"], { encoding: "utf8" }).stdout ?? ""
  ).trim();

type Command = readonly [file: string, ...args: string[]];

/** Why an example cannot run here, or null. */
const missing = (file: string, ...args: string[]): string | null =>
  spawnSync(file, args).status === 0 ? null : `${file} is not installed`;

const run = ([file, ...args]: Command, one: Case): string => {
  const { stdout, stderr } = spawnSync(file, [...args, one.header, String(one.now)], {
    input: one.body ?? SIGNED_BODY,
    env: { ...process.env, WEBHOOK_SECRETS: one.secrets },
    encoding: "utf8",
  });
  return stdout.trim() || stderr;
};

const suite = (language: string, notHere: string | null, command: () => Command): void => {
  const title = `the ${language} example says what the TypeScript verifier says`;
  describe.skipIf(notHere !== null)(notHere === null ? title : `${title}: ${notHere}`, () => {
    test.each(CASES)("$name", (one) => {
      expect(run(command(), one)).toBe(one.expected);
    });
  });
};

describe("examples for receivers", () => {
  const folder = mkdtempSync(join(tmpdir(), "lintel-examples-"));
  const binary = join(folder, "verify_webhook");
  const noGo = missing("go", "version");

  const go = (...args: string[]) => {
    const env = { ...process.env, GOCACHE: join(folder, "cache"), GOFLAGS: "-mod=mod", GO111MODULE: "off" };
    return spawnSync("go", args, { env, encoding: "utf8" });
  };

  beforeAll(() => {
    if (noGo !== null) return;
    const built = go("build", "-o", binary, "examples/verify_webhook.go");
    if (built.status !== 0) throw new Error(built.stderr);
  }, 120_000);
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const interpreter = python();
  suite("Python", interpreter === "" ? "python3 is not installed" : null, () => [
    interpreter,
    "examples/verify_webhook.py",
  ]);
  suite("Go", noGo, () => [binary]);

  // As a command they split the variable at its spaces; a program of one's own hands in what it finds.
  test.skipIf(noGo !== null)("an empty secret is no secret for the Go function", { timeout: 120_000 }, () => {
    const files = ["examples/verify_webhook.go", "examples/verify_webhook_test.go"];
    const { status, stdout } = go("test", "-v", ...files);
    expect(stdout).toContain("--- PASS: TestAnEmptySecretIsNoSecret");
    expect(status).toBe(0);
  });

  test.skipIf(interpreter === "")("an empty secret is no secret for the Python function", () => {
    const program = [
      "import sys; sys.path.insert(0, 'examples')",
      "from verify_webhook import verify_webhook",
      "print(*(verify_webhook(b'{}', sys.argv[1], secrets, now=0) for secrets in ('', [''], ['', 'whsec_a'])))",
    ].join("\n");
    const forged = createHmac("sha256", "").update("0.{}").digest("hex");
    const { stdout } = spawnSync(interpreter, ["-c", program, `t=0,v1=${forged}`], { encoding: "utf8" });
    expect(stdout.trim()).toBe("no_secret no_secret signature_mismatch");
  });
});
