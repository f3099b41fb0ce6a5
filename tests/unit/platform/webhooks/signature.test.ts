import { createHmac } from "node:crypto";
import { Webhook } from "standardwebhooks";
import { describe, expect, test } from "vitest";
import { newWebhookSecret, signatureHeaders } from "#platform/webhooks/signature.ts";

const SECRET = "whsec_MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY="; // the bytes "0123456789abcdef" twice
const OLD_SECRET = "whsec_ZmVkY2JhOTg3NjU0MzIxMGZlZGNiYTk4NzY1NDMyMTA=";
const input = {
  id: "evt_1",
  timestampSeconds: 1_700_000_000,
  body: '{"event":"verification.completed"}',
  secrets: [SECRET],
};

describe("signatureHeaders", () => {
  // Reproducible without this code: printf '%s' '1700000000.{"event":"verification.completed"}' |
  // openssl dgst -sha256 -hmac "$SECRET", and the like with -macopt hexkey:… and base64 for the second one.
  test("known answers of both schemes", () => {
    expect(signatureHeaders(input)).toEqual({
      "X-Service-Signature":
        "t=1700000000,v1=6156fbd7962c2d548e1acb62893084c9cab5cb975f77b80fa914bfed565708e4",
      "webhook-id": "evt_1",
      "webhook-timestamp": "1700000000",
      "webhook-signature": "v1,PUhCCEqM3eZ9gSw1zuZ6bcBI/MJ2htznJvHa++pPQDo=",
    });
  });

  test("ours is keyed by the secret's whole text, Standard Webhooks' by the bytes it stands for", () => {
    const headers = signatureHeaders(input);
    const text = createHmac("sha256", Buffer.from(SECRET, "utf8")).update(`1700000000.${input.body}`);
    const bytes = createHmac("sha256", "0123456789abcdef0123456789abcdef").update(
      `evt_1.1700000000.${input.body}`,
    );
    expect(headers["X-Service-Signature"]).toBe(`t=1700000000,v1=${text.digest("hex")}`);
    expect(headers["webhook-signature"]).toBe(`v1,${bytes.digest("base64")}`);
  });

  test("during a rotation each scheme has one signature for each secret, in order", () => {
    const both = signatureHeaders({ ...input, secrets: [SECRET, OLD_SECRET] });
    const old = signatureHeaders({ ...input, secrets: [OLD_SECRET] });
    const now = signatureHeaders(input);
    expect(both["X-Service-Signature"]).toBe(
      `${now["X-Service-Signature"]},${old["X-Service-Signature"].replace("t=1700000000,", "")}`,
    );
    expect(both["webhook-signature"]).toBe(`${now["webhook-signature"]} ${old["webhook-signature"]}`);
  });

  test("text and its UTF-8 bytes are signed alike", () => {
    const body = '{"name":"é\u{1f600}"}';
    expect(signatureHeaders({ ...input, body: Buffer.from(body) })).toEqual(
      signatureHeaders({ ...input, body }),
    );
  });

  test("Standard Webhooks' own library accepts it, with either secret, and no other", () => {
    const timestampSeconds = Math.floor(Date.now() / 1_000); // its clock cannot be set
    const headers = signatureHeaders({ ...input, timestampSeconds, secrets: [SECRET, OLD_SECRET] });
    for (const secret of [SECRET, OLD_SECRET]) {
      expect(new Webhook(secret).verify(input.body, { ...headers })).toEqual(JSON.parse(input.body));
    }
    const stranger = new Webhook(newWebhookSecret());
    expect(() => stranger.verify(input.body, { ...headers })).toThrow(/signature/i);
    expect(() => new Webhook(SECRET).verify(`${input.body} `, { ...headers })).toThrow(/signature/i);
  });

  test.each([
    ["no secret", []],
    ["an empty secret", [""]],
    ["a secret without the prefix", ["MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY="]],
    ["a short secret", ["whsec_MDEyMzQ1Njc4OWFiY2RlZg=="]],
    ["a secret that is not clean base64", [`${SECRET}!`]],
    ["a bad one among good ones", [SECRET, "whsec_"]],
  ])("%s is refused", (_name, secrets) => {
    expect(() => signatureHeaders({ ...input, secrets })).toThrow(RangeError);
  });

  test.each([Number.NaN, 1.5, -1, Number.POSITIVE_INFINITY])("the time %d is refused", (timestampSeconds) => {
    expect(() => signatureHeaders({ ...input, timestampSeconds })).toThrow(RangeError);
  });
});

describe("newWebhookSecret", () => {
  test("is whsec_ and the 32 bytes in base64", () => {
    expect(newWebhookSecret((bytes) => new Uint8Array(bytes))).toBe(`whsec_${"A".repeat(43)}=`);
    expect(newWebhookSecret()).toMatch(/^whsec_[0-9A-Za-z+/]{43}=$/);
    expect(newWebhookSecret()).not.toBe(newWebhookSecret());
  });

  test("signs", () => {
    expect(() => signatureHeaders({ ...input, secrets: [newWebhookSecret()] })).not.toThrow();
  });
});
