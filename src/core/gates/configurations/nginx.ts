import { servicePrefix } from "#core/gates/addresses.ts";
import type { GateToConfigure } from "./gate-to-configure.ts";
import { namesOf, printNginx, tlsTo } from "./nginx-text.ts";

/**
 * For nginx 1.22 or later with `auth_request`, which Debian's package has: it asks the service about each request, and
 * needs neither a module nor the secret.
 */
export const nginxAskingConfiguration = (gate: GateToConfigure): string => {
  const { siteId } = gate;
  const { age, own, start } = namesOf(gate);
  const upstream = `lintel_${siteId}`;
  const ageServer = `${age.hostname}:${age.port || (age.protocol === "http:" ? 80 : 443)}`;
  return printNginx(gate, {
    begin: "",
    more: [],
    http: `
# A 401 of the check leads to the age check. One of your site's own (a password) stays what it is.
map $lintel_check $${siteId}_address {
    default "";
    "~401$" "${start}";
}

# Connections to the age check stay open: a check then takes no new TLS handshake. nginx looks the name up once, and does
# not start without an address for it: if it has to start without a name server, write the address into /etc/hosts.
upstream ${upstream} {
    server ${ageServer};
    keepalive 32;
}
`,
    server: `    # Every location asks, unless it says "auth_request off". If the age check cannot be reached, the answer is 500 and
    # nothing leaves. nginx obeys "return" and "rewrite" before it asks: do not answer with content by them.
    auth_request ${own}/check;
    auth_request_set $lintel_age $upstream_http_lintel_age;
    auth_request_set $lintel_check $upstream_status;
    error_page 401 = @lintel_start;`,
    age: "$lintel_age",
    beforeCache: "asks",
    locations: `
    # The question, for each request. Nothing that a client sends reaches it but the proof.
    location = ${own}/check {
        internal;
        auth_request off;
        if ($${siteId}_open) {
            return 204;
        }
        proxy_pass ${age.protocol}//${upstream}${servicePrefix(siteId)}/check?mode=status;
        proxy_pass_request_headers off;
        proxy_pass_request_body off;
        proxy_set_header Host ${age.host};
        proxy_set_header Cookie $${siteId}_proof;
        proxy_set_header X-Original-URI $request_uri;
        proxy_set_header Content-Length "";
        proxy_set_header Connection "";
        proxy_cache off;
        proxy_connect_timeout 5s;
        proxy_read_timeout 10s;${tlsTo(age)}
    }
`,
    toService: `        auth_request off;
        proxy_pass ${age.protocol}//${upstream};`,
    refused: `    location @lintel_start {
        auth_request off;
        if ($${siteId}_address = "") {
            return 401;
        }`,
    startHeader: `$${siteId}_address`,
  });
};

/** Names that nginx needs no name server for. */
const HAS_NO_NAME = /^(?:localhost|[\d.]+|\[.*\])$/;

/**
 * For nginx 1.22 or later with njs 0.7.9 or later, which Debian has: it verifies the cookie itself, by the script of
 * {@link nginxScript}, and asks the service for nothing but the pages of the age check.
 */
export const nginxConfiguration = (gate: GateToConfigure): string => {
  const { siteId, threshold } = gate;
  const { site, age, own, ownPattern, start } = namesOf(gate);
  const isNamed = !HAS_NO_NAME.test(age.hostname);
  return printNginx(gate, {
    begin: `# Debian: apt install libnginx-mod-http-js. The second text, ${nginxScriptFile(site.hostname)}, holds the gate's secret.

js_import ${siteId} from ${nginxScriptFile(site.hostname)};
js_set $${siteId}_signed ${siteId}.isSigned;
`,
    more: [`    "~^${ownPattern}/(?:start|callback)(?:\\?|$)" 1;`],
    http: `
# A proof that the script takes, or an open path. Whatever goes wrong in the script does not count as proof.
map $${siteId}_open $${siteId}_pass {
    default $${siteId}_signed;
    1 1;
}
map $${siteId}_open $${siteId}_age {
    default "${threshold}";
    1 "";
}
`,
    server: `    # Before anything else in this block, "return" and "rewrite" of your locations among it.
    if ($${siteId}_pass != 1) {
        rewrite ^ ${own}/refused last;
    }${
      isNamed
        ? `

    # Where names are looked up: a line "nameserver" of /etc/resolv.conf. nginx starts without it, and visitors with proof
    # need it no more than the age check.
    resolver 127.0.0.53 valid=60s;
    resolver_timeout 5s;`
        : ""
    }`,
    age: `$${siteId}_age`,
    beforeCache: "looks for proof",
    locations: "",
    toService: isNamed
      ? `        set $${siteId}_service ${age.origin};
        proxy_pass $${siteId}_service;`
      : `        proxy_pass ${age.origin};`,
    refused: `    location = ${own}/refused {
        internal;`,
    startHeader: start,
  });
};

/** Where the script of {@link nginxConfiguration} is. */
export const nginxScriptFile = (hostname: string): string => `/etc/nginx/lintel-${hostname}.js`;
