import { createHmac } from "node:crypto";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { newWebhookSecret, signatureHeaders } from "#platform/webhooks/signature.ts";
import { verifyWebhook, type WebhookVerification } from "#sdk/verify-webhook.ts";
import {
  REJECTED_HEADERS,
  SIGNED_AT,
  SIGNED_BODY,
  SIGNED_HEADER,
  SIGNED_SECRET,
} from "../../support/webhooks/signed-webhook.ts";

const at = (seconds: number) => ({ now: () => new Date(seconds * 1_000) });
const verify = (
  header: string,
  seconds = SIGNED_AT,
  secrets: string | string[] = SIGNED_SECRET,
): WebhookVerification => verifyWebhook(SIGNED_BODY, header, secrets, at(seconds));

describe("verifyWebhook", () => {
  test("accepts what this service signs, as text and as bytes", () => {
    expect(verify(SIGNED_HEADER)).toEqual({ ok: true, timestamp: SIGNED_AT });
    const bytes = new Uint8Array(Buffer.from(SIGNED_BODY));
    expect(verifyWebhook(bytes, SIGNED_HEADER, SIGNED_SECRET, at(SIGNED_AT)).ok).toBe(true);
  });

  test("takes the present for now when no clock is given", () => {
    const timestampSeconds = Math.floor(Date.now() / 1_000);
    const signed = signatureHeaders({ id: "evt_1", timestampSeconds, body: "{}", secrets: [SIGNED_SECRET] });
    expect(verifyWebhook("{}", signed["X-Service-Signature"], SIGNED_SECRET).ok).toBe(true);
    expect(verifyWebhook(SIGNED_BODY, SIGNED_HEADER, SIGNED_SECRET)).toEqual({
      ok: false,
      reason: "timestamp_too_old",
    });
  });

  test.each<[number, WebhookVerification]>([
    [-300, { ok: true, timestamp: SIGNED_AT }],
    [300, { ok: true, timestamp: SIGNED_AT }],
    [301, { ok: false, reason: "timestamp_too_old" }],
    [-301, { ok: false, reason: "timestamp_in_future" }], // what Stripe's own library lets through
    [360, { ok: false, reason: "timestamp_too_old" }],
    [-3_600, { ok: false, reason: "timestamp_in_future" }],
    [Number.NaN, { ok: false, reason: "timestamp_too_old" }],
  ])("%i s after it was signed", (later, expected) => {
    expect(verify(SIGNED_HEADER, SIGNED_AT + later)).toEqual(expected);
  });

  test("a tolerance that is no number lets nothing through", () => {
    const options = { toleranceSeconds: Number.NaN, ...at(SIGNED_AT) };
    expect(verifyWebhook(SIGNED_BODY, SIGNED_HEADER, SIGNED_SECRET, options).ok).toBe(false);
  });

  test("while secrets rotate, either side may be ahead", () => {
    const [older, newer] = [newWebhookSecret(), newWebhookSecret()];
    const sign = (secrets: string[]): string =>
      signatureHeaders({ id: "evt_1", timestampSeconds: SIGNED_AT, body: SIGNED_BODY, secrets })[
        "X-Service-Signature"
      ];
    expect(verify(sign([newer, older]), SIGNED_AT, older).ok).toBe(true);
    expect(verify(sign([newer, older]), SIGNED_AT, newer).ok).toBe(true);
    expect(verify(sign([older]), SIGNED_AT, [newer, older]).ok).toBe(true);
    expect(verify(sign([newer]), SIGNED_AT, older)).toEqual({ ok: false, reason: "signature_mismatch" });
  });

  test.each(REJECTED_HEADERS)("%s", (_name, header, reason) => {
    expect(verify(header)).toEqual({ ok: false, reason });
  });

  test("a body that was changed or parsed and written again does not fit", () => {
    const changed = `${SIGNED_BODY} `;
    expect(verifyWebhook(changed, SIGNED_HEADER, SIGNED_SECRET, at(SIGNED_AT))).toEqual({
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
  ])("%s from untyped code is rejected, not thrown", (_name, body, header, secrets, reason) => {
    const result: unknown = Reflect.apply(verifyWebhook, null, [body, header, secrets, at(SIGNED_AT)]);
    expect(result).toEqual({ ok: false, reason });
  });

  test("a signature made with an empty key is worth nothing", () => {
    const forged = createHmac("sha256", "").update(`${SIGNED_AT}.${SIGNED_BODY}`).digest("hex");
    expect(verify(`t=${SIGNED_AT},v1=${forged}`, SIGNED_AT, ["", SIGNED_SECRET]).ok).toBe(false);
  });

  test("no header makes it throw, and none but a true one passes", () => {
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
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 20 }), fc.string({ unit: "binary" }), (pieces, body) => {
        const result = verifyWebhook(body, pieces.join(""), SIGNED_SECRET, at(SIGNED_AT));
        return !result.ok;
      }),
      { numRuns: 1_000 },
    );
  });

  test("whatever is signed verifies, and not under another secret or time", () => {
    const secret = fc
      .uint8Array({ minLength: 32, maxLength: 32 })
      .map((bytes) => newWebhookSecret(() => bytes));
    fc.assert(
      fc.property(
        fc.uint8Array(),
        fc.integer({ min: 0, max: 9_999_999_999 }),
        secret,
        (body, timestampSeconds, key) => {
          const headers = signatureHeaders({ id: "evt_1", timestampSeconds, body, secrets: [key] });
          const header = headers["X-Service-Signature"];
          const moved = header.replace(/^t=\d+/, `t=${timestampSeconds + 1}`);
          return (
            verifyWebhook(body, header, key, at(timestampSeconds)).ok &&
            !verifyWebhook(body, header, `${key}x`, at(timestampSeconds)).ok &&
            !verifyWebhook(body, moved, key, at(timestampSeconds)).ok
          );
        },
      ),
    );
  });
});
