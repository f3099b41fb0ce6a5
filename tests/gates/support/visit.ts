import { expect } from "vitest";
import type { Guarded } from "./promises.ts";
import { ask, type RawAnswer } from "./raw.ts";
import { PROTECTED } from "./site.ts";
import type { GateWorld } from "./world.ts";

/** Cookies as a browser keeps them for one host (RFC 6265 §5.3), as far as `__Host-` cookies need it. */
class Jar {
  readonly #cookies = new Map<string, string>([["session", "the site's own"]]);

  keep({ headers }: RawAnswer): void {
    for (const line of headers.get("set-cookie")?.split("\n") ?? []) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      expect(line).not.toContain("Domain");
      if (/; Max-Age=0(;|$)/.test(line)) {
        this.#cookies.delete(name);
        continue;
      }
      for (const attribute of ["Path=/", "Secure", "HttpOnly", "SameSite=Lax"])
        expect(line).toContain(`; ${attribute}`);
      this.#cookies.set(name, value);
    }
  }

  get names(): string[] {
    return [...this.#cookies.keys()];
  }

  get header(): string {
    return `Cookie: ${[...this.#cookies].map(([name, value]) => `${name}=${value}`).join("; ")}`;
  }
}

const PAGE = ["Accept: text/html", "Sec-Fetch-Mode: navigate", "Connection: close"];

/** Someone with a browser's cookies, who has been at the site before and proved nothing. */
export const visitor = ({ gate, door }: Guarded) => {
  const jar = new Jar();
  /** Opens an address of the site, and follows nothing. */
  const visit = async (address: string, { method = "GET", body = "" } = {}): Promise<RawAnswer> => {
    const { pathname, search } = new URL(address, gate.origin);
    const type = body === "" ? [] : ["Content-Type: application/x-www-form-urlencoded"];
    const headers = [...PAGE, ...type, jar.header];
    const answer = await ask(door, { method, body, target: pathname + search, headers });
    jar.keep(answer);
    return answer;
  };
  return { visit, jar };
};

/**
 * A visit from the closed page to the same page with proof: start page, its button, the check, the way back. The age check
 * meets its own name and Host, and none of the site's cookies.
 */
export const expectWholeVisit = async (world: GateWorld): Promise<void> => {
  const { gate, service } = world;
  const { visit, jar } = visitor(world);
  const before = service.requests.length;
  const wanted = "/secret.bin?colour=red&size=40%2F2";
  const sent = await visit(wanted);
  expect(sent.status).toBe(302);
  const start = sent.headers.get("location") ?? "";
  const startPage = await visit(start);
  expect([startPage.status, startPage.headers.get("cache-control")]).toEqual([200, "no-store"]);
  const back =
    /name="return" value="([^"]*)"/.exec(startPage.body.toString())?.[1]?.replaceAll("&amp;", "&") ?? "";
  expect(back).toBe(wanted);
  const body = `answer=cookie&return=${encodeURIComponent(back)}`;
  const started = await visit(start.replace(/\?.*$/s, ""), { method: "POST", body });
  expect(started.status).toBe(303);
  const hosted = new URL(started.headers.get("location") ?? "");
  expect(hosted.origin).toBe(gate.publicUrl);
  const returned = await visit(hosted.searchParams.get("then") ?? "");
  expect([returned.status, returned.headers.get("location")]).toEqual([303, wanted]);
  expect(jar.names).toEqual(["session", gate.cookieName]);
  const served = await visit(wanted);
  expect(served.status).toBe(200);
  expect(served.body.equals(PROTECTED)).toBe(true);
  // Who has proof is not asked again.
  const again = await visit(start);
  expect([again.status, again.headers.get("location")]).toEqual([302, wanted]);

  const asked = service.requests.slice(before);
  expect(asked.length).toBeGreaterThan(3);
  for (const { headers, serverName } of asked) {
    expect(["localhost", null]).toContain(serverName);
    expect(headers.host).toBe(new URL(gate.publicUrl).host);
    expect(headers.cookie ?? "").not.toContain("session");
  }
};
