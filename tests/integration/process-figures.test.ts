import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { connect as openSocket } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { connect } from "#data/service/client.ts";
import { API_KEY_RANDOM_BYTES, createApiKey } from "#platform/keys/api-key.ts";
import { eventually } from "../support/world/eventually.ts";
import { serveWithoutNext } from "../support/world/serve-without-next.ts";
import { ADMIN_KEY } from "../support/world/service.ts";

// What Prometheus reads of a process about its own requests, from the socket on: also what no use case and no log line sees.

const MARK = "zqxmark";

/** A process whose database is away, with a page that fails and one that never answers. */
const newProcess = async () => {
  const waits = Promise.withResolvers<void>();
  const db = connect({ url: "postgresql://u:p@127.0.0.1:1/d", poolSize: 1, onPoolError: () => {} });
  const served = await serveWithoutNext(
    {
      create: () => (request, response) => {
        if (request.url === `/v/vs_${MARK}_fails`) return Promise.reject(new Error("this page fails"));
        if (request.url === `/v/vs_${MARK}_waits`) {
          waits.resolve();
          return new Promise<void>(() => {});
        }
        response.writeHead(404).end();
        return Promise.resolve();
      },
      proxyHops: 0,
    },
    { db },
  );
  onTestFinished(() => served[Symbol.asyncDispose]());
  const { origin } = served;
  const scrape = async (): Promise<string> => {
    const headers = { accept: "text/plain", "x-admin-key": ADMIN_KEY };
    return (await fetch(`${origin}/admin/metrics`, { headers })).text();
  };
  /** How many requests of a group have ended with each class of status, of those that there were. */
  const counted = async (route: string): Promise<Record<string, number>> => {
    const lines = (await scrape()).matchAll(
      /^http_server_requests_total\{route="(\w+)",status="(\w+)"\} (\d+)$/gm,
    );
    const found = [...lines].flatMap(([, of, status = "", count]) =>
      of === route && count !== "0" ? [[status, Number(count)] as const] : [],
    );
    return Object.fromEntries(found);
  };
  return { origin, port: Number(new URL(origin).port), scrape, counted, waits: waits.promise };
};

const send = async (port: number, line: string) => {
  const socket = openSocket(port, "127.0.0.1");
  onTestFinished(() => void socket.destroy());
  await once(socket, "connect");
  socket.write(`${line} HTTP/1.1\r\nHost: localhost:${port}\r\n\r\n`);
  return socket;
};

test("every answer is counted once, by part of the service and class of status", async () => {
  const { origin, port, scrape, counted } = await newProcess();
  const statusOf = async (path: string, init: RequestInit = {}) =>
    (await fetch(origin + path, { redirect: "manual", ...init })).status;
  const key = { "x-tenant-api-key": createApiKey("live", randomBytes(API_KEY_RANDOM_BYTES)) };

  expect(await statusOf("/health")).toBe(200);
  expect(await statusOf(`/${MARK}/wp-login.php?${MARK}`)).toBe(404);
  expect(await statusOf("/verify/status?verificationId=none")).toBe(401);
  expect(await statusOf("/verify/status?verificationId=none", { headers: key })).toBeGreaterThanOrEqual(500);
  expect(await statusOf(`/v/vs_${MARK}_fails`)).toBe(500);
  // No address takes this method.
  await once(await send(port, "PROPFIND /verify/start"), "data");

  // The server learns of the end of an answer after its client.
  await eventually(() => counted("health")).toEqual({ "2xx": 1 });
  await eventually(() => counted("other")).toEqual({ "4xx": 1, "5xx": 1 });
  await eventually(() => counted("verify")).toEqual({ "4xx": 1, "5xx": 1 });
  await eventually(() => counted("hosted")).toEqual({ "5xx": 1 });
  const text = await scrape();
  expect(text).toMatch(/^http_server_request_duration_seconds_count\{route="verify"\} 2$/m);
  expect(text).toMatch(/^http_server_request_duration_seconds_bucket\{route="verify",le="\+Inf"\} 2$/m);
  expect(text).not.toContain(MARK);
});

test("a client that leaves before the answer is counted apart, and has had a duration", async () => {
  const { port, scrape, counted, waits } = await newProcess();
  const socket = await send(port, `GET /v/vs_${MARK}_waits`);
  await waits;
  expect(await counted("hosted")).toEqual({});
  socket.destroy();
  await eventually(() => counted("hosted")).toEqual({ unanswered: 1 });
  expect(await scrape()).toMatch(/^http_server_request_duration_seconds_count\{route="hosted"\} 1$/m);
});

test("memory, event loop and connections are there while the database is away", async () => {
  const text = await (await newProcess()).scrape();
  expect(text).toMatch(/^lintel_database_up 0$/m);
  for (const name of ["process_resident_memory_bytes", "nodejs_heap_size_used_bytes"])
    expect(Number(new RegExp(`^${name} (\\d+)$`, "m").exec(text)?.[1])).toBeGreaterThan(1_000_000);
  expect(text).toMatch(/^nodejs_eventloop_lag_p99_seconds \d/m);
  expect(text).toMatch(/^db_client_connection_count\{state="used"\} \d+$/m);
  expect(text).toMatch(/^db_client_connection_max [1-9]\d*$/m);
  expect(text).toMatch(/^db_client_connection_pending_requests \d+$/m);
});
