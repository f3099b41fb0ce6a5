import { onlineManager, QueryClient, QueryObserver } from "@tanstack/react-query";
import { afterEach, expect, test } from "vitest";
import { SignedOut } from "#console/session/problem.ts";
import { behindSince } from "#console/shell/up-to-date.tsx";

afterEach(() => onlineManager.setOnline(true));

/** An open page with one answer on it, and what it says after another. */
const openPage = async () => {
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  let answer = async (): Promise<string> => "first";
  const observer = new QueryObserver(queries, { queryKey: ["list"], queryFn: () => answer() });
  const leave = observer.subscribe(() => undefined);
  await observer.refetch();
  return {
    queries,
    leave,
    readAt: () => observer.getCurrentResult().dataUpdatedAt,
    since: () => behindSince(queries.getQueryCache().getAll()),
    read: (next: () => Promise<string>) => {
      answer = next;
      return observer.refetch();
    },
  };
};

const failing = (error: Error) => async (): Promise<string> => {
  throw error;
};
const refused = (errorCode: string, httpStatus: number): Error =>
  Object.assign(new Error(errorCode), { data: { errorCode, httpStatus } });

test("a page whose service is away says since when, until it answers again", async () => {
  const { since, read, readAt } = await openPage();
  expect(since()).toBeNull();
  const first = readAt();
  await read(failing(new TypeError("Failed to fetch")));
  expect(since()).toBe(first);
  await read(failing(refused("INTERNAL_ERROR", 500)));
  expect(since()).toBe(first);
  await read(async () => "second");
  expect(since()).toBeNull();
});

test("a browser without a network says so too", async () => {
  const { since, read, readAt } = await openPage();
  onlineManager.setOnline(false);
  void read(async () => "second");
  expect(since()).toBe(readAt());
});

test("a call that was cancelled says nothing about the service", async () => {
  const { queries, since, read } = await openPage();
  const going = read(() => new Promise(() => undefined));
  await queries.cancelQueries();
  await going;
  expect(since()).toBeNull();
});

test("a refusal is an answer, and the end of the session has a notice", async () => {
  const { since, read } = await openPage();
  for (const error of [refused("FORBIDDEN", 403), refused("NOT_FOUND", 404), new SignedOut()]) {
    await read(failing(error));
    expect(since()).toBeNull();
  }
});

test("an answer that no part of the page shows any more is not missed", async () => {
  const { since, read, leave } = await openPage();
  await read(failing(new TypeError("Failed to fetch")));
  leave();
  expect(since()).toBeNull();
});
