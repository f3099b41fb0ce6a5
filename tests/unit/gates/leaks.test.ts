import { describe, expect, test } from "vitest";
import { type DoorAnswer, doorsOf, type Verdict, verdictOf } from "#core/gates/leaks.ts";

const SITE = "https://shop.example";
const ID = "gat_0123456789abcdefghjkmnpqrs";
const PUBLIC = "https://age.example.com";
const GATE = { siteId: ID, origin: SITE, openPaths: ["/health", "/assets/"] };
const START = `/.well-known/lintel/${ID}/start`;

const answered = (status: number, location: string | null = null): DoorAnswer => ({
  kind: "answer",
  status,
  location,
});

const TABLE: readonly [what: string, url: string, answer: DoorAnswer, verdict: Verdict][] = [
  ["a page", `${SITE}/wine`, answered(200), "open"],
  ["a part of a file", `${SITE}/wine.jpg`, answered(206), "open"],
  ["a page that the gate leaves open", `${SITE}/health`, answered(200), "meant"],
  ["a file below such a folder", `${SITE}/assets/a.css`, answered(200), "meant"],
  ["an odd spelling of an open folder", `${SITE}/assets/%2e%2e/wine`, answered(200), "open"],
  ["a neighbour of an open path", `${SITE}/healthy`, answered(200), "open"],
  ["the gate's start", `${SITE}/wine`, answered(302, `${START}?return=/wine`), "closed"],
  ["the gate's start, in full", `${SITE}/wine`, answered(302, `${SITE}${START}?return=/wine`), "closed"],
  ["the gate's start by another name", "https://www.shop.example/", answered(302, START), "closed"],
  ["the service's own start", `${SITE}/`, answered(303, `${PUBLIC}/gate/${ID}/start?return=/`), "closed"],
  ["another gate's start", `${SITE}/`, answered(302, START.replace("gat_0", "gat_1")), "answered"],
  [
    "an address like the service's",
    `${SITE}/`,
    answered(302, `${PUBLIC}.evil.example/gate/${ID}/`),
    "elsewhere",
  ],
  ["a question for a proof", `${SITE}/wine`, answered(401), "closed"],
  ["a refusal", `${SITE}/wine`, answered(403), "closed"],
  ["https from http", "http://shop.example/wine", answered(301, `${SITE}/wine`), "onwards"],
  ["the site from its other name", "https://www.shop.example/", answered(308, `${SITE}/`), "onwards"],
  ["another page of the site", `${SITE}/`, answered(302, "/en/"), "answered"],
  ["another site", "http://shop.example/", answered(301, "https://other.example/"), "elsewhere"],
  ["a redirect to nowhere", `${SITE}/`, answered(302), "answered"],
  ["a redirect that is no address", `${SITE}/`, answered(302, "https://["), "answered"],
  ["a page that is not there", "https://www.shop.example/wine", answered(404), "answered"],
  ["an overload", `${SITE}/wine`, answered(429), "unknown"],
  ["a fault", `${SITE}/wine`, answered(502), "unknown"],
  ["nothing there", `${SITE}/wine`, { kind: "none", isAbsent: true }, "absent"],
  ["no answer", `${SITE}/wine`, { kind: "none", isAbsent: false }, "unknown"],
];

describe("what an answer without a proof says of a gate", () => {
  test.each(TABLE)("%s: %s", (_what, url, answer, verdict) => {
    expect(verdictOf(answer, GATE, { url, publicUrl: PUBLIC })).toBe(verdict);
  });
});

describe("the doors of a site", () => {
  const addresses = (origin: string) =>
    doorsOf(origin).map((one) => `${one.door} ${one.origin} ${one.family}`);

  test("are its own address, http and the other name, each by both versions of the protocol", () => {
    expect(addresses("https://shop.example")).toEqual([
      "ipv4 https://shop.example 4",
      "ipv6 https://shop.example 6",
      "http-ipv4 http://shop.example 4",
      "http-ipv6 http://shop.example 6",
      "www-ipv4 https://www.shop.example 4",
      "www-ipv6 https://www.shop.example 6",
    ]);
    expect(addresses("https://www.shop.example:8443").slice(2)).toEqual([
      "http-ipv4 http://www.shop.example 4",
      "http-ipv6 http://www.shop.example 6",
      "www-ipv4 https://shop.example:8443 4",
      "www-ipv6 https://shop.example:8443 6",
    ]);
  });

  test.each(["http://localhost:8080", "http://127.0.0.1:8080"])(
    "%s has no other name and no other scheme",
    (at) => {
      expect(addresses(at)).toEqual([`ipv4 ${at} 4`, `ipv6 ${at} 6`]);
    },
  );
});
