import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingHttpHeaders } from "node:http";

export type StandInGate = { siteId: string; host: string; origin: string; threshold: string; secret: string };

const macOf = (gate: StandInGate, expires: string): Buffer =>
  createHmac("sha256", Buffer.from(gate.secret.slice(3), "base64url"))
    .update(`lintel-gate.v1.${gate.siteId}.${gate.host}.${gate.threshold}.${expires}`)
    .digest();

/** A secret as the console makes them. */
export const newSecret = (): string => `gs_${randomBytes(32).toString("base64url")}`;

/** A proof for a gate, as a `Cookie` header. */
export const proofOf = (gate: StandInGate, secondsFromNow = 3600): string => {
  const end = Math.floor(Date.now() / 1000) + secondsFromNow;
  const expires = `${end - (end % 300)}`;
  const mac = macOf(gate, expires).toString("base64url");
  return `__Host-lintel_gate_${gate.threshold}=v1.${gate.threshold}.${expires}.${mac}`;
};

const isGood = (gate: StandInGate, cookies: string): boolean => {
  const value = new RegExp(`__Host-lintel_gate_${gate.threshold}=([^;]+)`).exec(cookies)?.[1] ?? "";
  const [, , expires = "", mac = ""] = value.split(".");
  const sent = Buffer.from(mac, "base64url");
  return sent.length === 32 && timingSafeEqual(sent, macOf(gate, expires));
};

export type Seen = { method: string; url: string; headers: IncomingHttpHeaders; body: string };

/** The addresses of Lintel that the plugin asks, for one gate; everything else is a stranger's gate. */
export const startLintelStandIn = async (gate: () => StandInGate) => {
  const seen: Seen[] = [];
  let aheadSeconds = 0;
  const server = createServer(async (request, response) => {
    let body = "";
    for await (const part of request) body += part;
    const { method = "", url = "", headers } = request;
    seen.push({ method, url, headers, body });
    const own = gate();
    const path = url.split("?")[0];
    const at = `/gate/${own.siteId}`;
    const start = `${own.origin}/.well-known/lintel/${own.siteId}/start?return=%2F`;
    response.setHeader("Cache-Control", "no-store");
    response.setHeader("Date", new Date(Date.now() + aheadSeconds * 1000).toUTCString());
    response.setHeader("Server-Only", "not for visitors");
    if (path === `${at}/check`) {
      response.writeHead(isGood(own, headers.cookie ?? "") ? 204 : 401, { "Lintel-Gate": start }).end();
    } else if (path === `${at}/start` && method === "POST") {
      const cookies = ["__Host-lintel_start_a=1; Path=/; Secure; HttpOnly", "other=1; Path=/"];
      response.writeHead(303, { Location: "https://age.example/verify", "Set-Cookie": cookies }).end();
    } else if (path === `${at}/start`) {
      const headers = {
        "Content-Type": "text/html; charset=utf-8",
        "Content-Security-Policy": "default-src 'none'",
      };
      response
        .writeHead(200, headers)
        .end(`<!doctype html><p>This site asks visitors to be 18 or over: ${url}</p>`);
    } else if (path === `${at}/callback`) {
      const cookies = [
        `${proofOf(own)}; Path=/; Secure; HttpOnly; SameSite=Lax`,
        "__Host-lintel_start_a=; Path=/; Max-Age=0",
      ];
      response.writeHead(302, { Location: "/hidden-room/", "Set-Cookie": cookies }).end();
    } else {
      response.writeHead(403).end();
    }
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The stand-in has no port.");
  return {
    url: `http://127.0.0.1:${address.port}`,
    /** What was asked since the last look. */
    seen: () => seen.splice(0),
    /** Sets its clock ahead of the machine's. */
    setClock: (seconds: number) => {
      aheadSeconds = seconds;
    },
    close: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
  };
};
