import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { z } from "zod";
import { anyPort } from "../../scripts/local/ports.ts";
import { asTyped, printed, stepsOf } from "../support/deploy/guide-blocks.ts";
import { secretOf } from "../support/http/actions.ts";
import { goBack } from "../support/http/hosted.ts";
import { serveBuild } from "../support/http/served.ts";

// The README's "Five minutes": its two calls in a shell, and between them what it asks of a person.

const BLOCK = printed("README.md > Five minutes > 1");
const started = z.object({ sessionUrl: z.string(), redirectUrl: z.string(), verificationId: z.string() });

/** What a command of the block prints. */
const outputOf = async (command: string, key: string): Promise<string> => {
  const env = { PATH: process.env.PATH, NODE_ENV: "test" as const, KEY: key };
  const { stdout } = await promisify(execFile)("/bin/sh", ["-c", command], { env });
  return stdout;
};

test("the calls of the README, as printed, end in the answer that is printed under them", async () => {
  const port = await anyPort();
  const address = `127.0.0.1:${port}`;
  await using served = await serveBuild({ PORT: String(port), PUBLIC_URL: `http://${address}` });
  const { liveKey } = await served.service.tenant();
  const callsWith = (token: string) => stepsOf(asTyped(BLOCK, { "localhost:3000": address, "eyJ…": token }));
  expect(callsWith("")).toHaveLength(2);

  const [first = ""] = callsWith("");
  const { sessionUrl, redirectUrl, verificationId } = started.parse(
    JSON.parse(await outputOf(first, liveKey)),
  );
  const photo = /public\/samples\/licence-adult\.jpg/.exec(BLOCK)?.[0] ?? "";
  const shown = await fetch(`${sessionUrl}/document`, {
    method: "POST",
    headers: { accept: "application/json", "content-type": "image/jpeg" },
    body: readFileSync(photo),
  });
  expect(await shown.json()).toMatchObject({ status: "completed", outcome: "approved" });
  const back = await goBack(served.service.deps, secretOf({ redirectUrl }));
  expect([back.host, back.pathname]).toEqual([address, "/docs"]);

  const [, second = ""] = callsWith(back.searchParams.get("token") ?? "");
  const answer = await outputOf(second, liveKey);
  // Up to the first part that differs from one verification to the next.
  const promised = /^# (\{"valid"[^…]+)/m.exec(BLOCK)?.[1] ?? "no answer is printed";
  expect(answer).toContain(promised);
  expect(JSON.parse(answer)).toMatchObject({ verificationId, verifiedAge: expect.any(Number) });
}, 120_000);
