import { describe, expect, test } from "vitest";
import { Carried } from "#core/access/carried.ts";
import {
  droppedVisits,
  keptVisit,
  setWalletCookies,
  visitCookie,
  visitCookieEnd,
  walletCookieOf,
  walletCookiesOf,
} from "#http/journey-cookie.ts";

const serviceAt = (publicUrl: string) => ({ settings: { publicUrl } });
const OVER_HTTPS = serviceAt("https://age.test");
const OVER_HTTP = serviceAt("http://localhost:3000");
const HTTPS = { isSecure: true };
const HTTP = { isSecure: false };

/** 16 characters, as of a state and of the start of a transaction's id. */
const idOf = (number: number): string => String(number).padStart(16, "0");
const visit = (number: number, text = "sealed") => ({
  state: idOf(number),
  value: new Carried("gateVisit", text),
  maxAgeSeconds: 1_800,
});
const link = (number: number, value = `secret-${number}`) => ({
  transactionId: `wtx_${idOf(number)}rest`,
  value,
  lifetimeSeconds: 300,
});

/** A `Cookie` header with what these `Set-Cookie` headers set, in their order. */
const headerOf = (set: readonly string[]): string => set.map((each) => each.split(";", 1)[0]).join("; ");
const numbers = (from: number, to: number): number[] =>
  Array.from({ length: to - from + 1 }, (_, index) => from + index);

describe("a journey's cookie", () => {
  const SECURE = "Path=/; HttpOnly; SameSite=Lax; Secure";
  const PLAIN = "Path=/; HttpOnly; SameSite=Lax";

  test("is the very host's over https, unseen by scripts, and goes along when another site leads back", () => {
    expect(visitCookie(visit(1), HTTPS)).toBe(
      `__Host-lintel_start_${idOf(1)}=sealed; Max-Age=1800; ${SECURE}`,
    );
    expect(setWalletCookies(OVER_HTTPS, link(1), null)).toEqual([
      `__Host-lintel-wallet-${idOf(1)}=secret-1; Max-Age=300; ${SECURE}`,
    ]);
    expect(setWalletCookies(OVER_HTTPS, link(1), null, "identity")).toEqual([
      `__Host-lintel-identity-${idOf(1)}=secret-1; Max-Age=300; ${SECURE}`,
    ]);
  });

  test("is without __Host- over http, where browsers refuse it", () => {
    expect(visitCookie(visit(1), HTTP)).toBe(`lintel_start_${idOf(1)}=sealed; Max-Age=1800; ${PLAIN}`);
    expect(setWalletCookies(OVER_HTTP, link(1), null)).toEqual([
      `lintel-wallet-${idOf(1)}=secret-1; Max-Age=300; ${PLAIN}`,
    ]);
  });

  test("ends under the name that it was set with", () => {
    expect(visitCookieEnd(idOf(1), HTTPS)).toBe(`__Host-lintel_start_${idOf(1)}=; Max-Age=0; ${SECURE}`);
    expect(visitCookieEnd(idOf(1), HTTP)).toBe(`lintel_start_${idOf(1)}=; Max-Age=0; ${PLAIN}`);
  });

  test("is found among others, and each journey has its own", () => {
    const set = [
      "session=1",
      visitCookie(visit(1, "one"), HTTPS),
      visitCookie(visit(2, "two"), HTTPS),
      ...setWalletCookies(OVER_HTTPS, link(1), null),
      ...setWalletCookies(OVER_HTTPS, link(2), null),
      ...setWalletCookies(OVER_HTTPS, link(1, "back"), null, "identity"),
    ];
    const header = `${headerOf(set)};;  a="b c"; =x; broken`;
    expect([1, 2, 3].map((at) => keptVisit(header, idOf(at), HTTPS))).toEqual(["one", "two", null]);
    const { transactionId } = link(1);
    expect(walletCookieOf(OVER_HTTPS, transactionId, header)).toBe("secret-1");
    expect(walletCookieOf(OVER_HTTPS, transactionId, header, "identity")).toBe("back");
    expect(walletCookieOf(OVER_HTTPS, link(3).transactionId, header)).toBe(null);
    expect(walletCookiesOf(OVER_HTTPS, header)).toEqual(["secret-1", "secret-2"]);
    expect([keptVisit(null, idOf(1), HTTPS), walletCookieOf(OVER_HTTPS, transactionId, null)]).toEqual([
      null,
      null,
    ]);
  });

  test("over https is not believed without __Host-: a neighbour host could have set it", () => {
    const planted = headerOf([
      visitCookie(visit(1, "planted"), HTTP),
      ...setWalletCookies(OVER_HTTP, link(1, "planted"), null),
    ]);
    expect(keptVisit(planted, idOf(1), HTTPS)).toBe(null);
    expect(walletCookieOf(OVER_HTTPS, link(1).transactionId, planted)).toBe(null);
    expect(walletCookiesOf(OVER_HTTPS, planted)).toEqual([]);
  });
});

describe("a browser keeps no more journeys than a header has room for", () => {
  test("of links eight: the oldest end, and one that is set again is not counted twice", () => {
    const eight = headerOf(numbers(1, 8).flatMap((at) => setWalletCookies(OVER_HTTPS, link(at), null)));
    expect(setWalletCookies(OVER_HTTPS, link(9), eight).map((each) => each.split(";", 2).join())).toEqual([
      `__Host-lintel-wallet-${idOf(1)}=, Max-Age=0`,
      `__Host-lintel-wallet-${idOf(9)}=secret-9, Max-Age=300`,
    ]);
    expect(setWalletCookies(OVER_HTTPS, link(8), eight)).toHaveLength(1);
    expect(setWalletCookies(OVER_HTTPS, link(9), eight, "identity")).toHaveLength(1);
    const many = headerOf(numbers(1, 10).flatMap((at) => setWalletCookies(OVER_HTTPS, link(at), null)));
    expect(walletCookiesOf(OVER_HTTPS, many)).toEqual(numbers(3, 10).map((at) => `secret-${at}`));
    expect(setWalletCookies(OVER_HTTPS, link(11), many)).toHaveLength(4);
  });

  test("of visits 4 KiB: the oldest end, each as it was set", () => {
    const long = "x".repeat(1_000);
    const next = visitCookie(visit(9, long), HTTPS);
    const set = numbers(1, 4).map((at) => visitCookie(visit(at, long), at === 1 ? HTTP : HTTPS));
    expect(droppedVisits(headerOf(set), next, HTTPS)).toEqual([
      `lintel_start_${idOf(1)}=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax; Secure`,
      visitCookieEnd(idOf(2), HTTPS),
    ]);
    expect(droppedVisits(headerOf(set), visitCookie(visit(9, long), HTTP), HTTP)).toEqual([
      visitCookieEnd(idOf(1), HTTP),
      visitCookieEnd(idOf(2), HTTPS),
    ]);
    expect(droppedVisits(headerOf(set.slice(2)), next, HTTPS)).toEqual([]);
    expect(droppedVisits(null, next, HTTPS)).toEqual([]);
  });

  test("and cookies of others do not count, however they are named", () => {
    const others = ["lintel_start_short=1", "xlintel_start_0000000000000001=1", "lintel-wallets=1"];
    const header = [...others, `session=${"x".repeat(5_000)}`].join("; ");
    expect(droppedVisits(header, visitCookie(visit(9), HTTPS), HTTPS)).toEqual([]);
    expect(setWalletCookies(OVER_HTTPS, link(9), header)).toHaveLength(1);
  });
});
