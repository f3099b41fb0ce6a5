import { describe, expect, test } from "vitest";
import type { Deps } from "#services/context.ts";
import { JOBS } from "#worker/jobs.ts";
import {
  complete,
  exchange,
  patchTenant,
  secretOf,
  start,
  submit,
  tenantDetail,
  validate,
} from "../support/http/actions.ts";
import { hostedCancel } from "../support/http/handlers.ts";
import { codeOf, goBack, viewPage } from "../support/http/hosted.ts";
import { promisedServiceForFile } from "../support/http/promises.ts";
import { testClock } from "../support/world/clock.ts";
import { dump } from "../support/world/dump.ts";
import { BASE_URL } from "../support/world/service.ts";

const clock = testClock();
const service = promisedServiceForFile({ overrides: { now: clock.now } });

const CALLBACK = "https://shop.example/back?order=7&code=own#top";

const newTenant = async (returnWith: "token" | "code" = "code") => {
  const { call, tenant } = service.get();
  const made = await tenant({ plan: "scale" });
  await patchTenant(call, made.id, { returnWith });
  return made;
};

/** An open verification, and what its tenant's backend does about it. */
const open = async (tenant: { testKey: string }, callback_url = CALLBACK) => {
  const { call, deps } = service.get();
  const key = tenant.testKey;
  const started = await start(call, key, { callback_url });
  const { verificationId } = started;
  const secret = secretOf(started);
  return {
    key,
    verificationId,
    secret,
    back: () => goBack(deps, secret),
    code: () => codeOf(deps, secret),
    refused: async (code: string, by = key, id = verificationId) => {
      const body = { verificationId: id, code };
      const answer = await call("POST", "/tokens/exchange", { key: by, body });
      return `${answer.status} ${answer.body.code}`;
    },
  };
};

const approved = async (tenant?: { testKey: string }) => {
  const page = await open(tenant ?? (await newTenant()));
  const { verificationId } = page;
  await complete(service.get().call, page.key, { verificationId, verifiedAge: 87 });
  return page;
};

/** The end user stops, and has confirmed it. */
const cancel = (deps: Deps, secret: string): Promise<Response> =>
  hostedCancel(deps, new Request(`${BASE_URL}/v/${secret}/cancel`, { method: "POST" }), { secret });

const codes = (verificationId: string) =>
  service.get().deps.db.orm.returnCode.count({ where: { verificationId } });

describe("the way back of a tenant that wants codes", () => {
  test("carries a code and nothing of the person, and keeps the callback's own query", async () => {
    const { back, verificationId } = await approved();
    const url = await back();
    const { code, ...rest } = Object.fromEntries(url.searchParams);
    expect(rest).toEqual({ order: "7", verificationId, status: "completed" });
    expect(code).toMatch(/^vrc_[\w-]{32}$/);
    expect([url.origin, url.pathname, url.hash]).toEqual(["https://shop.example", "/back", "#top"]);
    // A code and an id are random: "87" stands in one of ten of them.
    const written = url.href.replace(code ?? "", "").replace(verificationId, "");
    expect(written).not.toMatch(/token|eyJ|87|age/);
  });

  test("begins at an address of ours: drawing the page makes no code, however often", async () => {
    const { secret, verificationId } = await approved();
    const { deps } = service.get();
    const views = [await viewPage(deps, secret), await viewPage(deps, secret)];
    expect(views.map((view) => view?.returnUrl)).toEqual(Array(2).fill(`${BASE_URL}/v/${secret}/return`));
    expect(await codes(verificationId)).toBe(0);
  });

  test("carries neither for a rejection, a failure, a cancellation and an expiry: as with tokens", async () => {
    const { call, deps } = service.get();
    const ends: [string, (page: Awaited<ReturnType<typeof open>>) => Promise<unknown>][] = [
      ["completed", ({ key, verificationId }) => submit(call, key, { verificationId, result: "rejected" })],
      ["failed", ({ secret }) => cancel(deps, secret)],
      ["expired", async () => clock.advance({ minutes: 30 })],
    ];
    for (const [status, end] of ends) {
      const both = [await open(await newTenant("code")), await open(await newTenant("token"))];
      for (const page of both) {
        await end(page);
        const { verificationId } = page;
        const expected = { order: "7", code: "own", verificationId, status };
        expect(Object.fromEntries((await page.back()).searchParams)).toEqual(expected);
        const shown = (await viewPage(deps, page.secret))?.returnUrl ?? "";
        expect(Object.fromEntries(new URL(shown).searchParams)).toEqual(expected);
        expect(await codes(verificationId)).toBe(0);
      }
    }
  }, 60_000);

  test("leads to the page again while the check is open, an hour after its end, and for no page", async () => {
    const { deps } = service.get();
    const page = await open(await newTenant());
    const here = `/v/${page.secret}`;
    expect((await page.back()).pathname).toBe(here);
    await complete(service.get().call, page.key, { verificationId: page.verificationId, verifiedAge: 30 });
    clock.advance({ hours: 1, ms: 1 });
    expect((await page.back()).href).toBe(BASE_URL + here);
    expect(await codes(page.verificationId)).toBe(0);
    const nowhere = await goBack(deps, `vs_${"A".repeat(43)}`);
    expect(nowhere.search).toBe("?problem=VERIFICATION_NOT_FOUND");
  });

  test("brings another code each time, of which the newest five are good", async () => {
    const { code, refused, key, verificationId } = await approved();
    const made: string[] = [];
    for (let i = 0; i < 7; i += 1) {
      made.push(await code());
      clock.advance({ seconds: 1 });
    }
    expect(new Set(made).size).toBe(7);
    expect(await codes(verificationId)).toBe(5);
    expect(await refused(made[1] ?? "")).toBe("400 CODE_INVALID");
    const body = { verificationId, code: made[2] };
    expect(await exchange(service.get().call, key, body)).toMatchObject({ verificationId });
  });

  test("is exchanged for the thresholds, and no age, where the tenant asked for these", async () => {
    const { call, deps } = service.get();
    const { testKey: key } = await newTenant();
    const asked = { callback_url: CALLBACK, minimumAge: 18, thresholds: [18, 21], disclosure: "thresholds" };
    const started = await start(call, key, asked);
    const { verificationId } = started;
    await complete(call, key, { verificationId, verifiedAge: 20 });
    const told = await exchange(call, key, { verificationId, code: await codeOf(deps, secretOf(started)) });
    const confirmed = await validate(call, key, told.token);
    expect(told).toMatchObject({ ageOver: { "18": true, "21": false }, band: { atLeast: 18, below: 21 } });
    expect([told.ageOver, told.band]).toEqual([confirmed.ageOver, confirmed.band]);
    expect("verifiedAge" in told).toBe(false);
  });

  test("has no code once the token was exchanged", async () => {
    const { back, code, key, verificationId } = await approved();
    await exchange(service.get().call, key, { verificationId, code: await code() });
    const params = Object.fromEntries((await back()).searchParams);
    expect(params).toEqual({ order: "7", code: "own", verificationId, status: "completed" });
  });
});

describe("POST /tokens/exchange", () => {
  test("answers with the token and what /tokens/validate says of it", async () => {
    const { code, key, verificationId } = await approved();
    const { call } = service.get();
    const { token, ...facts } = await exchange(call, key, { verificationId, code: await code() });
    const { valid, ...said } = await validate(call, key, token);
    expect(valid).toBe(true);
    expect(facts).toEqual(said);
    expect(facts).toMatchObject({ verificationId, over18: true, verifiedAge: 87, minimumAge: 18 });
  });

  test("gives the token once, whichever code of the verification comes", async () => {
    const { code, key, refused, verificationId } = await approved();
    const [first, second] = [await code(), await code()];
    await exchange(service.get().call, key, { verificationId, code: first });
    expect(await refused(first)).toBe("400 CODE_USED");
    expect(await refused(second)).toBe("400 CODE_USED");
  });

  test("refuses a code from its tenth minute on, and one whose token has expired", async () => {
    const late = await approved();
    const first = await late.code();
    clock.advance({ minutes: 10, ms: -1 });
    const second = await late.code();
    clock.advance({ ms: 1 });
    expect(await late.refused(first)).toBe("400 CODE_EXPIRED");
    const body = { verificationId: late.verificationId, code: second };
    expect(await exchange(service.get().call, late.key, body)).toBeDefined();

    const short = await newTenant();
    const { deps } = service.get();
    await deps.db.orm.tenant.update({ where: { id: short.id }, data: { tokenTtlSeconds: 300 } });
    deps.keyCache.invalidate(short.id);
    const page = await approved(short);
    const code = await page.code();
    clock.advance({ minutes: 5 });
    expect(await page.refused(code)).toBe("400 CODE_EXPIRED");
    expect((await page.back()).searchParams.get("code")).toBe("own");
  });

  test("refuses a code that is none, is changed, or is of another verification, all alike", async () => {
    const tenant = await newTenant();
    const [one, other] = [await approved(tenant), await approved(tenant)];
    const good = await one.code();
    const last = good.endsWith("A") ? "B" : "A";
    const wrong = [
      "",
      "vrc_",
      `${good.slice(0, -1)}${last}`,
      `${good}A`,
      ` ${good}`,
      await other.code(),
      "🙂",
    ];
    for (const code of wrong) expect(await one.refused(code)).toBe("400 CODE_INVALID");
    expect(
      await exchange(service.get().call, one.key, { verificationId: one.verificationId, code: good }),
    ).toBeDefined();
  });

  test("knows no verification of another tenant or of the other mode, with a good code or without", async () => {
    const tenant = await newTenant();
    const stranger = await newTenant();
    const { code, refused, verificationId } = await approved(tenant);
    const good = await code();
    for (const key of [stranger.testKey, stranger.liveKey, tenant.liveKey])
      for (const given of [good, "vrc_none"])
        expect(await refused(given, key)).toBe("404 VERIFICATION_NOT_FOUND");
    expect(await refused(good, tenant.testKey, "ver_none")).toBe("404 VERIFICATION_NOT_FOUND");
    expect(await refused(good, tenant.testKey, `${verificationId} `)).toBe("404 VERIFICATION_NOT_FOUND");
  });

  test("gives no token that a member has revoked, and the way back has no code for it", async () => {
    const { back, code, refused, verificationId } = await approved();
    const good = await code();
    const { orm } = service.get().deps.db;
    await orm.token.update({ where: { verificationId }, data: { revokedAt: clock.now() } });
    expect(await refused(good)).toBe("400 CODE_INVALID");
    expect((await back()).searchParams.get("code")).toBe("own");
  });

  test("repeats the answer for the same Idempotency-Key, as every POST does", async () => {
    const { code, key, refused, verificationId } = await approved();
    const { call } = service.get();
    const body = { verificationId, code: await code() };
    const ask = () =>
      call("POST", "/tokens/exchange", { key, body, headers: { "idempotency-key": body.code } });
    const [first, second] = [await ask(), await ask()];
    expect([first.status, second.status, second.text]).toEqual([200, 200, first.text]);
    expect(second.headers.get("idempotency-replayed")).toBe("true");
    expect(await refused(body.code)).toBe("400 CODE_USED");
  });
});

describe("what is kept", () => {
  test("only a keyed hash of a code: no table and no log line has it", async () => {
    const { code, key, refused, verificationId } = await approved();
    const [spent, idle] = [await code(), await code()];
    await exchange(service.get().call, key, { verificationId, code: spent });
    await refused(idle);
    const { deps } = service.get();
    const url = "/v/[secret]/return";
    await expect
      .poll(() => deps.db.orm.requestLog.count({ where: { verificationId, url } }), { timeout: 5_000 })
      .toBe(2);
    const everything = await dump(service.get());
    for (const text of [spent, idle]) expect(everything).not.toContain(text.slice(4));
  });

  test("nothing of a code, an hour after it expired: the worker forgets it", async () => {
    const { deps, runtime } = service.get();
    const { code, refused, verificationId } = await approved();
    const old = await code();
    const purge = () => JOBS.find(({ name }) => name === "purge-return-codes")?.run(runtime);
    clock.advance({ minutes: 70 });
    await purge();
    expect(await refused(old)).toBe("400 CODE_EXPIRED");
    clock.advance({ ms: 1 });
    expect(await purge()).toBeGreaterThan(0);
    expect(await codes(verificationId)).toBe(0);
    expect(await refused(old)).toBe("400 CODE_INVALID");
    expect(await deps.db.orm.token.count({ where: { verificationId } })).toBe(1);
  });
});

describe("a tenant that gets the token today", () => {
  test("keeps it: one of the admin endpoint returns with the token, and its detail says nothing new", async () => {
    const { call, deps, tenant } = service.get();
    const made = await tenant({ plan: "scale" });
    const { secret, verificationId } = await approved(made);
    const url = new URL((await viewPage(deps, secret))?.returnUrl ?? "");
    expect([...url.searchParams.keys()]).toEqual(["order", "code", "verificationId", "status", "token"]);
    expect(await validate(call, made.testKey, url.searchParams.get("token") ?? "")).toMatchObject({
      valid: true,
      verificationId,
    });
    expect(await tenantDetail(call, made.id)).not.toHaveProperty("returnWith");
  });

  test("can change to codes and back, also for verifications that have ended", async () => {
    const { call, deps } = service.get();
    const tenant = await newTenant("token");
    const { back, secret, verificationId } = await approved(tenant);
    expect(await patchTenant(call, tenant.id, { returnWith: "code" })).toMatchObject({ returnWith: "code" });
    expect((await viewPage(deps, secret))?.returnUrl).toBe(`${BASE_URL}/v/${secret}/return`);
    expect(await patchTenant(call, tenant.id, { returnWith: "token" })).not.toHaveProperty("returnWith");
    expect([...(await back()).searchParams.keys()]).toContain("token");
    expect(await codes(verificationId)).toBe(0);
    const audited = await deps.db.orm.auditEntry.findMany({
      where: { tenantId: tenant.id, action: "tenant.update" },
    });
    const changes = audited.map((entry) => Object(entry.changes).returnWith);
    expect(changes.toSorted()).toEqual(["code", "token", "token"]);
  });
});
