import { parse } from "yaml";
import { z } from "zod";

// The part of Envoy's configuration that the printed one uses, by the names of its API (version 3). Envoy refuses to start
// with a field that it does not know, and so does this.

const TYPE = "type.googleapis.com/envoy.extensions";
const filtersType = (name: string) => z.literal(`${TYPE}.filters.${name}`);
const listOf = <Item extends z.ZodType>(item: Item) => z.strictObject({ patterns: z.array(item) });
const EXACT = z.strictObject({ exact: z.string() });
const ADDRESS = z.strictObject({
  socket_address: z.strictObject({ address: z.string(), port_value: z.number() }),
});

const HEADER_MUTATION = z.strictObject({
  name: z.literal("envoy.filters.http.header_mutation"),
  typed_config: z.strictObject({
    "@type": filtersType("http.header_mutation.v3.HeaderMutation"),
    mutations: z.strictObject({ request_mutations: z.array(z.strictObject({ remove: z.string() })) }),
  }),
});
const EXT_AUTHZ = z.strictObject({
  name: z.literal("envoy.filters.http.ext_authz"),
  typed_config: z.strictObject({
    "@type": filtersType("http.ext_authz.v3.ExtAuthz"),
    transport_api_version: z.literal("V3"),
    failure_mode_allow: z.boolean().default(false),
    status_on_error: z.strictObject({ code: z.enum(["Forbidden", "ServiceUnavailable"]) }),
    allowed_headers: listOf(EXACT),
    http_service: z.strictObject({
      server_uri: z.strictObject({ uri: z.string(), cluster: z.string(), timeout: z.string() }),
      path_prefix: z.string().default(""),
      authorization_response: z.strictObject({
        allowed_upstream_headers: listOf(EXACT),
        allowed_client_headers: listOf(EXACT),
      }),
    }),
  }),
});
const ROUTER = z.strictObject({
  name: z.literal("envoy.filters.http.router"),
  typed_config: z.strictObject({ "@type": filtersType("http.router.v3.Router") }),
});
const ROUTE = z.strictObject({
  match: z.union([
    z.strictObject({ path: z.string() }),
    z.strictObject({ prefix: z.string() }),
    z.strictObject({ safe_regex: z.strictObject({ regex: z.string() }) }),
  ]),
  route: z.strictObject({
    cluster: z.string(),
    prefix_rewrite: z.string().optional(),
    host_rewrite_literal: z.string().optional(),
    timeout: z.string().optional(),
  }),
  request_headers_to_remove: z.array(z.string()).default([]),
  typed_per_filter_config: z
    .strictObject({
      "envoy.filters.http.ext_authz": z.strictObject({
        "@type": filtersType("http.ext_authz.v3.ExtAuthzPerRoute"),
        disabled: z.literal(true),
      }),
    })
    .optional(),
});
const MANAGER = z.strictObject({
  "@type": filtersType("network.http_connection_manager.v3.HttpConnectionManager"),
  stat_prefix: z.string(),
  use_remote_address: z.boolean().default(false),
  strip_any_host_port: z.boolean().default(false),
  normalize_path: z.boolean().default(false),
  merge_slashes: z.boolean().default(false),
  path_with_escaped_slashes_action: z.enum(["KEEP_UNCHANGED", "REJECT_REQUEST"]).default("KEEP_UNCHANGED"),
  common_http_protocol_options: z
    .strictObject({ headers_with_underscores_action: z.enum(["ALLOW", "DROP_HEADER"]) })
    .default({ headers_with_underscores_action: "ALLOW" }),
  upgrade_configs: z.array(z.strictObject({ upgrade_type: z.string() })).default([]),
  http_filters: z.array(z.union([HEADER_MUTATION, EXT_AUTHZ, ROUTER])),
  route_config: z.strictObject({
    virtual_hosts: z.array(
      z.strictObject({ name: z.string(), domains: z.array(z.string()), routes: z.array(ROUTE) }),
    ),
  }),
});
const LISTENER = z.strictObject({
  name: z.string(),
  address: ADDRESS,
  filter_chains: z
    .array(
      z.strictObject({
        transport_socket: z.unknown().optional(),
        filters: z
          .array(
            z.strictObject({
              name: z.literal("envoy.filters.network.http_connection_manager"),
              typed_config: MANAGER,
            }),
          )
          .length(1),
      }),
    )
    .length(1),
});
const CLUSTER = z.strictObject({
  name: z.string(),
  type: z.enum(["STATIC", "STRICT_DNS"]),
  load_assignment: z.strictObject({
    cluster_name: z.string(),
    endpoints: z.array(
      z.strictObject({
        lb_endpoints: z.array(z.strictObject({ endpoint: z.strictObject({ address: ADDRESS }) })),
      }),
    ),
  }),
  transport_socket: z
    .strictObject({
      name: z.literal("envoy.transport_sockets.tls"),
      typed_config: z.looseObject({
        "@type": z.literal(`${TYPE}.transport_sockets.tls.v3.UpstreamTlsContext`),
        sni: z.string(),
      }),
    })
    .optional(),
});
const SETTINGS = z.strictObject({
  static_resources: z.strictObject({ listeners: z.array(LISTENER), clusters: z.array(CLUSTER) }),
});

export type Settings = z.infer<typeof SETTINGS>["static_resources"];
export type Manager = z.infer<typeof MANAGER>;
export type Route = z.infer<typeof ROUTE>;
export type ExtAuthz = z.infer<typeof EXT_AUTHZ>["typed_config"];

/** @throws where Envoy would not start */
export const readEnvoySettings = (text: string): Settings => SETTINGS.parse(parse(text)).static_resources;
