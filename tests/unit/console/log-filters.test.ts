import { expect, test } from "vitest";
import { LOG_FILTERS } from "#console/logs/log-filters.ts";
import { ENDPOINTS } from "#contracts/public/endpoints.ts";

test("the request log can be filtered by every endpoint that a tenant's key calls", () => {
  const filter = LOG_FILTERS.find(({ name }) => name === "path");
  const offered = filter && "choices" in filter ? filter.choices.map(({ value }) => value) : [];
  const called = ENDPOINTS.filter(({ auth }) => auth === "tenant").map(({ path }) => path);
  expect([...offered].sort()).toEqual([...new Set(called)].sort());
});
