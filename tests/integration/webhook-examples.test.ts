import { spawnSync } from "node:child_process";
import { createHmac } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createGoBuilds, lacksGo, PYTHON_ENV } from "../sdk/support/languages.ts";
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

const run = ([file, ...args]: Command, one: Case): string => {
  const { stdout, stderr } = spawnSync(file, [...args, one.header, String(one.now)], {
    input: one.body ?? SIGNED_BODY,
    env: { ...process.env, ...PYTHON_ENV, LINTEL_WEBHOOK_SECRET: one.secrets },
    encoding: "utf8",
  });
  return stdout.trim() || stderr;
};

const suite = (language: string, notHere: string | null, command: () => Command): void => {
  const title = `the ${language} command says what the TypeScript verifier says`;
  describe.skipIf(notHere !== null)(notHere === null ? title : `${title}: ${notHere}`, () => {
    test.each(CASES)("$name", (one) => {
      expect(run(command(), one)).toBe(one.expected);
    });
  });
};

describe("the SDKs' commands that check a webhook", () => {
  const builds = createGoBuilds();
  const noGo = lacksGo();
  let binary = "";
  beforeAll(() => {
    if (noGo === null) binary = builds.build("./examples/verify-webhook");
  }, 120_000);
  afterAll(() => builds.remove());

  const interpreter = python();
  suite("Python", interpreter === "" ? "python3 is not installed" : null, () => [
    interpreter,
    "-m",
    "lintel",
    "verify-webhook",
  ]);
  suite("Go", noGo, () => [binary]);

  // As a command they split the variable at its spaces; a program of one's own hands in what it finds. The Go function's
  // own test asks the same (sdk/go/webhooks_test.go).
  test.skipIf(interpreter === "")("an empty secret is no secret for the Python function", () => {
    const program = [
      "import sys; from lintel import webhooks, WebhookVerificationError",
      "for secrets in ('', [''], ['', 'whsec_a']):",
      "    try: webhooks.verify(b'{}', sys.argv[1], secrets, now=0); print('ok')",
      "    except WebhookVerificationError as error: print(error.reason)",
    ].join("\n");
    const forged = createHmac("sha256", "").update("0.{}").digest("hex");
    const env = { ...process.env, ...PYTHON_ENV };
    const args = ["-c", program, `t=0,v1=${forged}`];
    const { stdout } = spawnSync(interpreter, args, { env, encoding: "utf8" });
    expect(stdout.trim().split("\n")).toEqual(["no_secret", "no_secret", "signature_mismatch"]);
  });
});
