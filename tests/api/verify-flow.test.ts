import { describe, expect, test } from "vitest";
import { serviceForFile } from "../support/world/service.ts";

const service = serviceForFile();

describe("the main flow by the API", () => {
  test("start, complete with an age, status and validate agree", async () => {
    const { call, tenant } = service.get();
    const { liveKey: key } = await tenant();

    const started = await call("POST", "/verify/start", { key, body: { metadata: { user: "u1" } } });
    expect(started).toMatchObject({
      status: 200,
      body: {
        status: "pending",
        config: { minimumAge: 18, methods: ["document"], locale: null, mode: "live" },
      },
    });
    expect(started.body.sessionUrl).toBe(started.body.redirectUrl);
    const { verificationId } = started.body;

    const completed = await call("POST", "/verify/complete", {
      key,
      body: { verificationId, dateOfBirth: "1990-04-01", confidence: 0.9 },
    });
    expect(completed).toMatchObject({
      status: 200,
      body: { verificationId, status: "completed", confidence: 0.9, result: { verified: true } },
    });

    const status = await call("GET", `/verify/status?verificationId=${verificationId}`, { key });
    expect(status).toMatchObject({
      status: 200,
      body: { verificationId, status: "completed", confidence: 0.9, result: { verified: true } },
    });

    const validated = await call("POST", "/tokens/validate", { key, body: { token: completed.body.token } });
    expect(validated).toMatchObject({ status: 200, body: { valid: true, over18: true, verificationId } });
  });
});
