import { afterAll, beforeAll, expect, test } from "vitest";
import { type Served, serveBuild } from "../support/http/served.ts";

// As compose, Kubernetes and systemd run it: TLS ends at a proxy, which says so.
let served: Served;
beforeAll(async () => {
  served = await serveBuild({ TRUSTED_PROXY_HOPS: "1" });
}, 300_000);
afterAll(() => served[Symbol.asyncDispose]());

const FROM_PROXY = {
  "x-forwarded-for": "203.0.113.7",
  "x-forwarded-proto": "https",
  "x-forwarded-port": "443",
};

test.each(["/v/vs_unknown", "/v/vs_unknown/data", "/v/__proto__", "/v/%00"])(
  "behind a proxy with TLS %s is the page that there is nothing, and no line of the log has a stack",
  async (path) => {
    const answer = await fetch(`http://127.0.0.1:${served.port}${path}`, { headers: FROM_PROXY });
    expect([answer.status, answer.headers.get("content-type")]).toEqual([404, "text/html; charset=utf-8"]);
    expect(await served.log()).not.toMatch(/EPROTO|Failed to proxy|\n\s+at /);
  },
);
