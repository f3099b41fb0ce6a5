import { forwardedPrefix, servicePrefix } from "#core/gates/addresses.ts";
import type { GateToConfigure } from "./gate-to-configure.ts";
import { openPathsExpression } from "./open-paths.ts";

const TYPES = "type.googleapis.com/envoy.extensions";

/** Lines of a list or map, moved to where it belongs. */
const indented = (text: string, spaces: number): string =>
  text
    .trimEnd()
    .split("\n")
    .map((line) => (line === "" ? line : " ".repeat(spaces) + line))
    .join("\n");

const WITHOUT_CHECK = `typed_per_filter_config:
  envoy.filters.http.ext_authz:
    "@type": ${TYPES}.filters.http.ext_authz.v3.ExtAuthzPerRoute
    disabled: true`;

const gateRoute = (siteId: string, gate: string, name: "start" | "callback", host: string): string => `
- match: { path: "${forwardedPrefix(siteId)}/${name}" }
  route: { cluster: lintel, prefix_rewrite: "${gate}/${name}", host_rewrite_literal: "${host}" }
${indented(WITHOUT_CHECK, 2)}`;

const openRoute = (paths: readonly string[]): string =>
  paths.length === 0
    ? ""
    : `
# What needs no proof, by its plain spelling.
- match: { safe_regex: { regex: '${openPathsExpression(paths)}' } }
  route: { cluster: site }
${indented(WITHOUT_CHECK, 2)}`;

const routes = ({ siteId, openPaths }: GateToConfigure, gate: string, host: string): string =>
  `# The gate's own two addresses. The site's id is fixed here, so no other gate appears on this host.${gateRoute(siteId, gate, "start", host)}${gateRoute(siteId, gate, "callback", host)}${openRoute(openPaths)}
- match: { prefix: "/" }
  route: { cluster: site }`;

const filters = (gate: string): string => `# What the gate says, no visitor says.
- name: envoy.filters.http.header_mutation
  typed_config:
    "@type": ${TYPES}.filters.http.header_mutation.v3.HeaderMutation
    mutations:
      request_mutations:
        - remove: lintel-age
        - remove: lintel.age
        - remove: lintel-gate
        - remove: x-original-uri
        - remove: x-original-url
        - remove: x-rewrite-url
        - remove: x-forwarded-uri
# Only the check's 200 lets a visitor pass; everything else is the visitor's answer.
- name: envoy.filters.http.ext_authz
  typed_config:
    "@type": ${TYPES}.filters.http.ext_authz.v3.ExtAuthz
    transport_api_version: V3
    # No one passes while the check cannot be reached.
    failure_mode_allow: false
    status_on_error: { code: ServiceUnavailable }
    # All that the check may know, besides the path and the method.
    allowed_headers:
      patterns:
        - exact: accept
        - exact: accept-language
        - exact: cookie
        - exact: referer
        - exact: sec-fetch-mode
    http_service:
      server_uri: { uri: "http://127.0.0.1:9001", cluster: lintel-check, timeout: 5s }
      path_prefix: "${gate}/check"
      authorization_response:
        # Replaces what the request has.
        allowed_upstream_headers: { patterns: [{ exact: lintel-age }] }
        allowed_client_headers:
          patterns:
            - exact: location
            - exact: lintel-gate
            - exact: cache-control
            - exact: vary
            # A form that a person sends after their proof ended meets a page that leads back to it.
            - exact: content-type
            - exact: content-security-policy
            - exact: x-content-type-options
- name: envoy.filters.http.router
  typed_config:
    "@type": ${TYPES}.filters.http.router.v3.Router`;

const serviceCluster = ({ hostname, port, protocol }: URL): string => {
  const isTls = protocol === "https:";
  return `- name: lintel
  type: STRICT_DNS
  load_assignment:
    cluster_name: lintel
    endpoints:
      - lb_endpoints:
          - endpoint: { address: { socket_address: { address: "${hostname}", port_value: ${port || (isTls ? 443 : 80)} } } }${
            isTls
              ? `
  transport_socket:
    name: envoy.transport_sockets.tls
    typed_config:
      "@type": ${TYPES}.transport_sockets.tls.v3.UpstreamTlsContext
      sni: "${hostname}"
      common_tls_context:
        validation_context:
          trusted_ca: { filename: /etc/ssl/certs/ca-certificates.crt }
          match_typed_subject_alt_names:
            - { san_type: DNS, matcher: { exact: "${hostname}" } }`
              : ""
          }`;
};

/** A configuration of Envoy (1.27 or later): ext_authz asks the service about each request. */
export const envoyConfiguration = (gate: GateToConfigure): string => {
  const { hostname } = new URL(gate.origin);
  const service = new URL(gate.publicUrl);
  const address = service.pathname.replace(/\/$/, "") + servicePrefix(gate.siteId);
  return `static_resources:
  listeners:
    - name: site
      address: { socket_address: { address: 0.0.0.0, port_value: 443 } }
      filter_chains:
        - transport_socket:
            name: envoy.transport_sockets.tls
            typed_config:
              "@type": ${TYPES}.transport_sockets.tls.v3.DownstreamTlsContext
              common_tls_context:
                tls_certificates:
                  - certificate_chain: { filename: /etc/envoy/site.crt }
                    private_key: { filename: /etc/envoy/site.key }
          filters:
            - name: envoy.filters.network.http_connection_manager
              typed_config:
                "@type": ${TYPES}.filters.network.http_connection_manager.v3.HttpConnectionManager
                stat_prefix: site
                use_remote_address: true
                strip_any_host_port: true
                # The site gets a path as the routes below have read it, or not at all.
                normalize_path: true
                merge_slashes: true
                path_with_escaped_slashes_action: REJECT_REQUEST
                # Programs such as PHP read "Lintel_Age" as "Lintel-Age".
                common_http_protocol_options: { headers_with_underscores_action: DROP_HEADER }
                upgrade_configs: [{ upgrade_type: websocket }]
                http_filters:
${indented(filters(address), 18)}
                route_config:
                  virtual_hosts:
                    - name: site
                      domains: ["${hostname}"]
                      routes:
${indented(routes(gate, address, service.host), 24)}

    # The way of the check: ext_authz keeps the site's name in Host, and the service is reached by its own.
    - name: lintel-check
      address: { socket_address: { address: 127.0.0.1, port_value: 9001 } }
      filter_chains:
        - filters:
            - name: envoy.filters.network.http_connection_manager
              typed_config:
                "@type": ${TYPES}.filters.network.http_connection_manager.v3.HttpConnectionManager
                stat_prefix: lintel_check
                http_filters:
                  - name: envoy.filters.http.router
                    typed_config:
                      "@type": ${TYPES}.filters.http.router.v3.Router
                route_config:
                  virtual_hosts:
                    - name: lintel-check
                      domains: ["*"]
                      routes:
                        - match: { prefix: "${address}/check" }
                          route: { cluster: lintel, host_rewrite_literal: "${service.host}", timeout: 4s }
                          request_headers_to_remove: [authorization]

  clusters:
    - name: site
      type: STATIC
      load_assignment:
        cluster_name: site
        endpoints:
          - lb_endpoints:
              - endpoint: { address: { socket_address: { address: 127.0.0.1, port_value: 8080 } } }
    - name: lintel-check
      type: STATIC
      load_assignment:
        cluster_name: lintel-check
        endpoints:
          - lb_endpoints:
              - endpoint: { address: { socket_address: { address: 127.0.0.1, port_value: 9001 } } }
${indented(serviceCluster(service), 4)}
`;
};
