import { dehydrate, QueryClient } from "@tanstack/react-query";
import { expect, test } from "vitest";
import { inComputerTime } from "#console/client/hydrated.tsx";
import { learnServiceTime } from "#kit/clock/service-time.ts";

const HOUR_MS = 3_600_000;

test("what the server read is as old by the computer's clock as it is by the service's", () => {
  const queries = new QueryClient();
  queries.setQueryData(["list"], "rows");
  const state = dehydrate(queries);
  const readAt = state.queries[0]?.state.dataUpdatedAt ?? Number.NaN;
  expect(inComputerTime(state)).toEqual(state);
  // The computer is ten hours behind.
  const now = Date.now();
  learnServiceTime(now + 10 * HOUR_MS, now, now);
  expect(inComputerTime(state).queries[0]?.state.dataUpdatedAt).toBe(readAt - 10 * HOUR_MS);
  expect(inComputerTime(state).queries[0]?.state.data).toBe("rows");
});
