import { isIP } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { connect, type TLSSocket } from "node:tls";
import type { ExportLine } from "#core/exports/line.ts";
import { type SyslogSender as Origin, syslogFrame } from "#core/exports/syslog.ts";
import { authoritiesWith } from "#platform/authorities.ts";
import type { ExportSender, Pushed } from "./sender.ts";

const CONNECT_MS = 10_000;
const WRITE_MS = 10_000;
/** Syslog has no answers. A server that has gone resets the connection within this time, unless its machine has gone too. */
const SETTLE_MS = 250;
const KEEP_ALIVE_MS = 30_000;

type Server = {
  host: string;
  port: number;
  /** PEM: trusted in addition to those of the process. */
  extraCa: string | undefined;
  origin: Origin;
};

// OpenSSL's and Node's words about certificates and handshakes, unlike the system's, have an underscore.
const codeOf = (error: unknown): string => {
  const code = error instanceof Error ? String(Reflect.get(error, "code")) : "";
  if (code === "timeout") return "timeout";
  return /_|^EPROTO$/.test(code) ? "tls" : "connection";
};

const failure = (code: string): Error => Object.assign(new Error(code), { code });

const within = async <Value>(ms: number, work: Promise<Value>): Promise<Value> => {
  const stop = new AbortController();
  const late = pause(ms, undefined, { signal: stop.signal }).then(() => {
    throw failure("timeout");
  });
  late.catch(() => undefined);
  return Promise.race([work, late]).finally(() => stop.abort());
};

/** Sends lines to a syslog server over TLS, through one connection that is kept. Without a certificate that holds, nothing. */
export const createSyslogSender = ({ host, port, extraCa, origin }: Server): ExportSender => {
  let kept: TLSSocket | null = null;
  let turn: Promise<unknown> = Promise.resolve();

  const open = async (): Promise<TLSSocket> => {
    if (kept && !kept.destroyed && kept.writable) return kept;
    const socket = connect({
      host,
      port,
      ...(isIP(host) === 0 && { servername: host }),
      minVersion: "TLSv1.2",
      ...authoritiesWith(extraCa),
    });
    const ready = new Promise<void>((resolve, reject) => {
      socket.once("secureConnect", resolve);
      socket.once("error", reject);
      socket.once("close", () => reject(failure("connection")));
    });
    // The server says nothing. What it sends anyway is dropped, and its end is ours.
    socket.on("error", () => undefined);
    socket.on("end", () => socket.destroy());
    socket.resume();
    socket.setKeepAlive(true, KEEP_ALIVE_MS);
    try {
      await within(CONNECT_MS, ready);
    } catch (error) {
      socket.destroy();
      throw error;
    }
    kept = socket;
    return socket;
  };

  const write = async (lines: readonly ExportLine[]): Promise<Pushed> => {
    let isOpen = false;
    try {
      const socket = await open();
      isOpen = true;
      const bytes = Buffer.concat(lines.map((line) => syslogFrame(line, origin)));
      const written = new Promise<void>((resolve, reject) => {
        socket.write(bytes, (error) => (error ? reject(error) : resolve()));
      });
      await within(WRITE_MS, written);
      await pause(SETTLE_MS);
      if (socket.destroyed) throw failure("connection");
      return { is: "taken", rejected: 0 };
    } catch (error) {
      kept?.destroy();
      kept = null;
      const code = codeOf(error);
      // Servers close the connection at a message that is too long for them; also when they end.
      return {
        is: "refused",
        code,
        fault: isOpen && code === "connection" ? "unclear" : "destination",
        retryMs: null,
      };
    }
  };

  return {
    id: `syslog ${host.includes(":") ? `[${host}]` : host}:${port}`,
    // One after the other: two streams share the connection, and a message must be whole.
    send: (lines) => {
      const sent = turn.then(() => write(lines));
      turn = sent;
      return sent;
    },
    close: async () => {
      await turn;
      kept?.end();
    },
  };
};
