import { IncomingMessage } from "node:http";
import { Socket } from "node:net";
import { expect, test } from "vitest";
import { statusOfOddRequest } from "#server/http-server.ts";

const requestFor = (method: string, url: string, hosts: string[] = ["age.test"]): IncomingMessage =>
  Object.assign(new IncomingMessage(new Socket()), {
    method,
    url,
    rawHeaders: hosts.flatMap((host) => ["Host", host]),
  });

test.each([
  ["TRACE", "/health", 501],
  ["PROPFIND", "/health", 501],
  ["GET", "*", 400],
  ["GET", "/admin/tenants/%ff", 400],
  ["GET", "/verify/../admin/tenants", 400],
  ["GET", "/verify/x/%2e%2e/%2E./admin/tenants", 400],
  ["GET", "/verify/./list", 400],
  ["GET", "/verify/list/..", 400],
  ["GET", "/verify\\list", 400],
])("%s %s is refused before the framework sees it", (method, url, status) => {
  expect(statusOfOddRequest(requestFor(method, url))).toBe(status);
});

test.each(["/docs/a..b", "/.well-known/jwks.json", "/docs/reference?from=../x", "/verify/list?cursor=\\"])(
  "%s has no part that leads elsewhere, and passes",
  (url) => expect(statusOfOddRequest(requestFor("GET", url))).toBeNull(),
);

test("two Host headers are a bad request", () => {
  expect(statusOfOddRequest(requestFor("GET", "/", ["a.test", "b.test"]))).toBe(400);
});

test("ordinary requests pass", () => {
  for (const method of ["GET", "HEAD", "POST", "PATCH", "OPTIONS"]) {
    expect(statusOfOddRequest(requestFor(method, "/verify/status?verificationId=%20"))).toBeNull();
  }
});

const GATE = "/gate/gat_01kb2x6m3q8f5v7w9y0z1a2c3d";

test("a gate is asked about every method and every spelling of a site's addresses (Envoy, nginx)", () => {
  for (const method of ["PROPFIND", "MKCOL", "REPORT", "TRACE", "QUERY"])
    expect(statusOfOddRequest(requestFor(method, `${GATE}/check/dav/a`))).toBeNull();
  expect(statusOfOddRequest(requestFor("GET", `${GATE}/check/caf%E9?q=%`))).toBeNull();
  expect(statusOfOddRequest(requestFor("GET", `${GATE}/start?return=/caf%E9?q=%`))).toBeNull();
});

test("and about nothing else that the framework would stumble over", () => {
  for (const path of ["check", "start", "start/a", "callback"])
    expect(statusOfOddRequest(requestFor("PROPFIND", `${GATE}/${path}`))).toBe(501);
  for (const path of ["start/%E9", "nothing/%E9", "check%E9"])
    expect(statusOfOddRequest(requestFor("GET", `${GATE}/${path}`))).toBe(400);
});
