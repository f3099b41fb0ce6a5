import { expect, test } from "vitest";
import { createConsoleClient } from "#trpc/client.ts";

const REFUSAL = {
  error: {
    json: {
      message: "The access token is not valid or has expired.",
      code: -32001,
      data: { code: "UNAUTHORIZED", httpStatus: 401, errorCode: "UNAUTHENTICATED_MEMBER" },
    },
  },
};
const CONFLICT = {
  error: {
    json: {
      message: "Someone else changed this.",
      code: -32009,
      data: { code: "CONFLICT", httpStatus: 409, errorCode: "CONFLICT" },
    },
  },
};
const ended = (count: number) => ({ result: { data: { json: { ended: count } } } });

/** A client whose service gives these answers, one after the other. */
const world = (...answers: object[]) => {
  const bearers: (string | null)[] = [];
  let tokens = 1;
  const client = createConsoleClient({
    url: "http://console.test/api/trpc",
    accessToken: async () => `token-${tokens}`,
    forgetToken: () => {
      tokens += 1;
    },
    send: async (_, init) => {
      bearers.push(new Headers(init.headers).get("authorization"));
      const [answer = REFUSAL] = answers.splice(0, 1);
      return Response.json([answer]);
    },
    tenantId: () => null,
  });
  return { client, bearers };
};

test("a mutation that is refused for its bearer is sent once more, with a new one", async () => {
  const { client, bearers } = world(REFUSAL, ended(2));
  expect(await client.session.endOtherSessions.mutate()).toEqual({ ended: 2 });
  expect(bearers).toEqual(["Bearer token-1", "Bearer token-2"]);
});

test("a second refusal is the answer", async () => {
  const { client, bearers } = world();
  await expect(client.session.endOtherSessions.mutate()).rejects.toThrow("not valid or has expired");
  expect(bearers).toHaveLength(2);
});

test("no other refusal is repeated: the call may have been made", async () => {
  const { client, bearers } = world(CONFLICT);
  await expect(client.session.endOtherSessions.mutate()).rejects.toThrow("Someone else changed this.");
  expect(bearers).toHaveLength(1);
});
