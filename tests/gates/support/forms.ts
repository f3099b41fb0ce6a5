import { expect } from "vitest";
import { hasIpv6 } from "./program.ts";
import type { Guarded } from "./promises.ts";
import { ask } from "./raw.ts";
import { leaked } from "./site.ts";
import { goodCookie } from "./test-gate.ts";

const CLOSE = "Connection: close";
const BY_A_PERSON = ["Accept: text/html,*/*;q=0.8", "Sec-Fetch-Mode: navigate", CLOSE];

/** The addresses that the links of a page lead to, in new tabs. */
const newTabs = (page: string): string[] =>
  [...page.matchAll(/<a href="([^"]*)" target="_blank" rel="noopener">/g)].map(([, to = ""]) => to);

/**
 * A form that a person sends after their proof ended meets a page that says so, with a way back to the form. Programs, and
 * forms of other sites, meet what they met before.
 * @param startOf where a way back begins; for servers without a start page, the way back itself
 * @param takesCookie whether the gate's cookie is proof to this server
 */
export const expectEndedFormLeadsBack = async (
  { gate, door, site }: Guarded,
  startOf = (back: string): string => `${gate.origin}/.well-known/lintel/${gate.siteId}/start?return=${back}`,
  takesCookie = true,
): Promise<void> => {
  const before = site.requests.length;
  const send = (method: string, headers: readonly string[]) =>
    ask(door, { method, target: "/order", headers, body: "quantity=1" });
  const fromForm = await send("POST", [...BY_A_PERSON, `Referer: ${gate.origin}/basket/?step=2&a=b%20c`]);
  const page = fromForm.body.toString();
  expect([fromForm.status, fromForm.headers.get("content-type"), leaked(fromForm.body)]).toEqual([
    401,
    expect.stringContaining("text/html"),
    0,
  ]);
  expect(fromForm.headers.get("cache-control")).toContain("no-store");
  expect(page).toMatch(/proof of age has ended[\s\S]*Nothing was sent/);
  expect(newTabs(page)).toEqual([startOf("/basket/?step=2&a=b%20c")]);
  // What a Referer says is a stranger's word: nothing of it is markup, and no other site is led to.
  for (const referer of [
    "",
    "https://evil.test/basket/",
    `${gate.origin}.evil.test/`,
    `${gate.origin}@evil.test/`,
    `${gate.origin}//evil.test/`,
    `${gate.origin}/"><script>alert(1)</script>`,
    `${gate.origin}/'onclick='x`,
    `${gate.origin}/a b`,
    `${gate.origin}/{http.request.header.Cookie}`,
    `${gate.origin}/\\evil.test`,
    `${gate.origin}`,
  ]) {
    const answer = await send("POST", [...BY_A_PERSON, ...(referer ? [`Referer: ${referer}`] : [])]);
    expect([referer, answer.status, newTabs(answer.body.toString())]).toEqual([referer, 401, [startOf("/")]]);
    expect(answer.body.toString()).not.toMatch(/evil|<script>alert/);
  }
  // A program reads the header; a page of ours would be no use to it.
  for (const headers of [
    ["Accept: application/json", "Sec-Fetch-Mode: navigate", CLOSE],
    ["Accept: text/html", "Sec-Fetch-Mode: cors", CLOSE],
    ["Accept: text/html", CLOSE],
  ]) {
    const answer = await send("POST", headers);
    expect([headers, answer.status, newTabs(answer.body.toString())]).toEqual([headers, 401, []]);
  }
  expect(site.requests.length).toBe(before);
  if (!takesCookie) return;
  expect((await send("POST", [...BY_A_PERSON, `Cookie: ${goodCookie(gate)}`])).status).toBe(200);
};

/** By IPv6 a site is as closed and as open as by IPv4. */
export const expectSameOverIpv6 = async ({ gate, door, site }: Guarded): Promise<void> => {
  if (!hasIpv6) return console.warn("skipped: this machine has no IPv6");
  const before = site.requests.length;
  const other = { ...door, address: "::1" };
  const { status, body } = await ask(other, { headers: [CLOSE] });
  expect([status, leaked(body), site.requests.length]).toEqual([401, 0, before]);
  expect((await ask(other, { headers: [`Cookie: ${goodCookie(gate)}`, CLOSE] })).status).toBe(200);
};
