import { beforeAll, expect, test } from "vitest";
import { systemCtx } from "#runtime/runtime.ts";
import { importTrustAnchors } from "#services/trust/import-list.ts";
import { EU_AGE_VERIFICATION } from "../../packages/wallet-verifier/src/credential-type.ts";
import { secretOf, start } from "../support/http/actions.ts";
import { walletResponse } from "../support/http/handlers.ts";
import { play } from "../support/http/hosted.ts";
import { promisedServiceForFile } from "../support/http/promises.ts";
import { NOW, pemOf } from "../support/wallet/authority.ts";
import { answerTo, ask, post } from "../support/wallet/hosted-wallet.ts";
import { issueMdoc } from "../support/wallet/mdoc-wallet.ts";
import { createWorld } from "../support/wallet/world.ts";
import { testClock } from "../support/world/clock.ts";
import { BASE_URL } from "../support/world/service.ts";

const world = await createWorld();
const wallet = { types: [EU_AGE_VERIFICATION], requestSigner: world.requestSigner, demoUrl: null };
const clock = testClock(NOW);
const service = promisedServiceForFile({ overrides: { now: clock.now, wallet } });

beforeAll(async () => {
  await importTrustAnchors(systemCtx(service.get().deps), {
    format: "pem",
    content: pemOf(world.authority.der),
    credentialTypes: [EU_AGE_VERIFICATION.type],
    eku: null,
    label: "Utopia",
  });
});

const newPage = async (mode: "liveKey" | "testKey") => {
  const { call, deps, tenant } = service.get();
  const { id, [mode]: key } = await tenant({ plan: "scale" });
  if (mode === "liveKey") await deps.db.orm.tenant.update({ where: { id }, data: { methods: ["wallet"] } });
  return secretOf(await start(call, key));
};

/** A wallet's answer whose bytes come only when the test says so. Fulfilled when it is read, or refused at once. */
const slowAnswer = async (id: string, address: string) => {
  const reading = Promise.withResolvers<void>();
  const bytes = Promise.withResolvers<void>();
  const body = new ReadableStream<Uint8Array>(
    {
      pull: async (controller) => {
        reading.resolve();
        await bytes.promise;
        controller.close();
      },
    },
    { highWaterMark: 0 },
  );
  const headers = { "content-type": "application/x-www-form-urlencoded", "x-forwarded-for": address };
  const init = { method: "POST", headers, body, duplex: "half" } as const;
  const request = new Request(`${BASE_URL}/openid4vp/response/${id}`, init);
  const answer = walletResponse(service.get().deps, request, { id });
  await Promise.race([reading.promise, answer]);
  return { answer, send: bytes.resolve };
};

test("slow answers to all questions of one verification, from two addresses, leave everybody else served", async () => {
  const { deps } = service.get();
  const [attacked, other, photo] = [
    await newPage("liveKey"),
    await newPage("liveKey"),
    await newPage("testKey"),
  ];
  const slow = [];
  for (let question = 0; question < 16; question += 1) {
    const { transactionId } = await ask(deps, attacked, { channel: "qr", app: "eu" });
    slow.push(await slowAnswer(transactionId, "203.0.113.1"), await slowAnswer(transactionId, "203.0.113.2"));
  }

  const asked = await ask(deps, other, { channel: "qr", app: "eu" });
  const { type, nameSpace } = EU_AGE_VERIFICATION;
  const elements = { age_over_16: true, age_over_18: true };
  const mdoc = await issueMdoc({
    docType: type,
    nameSpace,
    elements,
    signer: world.signer,
  });
  const answered = await post(deps, asked.transactionId, await answerTo(deps, asked, { mdoc }));
  const uploaded = await play(deps, photo, "approve");

  for (const { answer, send } of slow) {
    send();
    await answer;
  }
  expect(answered.status).toBe(200);
  expect(uploaded).toMatchObject({ status: 200 });
});
