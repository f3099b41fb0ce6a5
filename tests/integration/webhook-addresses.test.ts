import { afterAll, afterEach, describe, expect, test } from "vitest";
import { createResolver } from "#platform/webhooks/resolve.ts";
import {
  createWebhookSender,
  type SenderOptions,
  type SendResult,
  type WebhookSender,
} from "#platform/webhooks/sender.ts";
import { type DnsAnswer, startDnsServer } from "../support/webhooks/dns-server.ts";
import { HOSTILE_IPV4, HOSTILE_IPV6, UNPARSABLE } from "../support/webhooks/hostile-addresses.ts";
import { RECEIVER_HOST, startReceiver } from "../support/webhooks/tls-receiver.ts";
import { createAuthority } from "../support/world/certificates.ts";

const authority = createAuthority();
const senders: WebhookSender[] = [];

afterEach(async () => {
  await Promise.all(senders.splice(0).map((sender) => sender.close()));
});

const senderWith = (options: Partial<SenderOptions>): WebhookSender => {
  const sender = createWebhookSender({ now: () => new Date(), ca: [authority.ca], ...options });
  senders.push(sender);
  return sender;
};

const post = (sender: WebhookSender, url = `https://${RECEIVER_HOST}/`): Promise<SendResult> =>
  sender.post({ url, headers: {}, body: "{}" });

const codeOf = (result: SendResult): string => (result.kind === "error" ? result.code : result.kind);

describe("a name that leads to a forbidden address", () => {
  const all = [...HOSTILE_IPV4, ...HOSTILE_IPV6];
  let answers: string[][] = [];
  const sender = createWebhookSender({
    now: () => new Date(),
    resolve: async () => answers.shift() ?? [],
  });
  afterAll(() => sender.close());

  test.each(all)("%s (%s) is blocked, alone and among public ones", async (address) => {
    answers = [[address], ["1.1.1.1", address], [address, "2606:4700::1111"]];
    const seen = [await post(sender), await post(sender), await post(sender)];
    expect(answers).toEqual([]);
    expect(seen.map(codeOf)).toEqual(["BLOCKED", "BLOCKED", "BLOCKED"]);
    expect(JSON.stringify(seen)).not.toContain(address.length > 3 ? address : "a network's inside");
  });

  test.each(UNPARSABLE)("an answer that is no address (%j) is blocked", async (text) => {
    answers = [[text]];
    expect(codeOf(await post(sender))).toBe("BLOCKED");
  });

  test("no address at all is blocked, too", async () => {
    answers = [[]];
    expect(codeOf(await post(sender))).toBe("BLOCKED");
  });

  test("a receiver that listens there gets no connection", async () => {
    await using receiver = await startReceiver({
      kind: "tls",
      certificate: authority.issue([RECEIVER_HOST]),
    });
    const resolve = async (): Promise<string[]> => ["127.0.0.1"];
    const sender = senderWith({ resolve, urlRules: { allowLoopback: true } });
    expect(codeOf(await post(sender, receiver.url()))).toBe("BLOCKED");
    expect(receiver.connections()).toBe(0);
  });
});

describe("DNS rebinding", () => {
  const allowAddress = (address: string): boolean => address === "127.0.0.1";

  test("a connection asks DNS once, and a later one is checked anew", async () => {
    await using receiver = await startReceiver({
      kind: "tls",
      certificate: authority.issue([RECEIVER_HOST]),
    });
    const answers = [["127.0.0.1"], ["127.0.0.2"]];
    let asked = 0;
    const resolve = async (): Promise<string[]> => answers[asked++] ?? [];
    const sender = senderWith({ resolve, allowAddress, urlRules: { allowLoopback: true } });
    expect(codeOf(await post(sender, receiver.url("/endless")))).toBe("response"); // ends its connection
    expect(asked).toBe(1);
    expect(codeOf(await post(sender, receiver.url()))).toBe("BLOCKED");
    expect(receiver.requests).toHaveLength(1);
  });

  test("the peer is checked once more after connecting, before a byte is sent", async () => {
    await using receiver = await startReceiver({ kind: "silent" });
    let checks = 0;
    const sender = senderWith({
      resolve: async () => ["127.0.0.1"],
      allowAddress: () => ++checks === 1, // as if the peer were another one
      urlRules: { allowLoopback: true },
    });
    expect(codeOf(await post(sender, receiver.url()))).toBe("BLOCKED");
    expect(checks).toBe(2);
  });
});

describe("a URL that is forbidden by its text", () => {
  test.each([
    "http://hooks.example.com/",
    "https://127.0.0.1/",
    "https://2130706433/",
    "https://[::ffff:7f00:1]/",
    "https://localhost/",
    "https://hooks.example.com:22/",
    "https://user:password@hooks.example.com/",
    "not a url",
  ])("%s is blocked at sending, too, without a look-up", async (url) => {
    let asked = 0;
    const sender = senderWith({
      resolve: async () => {
        asked += 1;
        return ["1.1.1.1"];
      },
    });
    expect(codeOf(await post(sender, url))).toBe("BLOCKED");
    expect(asked).toBe(0);
  });
});

describe("a real DNS server", () => {
  const resolverFor = async (answers: Record<string, DnsAnswer>) => {
    const server = await startDnsServer((name) => answers[name] ?? { kind: "code", rcode: 3 });
    return { server, resolve: createResolver({ servers: [server.address] }) };
  };
  const outcome = async (answers: Record<string, DnsAnswer>): Promise<string> => {
    const { server, resolve } = await resolverFor(answers);
    await using _ = server;
    return codeOf(await post(senderWith({ resolve, timeouts: { totalMs: 60_000, connectMs: 3_000 } })));
  };

  test("A and AAAA are asked, and both kinds of answer count", async () => {
    const { server, resolve } = await resolverFor({
      "both.example.com": { kind: "addresses", a: ["192.0.2.1", "192.0.2.2"], aaaa: ["2001:db8::1"] },
      "six.example.com": { kind: "addresses", aaaa: ["2001:db8::2"] },
      "alias.example.com": { kind: "alias", target: "target.example.com", a: ["192.0.2.3"] },
    });
    await using _ = server;
    expect(await resolve("both.example.com")).toEqual(["192.0.2.1", "192.0.2.2", "2001:db8::1"]);
    expect(await resolve("six.example.com")).toEqual(["2001:db8::2"]);
    expect(await resolve("alias.example.com")).toEqual(["192.0.2.3"]);
    expect(server.queries).toContain("six.example.com A");
  });

  test.each<[string, DnsAnswer, string]>([
    ["NXDOMAIN", { kind: "code", rcode: 3 }, "DNS"],
    ["no address", { kind: "addresses" }, "DNS"],
    ["SERVFAIL", { kind: "code", rcode: 2 }, "DNS"],
    ["REFUSED", { kind: "code", rcode: 5 }, "DNS"],
    ["silence", { kind: "silence" }, "DNS"],
    [
      "an alias to a private address",
      { kind: "alias", target: "inside.example.com", a: ["10.0.0.1"] },
      "BLOCKED",
    ],
    [
      "a private IPv6 address beside a public IPv4 one",
      { kind: "addresses", a: ["1.1.1.1"], aaaa: ["fd00::1"] },
      "BLOCKED",
    ],
    ["metadata", { kind: "addresses", a: ["169.254.169.254"] }, "BLOCKED"],
  ])("%s for the tenant's name is the tenant's fault", async (_name, answer, code) => {
    expect(await outcome({ [RECEIVER_HOST]: answer })).toBe(code);
  });

  test.each<[string, DnsAnswer]>([
    ["says nothing", { kind: "silence" }],
    ["refuses everything", { kind: "code", rcode: 5 }],
    ["fails at everything", { kind: "code", rcode: 2 }],
  ])("a resolver of ours that %s is our fault", async (_name, answer) => {
    expect(await outcome({ [RECEIVER_HOST]: answer, "a.root-servers.net": answer })).toBe("infrastructure");
  });

  test("no resolver at all is our fault", async () => {
    const { server, resolve } = await resolverFor({});
    await server[Symbol.asyncDispose]();
    const sender = senderWith({ resolve, timeouts: { totalMs: 60_000, connectMs: 3_000 } });
    expect(codeOf(await post(sender))).toBe("infrastructure");
  });
});
