import { expect, test } from "vitest";
import { createLogger } from "#platform/log.ts";
import { systemCtx } from "#runtime/runtime.ts";
import { expireVerifications } from "#services/check/end.ts";
import { complete, secretOf, start, statusOf, submit, validate } from "../support/http/actions.ts";
import { openPage, play } from "../support/http/hosted.ts";
import { callWith } from "../support/http/promises.ts";
import { dump } from "../support/world/dump.ts";
import { ADMIN_KEY, createService, type TestService } from "../support/world/service.ts";

const BIRTH_DATE = "1987-06-05";
const ADDRESS = "203.0.113.217";
const ADDRESS_6 = "2001:db8:cafe:f00d::217";
const USER_AGENT = "MarkedBrowser/5.217";
const OWNER = "marked.owner@shop.example";
const IDEMPOTENCY_KEY = "marked-idempotency-key-217";

/** All flows, good and bad, with marked values. Returns the secrets that came up on the way. */
const runAllFlows = async (service: TestService, lines: string[]) => {
  const write = (line: string) => void lines.push(line);
  const log = createLogger({ level: "debug", now: service.deps.now, write });
  const deps = { ...service.deps, log };
  const call = callWith(deps, {});
  const created = await call("POST", "/admin/tenants", {
    adminKey: ADMIN_KEY,
    body: { name: "Shop", plan: "scale", ownerEmail: OWNER },
    headers: { "idempotency-key": IDEMPOTENCY_KEY },
  });
  const key = String(created.body.apiKey);
  const { testKey } = await service.tenant();
  const headers = {
    "idempotency-key": IDEMPOTENCY_KEY,
    "user-agent": USER_AGENT,
    "x-forwarded-for": ADDRESS,
  };
  const person = { ip: ADDRESS, userAgent: USER_AGENT };
  const first = await start(call, key, person, { headers });
  const body = { verificationId: first.verificationId, dateOfBirth: BIRTH_DATE };
  const { token = "" } = await complete(call, key, body);
  await validate(call, key, token);
  await statusOf(call, key, first.verificationId);
  await call("POST", "/verify/complete", { key, body }); // it has ended
  await call("POST", "/verify/complete", { key, body: { ...body, result: "rejected" } }); // a contradiction
  await call("POST", "/verify/complete", { key, body: { ...body, dateOfBirth: `${BIRTH_DATE}T00:00` } });
  await call("POST", "/verify/complete", { key, body: { ...body, verificationId: BIRTH_DATE } });
  await call("GET", `/verify/status?verificationId=${BIRTH_DATE}&ip=${ADDRESS}`, { key });
  await call("POST", "/tokens/validate", { key, body: { token: `${token}x` } });
  await call("POST", "/verify/start", { key: `${key.slice(0, -1)}#`, body: person });
  const second = await start(call, key, { ip: ADDRESS_6 });
  await submit(call, key, { verificationId: second.verificationId, result: "approved" });
  const hosted = await start(call, testKey, { ...person, callback_url: "https://shop.example/back" });
  const secret = secretOf(hosted);
  await openPage(deps, secret);
  await play(deps, secret, "poor_document");
  const { view } = await play(deps, secret, "approve");
  const hostedToken = new URL(view?.returnUrl ?? "").searchParams.get("token") ?? "";
  const spare = await start(call, key);
  await expireVerifications(systemCtx(deps), 10);
  // What a failing database says quotes its parameters; they must not come into the log with it.
  const answer = { "idempotency-key": `${IDEMPOTENCY_KEY}-2` };
  await deps.db.pool.query(
    "alter table idempotency_record add constraint refuse check (scope = '') not valid",
  );
  await deps.db.pool.query(
    "alter table verification add constraint refuse check (minimum_age > 98) not valid",
  );
  await call("POST", "/verify/start", { key, body: person, headers: answer });
  await call("POST", "/verify/start", { key, body: person });
  const third = await call("POST", "/verify/complete", {
    key,
    body: { ...body, verificationId: spare.verificationId },
  });
  expect(third.status).toBe(500);
  return { key, testKey, token, hostedToken, secret, firstSecret: secretOf(first) };
};

test("after all flows no personal data and no secret is in the database or in the log", async () => {
  const service = await createService({ env: { AUTH_FAILURES_PER_MINUTE: "1000" } });
  const lines: string[] = [];
  try {
    const secrets = await runAllFlows(service, lines);
    await expect
      .poll(async () => (await service.deps.db.orm.requestLog.count()) > 10, { timeout: 5_000 })
      .toBe(true);
    const places = { database: await dump(service), log: lines.join("\n") };
    expect(places.database).toContain("public.verification (ver_");
    expect(places.database).toContain("request_log_days.");
    expect(lines.length).toBeGreaterThan(0);
    const marks = {
      BIRTH_DATE,
      birthYear: BIRTH_DATE.slice(0, 4).concat(BIRTH_DATE.slice(5, 7), BIRTH_DATE.slice(8)),
      ADDRESS,
      ADDRESS_6,
      USER_AGENT,
      OWNER,
      IDEMPOTENCY_KEY,
      ADMIN_KEY,
      ...secrets,
      keyBody: secrets.key.slice(9),
      secretBody: secrets.secret.slice(3),
      signature: secrets.token.split(".")[2] ?? "",
      payload: secrets.token.split(".")[1] ?? "",
    };
    for (const [name, mark] of Object.entries(marks)) {
      expect(mark.length, name).toBeGreaterThan(7);
      for (const [place, text] of Object.entries(places)) {
        expect(text.includes(mark), `${name} in the ${place}`).toBe(false);
      }
    }
  } finally {
    await service.close();
  }
});
