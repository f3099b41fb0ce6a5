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
])("%s %s is refused before the framework sees it", (method, url, status) => {
  expect(statusOfOddRequest(requestFor(method, url))).toBe(status);
});

test("two Host headers are a bad request", () => {
  expect(statusOfOddRequest(requestFor("GET", "/", ["a.test", "b.test"]))).toBe(400);
});

test("ordinary requests pass", () => {
  for (const method of ["GET", "HEAD", "POST", "PATCH", "OPTIONS"]) {
    expect(statusOfOddRequest(requestFor(method, "/verify/status?verificationId=%20"))).toBeNull();
  }
});
