import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text as textOf } from "node:stream/consumers";
import { createServer as createTlsServer, type TLSSocket } from "node:tls";
import { onTestFinished } from "vitest";
import { inTransaction } from "#data/service/client.ts";
import { ensureRequestLogDays, insertRequestLogs } from "#data/service/request-logs.ts";
import { createOtlpSender } from "#platform/exports/otlp-sender.ts";
import { createSyslogSender } from "#platform/exports/syslog-sender.ts";
import { systemCtx } from "#runtime/runtime.ts";
import { recordAudit } from "#services/audit-log.ts";
import { newId } from "#services/ids.ts";
import type { ServerCertificate } from "../world/certificates.ts";
import { testClock } from "../world/clock.ts";
import { createService, type TestService } from "../world/service.ts";

// Collectors of what is pushed, and what there is to push.

export type Answer = { status: number; headers?: Record<string, string>; body?: object } | "lost";

type Sent = { resourceLogs: { scopeLogs: { logRecords: { body: { stringValue: string } }[] }[] }[] };
const linesIn = (body: string): string[] =>
  (JSON.parse(body) as Sent).resourceLogs
    .flatMap(({ scopeLogs }) => scopeLogs.flatMap(({ logRecords }) => logRecords))
    .map((record) => record.body.stringValue);

/** A collector of logs: what it took, line by line, and the requests as they came. */
export const startLogs = async (
  answer: (lines: readonly string[]) => Answer = () => ({ status: 200 }),
  host = "127.0.0.1",
) => {
  const requests: { headers: object; body: string; url: string | undefined; answered: Answer }[] = [];
  const server = createServer((request, response) => {
    void textOf(request).then((body) => {
      const answered = answer(linesIn(body));
      requests.push({ headers: request.headers, body, url: request.url, answered });
      if (answered === "lost") return request.socket.destroy();
      return response.writeHead(answered.status, answered.headers).end(JSON.stringify(answered.body ?? {}));
    });
  });
  server.listen(0, host);
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return {
    url: `http://${host.includes(":") ? `[${host}]` : host}:${(server.address() as AddressInfo).port}`,
    requests,
    lines: () =>
      requests.flatMap(({ body, answered }) =>
        answered === "lost" || answered.status === 200 ? linesIn(body) : [],
      ),
    batches: () => requests.map(({ body }) => linesIn(body).length),
  };
};

/** A syslog server over TLS that reads frames by their length. @param longest in bytes: at a longer one it closes the connection */
export const startSyslog = async (
  certificate: ServerCertificate,
  { host = "127.0.0.1", longest = Number.POSITIVE_INFINITY }: { host?: string; longest?: number } = {},
) => {
  let bytes = Buffer.alloc(0);
  let connections = 0;
  const messages: string[] = [];
  const sockets: TLSSocket[] = [];
  const server = createTlsServer(certificate, (socket) => {
    connections += 1;
    sockets.push(socket);
    socket.on("error", () => undefined);
    socket.on("data", (piece) => {
      bytes = Buffer.concat([bytes, piece]);
      for (;;) {
        const space = bytes.indexOf(" ");
        if (space === -1) return;
        const length = Number(bytes.subarray(0, space).toString("ascii"));
        if (length > longest) {
          bytes = Buffer.alloc(0);
          socket.destroy();
          return;
        }
        if (bytes.length < space + 1 + length) return;
        messages.push(bytes.subarray(space + 1, space + 1 + length).toString("utf8"));
        bytes = bytes.subarray(space + 1 + length);
      }
    });
  });
  server.on("tlsClientError", () => undefined);
  server.listen(0, host);
  await once(server, "listening");
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return {
    port: (server.address() as AddressInfo).port,
    messages,
    connections: () => connections,
    rest: () => bytes.length,
  };
};

export const serviceAt = async (env: Record<string, string> = {}) => {
  const clock = testClock("2026-11-27T10:00:00Z");
  const service = await createService({ env, overrides: { now: clock.now } });
  onTestFinished(() => service.close());
  return { service, clock, ctx: systemCtx(service.deps) };
};

/** Audit entries of the deployment, one for each target. */
export const note = async (
  { deps }: TestService,
  targets: readonly string[],
  changes: Record<string, string> = {},
): Promise<void> => {
  for (const target of targets)
    await inTransaction(deps.db, (db) =>
      recordAudit(systemCtx(deps), db, {
        ...{ tenantId: null, target },
        action: "tenant.update",
        before: {},
        after: changes,
      }),
    );
};

export const logged = async ({ deps }: TestService, requestIds: readonly string[], url = "/verify/start") => {
  const time = deps.now();
  await ensureRequestLogDays(deps.db, [time]);
  await insertRequestLogs(
    deps.db,
    requestIds.map((requestId) => ({
      ...{ id: newId(deps, "log"), time, requestId, tenantId: null, method: "GET", url, status: 200 },
      ...{ durationMs: 3, event: "verify.start", code: null, verificationId: null, keyId: null },
    })),
  );
};

export const targetsOf = (lines: readonly string[]): string[] => lines.map((line) => JSON.parse(line).target);
export const many = (count: number, name = "t"): string[] =>
  Array.from({ length: count }, (_, n) => `${name}_${n}`);

export const otlpTo = (url: string, { deps }: TestService) => {
  const sender = createOtlpSender({ endpoint: url, headers: { "x-key": "k" }, extraCa: undefined }, deps.now);
  onTestFinished(() => sender.close());
  return sender;
};

export const syslogTo = (port: number, ca: string | undefined, host = "127.0.0.1") => {
  const sender = createSyslogSender({ host, port, extraCa: ca, origin: { host: "age.test", processId: 7 } });
  onTestFinished(() => sender.close());
  return sender;
};
