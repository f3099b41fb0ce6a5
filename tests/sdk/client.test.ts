import { inspect } from "node:util";
import { afterEach, describe, expect, test, vi } from "vitest";
import {
  Lintel,
  LintelError,
  LintelTimeoutError,
  MemoryStore,
  pages,
  WebhookHandler,
  webhooks,
} from "../../sdk/typescript/src/index.ts";
import { systemClock } from "../../sdk/typescript/src/transport.ts";
import { SIGNED_AT, SIGNED_BODY, SIGNED_HEADER, SIGNED_SECRET } from "../support/webhooks/signed-webhook.ts";

const KEY = "avk_test_a-key-of-nobody";
const ADMIN = "adm_a-key-of-nobody";

const answering = (...answers: (() => Response | Promise<Response>)[]) => {
  const requests: { url: string; init: RequestInit }[] = [];
  const fetch = async (url: string, init: RequestInit): Promise<Response> => {
    requests.push({ url, init });
    const answer = answers.length > 1 ? answers.shift() : answers[0];
    return answer ? answer() : Response.json({});
  };
  return { fetch, requests };
};

const clientOf = (fetch: (url: string, init: RequestInit) => Promise<Response>): Lintel =>
  new Lintel({ baseUrl: "https://age.example", apiKey: KEY, adminKey: ADMIN, fetch });

afterEach(() => vi.unstubAllEnvs());

describe("settings", () => {
  test("come from the environment, and options go before it", async () => {
    vi.stubEnv("LINTEL_URL", "https://age.example/base/");
    vi.stubEnv("LINTEL_API_KEY", ` ${KEY}\n`);
    const { fetch, requests } = answering(() => Response.json({ status: "pending" }));
    await new Lintel({ fetch }).status("ver_1");
    await new Lintel({ fetch, baseUrl: "http://localhost:3000", apiKey: "avk_test_other" }).status("ver_1");
    expect(requests.map(({ url }) => url)).toEqual([
      "https://age.example/base/verify/status?verificationId=ver_1",
      "http://localhost:3000/verify/status?verificationId=ver_1",
    ]);
    expect(requests.map(({ init }) => new Headers(init.headers).get("x-tenant-api-key"))).toEqual([
      KEY,
      "avk_test_other",
    ]);
  });

  test("the secret of webhooks comes from the environment too, several by white space", async () => {
    vi.stubEnv("LINTEL_WEBHOOK_SECRET", `whsec_other ${SIGNED_SECRET}`);
    const now = () => new Date(SIGNED_AT * 1_000);
    expect(await webhooks.verify(SIGNED_BODY, SIGNED_HEADER, undefined, { now })).toMatchObject({
      event: "verification.completed",
    });
  });
});

describe("keys stay hidden", () => {
  test("in every form of a client", () => {
    const client = clientOf(fetch);
    const shown = [inspect(client, { depth: 9, showHidden: true }), JSON.stringify(client), String(client)];
    for (const text of shown) expect(text).not.toContain("key-of-nobody");
  });

  test("in the error of a fetch that quotes its request", async () => {
    const { fetch } = answering(() => {
      throw Object.assign(new TypeError(`cannot send ${KEY}`, { cause: new Error(`header ${KEY}`) }), {
        config: { headers: { "x-tenant-api-key": KEY } },
      });
    });
    const error: unknown = await new Lintel({
      baseUrl: "https://age.example",
      apiKey: KEY,
      fetch,
      maxRetries: 0,
    })
      .status("ver_1")
      .catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ name: "LintelConnectionError" });
    expect(inspect(error, { depth: 9, showHidden: true })).not.toContain(KEY);
    expect(inspect(error)).toContain("cannot send [key]");
  });

  test("and the tenant's does not travel with the fetch of public keys", async () => {
    const { fetch, requests } = answering(() => Response.json({ keys: [] }));
    const token = `${Buffer.from('{"alg":"ES256","typ":"JWT","kid":"a"}').toString("base64url")}.e30.AAAA`;
    await clientOf(fetch).validate(token, { offline: true, audience: "ten_1" });
    expect(JSON.stringify(requests)).not.toContain("key-of-nobody");
    expect(requests).toHaveLength(1);
  });
});

describe("a signal", () => {
  test("ends a call that runs, with its own reason, and no other try follows", async () => {
    const reason = new Error("the shopper left");
    const controller = new AbortController();
    const fetch = vi.fn(
      (_url: string, { signal }: RequestInit) =>
        new Promise<Response>((_resolve, reject) => {
          signal?.addEventListener("abort", () => reject(new DOMException("aborted", "AbortError")));
          controller.abort(reason);
        }),
    );
    await expect(clientOf(fetch).start({}, { signal: controller.signal })).rejects.toBe(reason);
    expect(fetch).toHaveBeenCalledTimes(1);
  });

  test("ends a wait between two tries", async () => {
    const controller = new AbortController();
    const { fetch, requests } = answering(() => {
      queueMicrotask(() => controller.abort(new Error("enough")));
      return Response.json({ status: "pending" });
    });
    await expect(clientOf(fetch).wait("ver_1", { signal: controller.signal })).rejects.toThrow("enough");
    expect(requests).toHaveLength(1);
  });

  test("that ended before ends the call before it begins", async () => {
    const { fetch, requests } = answering();
    const signal = AbortSignal.abort(new Error("too late"));
    await expect(clientOf(fetch).status("ver_1", { signal })).rejects.toThrow("too late");
    await expect(systemClock.sleep(1e6, signal)).rejects.toThrow("too late");
    expect(requests).toEqual([]);
  });
});

test("many tokens at once fetch the keys once", async () => {
  const { fetch, requests } = answering(() => Response.json({ keys: [] }));
  const client = clientOf(fetch);
  const token = `${Buffer.from('{"alg":"ES256","typ":"JWT","kid":"a"}').toString("base64url")}.e30.AAAA`;
  const answers = await Promise.all(
    Array.from({ length: 50 }, () => client.validate(token, { offline: true, audience: "ten_1" })),
  );
  expect(answers).toEqual(Array(50).fill({ valid: false, over18: false, reason: "TOKEN_INVALID" }));
  expect(requests).toHaveLength(1);
});

const tokenWithAnyKey = `${btoa('{"alg":"ES256","typ":"JWT","kid":"k"}').replaceAll("=", "")}.e30.AAAA`;

test("who gives up waiting for the keys takes nothing from the others", async () => {
  const keys = Promise.withResolvers<Response>();
  const { fetch, requests } = answering(() => keys.promise);
  const client = clientOf(fetch);
  const controller = new AbortController();
  const options = { offline: true, audience: "ten_1" } as const;
  const aborted = client.validate(tokenWithAnyKey, { ...options, signal: controller.signal });
  const patient = client.validate(tokenWithAnyKey, options);
  const hasty = client.validate(tokenWithAnyKey, { ...options, timeout: 1 });
  await expect(hasty).rejects.toThrow(LintelTimeoutError);
  controller.abort(new Error("enough"));
  await expect(aborted).rejects.toThrow("enough");
  keys.resolve(Response.json({ keys: [] }));
  expect(await patient).toMatchObject({ reason: "TOKEN_INVALID" });
  expect(requests).toHaveLength(1);
});

test("a time longer than the runtime's timers is waited for, not passed over", async () => {
  const { fetch, requests } = answering(
    () => new Response("", { status: 503, headers: { "retry-after": "9999999" } }),
  );
  const client = new Lintel({ baseUrl: "https://age.example", apiKey: KEY, fetch, maxRetries: 20 });
  const controller = new AbortController();
  const call = client.status("ver_1", { deadline: Number.POSITIVE_INFINITY, signal: controller.signal });
  // A timer that overflowed would have fired before this one.
  await systemClock.sleep(50, undefined);
  controller.abort(new Error("enough"));
  await expect(call).rejects.toThrow("enough");
  expect(requests).toHaveLength(1);
});

test.each([0, -1, Number.NaN])("a timeout or deadline of %d is refused", async (time) => {
  const { fetch } = answering(() => Response.json({}));
  for (const options of [{ timeout: time }, { deadline: time }])
    await expect(clientOf(fetch).status("ver_1", options)).rejects.toThrow("milliseconds above 0");
});

test("a body that failed is read or broken off before the next try, so that its connection is free", async () => {
  const cancelled = vi.fn();
  const endless = () =>
    new Response(
      new ReadableStream({ pull: (to) => to.enqueue(new Uint8Array(1 << 20)), cancel: cancelled }),
      {
        status: 200,
        headers: { "content-type": "application/json" },
      },
    );
  await expect(clientOf(answering(endless).fetch).status("ver_1")).rejects.toThrow("8 MiB");
  expect(cancelled).toHaveBeenCalledTimes(1);
});

test("pages walks a list to its end, and stops where hasMore says so", async () => {
  const seen: (string | undefined)[] = [];
  const all = [];
  for await (const page of pages(async (cursor) => {
    seen.push(cursor);
    return { rows: [seen.length], nextCursor: seen.length < 3 ? `c${seen.length}` : null };
  }))
    all.push(...page.rows);
  expect([all, seen]).toEqual([
    [1, 2, 3],
    [undefined, "c1", "c2"],
  ]);
  const events = pages(async () => ({ nextCursor: "c", hasMore: false }));
  expect((await events.next()).done).toBe(false);
  expect((await events.next()).done).toBe(true);
});

describe("webhooks.receiver", () => {
  const now = () => new Date(SIGNED_AT * 1_000);
  const post = (body: string, header: string | null) =>
    new Request("https://shop.example/hooks", {
      method: "POST",
      body,
      headers: header === null ? {} : { "X-Service-Signature": header },
    });

  test("answers 204 when the event was handled", async () => {
    const handle = vi.fn();
    const answer = await webhooks.receiver(handle, { secrets: SIGNED_SECRET, now })(
      post(SIGNED_BODY, SIGNED_HEADER),
    );
    expect(answer.status).toBe(204);
    expect(handle.mock.calls).toEqual([[JSON.parse(SIGNED_BODY), expect.any(Request)]]);
  });

  test.each([
    ["altered", `${SIGNED_BODY} `, SIGNED_HEADER, "signature_mismatch"],
    ["unsigned", SIGNED_BODY, null, "malformed_header"],
  ])("answers 401 to a webhook that is %s, and hands nothing on", async (_name, body, header, reason) => {
    const handle = vi.fn();
    const answer = await webhooks.receiver(handle, { secrets: SIGNED_SECRET, now })(post(body, header));
    expect([answer.status, await answer.text()]).toEqual([401, reason]);
    expect(handle).not.toHaveBeenCalled();
  });

  const endless = (headers: Record<string, string>) => {
    let read = 0;
    const body = new ReadableStream({
      pull: (to) => {
        read += 65_536;
        to.enqueue(new Uint8Array(65_536));
      },
    });
    const request = new Request("https://shop.example/hooks", {
      method: "POST",
      body,
      headers,
      duplex: "half",
    } as RequestInit);
    return { request, read: () => read };
  };

  test.each([undefined, "", "t=1", "v1,c2lnbmF0dXJl"])(
    "does not read a body whose signature is %j",
    async (header) => {
      const { request, read } = endless(header === undefined ? {} : { "x-service-signature": header });
      const answer = await webhooks.receiver(() => undefined, { secrets: SIGNED_SECRET, now })(request);
      expect([answer.status, await answer.text()]).toEqual([401, "malformed_header"]);
      expect(read()).toBeLessThanOrEqual(65_536); // what the stream itself holds ready
    },
  );

  test.each([undefined, 200_000])("stops reading a body that is too long (maxBytes %j)", async (maxBytes) => {
    const { request, read } = endless({ "x-service-signature": SIGNED_HEADER });
    const options = { secrets: SIGNED_SECRET, now, maxBytes };
    expect((await webhooks.receiver(() => undefined, options)(request)).status).toBe(413);
    expect(read()).toBeLessThanOrEqual((maxBytes ?? 1024 * 1024) + 3 * 65_536);
    const { request: announced, read: readOfIt } = endless({
      "x-service-signature": SIGNED_HEADER,
      "content-length": "900000000",
    });
    expect((await webhooks.receiver(() => undefined, options)(announced)).status).toBe(413);
    expect(readOfIt()).toBeLessThanOrEqual(65_536);
  });

  test("does not call a body too long that a framework has found empty", async () => {
    const handler = new WebhookHandler({
      ...{ store: new MemoryStore(), on: { default: () => undefined }, secrets: SIGNED_SECRET },
      log: () => undefined,
    });
    const headers = {
      "x-service-signature": SIGNED_HEADER,
      ...{ "webhook-id": "evt_1", "webhook-timestamp": "1", "webhook-signature": "v1,c2lnbmF0dXJl" },
    };
    const request = { headers, body: null, async *[Symbol.asyncIterator]() {} };
    const answers: unknown[] = [];
    await handler.node(request, {
      writeHead: (status) => answers.push(status),
      end: (text) => answers.push(text),
    });
    expect(answers).toEqual([401, expect.not.stringContaining("body_too_large")]);
  });

  test("leaves an error of the handler to the framework, so that the service tries again", async () => {
    const receive = webhooks.receiver(() => Promise.reject(new Error("no room")), {
      secrets: SIGNED_SECRET,
      now,
    });
    await expect(receive(post(SIGNED_BODY, SIGNED_HEADER))).rejects.toThrow("no room");
  });
});

test("a signed body that is not JSON is an error of its own", async () => {
  const { signatureHeaders } = await import("#platform/webhooks/signature.ts");
  const timestampSeconds = Math.floor(Date.now() / 1_000);
  const signed = signatureHeaders({ id: "evt_1", timestampSeconds, body: "no", secrets: [SIGNED_SECRET] });
  await expect(webhooks.verify("no", signed["X-Service-Signature"], SIGNED_SECRET)).rejects.toThrow(
    LintelError,
  );
});
