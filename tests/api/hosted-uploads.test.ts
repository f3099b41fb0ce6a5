import { expect, test } from "vitest";
import { hostedEvidence } from "#http/hosted-evidence.ts";
import { secretOf, start } from "../support/actions.ts";
import { handIn, play } from "../support/hosted.ts";
import { promisedServiceForFile } from "../support/promises.ts";
import { BASE_URL } from "../support/service.ts";

const service = promisedServiceForFile();

/** An upload whose bytes come only when the test says so. */
const slowUpload = async (secret: string, address = "203.0.113.1") => {
  const reading = Promise.withResolvers<void>();
  const bytes = Promise.withResolvers<void>();
  const body = new ReadableStream<Uint8Array>(
    {
      pull: async (controller) => {
        reading.resolve();
        await bytes.promise;
        controller.enqueue(new TextEncoder().encode("poor_document"));
        controller.close();
      },
    },
    { highWaterMark: 0 },
  );
  const headers = { accept: "application/json", "x-forwarded-for": address };
  const init = { method: "POST", headers, body, duplex: "half" } as const;
  const request = new Request(`${BASE_URL}/v/${secret}/sandbox`, init);
  const answer = hostedEvidence(service.get().deps, request, { secret, method: "sandbox" });
  await reading.promise;
  return { answer, send: bytes.resolve };
};

test("uploads that hang on one page leave the others their places, and their own once they end", async () => {
  const { call, deps, tenant } = service.get();
  const { testKey } = await tenant({ plan: "scale" });
  const [mine, theirs] = [secretOf(await start(call, testKey)), secretOf(await start(call, testKey))];
  const hanging = [await slowUpload(mine), await slowUpload(mine)];
  for (let i = 0; i < 40; i += 1) {
    expect(await play(deps, mine, "approve")).toMatchObject({ status: 409, code: "CHECK_IN_PROGRESS" });
  }
  expect(await play(deps, theirs, "approve")).toMatchObject({ status: 200 });
  for (const { answer, send } of hanging) {
    send();
    expect((await answer).status).toBe(200);
  }
  expect((await play(deps, mine, "approve")).view).toMatchObject({ outcome: "approved", attemptsLeft: 0 });
});

test("uploads that hang at one address leave the places of others, and that address says when to come again", async () => {
  const { call, deps, tenant } = service.get();
  const { testKey } = await tenant({ plan: "scale" });
  const newSecret = async () => secretOf(await start(call, testKey));
  const hanging = [];
  for (let i = 0; i < 16; i += 1) hanging.push(await slowUpload(await newSecret(), "203.0.113.2"));
  const refused = await handIn(deps, await newSecret(), { headers: { "x-forwarded-for": "203.0.113.2" } });
  expect(refused.status).toBe(503);
  expect(refused.headers.get("retry-after")).toBe("2");
  const other = { "x-forwarded-for": "203.0.113.3" };
  expect((await handIn(deps, await newSecret(), { headers: other })).status).toBe(200);
  for (const { answer, send } of hanging) {
    send();
    await answer;
  }
  const again = await handIn(deps, await newSecret(), { headers: { "x-forwarded-for": "203.0.113.2" } });
  expect(again.status).toBe(200);
});
