import { createHmac } from "node:crypto";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { newWebhookSecret, signatureHeaders } from "#platform/webhooks/signature.ts";
import { type RawBody, verifyWebhook, type WebhookVerification } from "../../sdk/typescript/src/webhooks.ts";
import {
  REJECTED_HEADERS,
  SIGNED_AT,
  SIGNED_BODY,
  SIGNED_HEADER,
  SIGNED_SECRET,
} from "../support/webhooks/signed-webhook.ts";

const at = (seconds: number) => ({ now: () => new Date(seconds * 1_000) });
const verify = (
  header: string,
  seconds = SIGNED_AT,
  secrets: string | string[] = SIGNED_SECRET,
): Promise<WebhookVerification> => verifyWebhook(SIGNED_BODY, header, secrets, at(seconds));

describe("verifyWebhook", () => {
  test("accepts what this service signs, as text and as bytes of every kind", async () => {
    expect(await verify(SIGNED_HEADER)).toEqual({ ok: true, timestamp: SIGNED_AT });
    const bytes = new Uint8Array(Buffer.from(SIGNED_BODY));
    const middle = new Uint8Array(Buffer.from(`xx${SIGNED_BODY}xx`)).subarray(2, 2 + bytes.length);
    for (const body of [bytes, bytes.buffer, Buffer.from(SIGNED_BODY), middle] satisfies RawBody[])
      expect(await verifyWebhook(body, SIGNED_HEADER, SIGNED_SECRET, at(SIGNED_AT))).toMatchObject({
        ok: true,
      });
  });

  test("takes the present for now when no clock is given", async () => {
    const timestampSeconds = Math.floor(Date.now() / 1_000);
    const signed = signatureHeaders({ id: "evt_1", timestampSeconds, body: "{}", secrets: [SIGNED_SECRET] });
    expect((await verifyWebhook("{}", signed["X-Service-Signature"], SIGNED_SECRET)).ok).toBe(true);
    expect(await verifyWebhook(SIGNED_BODY, SIGNED_HEADER, SIGNED_SECRET)).toMatchObject({
      ok: false,
      reason: "timestamp_too_old",
    });
  });

  test.each<[number, object]>([
    [-300, { ok: true, timestamp: SIGNED_AT }],
    [300, { ok: true, timestamp: SIGNED_AT }],
    [301, { ok: false, reason: "timestamp_too_old" }],
    [-301, { ok: false, reason: "timestamp_in_future" }], // what Stripe's own library lets through
    [360, { ok: false, reason: "timestamp_too_old" }],
    [-3_600, { ok: false, reason: "timestamp_in_future" }],
    [Number.NaN, { ok: false, reason: "timestamp_too_old" }],
  ])("%i s after it was signed", async (later, expected) => {
    expect(await verify(SIGNED_HEADER, SIGNED_AT + later)).toMatchObject(expected);
  });

  test("a tolerance that is no number lets nothing through", async () => {
    const options = { toleranceSeconds: Number.NaN, ...at(SIGNED_AT) };
    expect((await verifyWebhook(SIGNED_BODY, SIGNED_HEADER, SIGNED_SECRET, options)).ok).toBe(false);
  });

  test("while secrets rotate, either side may be ahead", async () => {
    const [older, newer] = [newWebhookSecret(), newWebhookSecret()];
    const sign = (secrets: string[]): string =>
      signatureHeaders({ id: "evt_1", timestampSeconds: SIGNED_AT, body: SIGNED_BODY, secrets })[
        "X-Service-Signature"
      ];
    expect((await verify(sign([newer, older]), SIGNED_AT, older)).ok).toBe(true);
    expect((await verify(sign([newer, older]), SIGNED_AT, newer)).ok).toBe(true);
    expect((await verify(sign([older]), SIGNED_AT, [newer, older])).ok).toBe(true);
    expect(await verify(sign([newer]), SIGNED_AT, older)).toMatchObject({
      ok: false,
      reason: "signature_mismatch",
    });
  });

  test.each(REJECTED_HEADERS)("%s", async (_name, header, reason) => {
    expect(await verify(header)).toMatchObject({ ok: false, reason });
  });

  test("a body that was changed or parsed and written again does not fit", async () => {
    const changed = `${SIGNED_BODY} `;
    expect(await verifyWebhook(changed, SIGNED_HEADER, SIGNED_SECRET, at(SIGNED_AT))).toMatchObject({
      ok: false,
      reason: "signature_mismatch",
    });
  });

  test.each<[string, unknown, unknown, unknown, string]>([
    ["a parsed body", { event: "x" }, SIGNED_HEADER, SIGNED_SECRET, "body_not_raw"],
    ["no body", undefined, SIGNED_HEADER, SIGNED_SECRET, "body_not_raw"],
    ["no header", SIGNED_BODY, undefined, SIGNED_SECRET, "malformed_header"],
    ["several headers", SIGNED_BODY, [SIGNED_HEADER], SIGNED_SECRET, "malformed_header"],
    ["no secret", SIGNED_BODY, SIGNED_HEADER, undefined, "no_secret"],
    ["an empty secret", SIGNED_BODY, SIGNED_HEADER, "", "no_secret"],
    ["empty secrets", SIGNED_BODY, SIGNED_HEADER, ["", null], "no_secret"],
  ])("%s from untyped code is rejected, not thrown", async (_name, body, header, secrets, reason) => {
    const result: unknown = await Reflect.apply(verifyWebhook, null, [body, header, secrets, at(SIGNED_AT)]);
    expect(result).toMatchObject({ ok: false, reason });
  });

  test("a signature made with an empty key is worth nothing", async () => {
    const forged = createHmac("sha256", "").update(`${SIGNED_AT}.${SIGNED_BODY}`).digest("hex");
    expect((await verify(`t=${SIGNED_AT},v1=${forged}`, SIGNED_AT, ["", SIGNED_SECRET])).ok).toBe(false);
  });

  test("no header makes it throw, and none but a true one passes", async () => {
    const piece = fc.oneof(
      fc.string({ unit: "binary" }),
      fc.constantFrom(
        "t=",
        "v1=",
        ",",
        "=",
        `t=${SIGNED_AT}`,
        `v1=${"a".repeat(64)}`,
        "t=-1",
        "v0=",
        " ",
        "\u0000",
      ),
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(piece, { maxLength: 20 }),
        fc.string({ unit: "binary" }),
        async (pieces, body) => {
          const result = await verifyWebhook(body, pieces.join(""), SIGNED_SECRET, at(SIGNED_AT));
          return !result.ok;
        },
      ),
      { numRuns: 1_000 },
    );
  });

  test("whatever is signed verifies, and not under another secret or time", async () => {
    const secret = fc
      .uint8Array({ minLength: 32, maxLength: 32 })
      .map((bytes) => newWebhookSecret(() => bytes));
    await fc.assert(
      fc.asyncProperty(
        fc.uint8Array(),
        fc.integer({ min: 0, max: 9_999_999_999 }),
        secret,
        async (body, timestampSeconds, key) => {
          const headers = signatureHeaders({ id: "evt_1", timestampSeconds, body, secrets: [key] });
          const header = headers["X-Service-Signature"];
          const moved = header.replace(/^t=\d+/, `t=${timestampSeconds + 1}`);
          return (
            (await verifyWebhook(body, header, key, at(timestampSeconds))).ok &&
            !(await verifyWebhook(body, header, `${key}x`, at(timestampSeconds))).ok &&
            !(await verifyWebhook(body, moved, key, at(timestampSeconds))).ok
          );
        },
      ),
    );
  });
});
