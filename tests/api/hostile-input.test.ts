import { describe, expect, test } from "vitest";
import { statusOf } from "../support/http/actions.ts";
import { promisedServiceForFile } from "../support/http/promises.ts";
import { countRows } from "../support/world/rows.ts";
import { ADMIN_KEY, type CallOptions } from "../support/world/service.ts";

const service = promisedServiceForFile();

const MALFORMED = { status: 400, code: "INVALID_REQUEST_BODY" };
const TOO_LARGE = { status: 413, code: "PAYLOAD_TOO_LARGE" };

type Send = (body: CallOptions["body"], headers?: Record<string, string>) => Promise<void>;

/** Sends a body to every endpoint that takes one; each must refuse it with this status and code, and write nothing. */
const refusedEverywhere = async (
  use: (send: Send) => Promise<void>,
  { status, code } = MALFORMED,
): Promise<void> => {
  const { call, deps, tenant } = service.get();
  const { id, liveKey: key } = await tenant({ plan: "scale" });
  const before = await countRows(deps);
  await use(async (body, headers = {}) => {
    for (const path of ["/verify/start", "/verify/complete", "/verify/submit", "/tokens/validate"]) {
      const answer = await call("POST", path, { key, body, headers });
      expect([path, answer.status, answer.body.code]).toEqual([path, status, code]);
    }
    for (const [method, path] of [
      ["POST", "/admin/tenants"],
      ["PATCH", `/admin/tenants/${id}`],
    ] as const) {
      const answer = await call(method, path, { adminKey: ADMIN_KEY, body, headers });
      expect([path, answer.status, answer.body.code]).toEqual([path, status, code]);
    }
  });
  expect(await countRows(deps)).toEqual(before);
};

const nested = (depth: number, open: string, close: string): string =>
  open.repeat(depth) + close.repeat(depth);

describe("bodies that are no honest JSON", () => {
  test("nested deeply, however deeply, are refused", async () => {
    await refusedEverywhere(async (send) => {
      await send(nested(30_000, "[", "]"));
      await send(`{"metadata":${nested(25, '{"a":', "}").replace('{"a":}', "{}")}}`);
      await send(
        `{"token":"x","verificationId":"x","extra":${nested(5_000, '{"a":[', "]}").replace("[]", "[1]")}}`,
      );
      await send(`{"token":"x","name":"x","metadata":{"a":${nested(1_000, "[", "]")}}}`);
    });
  });

  test("with __proto__ anywhere are refused, and nobody's prototype is touched", async () => {
    await refusedEverywhere(async (send) => {
      await send('{"__proto__":{"isAdmin":true},"token":"x"}');
      await send('{"token":"x","metadata":{"__proto__":{"isAdmin":true}}}');
      await send('{"token":"x","metadata":{"\\u005f_proto__":1}}');
      await send('{"token":"x","name":"x","overrides":{"__proto__":{"included":1}}}');
    });
    expect(Object.hasOwn(Object.prototype, "isAdmin")).toBe(false);
  });

  test("with NUL, half a surrogate pair or broken UTF-8 are refused", async () => {
    await refusedEverywhere(async (send) => {
      for (const bad of ["\\u0000", "\\ud800", "\\udc00", "a\\ud83dz", "\\ude00\\ud83d"]) {
        await send(`{"token":"${bad}","name":"${bad}"}`);
        await send(`{"token":"x","metadata":{"${bad}":1}}`);
      }
      for (const bytes of [
        [0xff],
        [0xc0, 0x80],
        [0xed, 0xa0, 0x80],
        [0xf4, 0x90, 0x80, 0x80],
        [0xe2, 0x82],
      ]) {
        await send(Buffer.concat([Buffer.from('{"token":"'), Buffer.from(bytes), Buffer.from('"}')]));
      }
      await send(Buffer.from('{"token":"x"}', "utf16le"));
    });
  });

  test("with values of other kinds than promised are refused", async () => {
    await refusedEverywhere(async (send) => {
      for (const odd of ["[]", "{}", "1", "true", "null", "1e999", "-1e999"]) {
        await send(`{"token":${odd},"verificationId":${odd},"name":${odd},"ip":${odd}}`);
      }
      for (const odd of [
        "NaN",
        "Infinity",
        "-Infinity",
        "0x10",
        "01",
        "+1",
        "1.",
        ".5",
        "1_000",
        "undefined",
      ]) {
        await send(`{"token":"x","minimumAge":${odd}}`);
      }
    });
  });

  test("of more than 64 KiB are 413, wherever the bytes are", async () => {
    await refusedEverywhere(async (send) => {
      await send(" ".repeat(64 * 1024 + 1));
      await send(`{"token":"${"x".repeat(64 * 1024)}"}`);
      await send(Buffer.alloc(10 * 1024 * 1024, "x"));
      await send("{}", { "content-length": "999999999" });
    }, TOO_LARGE);
  });
});

test("numbers are what they are: -0, 18.0, 3e2 and the last of two equal names", async () => {
  const { call, tenant } = service.get();
  const { liveKey: key } = await tenant();
  const body = '{"minimumAge":21,"minimumAge":18.0,"expiresInSeconds":3e2,"metadata":{"a":-0,"b":1e-308}}';
  const answer = await call("POST", "/verify/start", { key, body });
  expect(answer).toMatchObject({ status: 200, body: { config: { minimumAge: 18 } } });
  expect((await statusOf(call, key, String(answer.body.verificationId))).status).toBe("pending");
});
