import { envoyConfiguration } from "#core/gates/configurations/envoy.ts";
import { anyPort } from "../../../scripts/local/ports.ts";
import {
  type ExtAuthz,
  type Manager,
  type Route,
  readEnvoySettings,
  type Settings,
} from "./envoy-settings.ts";
import type { Differences } from "./faults.ts";
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
  type Upstream,
  valuesOf,
  without,
} from "./stand-in-proxy.ts";
import type { TestGate } from "./test-gate.ts";
import { type GateWorld, newGateWorld } from "./world.ts";

// Envoy is not in Debian, and no package of npm has it: this stands in for it. It takes its settings from the printed file
// and nothing else, and does with them what Envoy does:
// - paths and names of headers: api/envoy/extensions/filters/network/http_connection_manager/v3 (normalize_path,
//   merge_slashes, path_with_escaped_slashes_action), api/envoy/config/core/v3/protocol.proto
// - what the check is asked, and which of its answers count: source/extensions/filters/common/ext_authz/
//   ext_authz_http_impl.cc, source/extensions/filters/http/ext_authz/ext_authz.cc
// - routes: api/envoy/config/route/v3/route_components.proto

/** Where Envoy's answers are others than those of the table. It is closed all the same. */
export const ENVOY_DIFFERS: Differences = {
  otherStatuses: {
    // The check is not told of an upgrade. Browsers say so in Sec-Fetch-Mode and accept no HTML for it.
    "a WebSocket of a person": [302],
    // ext_authz asks by the visitor's method; the service answers 501 to one that it does not know.
    PROPFIND: [401, 503],
  },
  // Envoy reads this as /assets/secret.bin, and that is what the site gets.
  except: ["address: out of an open prefix, a double slash between"],
};

const STATUS = { Forbidden: 403, ServiceUnavailable: 503 } as const;

const isNamed = ([name]: Fields[number], patterns: readonly { exact: string }[]): boolean =>
  patterns.some(({ exact }) => exact === name.toLowerCase());

const milliseconds = (duration: string): number => Number.parseFloat(duration) * 1_000;

/** The path as routes and the site see it; null: 400. Envoy uses the URL library of Chromium, whose rules WHATWG wrote down. */
const readTarget = (target: string, manager: Manager): string | null => {
  const [path = "", ...query] = target.split("?");
  if (!path.startsWith("/") || target.includes("#") || /%00/.test(path)) return null;
  if (manager.path_with_escaped_slashes_action === "REJECT_REQUEST" && /%(2f|5c)/i.test(path)) return null;
  const normal = manager.normalize_path ? new URL(`http://any${path}`).pathname : path;
  const merged = manager.merge_slashes ? normal.replace(/\/{2,}/g, "/") : normal;
  return [merged, ...query].join("?");
};

const routeFor = (manager: Manager, host: string, target: string): Route | undefined => {
  const name = (manager.strip_any_host_port ? host.replace(/:\d*$/, "") : host).toLowerCase();
  const { routes = [] } =
    manager.route_config.virtual_hosts.find(({ domains }) => domains.includes(name)) ??
    manager.route_config.virtual_hosts.find(({ domains }) => domains.includes("*")) ??
    {};
  const path = target.replace(/\?.*$/s, "");
  return routes.find(({ match }) => {
    if ("path" in match) return match.path === path;
    if ("prefix" in match) return path.startsWith(match.prefix);
    // The whole path has to match, without its query.
    return new RegExp(`^(?:${match.safe_regex.regex})$`).test(path);
  });
};

/** Beside what is allowed: Host, the method and the path, Authorization, and no body. */
const toCheck = ({ fields }: Front, { allowed_headers: allowed }: ExtAuthz): Fields => {
  const always = [{ exact: "authorization" }, { exact: "host" }];
  const seen = fields.filter((field) => isNamed(field, [...allowed.patterns, ...always]));
  const names = [...new Set(seen.map(([name]) => name.toLowerCase()))];
  return [
    ...names.map((name): Fields[number] => [name, valuesOf(seen, name).join(",")]),
    ["Content-Length", "0"],
  ];
};

/** Everything but 200 and 5xx. Without a list, all headers but Host would be passed on; with one, these always are. */
const deny = (front: Front, checked: Answered, { http_service: service }: ExtAuthz): void => {
  const always = ["content-length", "www-authenticate", "location"].map((exact) => ({ exact }));
  const allowed = [...service.authorization_response.allowed_client_headers.patterns, ...always];
  answer(front, { ...checked, fields: checked.fields.filter((field) => isNamed(field, allowed)) });
};

const inEnvoy = ({ clusters }: Settings, { authority }: GateWorld) => {
  const upstream = (name: string): Upstream => {
    const cluster = clusters.find((one) => one.name === name);
    const endpoint = cluster?.load_assignment.endpoints[0]?.lb_endpoints[0]?.endpoint;
    if (!endpoint) throw new Error(`no cluster ${name}`);
    const { port_value: port } = endpoint.address.socket_address;
    const sni = cluster?.transport_socket?.typed_config.sni;
    return { url: new URL(sni ? `https://${sni}:${port}` : `http://127.0.0.1:${port}`), authority };
  };

  /** @returns null: the visitor has its answer */
  const authorised = async (front: Front, filter: ExtAuthz): Promise<Front | null> => {
    const { server_uri: server, path_prefix: prefix, authorization_response: allowed } = filter.http_service;
    const { method, target } = front;
    const asked = { method, path: prefix + target, fields: toCheck(front, filter) };
    const checked = await call(upstream(server.cluster), {
      ...asked,
      patienceMs: milliseconds(server.timeout),
    }).catch(() => null);
    if (!checked || checked.status >= 500) {
      if (filter.failure_mode_allow) return front;
      answer(front, { status: STATUS[filter.status_on_error.code], fields: [], body: Buffer.alloc(0) });
      return null;
    }
    if (checked.status !== 200) {
      deny(front, checked, filter);
      return null;
    }
    const granted = checked.fields.filter((field) =>
      isNamed(field, allowed.allowed_upstream_headers.patterns),
    );
    return {
      ...front,
      fields: granted.reduce((fields, [name, value]) => set(fields, name, value), front.fields),
    };
  };

  const route = (front: Front, { match, route: to, request_headers_to_remove: removed }: Route): void => {
    const matched = "path" in match ? match.path : "prefix" in match ? match.prefix : "";
    const target =
      to.prefix_rewrite === undefined ? front.target : to.prefix_rewrite + front.target.slice(matched.length);
    const kept = without(front.fields, removed);
    const fields = to.host_rewrite_literal ? set(kept, "Host", to.host_rewrite_literal) : kept;
    forward({ ...front, target, fields }, upstream(to.cluster), 503);
  };

  return (manager: Manager) =>
    async (arrived: Front): Promise<void> => {
      const [, absoluteHost, rest] = /^[a-z]+:\/\/([^/?]*)(.*)$/is.exec(arrived.target) ?? [];
      const target = readTarget(rest ?? arrived.target, manager);
      if (target === null) return refuse(arrived, 400);
      const isDropped =
        manager.common_http_protocol_options.headers_with_underscores_action === "DROP_HEADER";
      let fields = isDropped ? arrived.fields.filter(([name]) => !name.includes("_")) : arrived.fields;
      if (absoluteHost !== undefined) fields = set(fields, "Host", absoluteHost);
      const upgrade = valuesOf(fields, "Upgrade")[0]?.toLowerCase();
      const isKnown = manager.upgrade_configs.some((config) => config.upgrade_type === upgrade);
      // The codec of HTTP/1 drops h2c; any other upgrade that is not configured is refused.
      if (arrived.isUpgrade && !isKnown && upgrade !== "h2c") return refuse(arrived, 403);
      let front: Front | null = { ...arrived, target, fields, isUpgrade: arrived.isUpgrade && isKnown };
      const found = routeFor(manager, valuesOf(fields, "Host")[0] ?? "", target);
      if (!found) return refuse(arrived, 404);
      for (const { name, typed_config: config } of manager.http_filters) {
        if ("mutations" in config) {
          const names = config.mutations.request_mutations.map(({ remove }) => remove);
          front = { ...front, fields: without(front.fields, names) };
        }
        if ("http_service" in config && !found.typed_per_filter_config?.["envoy.filters.http.ext_authz"]) {
          front = await authorised(front, config);
          if (!front) return;
        }
        if (name === "envoy.filters.http.router") route(front, found);
      }
    };
};

/** Envoy's stand-in with the printed configuration, before the site of a world. */
export const serveEnvoy = async (
  stack: AsyncDisposableStack,
  world: GateWorld,
  change: (configuration: string) => string = (text) => text,
): Promise<void> => {
  const checkPort = await anyPort();
  const text = adapt(change(envoyConfiguration(world.gate)), {
    "port_value: 443 ": `port_value: ${world.door.port} `,
    "port_value: 8080": `port_value: ${world.site.port}`,
    "port_value: 9001": `port_value: ${checkPort}`,
  });
  const settings = readEnvoySettings(text);
  const handlerOf = inEnvoy(settings, world);
  for (const { address, filter_chains: chains } of settings.listeners) {
    const [chain] = chains;
    const manager = chain?.filters[0]?.typed_config;
    if (!chain || !manager) throw new Error("a listener without a connection manager");
    const certificate = chain.transport_socket === undefined ? null : world.certificate;
    await listen(stack, { port: address.socket_address.port_value, certificate }, handlerOf(manager));
  }
};

/** Starts it with a world for it. */
export const startEnvoy = async (
  stack: AsyncDisposableStack,
  change?: (configuration: string) => string,
  more: Partial<TestGate> = {},
): Promise<GateWorld> => {
  const world = await newGateWorld(stack, "envoy", more);
  await serveEnvoy(stack, world, change);
  return world;
};
