import { expect, test } from "vitest";
import { secretOf, start } from "../support/http/actions.ts";
import { IS_OVER_BUILD } from "../support/http/dispatch.ts";
import { play, submitEvidence } from "../support/http/hosted.ts";
import { promisedServiceForFile } from "../support/http/promises.ts";
import { slowUpload } from "../support/http/slow-upload.ts";

const service = promisedServiceForFile();
// A slow upload takes its place in this very process.
const testHere = test.skipIf(IS_OVER_BUILD);

testHere(
  "uploads that hang on one page leave the others their places, and their own once they end",
  async () => {
    const { call, deps, tenant } = service.get();
    const { testKey } = await tenant({ plan: "scale" });
    const [mine, theirs] = [secretOf(await start(call, testKey)), secretOf(await start(call, testKey))];
    const hanging = [await slowUpload(deps, mine), await slowUpload(deps, mine)];
    for (let i = 0; i < 40; i += 1) {
      expect(await play(deps, mine, "approve")).toMatchObject({ status: 409, code: "CHECK_IN_PROGRESS" });
    }
    expect(await play(deps, theirs, "approve")).toMatchObject({ status: 200 });
    for (const { answer, send } of hanging) {
      send();
      expect((await answer).status).toBe(200);
    }
    expect((await play(deps, mine, "approve")).view).toMatchObject({ outcome: "approved", attemptsLeft: 0 });
  },
);

testHere(
  "uploads that hang at one address leave the places of others, and that address says when to come again",
  async () => {
    const { call, deps, tenant } = service.get();
    const { testKey } = await tenant({ plan: "scale" });
    const newSecret = async () => secretOf(await start(call, testKey));
    const hanging = [];
    for (let i = 0; i < 8; i += 1)
      hanging.push(await slowUpload(deps, await newSecret(), { address: "203.0.113.2" }));
    const refused = await submitEvidence(deps, await newSecret(), {
      headers: { "x-forwarded-for": "203.0.113.2" },
    });
    expect(refused.status).toBe(503);
    expect(refused.headers.get("retry-after")).toBe("2");
    const other = { "x-forwarded-for": "203.0.113.3" };
    expect((await submitEvidence(deps, await newSecret(), { headers: other })).status).toBe(200);
    for (const { answer, send } of hanging) {
      send();
      await answer;
    }
    const again = await submitEvidence(deps, await newSecret(), {
      headers: { "x-forwarded-for": "203.0.113.2" },
    });
    expect(again.status).toBe(200);
  },
);
