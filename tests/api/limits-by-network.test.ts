import { expect, test } from "vitest";
import { networkOf } from "#core/network.ts";
import { takeUploadPlace } from "#http/upload.ts";
import { consoleResponse } from "../support/console/browser.ts";
import { consoleForFile } from "../support/sign-in/identity.ts";
import { BASE_URL } from "../support/world/service.ts";

const MOST = 5;
const service = consoleForFile({
  env: { AUTH_FAILURES_PER_MINUTE: String(MOST), CONSOLE_SIGN_INS_PER_MINUTE: String(MOST) },
});

/** As many addresses, all different, of one line: RFC 6177 §2. */
const ofOneLine = (count: number, line: string) =>
  Array.from({ length: count }, (_, n) => `${line}:${(n + 1).toString(16)}:0:0:${n + 1}`);

const statuses = async (addresses: readonly string[], ask: (address: string) => Promise<number>) => {
  const all: number[] = [];
  for (const address of addresses) all.push(await ask(address));
  return all;
};

const split = (refused: number, allowed: number) => [
  ...Array<number>(MOST).fill(allowed),
  ...Array<number>(MOST).fill(refused),
];

const wrongKey = (path: string, key: object) => async (address: string) =>
  (await service.get().call("GET", path, { ...key, headers: { "x-forwarded-for": address } })).status;

test.each([
  ["the tenant interface", "/verify/status?verificationId=x", { key: "wrong" }],
  ["the operator's", "/admin/tenants", { adminKey: "wrong" }],
])(
  "wrong keys for %s: the addresses of one IPv6 line count together, other lines do not notice",
  async (what, path, key) => {
    const site = `2001:db8:${what.length}`;
    const ask = wrongKey(path, key);
    expect(await statuses(ofOneLine(2 * MOST, `${site}:1`), ask)).toEqual(split(429, 401));
    expect(await ask(`${site}:2::1`)).toBe(401);
  },
);

test("an IPv4 address counts alike, however the socket writes it", async () => {
  const ask = wrongKey("/admin/tenants", { adminKey: "wrong" });
  const spelt = Array.from({ length: 2 * MOST }, (_, n) => (n % 2 ? "198.51.100.7" : "::ffff:198.51.100.7"));
  expect(await statuses(spelt, ask)).toEqual(split(429, 401));
  expect(await ask("198.51.100.8")).toBe(401);
});

test("sign-ins of a line count together", async () => {
  const ask = async (address: string) => {
    const url = `${BASE_URL}/api/auth/callback/oidc?code=x&state=y`;
    const request = new Request(url, { headers: { "x-forwarded-for": address, accept: "text/html" } });
    return (await consoleResponse(service.get().deps, request)).status;
  };
  const all = await statuses(ofOneLine(2 * MOST, "2001:db8:77:1"), ask);
  expect(all.map((status) => status === 429)).toEqual(split(1, 0).map(Boolean));
});

test("places of uploads are those of a line", () => {
  const take = (n: number) => takeUploadPlace("photo", `ver_${n}`, networkOf(`2001:db8:9:9::${n + 1}`));
  const leaves = Array.from({ length: 8 }, (_, n) => take(n));
  expect(() => take(8)).toThrow(expect.objectContaining({ code: "SERVICE_UNAVAILABLE" }));
  for (const leave of leaves) leave();
});
