import { describe, expect, test } from "vitest";
import { days } from "../../../tests/support/wallet/authority.ts";
import { validity } from "../../../tests/support/wallet/forge.ts";
import { createTrial } from "../../../tests/support/wallet/mdoc-trial.ts";
import { createSdJwtTrial } from "../../../tests/support/wallet/sd-jwt-trial.ts";
import { asDate, decodeCbor } from "../src/cbor/decode.ts";
import { readForm } from "../src/openid4vp/response.ts";

// What two readers could read differently is not read at all.

const cbor = (hex: string): Uint8Array => new Uint8Array(Buffer.from(hex, "hex"));
const tdate = (text: string): Uint8Array =>
  new Uint8Array(Buffer.concat([Buffer.from([0xc0, 0x78, text.length]), Buffer.from(text)]));
const dateOf = (text: string): Date | null => {
  const decoded = decodeCbor(tdate(text));
  return decoded.ok ? asDate(decoded.value) : null;
};

describe("dates", () => {
  test.each([
    "2026-02-30T00:00:00Z",
    "2026-02-29T12:00:00Z",
    "2026-04-31T00:00:00+02:00",
    "2026-13-01T00:00:00Z",
  ])("a day that the calendar does not have: %s", (text) => {
    expect(dateOf(text)).toBeNull();
  });

  test("29 February of a leap year, nine digits of a second, a time zone that changes the day", () => {
    expect(dateOf("2028-02-29T00:00:00Z")).toEqual(new Date("2028-02-29T00:00:00Z"));
    expect(dateOf("2026-03-01T00:30:00.123456789+02:00")).toEqual(new Date("2026-02-28T22:30:00.123Z"));
  });

  test("a licence that was signed tomorrow, and a credential that was issued tomorrow", async () => {
    const mdoc = await createTrial();
    const later = mdoc.forge({ mso: (mso) => mso.set("validityInfo", validity(days(-1), days(9), days(1))) });
    expect(mdoc.verify(later)).toEqual({ ok: false, code: "not_yet_valid" });
    const sdJwt = await createSdJwtTrial();
    const iat = Math.floor(days(1).getTime() / 1000);
    expect(await sdJwt.verify(await sdJwt.forge({ payload: { iat } }))).toEqual({
      ok: false,
      code: "not_yet_valid",
    });
  });
});

describe("text", () => {
  test.each(["62c328", "61ff", "63eda080", "a162c32801", "64f0288cbc"])("that is not UTF-8: %s", (hex) => {
    expect(decodeCbor(cbor(hex))).toEqual({ ok: false, code: "cbor_malformed" });
  });

  test("the replacement character itself, no text at all, and what is long", () => {
    expect(decodeCbor(cbor("63efbfbd"))).toEqual({ ok: true, value: "\ufffd" });
    expect(decodeCbor(cbor("60"))).toEqual({ ok: true, value: "" });
    expect(decodeCbor(cbor(`7840${"c3a9".repeat(32)}`))).toEqual({ ok: true, value: "é".repeat(32) });
  });

  test("a form", () => {
    expect(readForm(new Uint8Array([0x73, 0x3d, 0xff]))).toEqual({ ok: false, code: "response_malformed" });
  });
});

describe("how much there may be of it", () => {
  test("items of a message", () => {
    expect(decodeCbor(cbor(`993e80${"a0".repeat(16_000)}`)).ok).toBe(true);
    expect(decodeCbor(cbor(`997530${"a0".repeat(30_000)}`))).toEqual({ ok: false, code: "cbor_malformed" });
    expect(decodeCbor(cbor(`997530${"a0".repeat(30_000)}`), 40_000).ok).toBe(true);
  });

  test("fields of a form, which are counted before they are read", () => {
    const fields = (count: number) =>
      new TextEncoder().encode(Array.from({ length: count }, (_, i) => `f${i}=`).join("&"));
    expect(readForm(fields(16)).ok).toBe(true);
    expect(readForm(fields(17)).ok).toBe(false);
    expect(readForm(new Uint8Array(131_072).fill(0x26)).ok).toBe(false);
  });
});

test("a number of any size that a serial number may have, and none beyond", () => {
  expect(decodeCbor(cbor(`c254${"7f".repeat(20)}`))).toEqual({
    ok: true,
    value: BigInt(`0x${"7f".repeat(20)}`),
  });
  expect(decodeCbor(cbor("c240"))).toEqual({ ok: true, value: 0n });
  expect(decodeCbor(cbor("c26161")).ok).toBe(false);
  expect(decodeCbor(cbor(`c25841${"7f".repeat(65)}`)).ok).toBe(false);
});
