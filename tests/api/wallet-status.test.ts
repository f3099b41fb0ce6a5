import { createServer, type Server } from "node:http";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createLogger } from "#platform/log.ts";
import { systemCtx } from "#runtime/runtime.ts";
import { importTrustAnchors } from "#services/trust/import-list.ts";
import { PID_SD_JWT } from "../../packages/wallet-verifier/src/credential-type.ts";
import type { StatusRules } from "../../packages/wallet-verifier/src/status/status-claim.ts";
import { secretOf, start, statusOf } from "../support/http/actions.ts";
import { NOW, pemOf } from "../support/wallet/authority.ts";
import { answerTo, ask, post } from "../support/wallet/hosted-wallet.ts";
import { issueSdJwt } from "../support/wallet/sd-jwt-wallet.ts";
import { listOf, statusListJwt } from "../support/wallet/status-list.ts";
import { createWorld } from "../support/wallet/world.ts";
import { testClock } from "../support/world/clock.ts";
import { createService, type TestService } from "../support/world/service.ts";

// A live check, an issuer's server of lists on this machine, and a wallet of other people's libraries.

const world = await createWorld();
const clock = testClock(NOW);
const INDEX = 41_973;
const asked: { path: string; headers: string }[] = [];
const logged: string[] = [];
let revoked: number[] = [];
let isAway = false;
let host = "";
let server: Server;

const uri = (): string => `http://${host}/lists/7`;

beforeAll(async () => {
  server = createServer((request, response) => {
    asked.push({ path: request.url ?? "", headers: JSON.stringify(request.headers) });
    if (isAway) return void response.writeHead(503).end();
    const statuses = listOf(revoked, 50_000);
    const list = statusListJwt({ uri: uri(), statuses, signer: world.signer, now: clock.now() });
    response.writeHead(200, { "content-type": "application/statuslist+jwt" }).end(list);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  host = `localhost:${typeof address === "object" && address ? address.port : 0}`;
});
afterAll(() => void server.close());

const held = async (status: object = { status_list: { idx: INDEX, uri: uri() } }) => ({
  sdJwt: await issueSdJwt({
    vct: PID_SD_JWT.type,
    ages: { 18: true },
    signer: world.signer,
    more: { status },
  }),
});

const serviceWith = async (change: Partial<StatusRules> = {}, env: Record<string, string> = {}) => {
  const status = {
    types: [PID_SD_JWT.type],
    hosts: [host],
    whenUnreachable: "refuse",
    whenMissing: "refuse",
    maxAgeMs: 10_000,
    ...change,
  } as const satisfies StatusRules;
  const wallet = { types: [PID_SD_JWT], requestSigner: world.requestSigner, demoUrl: null, status };
  const log = createLogger({ level: "debug", now: clock.now, write: (line) => void logged.push(line) });
  const service = await createService({
    overrides: { now: clock.now, wallet, log },
    env: { WEBHOOK_ALLOW_LOOPBACK: "true", ...env },
  });
  await importTrustAnchors(systemCtx(service.deps), {
    format: "pem",
    content: pemOf(world.authority.der),
    credentialTypes: [PID_SD_JWT.type],
    eku: null,
  });
  return service;
};

/** Shows a credential in a new check; gives the status of the wallet's post, and how the check stands. */
const show = async ({ deps, call, tenant }: TestService, credential: Awaited<ReturnType<typeof held>>) => {
  const { id, liveKey } = await tenant({ plan: "scale" });
  await deps.db.orm.tenant.update({ where: { id }, data: { methods: ["wallet"] } });
  const started = await start(call, liveKey);
  const question = await ask(deps, secretOf(started), { channel: "qr", app: "openid4vp" });
  const posted = await post(deps, question.transactionId, await answerTo(deps, question, credential));
  const { status } = await statusOf(call, liveKey, started.verificationId);
  return `${posted.status} ${String(status)}`;
};

const TAKEN = "200 completed";
const REFUSED = "400 pending";

test("a credential counts until its issuer revokes it, and ten seconds later no more", async () => {
  await using service = disposable(await serviceWith());
  const credential = await held();
  expect(await show(service.it, credential)).toBe(TAKEN);
  revoked = [INDEX];
  clock.advance({ seconds: 10 });
  expect(await show(service.it, credential)).toBe(REFUSED);
  expect(await show(service.it, await held({ status_list: { idx: INDEX + 1, uri: uri() } }))).toBe(TAKEN);
  revoked = [];

  // The whole list was asked for, twice, and nothing else.
  expect(asked.map(({ path }) => path)).toEqual(["/lists/7", "/lists/7"]);
  expect(JSON.stringify(asked)).not.toContain(String(INDEX));
  const lines = logged.join("\n");
  expect(lines).toContain(`"host":"${host}"`);
  expect(lines).toContain('"code":"credential_revoked"');
  for (const secret of [String(INDEX), "/lists/7"]) expect(lines).not.toContain(secret);
});

test("while the list's server is away the setting decides", async () => {
  isAway = true;
  for (const [whenUnreachable, expected] of [
    ["refuse", REFUSED],
    ["accept", TAKEN],
  ] as const) {
    await using service = disposable(await serviceWith({ whenUnreachable }));
    expect(await show(service.it, await held())).toBe(expected);
  }
  isAway = false;
});

test("a host that is not allowed, and this machine where it may not be asked, are refused", async () => {
  asked.length = 0;
  await using other = disposable(
    await serviceWith({ hosts: ["status.example.com"], whenUnreachable: "accept" }),
  );
  expect(await show(other.it, await held())).toBe(REFUSED);
  await using strict = disposable(
    await serviceWith({ whenUnreachable: "accept" }, { WEBHOOK_ALLOW_LOOPBACK: "false" }),
  );
  expect(await show(strict.it, await held())).toBe(REFUSED);
  expect(asked).toEqual([]);
});

const disposable = (it: TestService) => ({ it, [Symbol.asyncDispose]: () => it.close() });
