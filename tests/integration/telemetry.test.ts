import { execFile } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, onTestFinished, test } from "vitest";
import { z } from "zod";
import { SOFTWARE_VERSION } from "#core/practice/version.ts";
import { createDocumentMethod } from "#methods/document/document-method.ts";
import { createMethods } from "#methods/registry.ts";
import { createSandboxMethod } from "#methods/sandbox/sandbox-method.ts";
import { createLogger } from "#platform/log.ts";
import { ATTRIBUTES, METRICS, SPANS } from "#platform/telemetry.ts";
import type { Deps } from "#services/context.ts";
import { createEndpoint } from "#services/webhooks/endpoints.ts";
import { runWorker } from "#worker/run-worker.ts";
import { ownerCtx } from "../../scripts/lib/owner-ctx.ts";
import { complete, secretOf, start, submit } from "../support/http/actions.ts";
import { play, submitEvidence } from "../support/http/hosted.ts";
import { processEnv, workerStarter } from "../support/webhooks/worker-process.ts";
import { databaseForFile } from "../support/world/database.ts";
import { eventually } from "../support/world/eventually.ts";
import { type Collector, type ReceivedSpan, startCollector } from "../support/world/otlp-receiver.ts";
import { ADMIN_KEY, createService, sharedEnv, type TestService } from "../support/world/service.ts";

const newService = async (
  collector: Pick<Collector, "url">,
  env: Record<string, string> = {},
  overrides: Partial<Deps> = {},
) => {
  const service = await createService({
    overrides,
    env: {
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      OTEL_TRACES_SAMPLER: "parentbased_always_on",
      WEBHOOK_ALLOW_LOOPBACK: "true",
      ...env,
    },
  });
  let closing: Promise<void> | undefined;
  const close = (): Promise<void> => {
    closing ??= service.close();
    return closing;
  };
  onTestFinished(close);
  return { ...service, close };
};

/** The worker as `npm run worker` runs it. */
const startWorker = (service: TestService) => {
  const stop = new AbortController();
  const ended = runWorker(service.runtime, stop.signal);
  const end = (): Promise<void> => {
    stop.abort();
    return ended;
  };
  onTestFinished(end);
  return end;
};

const startReceiver = async (path = "/hook") => {
  const received: IncomingHttpHeaders[] = [];
  const server = createServer((request, response) => {
    received.push(request.headers);
    request.resume().on("end", () => response.writeHead(200).end("thanks"));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`, received };
};

const CALLER = { traceId: "4bf92f3577b34da6a3ce929d0e0e4736", spanId: "00f067aa0ba902b7" };
const traceparent = (flags = "01"): string => `00-${CALLER.traceId}-${CALLER.spanId}-${flags}`;

/** Names, indented by depth, of what is below a span. */
const treeOf = (spans: readonly ReceivedSpan[], root: ReceivedSpan, depth = 0): string[] => [
  `${"  ".repeat(depth)}${root.name}`,
  ...spans
    .filter(({ traceId, parentSpanId }) => traceId === root.traceId && parentSpanId === root.spanId)
    .sort((a, b) => (BigInt(a.startTimeUnixNano) < BigInt(b.startTimeUnixNano) ? -1 : 1))
    .flatMap((span) => treeOf(spans, span, depth + 1)),
];

const one = (spans: readonly ReceivedSpan[], name: string): ReceivedSpan => {
  const found = spans.filter((span) => span.name === name);
  expect(found, name).toHaveLength(1);
  return found[0] as ReceivedSpan;
};

const OUR_ATTRIBUTES = new Set(Object.values(ATTRIBUTES).map(({ name }) => name));

const CHILD = join(import.meta.dirname, "../support/world/telemetry-child.ts");

describe("a process of its own", { timeout: 60_000 }, () => {
  const database = databaseForFile();

  const run = async (env: Record<string, string>) => {
    const options = { env: processEnv({ ...sharedEnv(database.url), LOG_LEVEL: "silent", ...env }) };
    const { stdout } = await promisify(execFile)(process.execPath, [CHILD], options);
    return z
      .strictObject({ status: z.number(), modules: z.array(z.string()), ports: z.array(z.number()) })
      .parse(JSON.parse(stdout));
  };
  const postgresPort = (): number => Number(new URL(database.url).port);

  test("loads nothing of OpenTelemetry and opens no socket for it while it is off", async () => {
    // Other settings of it do not turn it on.
    const others = { OTEL_SERVICE_NAME: "age", OTEL_RESOURCE_ATTRIBUTES: "a=b" };
    const seen = await run({ OTEL_TRACES_SAMPLER: "always_on", ...others });
    expect(seen).toEqual({ status: 401, modules: [], ports: [postgresPort()] });
  });

  test("loads it and reaches the collector while it is on", async () => {
    const collector = await startCollector();
    const seen = await run({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url });
    expect(seen.modules).toContain("@opentelemetry/sdk-trace");
    expect(seen.ports.sort()).toEqual([postgresPort(), Number(new URL(collector.url).port)].sort());
  });

  test("ends on SIGTERM though its collector never answers", async () => {
    const collector = await startCollector(() => "silent");
    const workers = workerStarter(sharedEnv(database.url), "");
    onTestFinished(() => workers.close());
    const worker = await workers.start({
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      OTEL_METRIC_EXPORT_INTERVAL: "1000",
    });
    await eventually(() => collector.received.length).toBeGreaterThan(0);
    worker.kill("SIGTERM");
    expect(await worker.ended).toBe(0);
  });
});

describe("with a collector", { timeout: 60_000 }, () => {
  test("a verification is one tree per request, below the caller's span, and its delivery names the event", async () => {
    const collector = await startCollector();
    const service = await newService(collector, {
      OTEL_SERVICE_NAME: "age",
      OTEL_EXPORTER_OTLP_HEADERS: "authorization=Bearer%20abc,x-team=a",
    });
    const receiver = await startReceiver();
    const tenant = await service.tenant({ plan: "scale" });
    await createEndpoint(await ownerCtx(service.deps, tenant.id), { url: receiver.url });
    const endWorker = startWorker(service);
    const { verificationId } = await start(
      service.call,
      tenant.testKey,
      {},
      { headers: { traceparent: traceparent() } },
    );
    await complete(service.call, tenant.testKey, { verificationId, verifiedAge: 30 });
    await eventually(() => receiver.received.length).toBe(1);
    await eventually(() =>
      service.deps.db.orm.webhookDelivery.count({ where: { status: "delivered" } }),
    ).toBe(1);
    await endWorker();
    await service.close();

    const spans = collector.spans();
    const started = one(spans, "request verify.start");
    expect(started).toMatchObject({ traceId: CALLER.traceId, parentSpanId: CALLER.spanId, kind: 2 });
    expect(treeOf(spans, started)).toEqual([
      "request verify.start",
      "  statement api_key_by_hash",
      "  prisma.apiKey.updateMany", // when it was last used
      "  use_case verify.start",
      "    statement verification_start",
      "    prisma.tenantHost.findFirst", // whose name the link has; then remembered for some seconds
    ]);
    const completed = one(spans, "request verify.complete");
    expect(completed.parentSpanId).toBeUndefined();
    expect(completed.traceId).not.toBe(CALLER.traceId);
    // Nothing waits for the workers' call, which is made once or twice.
    const isAwaited = (name: string): boolean => !name.endsWith("wake_deliveries");
    expect(treeOf(spans, completed).filter(isAwaited)).toEqual([
      "request verify.complete",
      "  use_case verify.complete",
      "    prisma.verification.findFirst",
      "    prisma.verification.updateManyAndReturn",
      "    prisma.$executeRaw", // open ways of wallets and identity providers end
      "    emit verification.completed",
      "      prisma.event.create",
      "      prisma.$queryRaw",
      "      prisma.$executeRaw",
      "    prisma.token.create",
    ]);

    const emitted = one(spans, "emit verification.completed");
    const delivered = one(spans, "delivery verification.completed");
    const ids = {
      "lintel.verification_id": verificationId,
      "lintel.tenant_id": tenant.id,
      "lintel.event_id": expect.stringMatching(/^evt_/),
    };
    expect(started.attributes).toEqual({
      "lintel.request_id": expect.stringMatching(/^req_/),
      "lintel.tenant_id": tenant.id,
      "lintel.verification_id": verificationId,
      "http.request.method": "POST",
      "http.response.status_code": 200,
    });
    expect(emitted.attributes).toEqual({ ...ids, "lintel.request_id": expect.any(String) });
    expect(delivered.attributes).toEqual({
      ...ids,
      "lintel.event_id": emitted.attributes["lintel.event_id"],
      "lintel.delivery_id": expect.stringMatching(/^dlv_/),
      "lintel.attempt": 1,
      "lintel.outcome": "ok",
      "http.response.status_code": 200,
    });
    // Traces stay in the house.
    const told = Object.keys(receiver.received[0] ?? {});
    expect(told.filter((name) => /trace|baggage|b3/.test(name))).toEqual([]);

    const { headers, body } = collector.received.find(({ path }) => path === "/v1/traces") ?? {};
    expect(headers).toMatchObject({ authorization: "Bearer abc", "x-team": "a" });
    expect(body).toContain('{"key":"service.name","value":{"stringValue":"age"}}');
  });

  test("every span and metric says of which service, release and process it is, and what the operator adds", async () => {
    const collector = await startCollector();
    const attributes =
      "deployment.environment.name=staging%20two, team=a%3Db%2Cc,service.name=other,service.instance.id=1";
    const service = await newService(collector, { OTEL_RESOURCE_ATTRIBUTES: attributes });
    const { testKey } = await service.tenant();
    await start(service.call, testKey);
    await service.close();

    expect(collector.spans().length).toBeGreaterThan(0);
    expect(collector.metrics().length).toBeGreaterThan(0);
    const said = collector.resources();
    expect(said[0]).toMatchObject({
      "service.name": "other",
      "service.version": SOFTWARE_VERSION,
      "deployment.environment.name": "staging two",
      team: "a=b,c",
      // Two processes with the same settings stay two.
      "service.instance.id": expect.stringMatching(/^[0-9a-f-]{36}$/),
    });
    for (const each of said) expect(each).toEqual(said[0]);
  });

  test("attributes that cannot be read are all left out, and the log says so without them", async () => {
    const collector = await startCollector();
    const lines: string[] = [];
    const log = createLogger({ level: "warn", now: () => new Date(), write: (line) => lines.push(line) });
    const service = await newService(
      collector,
      { OTEL_RESOURCE_ATTRIBUTES: "team=a,hush=100%", OTEL_SERVICE_NAME: "age" },
      { log },
    );
    await service.call("GET", "/health");
    await service.close();

    const [said] = collector.resources();
    expect(said).toMatchObject({ "service.name": "age", "service.version": SOFTWARE_VERSION });
    expect(Object.keys(said ?? {})).not.toContain("team");
    const warned = lines.filter((line) => line.includes("OTEL_RESOURCE_ATTRIBUTES"));
    expect(warned).toHaveLength(1);
    expect(warned[0]).not.toContain("hush");
  });

  test("requests, deliveries, refusals, the queue and the pool are measured", async () => {
    const collector = await startCollector();
    const service = await newService(collector, { AUTH_FAILURES_PER_MINUTE: "1" });
    const receiver = await startReceiver();
    const tenant = await service.tenant({ plan: "scale" });
    await createEndpoint(await ownerCtx(service.deps, tenant.id), { url: receiver.url });
    const endWorker = startWorker(service);
    const { verificationId } = await start(service.call, tenant.testKey);
    await submit(service.call, tenant.testKey, { verificationId, result: "approved" });
    for (const status of [401, 429]) {
      expect((await service.call("POST", "/verify/start", { key: "wrong", body: {} })).status).toBe(status);
    }
    await eventually(() => receiver.received.length).toBe(1);
    await eventually(() =>
      service.deps.db.orm.webhookDelivery.count({ where: { status: "delivered" } }),
    ).toBe(1);
    await endWorker();
    await service.close();

    const metrics = new Map(collector.metrics().map((metric) => [metric.name, metric]));
    // Nothing is pushed here.
    const due = Object.keys(METRICS).filter((name) => !name.startsWith("lintel.export."));
    expect([...metrics.keys()].sort()).toEqual(due.sort());
    for (const [name, { unit, by }] of Object.entries(METRICS)) {
      if (!due.includes(name)) continue;
      const { sum, gauge, histogram, ...metric } = metrics.get(name) ?? { unit: "" };
      expect(metric.unit).toBe(unit);
      for (const { attributes } of [sum, gauge, histogram].flatMap((kind) => kind?.dataPoints ?? [])) {
        expect(Object.keys(attributes).sort()).toEqual([...by].sort());
      }
    }
    const counted = metrics.get("lintel.request.duration")?.histogram?.dataPoints;
    const countOf = (event: string, statusClass: string): number | undefined =>
      counted?.find(
        ({ attributes }) =>
          attributes["lintel.event"] === event && attributes["lintel.status_class"] === statusClass,
      )?.count;
    expect(countOf("verify.start", "2xx")).toBe(1);
    expect(countOf("verify.start", "4xx")).toBe(2);
    expect(countOf("verify.submit", "2xx")).toBe(1);
    const refused = metrics.get("lintel.rate_limit.refusals")?.sum?.dataPoints;
    expect(refused).toMatchObject([{ attributes: { "lintel.event": "verify.start" }, asDouble: 1 }]);
    const sent = metrics.get("lintel.deliveries")?.sum?.dataPoints;
    expect(sent).toMatchObject([{ attributes: { "lintel.outcome": "ok" }, asDouble: 1 }]);
  });

  test.each([
    ["the caller's no", "parentbased_always_on", "0", traceparent("00"), false],
    ["the caller's yes", "parentbased_always_off", "0", traceparent("01"), true],
    ["a caller's yes, whatever the share", "parentbased_traceidratio", "0", traceparent("01"), true],
    ["a caller's no, whatever the share", "parentbased_traceidratio", "1", traceparent("00"), false],
    ["a caller that may not decide", "always_on", "0", traceparent("00"), true],
    ["a caller that may not decide either", "always_off", "1", traceparent("01"), false],
    ["no share of callers", "traceidratio", "0", traceparent("01"), false],
    ["every caller", "traceidratio", "1", traceparent("00"), true],
    [
      "a traceparent of nobody",
      "parentbased_always_on",
      "0",
      `00-${"0".repeat(32)}-${CALLER.spanId}-00`,
      true,
    ],
    ["a traceparent that goes on", "parentbased_always_on", "0", `${traceparent("00")}-more`, true],
    ["no caller, all", "always_on", "0", null, true],
    ["no caller, none", "always_off", "1", null, false],
    ["no caller, none of those without", "parentbased_always_off", "1", null, false],
    ["no caller, no share", "parentbased_traceidratio", "0", null, false],
    ["no caller, the whole share", "parentbased_traceidratio", "1", null, true],
    ["no caller, the whole share by id", "traceidratio", "1", null, true],
  ])("the sampler decides: %s", async (_what, sampler, share, given, isTraced) => {
    const collector = await startCollector();
    const service = await newService(collector, {
      OTEL_TRACES_SAMPLER: sampler,
      OTEL_TRACES_SAMPLER_ARG: share,
    });
    const { testKey } = await service.tenant();
    const headers: Record<string, string> = given === null ? {} : { traceparent: given };
    await start(service.call, testKey, {}, { headers });
    await service.close();
    expect(collector.spans().some(({ name }) => name === "use_case verify.start")).toBe(isTraced);
    const metrics = collector.metrics().map(({ name }) => name);
    expect(metrics).toContain("lintel.request.duration");
  });
});

describe("nothing personal leaves the house", () => {
  const MARK = "zqxmark";

  test("markers in every personal field, in headers, addresses and errors are in no exported byte", {
    timeout: 60_000, // a photo is read
  }, async () => {
    const collector = await startCollector();
    // A busy machine gets its time for the photo.
    const document = { processes: 1, queueLimit: 8, timeoutMs: 60_000, acceptSamples: true };
    const methods = createMethods([createDocumentMethod(document), createSandboxMethod()]);
    const service = await newService(collector, {}, { methods });
    const { call, deps } = service;
    const receiver = await startReceiver(`/hook/${MARK}1?k=${MARK}2`);
    const tenant = await service.tenant({ plan: "scale", name: `Shop ${MARK}3` });
    const secrets = [tenant.liveKey, tenant.testKey, ADMIN_KEY];
    await createEndpoint(await ownerCtx(deps, tenant.id), { url: receiver.url, description: `${MARK}4` });
    const endWorker = startWorker(service);
    const headers = {
      traceparent: traceparent(),
      tracestate: `vendor=${MARK}5`,
      baggage: `user=${MARK}6`,
      "user-agent": `${MARK}7`,
      "x-request-id": `${MARK}8-request`,
      "x-forwarded-for": "203.0.113.77",
      cookie: `c=${MARK}9`,
    };
    const personal = {
      metadata: { name: `Ada ${MARK}a`, "e-mail": `ada.${MARK}@example.com` },
      callback_url: `https://shop.example/${MARK}b?who=${MARK}c`,
      ip: "198.51.100.23",
    };
    const started = await start(call, tenant.testKey, personal, { headers });
    const secret = secretOf(started);
    const { verificationId } = started;
    const { token = "" } = await complete(call, tenant.testKey, {
      verificationId,
      dateOfBirth: "1981-07-23",
    });
    secrets.push(secret, token);
    await call("POST", "/tokens/validate", { key: tenant.testKey, body: { token }, headers });
    // Wrong in every way: an unknown key, ids that are none, a path with a secret, a body that is no JSON.
    await call("POST", `/tokens/validate?q=${MARK}d`, {
      key: `avk_live_${MARK}e`,
      body: `{"${MARK}f": `,
      headers,
    });
    await call("GET", `/verify/status?verificationId=${MARK}g`, { key: tenant.testKey, headers });
    await call("GET", `/admin/tenants/${MARK}h`, { adminKey: ADMIN_KEY, headers });
    await call("GET", `/v/${secret}/${MARK}i`, { headers });
    await call("POST", `/admin/tenants/${tenant.id}/invitations`, {
      adminKey: ADMIN_KEY,
      headers,
      body: { email: `owner.${MARK}@example.com` },
    });
    // The end user's page: a result of the sandbox, and a photo of a document.
    const page = secretOf(await start(call, tenant.testKey, personal));
    secrets.push(page);
    await play(deps, page, "approve");
    const photoPage = secretOf(await start(call, tenant.liveKey, personal));
    secrets.push(photoPage);
    const photo = await readFile(join(import.meta.dirname, "../../public/samples/licence-adult.jpg"));
    const read = await submitEvidence(deps, photoPage, { method: "document", body: photo });
    expect(await read.json()).toMatchObject({ status: "completed" });
    await submitEvidence(deps, `vs_${MARK}${"j".repeat(36)}`, { method: `${MARK}k`, body: `${MARK}l` });
    // The database refuses an operation, and its error quotes the values; facts that are none of ours.
    const operator = {
      event: "verify.start",
      requestId: `${MARK}o`,
      request: new Request(`https://age.test/${MARK}p`, { headers }),
      seen: { tenantId: `${MARK}q`, verificationId: `${MARK}r`, code: `${MARK}s` },
    };
    await deps.telemetry.request(operator, async () => {
      const change = deps.db.orm.tenant.update({ where: { id: `${MARK}m` }, data: { name: `${MARK}n` } });
      await expect(change).rejects.toThrow(/tenant/i);
      return { status: 500 };
    });
    await eventually(() => receiver.received.length).toBe(3);
    await endWorker();
    await service.close();

    const bytes = collector.received.map(({ headers: sent, body }) => JSON.stringify(sent) + body).join("\n");
    expect(collector.spans().length).toBeGreaterThan(40);
    expect(bytes.toLowerCase()).not.toContain(MARK);
    expect(one(collector.spans(), "prisma.tenant.update")).toMatchObject({
      attributes: { "lintel.code": "P2025" },
      status: { code: 2 },
    });
    for (const value of [
      ...secrets,
      "1981-07-23",
      "203.0.113.77",
      "198.51.100.23",
      "shop.example",
      "example.com",
    ]) {
      expect(value.length).toBeGreaterThan(8);
      expect(bytes).not.toContain(value);
    }
    expect(bytes).not.toMatch(
      /avk_|vs_|whsec_|select |insert |update |localhost|127\.0\.0\.1\/|\/v\/|stack|exception/i,
    );
    expect(bytes).not.toContain("eyJ"); // as a JWT begins; an id can hold the same letters, all of them small
    for (const span of collector.spans()) {
      expect([...OUR_ATTRIBUTES]).toEqual(expect.arrayContaining(Object.keys(span.attributes)));
      expect(span.name).toMatch(/^(request|use_case|emit|statement|delivery) [\w.]+$|^prisma\.[\w.$]+$/);
      const listed = SPANS[span.name.split(/[ .]/)[0] as keyof typeof SPANS].facts;
      const allowed = listed.map((fact) => ATTRIBUTES[fact].name);
      expect(allowed).toEqual(expect.arrayContaining(Object.keys(span.attributes)));
    }
  });
});

describe("a collector that fails", { timeout: 60_000 }, () => {
  test.each([
    ["that nobody listens at", null],
    ["that never answers", "silent"],
    ["that refuses", 400],
    ["that is overloaded", 503],
  ] as const)("one %s costs no request, and closing ends", async (_what, answer) => {
    const collector = answer === null ? { url: "http://127.0.0.1:9" } : await startCollector(() => answer);
    const service = await newService(collector);
    const { testKey } = await service.tenant({ plan: "scale" });
    const ids = await Promise.all(Array.from({ length: 40 }, () => start(service.call, testKey)));
    expect(new Set(ids.map(({ verificationId }) => verificationId)).size).toBe(40);
    await service.close();
  });
});
