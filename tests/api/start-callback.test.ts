import { describe, expect, test } from "vitest";
import { start } from "../support/http/actions.ts";
import { promisedServiceForFile } from "../support/http/promises.ts";
import { expectRefused } from "../support/http/refused.ts";
import { tenantRows } from "../support/world/rows.ts";

const service = promisedServiceForFile();

const newTenant = async () => {
  const { call, deps, tenant } = service.get();
  return { call, deps, ...(await tenant({ plan: "scale" })) };
};

// Both are where a browser returns, by the same rules.
describe.each([
  ["callback_url", "callbackUrl"],
  ["cancel_url", "cancelUrl"],
] as const)("%s of POST /verify/start", (field, column) => {
  test.each([
    "https://shop.example/back",
    "HTTPS://shop.example",
    "https://shop.example:8443/back?order=7&x=%20#top",
    "https://münchen.example/ä",
    "https://[2001:db8::1]/",
    `https://shop.example/${"x".repeat(1979)}`,
    "http://localhost:3000/back",
    "http://app.localhost",
    "http://127.0.0.1/back",
    "http://127.1/back",
    "http://[::1]:8080",
  ])("with a live key may be %s", async (callback_url) => {
    const { call, deps, liveKey } = await newTenant();
    const { verificationId } = await start(call, liveKey, { [field]: callback_url });
    const row = await deps.db.orm.verification.findUniqueOrThrow({ where: { id: verificationId } });
    expect(row[column]).toBe(callback_url);
  });

  test.each([
    "http://shop.example",
    "http://localhost.shop.example",
    "http://127.0.0.1.shop.example",
    "http://127.0.0.1@shop.example",
    "http://notlocalhost",
    "http://10.0.0.1",
    "http://[::ffff:10.0.0.1]",
  ])("with a live key may not be %s: a token would travel in the open", async (callback_url) => {
    const { call, deps, id, liveKey: key } = await newTenant();
    expectRefused(await call("POST", "/verify/start", { key, body: { [field]: callback_url } }), field);
    expect(await tenantRows(deps, id)).toMatchObject({ verifications: 0, counted: 0 });
  });

  test("with a test key may be http anywhere", async () => {
    const { call, testKey } = await newTenant();
    await start(call, testKey, { [field]: "http://shop.example/back" });
  });

  const hostile: [string, unknown][] = [
    ["a script", "javascript:alert(1)"],
    ["a script in capitals", "JaVaScRiPt:alert(1)"],
    ["a script that pretends", "javascript://shop.example/%0aalert(1)"],
    ["a script behind a tab", "java\tscript:alert(1)"],
    ["data", "data:text/html,<script>1</script>"],
    ["a blob", "blob:https://shop.example/1"],
    ["a file", "file:///etc/passwd"],
    ["an app's scheme", "myapp://back"],
    ["ftp", "ftp://shop.example"],
    ["no scheme", "shop.example/back"],
    ["a path", "/back"],
    ["the same scheme as the page", "//shop.example"],
    ["a user and a password", "https://user:pass@shop.example"],
    ["a user", "https://user@shop.example"],
    ["an empty user", "https://@shop.example"],
    ["a user that looks like a host", "https://shop.example@evil.example"],
    ["an encoded user", "https://shop.example%2f@evil.example"],
    ["backslashes", "https:\\\\evil.example"],
    ["a backslash before an @", "https://shop.example\\@evil.example"],
    ["a backslash in the path", "https://shop.example/a\\b"],
    ["no slashes", "https:evil.example"],
    ["one slash", "https:/evil.example"],
    ["three slashes", "https:///evil.example"],
    ["white space in front", " https://shop.example"],
    ["white space behind", "https://shop.example "],
    ["a line feed in the scheme", "ht\ntps://shop.example"],
    ["a line feed in the path", "https://shop.example/\nSet-Cookie:a=b"],
    ["a control character", "https://shop.example/\u0001"],
    ["DEL", "https://shop.example/\u007f"],
    ["a C1 control character", "https://shop.example/\u0085"],
    ["a right-to-left override", "https://shop.example/\u202egpj"],
    ["a zero-width space", "https://shop\u200b.example"],
    ["a BOM", "\ufeffhttps://shop.example"],
    ["no host", "https://"],
    ["a port that is none", "https://shop.example:99999"],
    ["an address that is none", "https://999.1.1.1"],
    ["2,001 characters", `https://shop.example/${"x".repeat(1980)}`],
    ["nothing", ""],
    ["null", null],
    ["a list", ["https://shop.example"]],
    ["an object", { href: "https://shop.example" }],
  ];
  test.each(hostile)("is refused with any key when it is %s", async (_name, callback_url) => {
    const { call, deps, id, liveKey, testKey } = await newTenant();
    for (const key of [liveKey, testKey]) {
      expectRefused(await call("POST", "/verify/start", { key, body: { [field]: callback_url } }), field);
    }
    expect(await tenantRows(deps, id)).toMatchObject({ verifications: 0, counted: 0 });
  });
});
