import { type IncomingHttpHeaders, request as plainRequest } from "node:http";
import { request as tlsRequest } from "node:https";
import { expect } from "vitest";
import { PROTECTED } from "./site.ts";
import type { GateWorld } from "./world.ts";

export type Visited = { url: string; status: number; headers: IncomingHttpHeaders; body: Buffer };

/** A browser as far as a gate knows one: it keeps the cookies of each host, and follows nothing by itself. */
export type Visitor = (url: string, form?: Record<string, string>) => Promise<Visited>;

const keep = (jar: Map<string, string>, setCookies: readonly string[]): void => {
  for (const setCookie of setCookies) {
    const [pair = ""] = setCookie.split(";");
    const name = pair.slice(0, pair.indexOf("="));
    if (/; *max-age=0(;|$)/i.test(setCookie)) jar.delete(name);
    else jar.set(name, pair.slice(name.length + 1));
  }
};

/** A new visitor, who has no cookies. */
export const newVisitor = ({ authority }: Pick<GateWorld, "authority">): Visitor => {
  const jars = new Map<string, Map<string, string>>();
  return (address, form) =>
    new Promise((resolve, reject) => {
      const { protocol, host, hostname, port, href, pathname, search } = new URL(address);
      const request = protocol === "https:" ? tlsRequest : plainRequest;
      const jar = jars.get(host) ?? new Map<string, string>();
      jars.set(host, jar);
      const sent = request({
        ...{ host: "127.0.0.1", port, servername: hostname, ca: authority, agent: false },
        path: pathname + search,
        method: form ? "POST" : "GET",
        headers: {
          host,
          accept: "text/html,*/*;q=0.8",
          "sec-fetch-mode": "navigate",
          ...(jar.size > 0 ? { cookie: [...jar].map((pair) => pair.join("=")).join("; ") } : {}),
          ...(form ? { "content-type": "application/x-www-form-urlencoded" } : {}),
        },
      });
      sent.once("error", reject).once("response", (response) => {
        const parts: Buffer[] = [];
        response.on("data", (part: Buffer) => parts.push(part)).once("error", reject);
        response.once("end", () => {
          keep(jar, response.headers["set-cookie"] ?? []);
          const { statusCode: status = 0, headers } = response;
          resolve({ url: href, status, headers, body: Buffer.concat(parts) });
        });
      });
      sent.end(form ? new URLSearchParams(form).toString() : undefined);
    });
};

const WAY_BACK = "/films/secret.bin?scene=3&title=a%2Fb%20c";

/**
 * All of it as a person meets it: the page they want, the age check's page, its button, the check, and the page they
 * wanted, to the byte. What belongs to one visitor is of no use to another.
 */
export const expectWholeFlow = async (world: GateWorld): Promise<void> => {
  const { gate, service, authority } = world;
  const visitor = newVisitor({ authority });
  const follow = ({ url, headers }: Visited) => visitor(new URL(headers.location ?? "", url).href);
  const wanted = gate.origin + WAY_BACK;
  const refused = await visitor(wanted);
  expect([refused.status, refused.body.length]).toEqual([302, 0]);
  const page = await follow(refused);
  expect(page).toMatchObject({ status: 200, headers: { "cache-control": "no-store" } });
  expect(page.url.startsWith(`${gate.origin}/.well-known/lintel/${gate.siteId}/start?return=`)).toBe(true);
  const sent = await visitor(page.url.replace(/\?.*$/s, ""), { answer: "cookie", return: WAY_BACK });
  expect([sent.status, new URL(sent.headers.location ?? "").origin]).toEqual([303, service.url]);
  const checked = await follow(sent);
  const callback = await follow(checked);
  expect([callback.status, callback.headers["set-cookie"]?.length]).toEqual([303, 2]);
  const shown = await follow(callback);
  expect([shown.url, shown.status]).toEqual([wanted, 200]);
  expect(shown.body.equals(PROTECTED)).toBe(true);

  const stranger = newVisitor({ authority });
  expect((await stranger(wanted)).status).toBe(302);
  expect((await stranger(callback.url)).status).toBe(400);
  expect((await stranger(wanted)).status).toBe(302);
  // The service was always called by its own name.
  for (const { headers, serverName } of service.requests) {
    expect(headers.host).toBe(new URL(service.url).host);
    expect(["localhost", null]).toContain(serverName);
  }
};
