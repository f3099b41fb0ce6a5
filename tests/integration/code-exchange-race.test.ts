import { expect, test } from "vitest";
import { complete, patchTenant, secretOf, start } from "../support/http/actions.ts";
import { codeOf } from "../support/http/hosted.ts";
import { createTwoProcesses } from "../support/world/two-processes.ts";

const ROUNDS = 4;
const REQUESTS = 20;

test("of many that spend the codes of one verification at once, in two processes, exactly one gets the token", async () => {
  await using processes = await createTwoProcesses();
  const { one, other } = processes;
  const { id, testKey: key } = await one.tenant({ plan: "scale", overrides: { rateLimitPerMinute: 10_000 } });
  await patchTenant(one.call, id, { returnWith: "code" });
  for (let round = 0; round < ROUNDS; round += 1) {
    const started = await start(one.call, key, { callback_url: "https://shop.example/back" });
    const { verificationId } = started;
    await complete(one.call, key, { verificationId, verifiedAge: 30 });
    const secret = secretOf(started);
    // Every second round they bring the same code, else two codes of one verification.
    const first = await codeOf(one.deps, secret);
    const second = round % 2 === 0 ? first : await codeOf(other.deps, secret);
    const answers = await Promise.all(
      Array.from({ length: REQUESTS }, (_, i) => {
        const body = { verificationId, code: i % 3 === 0 ? first : second };
        return (i % 2 === 0 ? one : other).call("POST", "/tokens/exchange", { key, body });
      }),
    );
    const told = answers.map(({ status, body }) => (status === 200 ? "token" : `${status} ${body.code}`));
    expect(told.toSorted()).toEqual([...Array(REQUESTS - 1).fill("400 CODE_USED"), "token"]);
  }
}, 120_000);

test("presses of the button at once leave five codes, and the last ones are good", async () => {
  await using processes = await createTwoProcesses();
  const { one, other } = processes;
  const { id, testKey: key } = await one.tenant({ plan: "scale" });
  await patchTenant(one.call, id, { returnWith: "code" });
  const started = await start(one.call, key, { callback_url: "https://shop.example/back" });
  const { verificationId } = started;
  await complete(one.call, key, { verificationId, verifiedAge: 30 });
  const secret = secretOf(started);
  const presses = Array.from({ length: 12 }, (_, i) => codeOf((i % 2 === 0 ? one : other).deps, secret));
  expect(new Set(await Promise.all(presses)).size).toBe(12);
  expect(await one.deps.db.orm.returnCode.count({ where: { verificationId } })).toBe(5);
  const body = { verificationId, code: await codeOf(other.deps, secret) };
  expect((await one.call("POST", "/tokens/exchange", { key, body })).status).toBe(200);
}, 120_000);
