import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { connect as connectTls } from "node:tls";

// HTTP/1.1 by hand, because a client that is made for people would tidy up what a hostile one sends.

/** Where a gate listens. Without `ca` it speaks plain HTTP. */
export type Door = {
  port: number;
  host: string;
  ca?: string;
  /** 127.0.0.1 unless it says ::1. */
  address?: string;
};

export type RawAnswer = { status: number; headers: Map<string, string>; body: Buffer };
export type RawExchange = {
  /** All that came, whatever it was. */
  bytes: Buffer;
  answers: RawAnswer[];
};

/** A server that has said nothing by then says nothing. No test passes by it: what came until then is judged as well. */
const SILENCE_MS = 20_000;
const HEAD_END = "\r\n\r\n";

const chunkedBody = (bytes: Buffer): { body: Buffer; length: number } | null => {
  const parts: Buffer[] = [];
  for (let at = 0; ; ) {
    const lineEnd = bytes.indexOf("\r\n", at);
    if (lineEnd < 0) return null;
    const size = Number.parseInt(bytes.subarray(at, lineEnd).toString("latin1"), 16);
    const end = lineEnd + 2 + size + 2;
    if (Number.isNaN(size) || bytes.length < end) return null;
    if (size === 0) return { body: Buffer.concat(parts), length: end };
    parts.push(bytes.subarray(lineEnd + 2, end - 2));
    at = end;
  }
};

const takeAnswer = (
  bytes: Buffer,
  { isHead, isOver }: { isHead: boolean; isOver: boolean },
): { answer: RawAnswer; rest: Buffer } | null => {
  const headEnd = bytes.indexOf(HEAD_END);
  if (headEnd < 0) return null;
  const [statusLine = "", ...lines] = bytes.subarray(0, headEnd).toString("latin1").split("\r\n");
  const headers = new Map<string, string>();
  for (const line of lines) {
    const colon = line.indexOf(":");
    const name = line.slice(0, colon).toLowerCase();
    const value = line.slice(colon + 1).trim();
    const before = headers.get(name);
    headers.set(name, before === undefined ? value : `${before}\n${value}`);
  }
  const status = Number(statusLine.split(" ")[1]);
  const after = bytes.subarray(headEnd + HEAD_END.length);
  const done = (body: Buffer, length = body.length) => ({
    answer: { status, headers, body },
    rest: after.subarray(length),
  });
  if (isHead || status === 204 || status === 304 || status < 200) return done(Buffer.alloc(0));
  if (headers.get("transfer-encoding") === "chunked") {
    const chunked = chunkedBody(after);
    return chunked && done(chunked.body, chunked.length);
  }
  const length = headers.get("content-length");
  if (length === undefined) return isOver ? done(after) : null;
  return after.length >= Number(length) ? done(after.subarray(0, Number(length))) : null;
};

const answersIn = (bytes: Buffer, about: { isHead: boolean; isOver: boolean }): RawAnswer[] => {
  const answers: RawAnswer[] = [];
  for (let rest = bytes; ; ) {
    const taken = takeAnswer(rest, about);
    if (!taken) return answers;
    answers.push(taken.answer);
    ({ rest } = taken);
  }
};

export const openSocket = async (door: Door): Promise<Socket> => {
  const { port, host, ca } = door;
  const address = { port, host: door.address ?? "127.0.0.1" };
  const socket = ca
    ? connectTls({ ...address, ca, servername: host.replace(/:\d+$/, "") })
    : connect(address);
  await once(socket, ca ? "secureConnect" : "connect");
  return socket;
};

/** Sends these bytes, and reads until so many answers are whole or the server closes. */
export const exchange = async (door: Door, bytes: Uint8Array | string, answers = 1): Promise<RawExchange> => {
  const socket = await openSocket(door);
  const sent = typeof bytes === "string" ? Buffer.from(bytes, "latin1") : Buffer.from(bytes);
  const isHead = sent.subarray(0, 5).toString() === "HEAD ";
  const parts: Buffer[] = [];
  let isOver = false;
  await new Promise<void>((resolve) => {
    const end = (): void => {
      isOver = true;
      socket.destroy();
      resolve();
    };
    socket.on("data", (part: Buffer) => {
      parts.push(part);
      if (answersIn(Buffer.concat(parts), { isHead, isOver }).length >= answers) end();
    });
    for (const event of ["end", "close", "error", "timeout"]) socket.on(event, end);
    socket.setTimeout(SILENCE_MS);
    socket.write(sent);
  });
  const all = Buffer.concat(parts);
  return { bytes: all, answers: answersIn(all, { isHead, isOver }) };
};

export type RawRequest = {
  method?: string;
  target?: string;
  host?: string;
  headers?: readonly string[];
  version?: string;
  body?: string;
};

/** A request as bytes; its headers are lines as they are. */
export const rawRequest = (
  door: Door,
  {
    method = "GET",
    target = "/secret.bin",
    host = door.host,
    headers = [],
    version = "1.1",
    body = "",
  }: RawRequest = {},
): string =>
  [
    `${method} ${target} HTTP/${version}`,
    `Host: ${host}`,
    ...headers,
    ...(body === "" ? [] : [`Content-Length: ${Buffer.byteLength(body)}`]),
    "",
    body,
  ].join("\r\n");

/** One request and its answer. */
export const ask = async (door: Door, request: RawRequest = {}): Promise<RawAnswer> => {
  const { answers, bytes } = await exchange(door, rawRequest(door, request));
  const [answer] = answers;
  if (!answer) throw new Error(`no answer but: ${bytes.toString("latin1").slice(0, 200)}`);
  return answer;
};
