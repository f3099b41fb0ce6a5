import { forwardedPrefix, servicePrefix } from "#core/gates/addresses.ts";
import type { GateToConfigure } from "./gate-to-configure.ts";
import { openPathsExpression } from "./open-paths.ts";

const openRouter = (hostname: string, paths: readonly string[]): string =>
  paths.length === 0
    ? ""
    : `
    # What needs no proof, by its plain spelling: anything encoded, "..", "//" or ";" meets the gate. An upgrade does,
    # too: after it (h2c), your application would get requests that are not checked.
    lintel-open:
      rule: 'Host(\`${hostname}\`) && PathRegexp(\`^${openPathsExpression(paths)}$\`) && !HeaderRegexp(\`Upgrade\`, \`.\`)'
      priority: 2000
      entryPoints: [websecure]
      tls: {}
      middlewares: [lintel-headers]
      service: site
`;

const check = (address: string): string => `      forwardAuth:
        address: '${address}'
        # A visitor's X-Forwarded-Uri must not say where a check leads back to.
        trustForwardHeader: false
        # All that the check may know.
        authRequestHeaders: [Accept, Accept-Language, Cookie, Referer, Sec-Fetch-Mode]
        # What the check says of an age, in the place of all that a visitor says ("Lintel_Age", too).
        authResponseHeadersRegex: '^Lintel[^a-z0-9]'`;

/** A file for Traefik's file provider (version 3): its ForwardAuth asks the service about each request. */
export const traefikConfiguration = ({ siteId, origin, openPaths, publicUrl }: GateToConfigure): string => {
  const { hostname } = new URL(origin);
  const service = new URL(publicUrl);
  const path = service.pathname.replace(/\/$/, "") + servicePrefix(siteId);
  const gate = service.origin + path;
  const own = forwardedPrefix(siteId);
  return `# Traefik 3, file provider. From 3.7.12 on, also set "http: { aliasHeadersStrategy: delete }" for the entry point in
# Traefik's static configuration: programs such as PHP read "Lintel!Age" as "Lintel-Age".
http:
  routers:
    # The gate's own two addresses. The site's id is fixed here, so no other gate appears on this host.
    lintel-gate:
      rule: 'Host(\`${hostname}\`) && (Path(\`${own}/start\`) || Path(\`${own}/callback\`))'
      priority: 3000
      entryPoints: [websecure]
      tls: {}
      middlewares: [lintel-headers, lintel-path]
      service: lintel
${openRouter(hostname, openPaths)}
    # Everything else. The check says 204 and the visitor passes, or the visitor gets its answer.
    # No one passes while it cannot be reached (500).
    lintel-page:
      rule: 'Host(\`${hostname}\`) && (Method(\`GET\`) || Method(\`HEAD\`)) && !HeaderRegexp(\`Upgrade\`, \`.\`)'
      priority: 1100
      entryPoints: [websecure]
      tls: {}
      middlewares: [lintel-headers, lintel-check-page]
      service: site
    # Only pages can be led to the age check. WebSockets and programs get 401 and its address, and a form that a person
    # sends after their proof ended meets a page of the check that leads back to it.
    lintel-other:
      rule: 'Host(\`${hostname}\`)'
      priority: 1000
      entryPoints: [websecure]
      tls: {}
      middlewares: [lintel-headers, lintel-check]
      service: site

  middlewares:
    # What the gate says, no visitor says: an empty value deletes the header.
    lintel-headers:
      headers:
        customRequestHeaders:
          Lintel-Age: ""
          Lintel_Age: ""
          Lintel.Age: ""
          Lintel-Gate: ""
          X-Original-Uri: ""
          X-Original-Url: ""
          X-Rewrite-Url: ""
          X-Forwarded-Uri: ""
          X-Forwarded-Method: ""
    lintel-path:
      replacePathRegex:
        regex: '^${own.replace(".", "\\.")}/(start|callback)$'
        replacement: '${path}/$1'
    lintel-check-page:
${check(`${gate}/check?mode=redirect`)}
    lintel-check:
${check(`${gate}/check?mode=status`)}

  services:
    site:
      loadBalancer:
        servers:
          - url: 'http://127.0.0.1:8080'
    lintel:
      loadBalancer:
        # The service is reached by its own name.
        passHostHeader: false
        servers:
          - url: '${service.origin}'
`;
};
