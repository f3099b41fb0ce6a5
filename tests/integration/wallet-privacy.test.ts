import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { createLogger } from "#platform/log.ts";
import type { Deps } from "#services/context.ts";
import { attestMdoc } from "../../lab/demo-wallet/issuer/attest.ts";
import { testSigner } from "../../lab/demo-wallet/issuer/test-issuer.ts";
import { secretOf, start, statusOf } from "../support/http/actions.ts";
import { walletCredential, walletRequests } from "../support/http/handlers.ts";
import { answerTo, ask, comeBack, post } from "../support/wallet/hosted-wallet.ts";
import { answer } from "../support/wallet/openid4vp-wallet.ts";
import { dump } from "../support/world/dump.ts";
import { BASE_URL, createService, type TestService } from "../support/world/service.ts";

const WINDOW = 24;
const STEP = 8;

const windowsOf = <T extends Uint8Array | string>(whole: T): T[] =>
  Array.from({ length: Math.floor((whole.length - WINDOW) / STEP) }, (_, i) => {
    const [from, to] = [i * STEP, i * STEP + WINDOW];
    return (typeof whole === "string" ? whole.slice(from, to) : whole.subarray(from, to)) as T;
  });

/**
 * Every piece of a presentation in each form that it may be kept in. A piece of 24 bytes is shorter than a digest, a
 * coordinate of a key or a signature, so none of them can hide between two.
 */
const piecesOf = (presentation: string): string[] => {
  const bytes = new Uint8Array(Buffer.from(presentation, "base64url"));
  return [
    ...windowsOf(presentation),
    ...windowsOf(bytes).flatMap((piece) => {
      const buffer = Buffer.from(piece);
      return [buffer.toString("hex"), buffer.toString("latin1")];
    }),
  ];
};

const presentationIn = (form: Uint8Array): string => {
  const token: unknown = JSON.parse(
    new URLSearchParams(new TextDecoder().decode(form)).get("vp_token") ?? "",
  );
  const [presentation] = Object.values(token as Record<string, string[]>)[0] ?? [];
  return presentation ?? "";
};

const held = async (now: Date) =>
  attestMdoc("eu.europa.ec.av.1", { signer: await testSigner(now), age: 30, now });

/** A whole verification by the browser's own wallet; gives the body that was handed over. */
const byBrowser = async (deps: Deps, secret: string): Promise<string> => {
  const headers = { origin: BASE_URL };
  const address = `${BASE_URL}/v/${secret}/wallet`;
  const asked = await walletRequests(deps, new Request(`${address}/requests`, { method: "POST", headers }), {
    secret,
  });
  const { transactionId, requests } = await asked.json();
  const data = await answer(requests[0].data, await held(deps.now()), { origin: BASE_URL });
  const body = JSON.stringify({ protocol: requests[0].protocol, data });
  const response = await walletCredential(
    deps,
    new Request(`${address}/credential/${transactionId}`, { method: "POST", body, headers }),
    { secret, id: transactionId },
  );
  expect(response.status).toBe(200);
  return body;
};

const runWalletFlows = async ({ call, deps, tenant }: TestService, log: Deps["log"]) => {
  const own = { ...deps, log };
  const { testKey } = await tenant({ plan: "scale" });
  const kept: string[] = [];
  for (const channel of ["qr", "link"] as const) {
    const started = await start(call, testKey);
    const secret = secretOf(started);
    const asked = await ask(own, secret, { channel, app: "eu" });
    const form = await answerTo(own, asked, await held(deps.now()));
    // Refused first, so that the way of a refusal is walked too.
    await post(own, asked.transactionId, `${new TextDecoder().decode(form)}&state=twice`);
    const { body } = await post(own, asked.transactionId, form);
    if (channel === "link") await comeBack(own, String(body.redirect_uri), asked.cookie);
    expect((await statusOf(call, testKey, started.verificationId)).status).toBe("completed");
    kept.push(...piecesOf(presentationIn(form)));
  }
  const browser = await start(call, testKey);
  kept.push(...windowsOf(await byBrowser(own, secretOf(browser))).slice(8));
  return kept;
};

describe("after wallet verifications", () => {
  const lines: string[] = [];
  let service: TestService;
  let pieces: string[] = [];
  let tables = "";
  const found = (text: string): string[] => pieces.filter((piece) => text.includes(piece));

  beforeAll(async () => {
    service = await createService();
    const { now } = service.deps;
    const log = createLogger({ level: "debug", now, write: (line) => void lines.push(line) });
    pieces = await runWalletFlows(service, log);
    const { requestLog } = service.deps.db.orm;
    await vi.waitFor(async () => expect(await requestLog.count()).toBeGreaterThanOrEqual(9), 5_000);
    tables = await dump(service);
  });
  afterAll(() => service.close());

  test("no table holds any piece of a presentation", () => {
    expect(pieces.length).toBeGreaterThan(500);
    expect(found(tables)).toEqual([]);
  });

  test("no log holds any piece of a presentation", () => {
    expect(found(lines.join("\n"))).toEqual([]);
  });

  test("no log names a check: a line outlives its erasure", () => {
    expect(lines.filter((line) => /ver_[0-9a-z]{26}/.test(line))).toEqual([]);
  });

  test("the tables that were searched hold the transactions, and the log the refusal", () => {
    expect(tables).toContain("public.wallet_transaction (wtx_");
    expect(tables).toContain("eu.europa.ec.av.1");
    expect(lines.join("\n")).toContain("a wallet's answer was refused");
  });

  test("the search would have found a piece that was kept", async () => {
    const planted = pieces.find((piece) => /^[0-9a-f]{48}$/.test(piece));
    const { pool } = service.deps.db;
    await pool.query(`create table planted as select decode('${planted}', 'hex') as it`);
    expect(found(await dump(service))).toContain(planted);
    await pool.query("drop table planted");
  });
});
