// One case of sdk/cases/handler.json, played with the TypeScript SDK. It asks for nothing but fetch: see run-case.ts.
import type { Expected, HandlerCase, HandlerOf, HandlerStep, Values } from "./case.ts";
import {
  differenceOf,
  errorFault,
  postJson,
  requestFault,
  type Sdk,
  type Seen,
  shown,
  type World,
} from "./compare.ts";

class ShopError extends Error {}

/** The three ways in: each delivery of a case goes through the next one. */
const WAYS = ["fetch", "node", "receive"] as const;

type Handler = InstanceType<typeof import("../../../sdk/typescript/src/index.ts").WebhookHandler<undefined>>;
type Delivery = NonNullable<HandlerStep["deliver"]>;
type Answer = { status: number; text: string };

const bytesOf = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);

const streamOf = ({ body, unreadable }: Delivery, onRead: () => void): ReadableStream<Uint8Array> =>
  new ReadableStream(
    {
      pull: (controller) => {
        if (unreadable) onRead();
        controller.enqueue(bytesOf(body));
        controller.close();
      },
    },
    // Nothing is asked for before someone reads.
    { highWaterMark: 0 },
  );

const byFetch = async (handler: Handler, delivery: Delivery, onRead: () => void): Promise<Answer> => {
  const init = {
    method: "POST",
    headers: { ...delivery.headers },
    body: streamOf(delivery, onRead),
    duplex: "half",
  };
  const response = await handler.fetch(new Request("https://shop.example/hooks/age", init));
  return { status: response.status, text: await response.text() };
};

const byNode = async (handler: Handler, delivery: Delivery, onRead: () => void): Promise<Answer> => {
  const request = {
    headers: delivery.headers,
    async *[Symbol.asyncIterator]() {
      if (delivery.unreadable) onRead();
      yield bytesOf(delivery.body);
    },
  };
  let answer = { status: 0, text: "" };
  await handler.node(request, {
    writeHead: (status) => {
      answer = { ...answer, status };
    },
    end: (text = "") => {
      answer = { ...answer, text };
    },
  });
  return answer;
};

const send = (
  way: (typeof WAYS)[number],
  handler: Handler,
  delivery: Delivery,
  onRead: () => void,
): Promise<Answer> => {
  if (way === "fetch") return byFetch(handler, delivery, onRead);
  return way === "node"
    ? byNode(handler, delivery, onRead)
    : handler.receive(delivery.body, delivery.headers);
};

/** What the shop's functions did, and fail to do. */
const shopOf = ({ on, fails = {} }: HandlerOf) => {
  const effects: Values[] = [];
  const left = { ...fails };
  const act = async (event: { event: string }, { tx, ...context }: Values): Promise<void> => {
    // Long enough for others to come in between.
    await new Promise((resolve) => setTimeout(resolve, 5));
    const eventId = String(context.eventId);
    left[eventId] = (left[eventId] ?? 0) - 1;
    if (left[eventId] >= 0) throw new ShopError("the shop's database is away");
    effects.push({ event: event.event, ...context });
  };
  return { effects, on: Object.fromEntries(on.map((name) => [name, act])) };
};

const failureFault = (expected: NonNullable<Expected["error"]>, error: unknown, sdk: Sdk): string | null => {
  if (expected.type !== "shop") return errorFault(expected, error, sdk);
  return error instanceof ShopError ? null : `expected the shop's own error, got ${error}`;
};

const stepFault = async (step: HandlerStep, way: (typeof WAYS)[number], handler: Handler, sdk: Sdk) => {
  const { deliver, times = 1, expect } = step;
  if (deliver === undefined) {
    try {
      const since = step.catchUp?.since;
      const result = await handler.catchUp(since === undefined ? {} : { since: new Date(since * 1_000) });
      return expect.error ? `no error, but ${shown(result)}` : differenceOf(expect.result, result, "result");
    } catch (error) {
      return expect.error ? failureFault(expect.error, error, sdk) : `expected a result, got ${error}`;
    }
  }
  let wasRead = false;
  const answers = await Promise.all(
    Array.from({ length: times }, () =>
      send(way, handler, deliver, () => {
        wasRead = true;
      }),
    ),
  );
  if (wasRead) return "the body was read";
  const { status, text, statuses } = expect;
  return statuses
    ? differenceOf(statuses, answers.map((one) => one.status).toSorted(), "statuses")
    : (answers.map((one) => differenceOf({ status, text }, one, "answer")).find(Boolean) ?? null);
};

/** @returns what is wrong; null: the SDK keeps the case's guarantee, whichever way webhooks come in */
export const runHandlerCase = async (given: HandlerCase, sdk: Sdk, world: World): Promise<string | null> => {
  for (const way of given.steps.some(({ deliver }) => deliver) ? WAYS : WAYS.slice(0, 1)) {
    const fault = await runOneWay(given, way, sdk, world);
    if (fault !== null) return `${way}: ${fault}`;
  }
  return null;
};

const runOneWay = async (
  { clock = 0, script, handler: settings, steps, expect }: HandlerCase,
  way: (typeof WAYS)[number],
  sdk: Sdk,
  world: World,
): Promise<string | null> => {
  const played = script ? await postJson(`${world.standIn}/script`, { script }) : null;
  const client = new sdk.Lintel({
    apiKey: "avk_test_standin",
    baseUrl: String(played?.baseUrl ?? "http://127.0.0.1:9"),
  });
  const store = new sdk.MemoryStore();
  for (const [stream, cursor] of Object.entries(settings.cursors ?? {})) store.saveCursor(stream, cursor);
  const { effects, on } = shopOf(settings);
  const logs: string[] = [];
  let handler: Handler;
  try {
    handler = new sdk.WebhookHandler({
      on,
      store,
      secrets: settings.secrets,
      maxBytes: settings.maxBytes,
      client: settings.client === false ? undefined : client,
      now: () => new Date(clock * 1_000),
      log: (message, error) => logs.push(`${message} ${error ?? ""}`),
    });
  } catch (error) {
    return expect.error ? errorFault(expect.error, error, sdk) : `${error}`;
  }
  if (expect.error) return "no error";
  for (const [at, step] of steps.entries()) {
    const fault = await stepFault(step, way, handler, sdk);
    if (fault !== null) return `step ${at + 1}: ${fault}`;
  }
  const cursors = Object.fromEntries(
    Object.keys(expect.cursors ?? {}).map((name) => [name, store.cursor(name)]),
  );
  const fault =
    differenceOf(expect.effects, effects, "effects") ??
    differenceOf(expect.cursors ?? {}, cursors, "cursors");
  if (fault !== null) return fault;
  const missing = expect.logs?.find((text) => !logs.some((line) => line.includes(text)));
  if (missing !== undefined) return `no log says ${missing}: ${shown(logs)}`;
  if (logs.length > (expect.logsAtMost ?? Number.POSITIVE_INFINITY)) return `logs: ${shown(logs)}`;
  const secrets = ["avk_test_standin", ...settings.secrets];
  if (secrets.some((secret) => logs.join("\n").includes(secret))) return "a log shows a secret";
  if (!played || !expect.requests) return null;
  const seen: Seen[] = await (await fetch(String(played.seenUrl))).json();
  if (seen.length !== expect.requests.length) return `requests: ${shown(seen.map(({ query }) => query))}`;
  return (
    expect.requests
      .map((one, at) => requestFault(one, seen[at] as Seen, `request ${at + 1}`))
      .find(Boolean) ?? null
  );
};
