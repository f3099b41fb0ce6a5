import { createSocket } from "node:dgram";

// Enough of DNS (RFC 1035) to answer A, AAAA and TXT over UDP on loopback, well or badly.

export type DnsAnswer =
  | { kind: "addresses"; a?: readonly string[]; aaaa?: readonly string[] }
  | { kind: "alias"; target: string; a: readonly string[] }
  /** Each text is one record, of as many strings of 255 bytes as it needs. */
  | { kind: "texts"; texts: readonly string[] }
  /** NXDOMAIN, SERVFAIL or REFUSED: RFC 1035 §4.1.1. */
  | { kind: "code"; rcode: 3 | 2 | 5 }
  | { kind: "silence" };

export type DnsServer = AsyncDisposable & {
  /** `address:port`, as a resolver's `setServers` wants it. */
  readonly address: string;
  /** Names asked for, each with its type: `hooks.example.com A`. */
  readonly queries: string[];
};

const TYPES: Record<number, "A" | "AAAA" | "TXT"> = { 1: "A", 16: "TXT", 28: "AAAA" };

/** RFC 1035 §3.3.14. */
const textRecord = (name: string, text: string): Buffer => {
  const parts = text.match(/.{1,255}/gs) ?? [""];
  const bytes = parts.map((part) => Buffer.concat([Buffer.of(Buffer.byteLength(part)), Buffer.from(part)]));
  return record(name, 16, Buffer.concat(bytes));
};

const encodeName = (name: string): Buffer =>
  Buffer.concat([
    ...name.split(".").map((label) => Buffer.from([label.length, ...Buffer.from(label)])),
    Buffer.of(0),
  ]);

const readQuestion = (query: Buffer): { name: string; type: number; bytes: Buffer } => {
  const labels: string[] = [];
  let at = 12;
  for (let length = query[at] ?? 0; length !== 0; length = query[at] ?? 0) {
    labels.push(query.toString("ascii", at + 1, at + 1 + length));
    at += 1 + length;
  }
  return {
    name: labels.join(".").toLowerCase(),
    type: query.readUInt16BE(at + 1),
    bytes: query.subarray(12, at + 5),
  };
};

const ipv6Bytes = (address: string): Buffer => {
  const [head = "", tail] = address.split("::");
  const groups = (text = ""): string[] => (text === "" ? [] : text.split(":"));
  const missing = 8 - groups(head).length - groups(tail).length;
  const all =
    tail === undefined ? groups(head) : [...groups(head), ...Array(missing).fill("0"), ...groups(tail)];
  return Buffer.from(all.map((group) => group.padStart(4, "0")).join(""), "hex");
};

const record = (name: string, type: number, data: Buffer): Buffer => {
  const fixed = Buffer.alloc(10);
  fixed.writeUInt16BE(type, 0);
  fixed.writeUInt16BE(1, 2); // IN
  fixed.writeUInt16BE(data.length, 8); // the TTL in between stays 0
  return Buffer.concat([encodeName(name), fixed, data]);
};

const ipv4Records = (name: string, addresses: readonly string[] = []): Buffer[] =>
  addresses.map((one) => record(name, 1, Buffer.from(one.split(".").map(Number))));

const recordsFor = (answer: DnsAnswer, name: string, type: "A" | "AAAA" | "TXT" | undefined): Buffer[] => {
  if (answer.kind === "texts") return type === "TXT" ? answer.texts.map((one) => textRecord(name, one)) : [];
  if (answer.kind === "addresses" && type === "A") return ipv4Records(name, answer.a);
  if (answer.kind === "addresses" && type === "AAAA") {
    return (answer.aaaa ?? []).map((one) => record(name, 28, ipv6Bytes(one)));
  }
  if (answer.kind !== "alias") return [];
  const alias = record(name, 5, encodeName(answer.target));
  return type === "A" ? [alias, ...ipv4Records(answer.target, answer.a)] : [alias];
};

/** @param answerFor what to say of a name */
export const startDnsServer = async (answerFor: (name: string) => DnsAnswer): Promise<DnsServer> => {
  const queries: string[] = [];
  const socket = createSocket("udp4");
  socket.on("message", (query, peer) => {
    const { name, type, bytes } = readQuestion(query);
    queries.push(`${name} ${TYPES[type] ?? type}`);
    const answer = answerFor(name);
    if (answer.kind === "silence") return;
    const records = recordsFor(answer, name, TYPES[type]);
    const header = Buffer.alloc(12);
    query.copy(header, 0, 0, 2);
    header.writeUInt16BE(0x8180 | (answer.kind === "code" ? answer.rcode : 0), 2);
    header.writeUInt16BE(1, 4);
    header.writeUInt16BE(records.length, 6);
    socket.send(Buffer.concat([header, bytes, ...records]), peer.port, peer.address);
  });
  await new Promise<void>((resolve) => socket.bind(0, "127.0.0.1", resolve));
  return {
    address: `127.0.0.1:${socket.address().port}`,
    queries,
    [Symbol.asyncDispose]: () => new Promise((resolve) => socket.close(() => resolve())),
  };
};
