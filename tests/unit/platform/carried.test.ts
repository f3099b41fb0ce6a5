import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { type Bound, CARRIED, type Carried, type SealedPurpose } from "#core/access/carried.ts";
import { createSecrets } from "#platform/secrets.ts";
import { isSignedCarried, openCarried, sealCarried, signCarried } from "#services/carried.ts";

// What leaves and comes back is bound to subject, purpose, place and end.

const keys = { secretsKey: randomBytes(32), pepper: randomBytes(32) };
const START = Date.parse("2026-01-01T00:00:00Z");
const using = (ms = 0, secrets = createSecrets(keys)) => ({ secrets, now: () => new Date(START + ms) });
const until = new Date(START + 60_000);

const visit = (siteId = "gat_1", state = "s", origin = "https://shop.example") =>
  ({ purpose: "gateVisit", subject: { siteId, state }, place: { origin } }) as const;
const left = (id = "a", tenantId = "ten_1", path = "/back", host = "verify.shop.example") =>
  ({ purpose: "hostLeft", subject: { id, tenantId }, place: { path, host } }) as const;

test("opens for the same subject, purpose and place, until its end", () => {
  const { text } = sealCarried(using(), { ...visit(), until }, "a.b");
  expect(openCarried(using(), visit(), text)).toBe("a.b");
  expect(openCarried(using(59_999), visit(), text)).toBe("a.b");
  const answer = {
    purpose: "providerAnswer",
    subject: { request: "gat_1" },
    place: { host: "s", path: "" },
  } as const;
  const others = [visit("gat_2"), visit("gat_1", "t"), visit("gat_1", "s", "https://other.example")];
  for (const other of others) expect(openCarried(using(), other, text)).toBeNull();
  expect(openCarried(using(), answer, text)).toBeNull();
  expect(openCarried(using(60_000), visit(), text)).toBeNull();
  expect(
    openCarried(using(0, createSecrets({ ...keys, secretsKey: randomBytes(32) })), visit(), text),
  ).toBeNull();
  for (const odd of [null, "", "v1.", text.slice(0, -1), `${text}A`])
    expect(openCarried(using(), visit(), odd)).toBeNull();
});

test("what is signed counts for the same subject, purpose and place, until its end", () => {
  const signed = signCarried(using(), { ...left(), until });
  expect(isSignedCarried(using(59_999), left(), signed)).toBe(true);
  const others = [
    left("b"),
    left("a", "ten_2"),
    left("a", "ten_1", "/"),
    left("a", "ten_1", "/back", "b.example"),
  ];
  for (const other of others) expect(isSignedCarried(using(), other, signed)).toBe(false);
  expect(isSignedCarried(using(60_000), left(), signed)).toBe(false);
  const [end = "", mac = ""] = signed.split(".");
  for (const odd of [
    "",
    ".",
    mac,
    `${(until.getTime() + 1).toString(36)}.${mac}`,
    `${end}.`,
    `Infinity.${mac}`,
    `-1.${mac}`,
  ])
    expect(isSignedCarried(using(), left(), odd)).toBe(false);
});

test("no end is later than the purpose allows", () => {
  const never = new Date(START + 10 * 365 * 86_400_000);
  const most = CARRIED.gateVisit.mostSeconds * 1000;
  const { text } = sealCarried(using(), { ...visit(), until: never }, "x");
  expect(openCarried(using(most - 1), visit(), text)).toBe("x");
  expect(openCarried(using(most), visit(), text)).toBeNull();
  const signed = signCarried(using(), { ...left(), until: never });
  expect(isSignedCarried(using(CARRIED.hostLeft.mostSeconds * 1000), left(), signed)).toBe(false);
});

test("parts cannot be moved from one to the next", () => {
  const { text } = sealCarried(using(), { ...visit('a","b', "c"), until }, "x");
  expect(openCarried(using(), visit("a", 'b","c'), text)).toBeNull();
});

test("without subject, purpose, place or end it does not compile", () => {
  const whole: Bound<"gateVisit"> = { ...visit(), until };
  const { purpose, subject, place } = whole;
  type Sealing = Parameters<typeof sealCarried<"gateVisit">>[1];
  // @ts-expect-error no subject
  const noSubject: Sealing = { purpose, place, until };
  // @ts-expect-error no purpose
  const noPurpose: Sealing = { subject, place, until };
  // @ts-expect-error no place
  const noPlace: Sealing = { purpose, subject, until };
  // @ts-expect-error no end
  const noEnd: Sealing = { purpose, subject, place };
  // @ts-expect-error a part of the subject is missing
  const half: Sealing = { ...whole, subject: { siteId: "gat_1" } };
  // @ts-expect-error what is signed can be read: it is never what has to be sealed
  const signed: SealedPurpose = "hostLeft";
  const carried: Carried<"gateVisit"> = sealCarried(using(), whole, "x");
  // @ts-expect-error sealed for another purpose
  const other: Carried<"providerAnswer"> = carried;
  expect([noSubject, noPurpose, noPlace, noEnd, half, signed, other]).toHaveLength(7);
});
