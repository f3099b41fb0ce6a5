import { createServer } from "node:http";
import { text } from "node:stream/consumers";
import { setTimeout as pause } from "node:timers/promises";
import { TENANT_HEADER } from "#core/member.ts";
import { createEndpoint } from "#services/webhooks/endpoints.ts";
import { ownerCtx } from "../../../scripts/lib/owner-ctx.ts";
import { complete, secretOf, start, submit } from "../http/actions.ts";
import { knownPerson, type TestIdentity } from "../sign-in/identity.ts";
import { startDeliverer } from "../webhooks/world.ts";
import type { Answer } from "../world/service.ts";
import { SCRIPT } from "./hosted.ts";
import type { Group } from "./recording.ts";
import type { RecordedWorld } from "./world.ts";

// What a tenant's receiver is sent, byte for byte as it comes over the network.

type Receiver = AsyncDisposable & {
  host: string;
  received: { request: string; answer: Answer }[];
  status: number;
};

const startReceiver = async (): Promise<Receiver> => {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const receiver: Receiver = {
    host: `127.0.0.1:${typeof address === "object" && address ? address.port : 0}`,
    received: [],
    status: 200,
    [Symbol.asyncDispose]: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  server.on("request", async (incoming, outgoing) => {
    const sent = await text(incoming);
    const { method, url, rawHeaders } = incoming;
    const headers = new Headers();
    for (let i = 0; i < rawHeaders.length; i += 2)
      headers.append(rawHeaders[i] ?? "", rawHeaders[i + 1] ?? "");
    const { status } = receiver;
    receiver.received.push({
      request: `${method} ${url}`,
      answer: { status, headers, text: sent, body: {} },
    });
    outgoing.writeHead(status).end("thank you");
  });
  return receiver;
};

type Scene = {
  world: RecordedWorld;
  receiver: Receiver;
  key: { live: string; test: string };
  /** Calls a procedure about the endpoint as the tenant's owner. */
  call(what: string, path: string, input?: object): Promise<Answer>;
  /** Records what arrived since. */
  arrived(what: string): Promise<void>;
  /** Sends what is due, and records it. */
  deliver(what: string): Promise<void>;
};

const newScene = async (world: RecordedWorld, receiver: Receiver, identity: TestIdentity): Promise<Scene> => {
  const { deps, tenant: newTenant } = world.service;
  world.known.set(receiver.host, "receiver.test");
  const { id: tenantId, liveKey, testKey } = await newTenant({ plan: "scale" });
  await knownPerson(world.service, "ada", { tenantId, role: "owner" });
  const { endpoint } = await createEndpoint(await ownerCtx(deps, tenantId), {
    url: `http://${receiver.host}/hook?of=shop`,
  });
  const headers = async () => ({
    "sec-fetch-site": "same-origin",
    authorization: `Bearer ${await identity.bearer("ada")}`,
    [TENANT_HEADER]: tenantId,
  });
  const arrived: Scene["arrived"] = async (what) => {
    for (const { request, answer } of receiver.received.splice(0)) await world.note(what, request, answer);
  };
  return {
    world,
    receiver,
    key: { live: liveKey, test: testKey },
    call: async (what, path, input = {}) =>
      world.record(what, "POST", `/api/trpc/${path}`, {
        headers: await headers(),
        body: JSON.stringify({ endpointId: endpoint.id, ...input }),
      }),
    arrived,
    deliver: async (what) => {
      const deliverer = startDeliverer(deps, deps.webhookSender());
      // Not by expect.poll, which moves the time that stands still here.
      while (receiver.received.length === 0) await pause(5);
      await deliverer.stop();
      await arrived(what);
    },
  };
};

const group = (name: string, identity: () => TestIdentity, run: (scene: Scene) => Promise<void>): Group => ({
  name,
  identity,
  env: { WEBHOOK_ALLOW_LOOPBACK: "true" },
  run: async (world) => {
    await using receiver = await startReceiver();
    const scene = await newScene(world, receiver, identity());
    await run(scene);
  },
});

const METADATA = { metadata: { order: "A-1042", note: "ä €" } };

const deliveries = async ({ world, receiver, key, call, deliver }: Scene): Promise<void> => {
  const { service } = world;
  const begin = (of: string) => start(service.call, of, METADATA);
  const playIn = async (path: string, body = "") => {
    const secret = secretOf(await begin(key.test));
    await service.call("POST", `/v/${secret}/${path}`, { headers: SCRIPT, body });
  };
  const approved = await begin(key.live);
  const evidence = { dateOfBirth: "1990-01-01", confidence: 0.9, documentType: "passport" };
  await complete(service.call, key.live, { verificationId: approved.verificationId, ...evidence });
  await deliver("verification.completed, approved, live");
  const rejected = await begin(key.test);
  await submit(service.call, key.test, {
    verificationId: rejected.verificationId,
    result: "rejected",
    reason: "forged",
  });
  await deliver("verification.completed, rejected, test");
  await playIn("cancel");
  await deliver("verification.failed, cancelled");
  await playIn("sandbox", "expire");
  await deliver("verification.expired");
  receiver.status = 503;
  await playIn("sandbox", "approve");
  await deliver("verification.completed, first attempt");
  receiver.status = 200;
  world.later(3_600_000);
  await deliver("verification.completed, second attempt");
  await call("a new secret", "webhooks.rollSecret", { keepPrevious: true });
  await playIn("sandbox", "under_age");
  await deliver("verification.completed, with two secrets");
};

const EVENTS = [
  "verification.completed",
  "verification.failed",
  "verification.expired",
  "verification.appealed",
];

const samples = async ({ call, arrived, receiver }: Scene): Promise<void> => {
  for (const event of EVENTS) {
    await call(`the console's answer: ${event}`, "webhooks.sendSample", { event });
    await arrived(event);
  }
  receiver.status = 500;
  await call("the console's answer: refused", "webhooks.sendSample", { event: EVENTS[0] });
};

const thresholds = async ({ world, key, deliver }: Scene): Promise<void> => {
  const { call } = world.service;
  for (const disclosure of ["age", "thresholds"]) {
    for (const verifiedAge of [17, 15]) {
      const asked = { thresholds: [13, 16, 18], minimumAge: 16, disclosure };
      const { verificationId } = await start(call, key.live, asked);
      await complete(call, key.live, { verificationId, verifiedAge });
      await deliver(`disclosure ${disclosure}, at ${verifiedAge}`);
    }
  }
};

export const webhookGroups = (identity: () => TestIdentity): readonly Group[] => [
  group("deliveries", identity, deliveries),
  group("the console's test events", identity, samples),
  group("deliveries with thresholds", identity, thresholds),
];
