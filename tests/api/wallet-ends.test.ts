import { CompactEncrypt, importJWK } from "jose";
import { beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { systemCtx } from "#runtime/runtime.ts";
import type { Deps } from "#services/context.ts";
import { drawnPage } from "#services/hosted/view.ts";
import { importTrustAnchors } from "#services/trust/import-list.ts";
import {
  EU_AGE_VERIFICATION,
  MOBILE_DRIVING_LICENCE,
} from "../../packages/wallet-verifier/src/credential-type.ts";
import { cancel, secretOf, start } from "../support/http/actions.ts";
import { walletRequestObject, walletResponse, walletReturn, walletStart } from "../support/http/handlers.ts";
import { promisedServiceForFile } from "../support/http/promises.ts";
import { NOW, pemOf } from "../support/wallet/authority.ts";
import { answerTo, ask, comeBack, fetchRequestObject, post } from "../support/wallet/hosted-wallet.ts";
import { issueMdoc } from "../support/wallet/mdoc-wallet.ts";
import { createWorld } from "../support/wallet/world.ts";
import { testClock } from "../support/world/clock.ts";

// What is no proof: a person who declines, a service that is busy, a request of another site.

const world = await createWorld();
const types = [EU_AGE_VERIFICATION, MOBILE_DRIVING_LICENCE];
const wallet = { types, requestSigner: world.requestSigner, demoUrl: null };
const service = promisedServiceForFile({ overrides: { now: testClock(NOW).now, wallet } });

beforeAll(async () => {
  await importTrustAnchors(systemCtx(service.get().deps), {
    format: "pem",
    content: pemOf(world.authority.der),
    credentialTypes: types.map(({ type }) => type),
    eku: null,
  });
});

const newPage = async () => {
  const { call, deps, tenant } = service.get();
  const { id, liveKey: key } = await tenant({ plan: "scale" });
  await deps.db.orm.tenant.update({ where: { id }, data: { methods: ["wallet", "document"] } });
  const started = await start(call, key);
  const { verificationId } = started;
  const row = () => deps.db.orm.verification.findUniqueOrThrow({ where: { id: verificationId } });
  const transaction = (transactionId: string) =>
    deps.db.orm.walletTransaction.findUniqueOrThrow({ where: { id: transactionId } });
  return { call, deps, key, secret: secretOf(started), verificationId, row, transaction };
};

const panelAt = async (deps: Deps, secret: string) => {
  const found = await drawnPage(systemCtx(deps), secret, []);
  return "drawn" in found ? found.drawn?.wallet : null;
};

const REFUSED = { status: 400, body: { error: "invalid_request" } };
const APPS = ["eu", "openid4vp"] as const;

const claims = z.object({
  state: z.string(),
  client_metadata: z.object({ jwks: z.object({ keys: z.array(z.record(z.string(), z.string())) }) }),
});

const requestOf = async (deps: Deps, id: string) => {
  const [, payload = ""] = (await (await fetchRequestObject(deps, id, "n")).text()).split(".");
  return claims.parse(JSON.parse(Buffer.from(payload, "base64url").toString()));
};

/** OpenID4VP 1.0 §8.5, as a wallet of this kind sends it in the open, with the request's state. */
const declineOf = async (
  deps: Deps,
  app: (typeof APPS)[number],
  asked: { transactionId: string; link: string },
) => {
  const state =
    app === "eu"
      ? (new URL(asked.link).searchParams.get("state") ?? "")
      : (await requestOf(deps, asked.transactionId)).state;
  return new URLSearchParams({ error: "access_denied", error_description: "no", state }).toString();
};

const encrypted = async (deps: Deps, id: string, change: object = {}): Promise<string> => {
  const { state, client_metadata } = await requestOf(deps, id);
  const [jwk = {}] = client_metadata.jwks.keys;
  const plain = new TextEncoder().encode(JSON.stringify({ error: "access_denied", state, ...change }));
  const jwe = await new CompactEncrypt(plain)
    .setProtectedHeader({ alg: "ECDH-ES", enc: "A256GCM", kid: jwk.kid ?? "" })
    .encrypt(await importJWK(jwk, "ECDH-ES"));
  return new URLSearchParams({ response: jwe }).toString();
};

describe.each(APPS)("a person who declines in a wallet of the kind %s", (app) => {
  test("ends the question, not the check; the wallet is answered as the standard has it, and the page says so", async () => {
    const { deps, secret, row, transaction } = await newPage();
    const asked = await ask(deps, secret, { channel: "qr", app });
    const body = await declineOf(deps, app, asked);
    expect(await post(deps, asked.transactionId, body)).toEqual({ status: 200, body: {} });
    expect(await transaction(asked.transactionId)).toMatchObject({
      status: "ended",
      expectationsSealed: null,
      declinedAt: NOW,
    });
    expect(await row()).toMatchObject({ status: "pending", attempts: 0 });
    expect(await panelAt(deps, secret)).toMatchObject({
      hasDeclined: true,
      hasRefused: false,
      qr: null,
    });
    expect(await post(deps, asked.transactionId, body)).toEqual(REFUSED);
    await ask(deps, secret, { channel: "qr", app });
    expect(await panelAt(deps, secret)).toMatchObject({ hasDeclined: false });
  });

  test("is led back to the page after a link, with nothing decided", async () => {
    const { deps, secret, row } = await newPage();
    const asked = await ask(deps, secret, { channel: "link", app });
    const { status, body } = await post(deps, asked.transactionId, await declineOf(deps, app, asked));
    expect(status).toBe(200);
    expect(await comeBack(deps, String(body.redirect_uri), asked.cookie)).toBe(
      `303 /v/${secret}?method=wallet`,
    );
    expect(await row()).toMatchObject({ status: "pending", attempts: 0 });
    expect(await panelAt(deps, secret)).toMatchObject({ hasDeclined: true });
  });

  test("an error with another transaction's state, or beside a presentation, is no decline", async () => {
    const { deps, secret, transaction } = await newPage();
    const asked = await ask(deps, secret, { channel: "qr", app });
    const honest = await declineOf(deps, app, asked);
    for (const wrong of [
      "error=access_denied&state=another",
      `${honest}&vp_token=%7B%7D`,
      honest.replace("access_denied", ""),
    ]) {
      expect(await post(deps, asked.transactionId, wrong)).toEqual(REFUSED);
    }
    expect(await transaction(asked.transactionId)).toMatchObject({ status: "pending", attempts: 3 });
  });
});

test("a question ends with the check that the tenant cancels: its keys are gone, and no answer counts", async () => {
  const { call, deps, key, secret, verificationId, transaction } = await newPage();
  const asked = await ask(deps, secret, { channel: "qr", app: "openid4vp" });
  const body = await declineOf(deps, "openid4vp", asked);
  await cancel(call, key, { verificationId });
  expect(await transaction(asked.transactionId)).toMatchObject({ status: "ended", expectationsSealed: null });
  expect(await post(deps, asked.transactionId, body)).toEqual(REFUSED);
  expect(await panelAt(deps, secret)).toBeNull();
});

test("an encrypted decline counts with the right state alone", async () => {
  const { deps, secret } = await newPage();
  const { transactionId } = await ask(deps, secret, { channel: "qr", app: "openid4vp" });
  const wrong = await encrypted(deps, transactionId, { state: "another" });
  expect(await post(deps, transactionId, wrong)).toEqual(REFUSED);
  const right = await encrypted(deps, transactionId);
  expect(await post(deps, transactionId, right)).toEqual({ status: 200, body: {} });
});

describe("a service that cannot answer says so, and when to come again", () => {
  const broken = (deps: Deps): Deps => {
    const away = <Part extends object>(part: Part): Part =>
      new Proxy(part, {
        get: () => {
          throw Object.assign(new Error("connection refused"), { code: "ECONNREFUSED" });
        },
      });
    return { ...deps, db: { ...deps.db, orm: away(deps.db.orm), pool: away(deps.db.pool) } };
  };
  const FORM = { "content-type": "application/x-www-form-urlencoded" };
  const id = `wtx_${"0".repeat(40)}`;

  test.each([
    ["an answer", walletResponse, "response", { method: "POST", body: "x=1", headers: FORM }],
    ["a request object", walletRequestObject, "request", {}],
    ["coming back from a link", walletReturn, "return", {}],
  ] as const)("%s, while the database is away", async (_what, handler, path, init) => {
    const { deps } = await newPage();
    const cookie = `vs_${"a".repeat(43)}.${"b".repeat(43)}`;
    const request = new Request(`https://age.test/openid4vp/${path}/${id}?response_code=x`, init);
    for (const name of ["__Host-lintel-wallet", `__Host-lintel-wallet-${id.slice(4, 20)}`])
      request.headers.append("cookie", `${name}=${cookie}`);
    const response = await handler(broken(deps), request, { id });
    expect(response.status).toBe(503);
    expect(Number(response.headers.get("retry-after"))).toBeGreaterThan(0);
  });

  test("an answer, while four others to the same verification are still being read", async () => {
    const { deps, secret } = await newPage();
    const asked = await ask(deps, secret, { channel: "qr", app: "eu" });
    const gone = new AbortController();
    const begun: Promise<void>[] = [];
    const slow = [1, 2, 3, 4].map(() => {
      let started = (): void => {};
      begun.push(new Promise((resolve) => (started = resolve)));
      const body = new ReadableStream<Uint8Array>(
        {
          pull: (controller) => {
            started();
            return new Promise<void>((resolve) => {
              gone.signal.addEventListener("abort", () => {
                controller.error(new Error("hung up"));
                resolve();
              });
            });
          },
        },
        { highWaterMark: 0 },
      );
      const init = { method: "POST", body, headers: FORM, duplex: "half" };
      const request = new Request(`https://age.test/openid4vp/response/${asked.transactionId}`, init);
      return walletResponse(deps, request, { id: asked.transactionId });
    });
    await Promise.all(begun);
    const answer = await post(deps, asked.transactionId, "x=1");
    expect(answer).toEqual({ status: 503, body: { error: "temporarily_unavailable" } });
    gone.abort();
    expect((await Promise.all(slow)).map(({ status }) => status)).toEqual([400, 400, 400, 400]);
  });
});

describe("links of one browser", () => {
  test("two of them, for two checks: each brings its own answer to its own page", async () => {
    const [one, other] = [await newPage(), await newPage()];
    const { deps } = one;
    const [first, second] = [
      await ask(deps, one.secret, { channel: "link", app: "eu" }),
      await ask(deps, other.secret, { channel: "link", app: "eu" }),
    ];
    const { type: docType, nameSpace } = EU_AGE_VERIFICATION;
    const mdoc = await issueMdoc({
      docType,
      nameSpace,
      elements: { age_over_18: true },
      signer: world.signer,
    });
    const answered = await post(deps, first.transactionId, await answerTo(deps, first, { mdoc }));
    // As a browser keeps them: one of the same name takes the place of the older.
    const jar = new Map(
      [first, second].map(({ cookie }) => (cookie ?? "").split(/=(.*)/s) as [string, string]),
    );
    const cookies = [...jar].map((pair) => pair.join("=")).join("; ");
    expect(await comeBack(deps, String(answered.body.redirect_uri), cookies)).toBe(
      `303 /v/${one.secret}?method=wallet`,
    );
    expect([await one.row(), await other.row()]).toMatchObject([
      { status: "completed" },
      { status: "pending" },
    ]);
  });

  test("a browser never keeps more than eight", async () => {
    const { deps, secret } = await newPage();
    const jar = new Map<string, string>();
    for (let i = 0; i < 12; i += 1) {
      const cookie = [...jar].map((pair) => pair.join("=")).join("; ");
      const response = await walletStart(
        deps,
        new Request(`https://age.test/v/${secret}/wallet/start`, {
          method: "POST",
          body: "channel=link&app=eu",
          headers: { origin: "https://age.test", cookie },
        }),
        { secret },
      );
      for (const set of response.headers.getSetCookie()) {
        const [name = "", value = ""] = (set.split(";")[0] ?? "").split("=");
        if (set.includes("Max-Age=0")) jar.delete(name);
        else jar.set(name, value);
      }
    }
    expect(jar.size).toBe(8);
  });
});

describe("a form of another site", () => {
  const from = async (headers: Record<string, string>) => {
    const { deps, secret } = await newPage();
    const request = new Request(`https://age.test/v/${secret}/wallet/start`, {
      method: "POST",
      body: new URLSearchParams({ channel: "link", app: "eu" }),
      headers,
    });
    const response = await walletStart(deps, request, { secret });
    return { status: response.status, cookie: response.headers.get("set-cookie") };
  };

  test.each([
    ["by its origin", { origin: "https://evil.example" }],
    ["by Fetch Metadata", { "sec-fetch-site": "cross-site", origin: "null" }],
    ["that does not say", { origin: "null" }],
    ["of another host of the same site", { "sec-fetch-site": "same-site", origin: "https://age.test" }],
    ["or of no browser", {}],
  ])("%s asks for nothing and sets no cookie", async (_how, headers) => {
    expect(await from(headers)).toMatchObject({ status: 403, cookie: null });
  });

  test.each([
    ["by its origin", { origin: "https://age.test" }],
    // The page's own Referrer-Policy makes the origin of a plain form "null" (Fetch Standard §3.2).
    ["by Fetch Metadata", { "sec-fetch-site": "same-origin", origin: "null" }],
  ])("but one of the page itself is taken, %s", async (_how, headers) => {
    expect(await from(headers)).toMatchObject({
      status: 303,
      cookie: expect.stringContaining("lintel-wallet"),
    });
  });
});

describe("what a wallet says about itself", () => {
  const fetchWith = async (fields: Record<string, string>) => {
    const { deps, secret } = await newPage();
    const { transactionId: id } = await ask(deps, secret, { channel: "qr", app: "openid4vp" });
    const init = { method: "POST", body: new URLSearchParams(fields) };
    return walletRequestObject(deps, new Request(`https://age.test/openid4vp/request/${id}`, init), { id });
  };

  test("a nonce that would have to be cut is refused: the wallet would have to stop at another one", async () => {
    expect((await fetchWith({ wallet_nonce: "n".repeat(512) })).status).toBe(200);
    expect((await fetchWith({ wallet_nonce: "n".repeat(513) })).status).toBe(400);
  });

  test("metadata with keys and chains of 50 KiB is left aside", async () => {
    expect((await fetchWith({ wallet_nonce: "n", wallet_metadata: "k".repeat(50_000) })).status).toBe(200);
  });
});
