import { parse } from "yaml";
import { z } from "zod";
import { traefikConfiguration } from "#core/gates/configurations/traefik.ts";
import { adapt } from "./program.ts";
import {
  type Answered,
  answer,
  call,
  type Fields,
  type Front,
  forward,
  listen,
  refuse,
  set,
  valuesOf,
  without,
  withoutHops,
} from "./stand-in-proxy.ts";
import type { TestGate } from "./test-gate.ts";
import { parseRule } from "./traefik-rules.ts";
import { type GateWorld, newGateWorld } from "./world.ts";

// Traefik is not in Debian, and no package of npm has it: this stands in for it. It takes its settings from the printed file
// and nothing else, and does with them what Traefik 3 does:
// - routers, rules, priorities: doc.traefik.io, "Rules & Priority"
// - the path (decoded where it need not be encoded, without dot and empty segments): doc.traefik.io, "Request Path"
// - X-Forwarded-* of clients: pkg/middlewares/forwardedheaders/forwarded_header.go, entry point without `trustedIPs`
// - ForwardAuth: pkg/middlewares/auth/forward.go of 3.6
// - headers and replacePathRegex: doc.traefik.io, "Headers" and "ReplacePathRegex"

/** Traefik refuses to load a file with a field that it does not know ("field not found, node: …"). */
const SETTINGS = z.strictObject({
  http: z.strictObject({
    routers: z.record(
      z.string(),
      z.strictObject({
        rule: z.string(),
        priority: z.number(),
        entryPoints: z.array(z.literal("websecure")),
        tls: z.strictObject({}),
        middlewares: z.array(z.string()),
        service: z.string(),
      }),
    ),
    middlewares: z.record(
      z.string(),
      z.union([
        z.strictObject({
          headers: z.strictObject({ customRequestHeaders: z.record(z.string(), z.string()) }),
        }),
        z.strictObject({ replacePathRegex: z.strictObject({ regex: z.string(), replacement: z.string() }) }),
        z.strictObject({
          forwardAuth: z.strictObject({
            address: z.string(),
            trustForwardHeader: z.boolean(),
            authRequestHeaders: z.array(z.string()),
            authResponseHeaders: z.array(z.string()).default([]),
            authResponseHeadersRegex: z.string().optional(),
          }),
        }),
      ]),
    ),
    services: z.record(
      z.string(),
      z.strictObject({
        loadBalancer: z.strictObject({
          passHostHeader: z.boolean().default(true),
          servers: z.array(z.strictObject({ url: z.string() })).length(1),
        }),
      }),
    ),
  }),
});

type Settings = z.infer<typeof SETTINGS>["http"];
type Middleware = Settings["middlewares"][string];
type ForwardAuth = Extract<Middleware, { forwardAuth: unknown }>["forwardAuth"];

/** X-Forwarded-Prefix and those for client certificates belong to them too. */
const FORWARDED = ["For", "Host", "Method", "Port", "Prefix", "Proto", "Server", "Uri"]
  .map((name) => `X-Forwarded-${name}`)
  .concat("X-Real-Ip", "X-Forwarded-Tls-Client-Cert", "X-Forwarded-Tls-Client-Cert-Info");

/** As Go keeps names: a capital at the beginning and after each dash, the rest small (net/textproto). */
const canonical = (name: string): string =>
  name.toLowerCase().replace(/(?:^|-)[a-z]/g, (start) => start.toUpperCase());

const UNRESERVED = /[A-Za-z0-9\-._~]/;

/** "Path Normalization" and "Path Sanitization", in this order. */
export const readPath = (path: string): string => {
  const decoded = path.replace(/%([0-9a-f]{2})/gi, (encoded, hex: string) => {
    const character = String.fromCharCode(Number.parseInt(hex, 16));
    return UNRESERVED.test(character) ? character : encoded.toUpperCase();
  });
  const segments: string[] = [];
  const given = decoded.split("/");
  for (const segment of given) {
    if (segment === "..") segments.pop();
    else if (segment !== "" && segment !== ".") segments.push(segment);
  }
  const isFolder = segments.length > 0 && ["", ".", ".."].includes(given.at(-1) ?? "");
  return `/${segments.join("/")}${isFolder ? "/" : ""}`;
};

/** writeHeader: the visitor's headers that the check may see, and what Traefik says itself. */
const toCheck = (front: Front, { authRequestHeaders, trustForwardHeader }: ForwardAuth): Fields => {
  const sent = withoutHops(front.fields);
  const seen = (trustForwardHeader ? sent : without(sent, FORWARDED)).filter(
    ([name]) =>
      authRequestHeaders.length === 0 ||
      authRequestHeaders.some((allowed) => allowed.toLowerCase() === name.toLowerCase()),
  );
  const own: Fields = [
    ["X-Forwarded-For", "127.0.0.1"],
    ["X-Forwarded-Method", front.method],
    ["X-Forwarded-Proto", "https"],
    ["X-Forwarded-Host", valuesOf(front.fields, "Host")[0] ?? ""],
    ["X-Forwarded-Uri", front.target],
  ];
  const missing = own.filter(([name]) => valuesOf(seen, name).length === 0);
  return [...without(seen, ["Host"]), ...missing];
};

/** What the check answers beside 2xx is the visitor's answer, without hop-by-hop headers and with an absolute Location. */
const passOn = (front: Front, checked: Answered, address: string): void => {
  const [location] = valuesOf(checked.fields, "Location");
  const fields = withoutHops(checked.fields);
  answer(front, {
    ...checked,
    fields: location ? set(fields, "Location", new URL(location, address).href) : fields,
  });
};

/** Of a whole entry point: what `trustedIPs` does not name has said nothing about where it comes from. */
const atEntryPoint = (fields: Fields): Fields => [
  ...without(fields, FORWARDED),
  ["X-Forwarded-Proto", "https"],
  ["X-Forwarded-For", "127.0.0.1"],
];

const inFront = ({ http }: { http: Settings }, world: GateWorld, patienceMs: number) => {
  const routers = Object.values(http.routers)
    .map((router) => ({ ...router, matches: parseRule(router.rule) }))
    .sort((a, b) => b.priority - a.priority);
  const named = <Value>(table: Record<string, Value>, name: string): Value => {
    const value = table[name];
    if (value === undefined) throw new Error(`the file names ${name} without saying what it is`);
    return value;
  };

  /** @returns null: the visitor has its answer */
  const through = async (front: Front, middleware: Middleware): Promise<Front | null> => {
    if ("headers" in middleware) {
      let { fields } = front;
      for (const [name, value] of Object.entries(middleware.headers.customRequestHeaders))
        fields = value === "" ? without(fields, [name]) : set(fields, name, value);
      return { ...front, fields };
    }
    if ("replacePathRegex" in middleware) {
      const [path = "", ...query] = front.target.split("?");
      const { regex, replacement } = middleware.replacePathRegex;
      return { ...front, target: [path.replace(new RegExp(regex), replacement), ...query].join("?") };
    }
    const { forwardAuth } = middleware;
    const url = new URL(forwardAuth.address);
    const fields: Fields = [["Host", url.host], ...toCheck(front, forwardAuth)];
    const path = url.pathname + url.search;
    const checked = await call(
      { url, authority: world.authority },
      { method: "GET", path, fields, patienceMs },
    ).catch(() => null);
    const isPass = checked !== null && checked.status >= 200 && checked.status < 300;
    if (!isPass) {
      if (checked) passOn(front, checked, forwardAuth.address);
      else refuse(front, 500);
      return null;
    }
    let passed = front.fields;
    const { authResponseHeadersRegex: expression } = forwardAuth;
    for (const name of forwardAuth.authResponseHeaders)
      passed = set(passed, name, ...valuesOf(checked.fields, name));
    if (expression !== undefined) {
      const matches = ([name]: Fields[number]): boolean => new RegExp(expression).test(canonical(name));
      passed = [...passed.filter((field) => !matches(field)), ...checked.fields.filter(matches)];
    }
    return { ...front, fields: passed };
  };

  return async (arrived: Front): Promise<void> => {
    const { pathname, search } = arrived.target.startsWith("/")
      ? { pathname: arrived.target.replace(/\?.*$/s, ""), search: /\?.*$/s.exec(arrived.target)?.[0] ?? "" }
      : { pathname: arrived.target.replace(/^[a-z]+:\/\/[^/]*/i, "").replace(/\?.*$/s, ""), search: "" };
    if (!pathname.startsWith("/")) return refuse(arrived, 400);
    const path = readPath(pathname);
    const fields = atEntryPoint(arrived.fields);
    const host = (valuesOf(fields, "Host")[0] ?? "").replace(/:\d*$/, "").toLowerCase();
    const asked = { method: arrived.method, host, path, header: (name: string) => valuesOf(fields, name) };
    const router = routers.find(({ matches }) => matches(asked));
    if (!router) return refuse(arrived, 404);
    let front: Front | null = { ...arrived, target: path + search, fields };
    for (const name of router.middlewares) {
      front = await through(front, named(http.middlewares, name));
      if (!front) return;
    }
    const { passHostHeader, servers } = named(http.services, router.service).loadBalancer;
    const url = new URL(servers[0]?.url ?? "");
    const passed = passHostHeader ? front : { ...front, fields: set(front.fields, "Host", url.host) };
    forward(passed, { url, authority: world.authority }, 502);
  };
};

/** What Traefik waits for a check: 30 s. */
const PATIENCE_MS = 30_000;

/** Traefik's stand-in with the printed file, before the site of a world. */
export const serveTraefik = async (
  stack: AsyncDisposableStack,
  world: GateWorld,
  patienceMs: number = PATIENCE_MS,
): Promise<void> => {
  const { gate, site, door, certificate } = world;
  const text = adapt(traefikConfiguration(gate), {
    "http://127.0.0.1:8080": `http://127.0.0.1:${site.port}`,
  });
  const settings = SETTINGS.parse(parse(text));
  await listen(stack, { port: door.port, certificate }, inFront(settings, world, patienceMs));
};

/** Starts it with a world for it. */
export const startTraefik = async (
  stack: AsyncDisposableStack,
  { patienceMs, ...more }: Partial<TestGate> & { patienceMs?: number } = {},
): Promise<GateWorld> => {
  const world = await newGateWorld(stack, "traefik", more);
  await serveTraefik(stack, world, patienceMs);
  return world;
};
