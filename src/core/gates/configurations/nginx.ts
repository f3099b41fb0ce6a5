import { forwardedPrefix, servicePrefix } from "#core/gates/addresses.ts";
import type { GateToConfigure } from "./gate-to-configure.ts";
import { openPathExpression } from "./open-paths.ts";

const openLine = (path: string): string => `    "~^${openPathExpression(path)}(?:\\?|$)" 1;`;

/** A pattern for up to so many cookies whose names begin so, wherever in the header; and the header that they make. */
const pickCookies = (start: string, most: number): string => {
  const one = `${start}[^;]*`;
  const pattern = `(?:^|; ?)(${one})${`(?:.*?(; ?${one}))?`.repeat(most - 1)}`;
  return `"~${pattern}" "${Array.from({ length: most }, (_, i) => `$${i + 1}`).join("")}";`;
};

const tlsTo = (age: URL): string =>
  age.protocol === "http:"
    ? ""
    : `
        proxy_ssl_server_name on;
        proxy_ssl_name ${age.hostname};
        proxy_ssl_verify on;
        proxy_ssl_verify_depth 4;
        proxy_ssl_trusted_certificate /etc/ssl/certs/ca-certificates.crt;`;

const listenTo = (site: URL): string =>
  site.protocol === "http:"
    ? `listen ${site.port || 80};
    server_name ${site.hostname};`
    : `listen ${site.port || 443} ssl http2;
    server_name ${site.hostname};
    ssl_certificate /etc/ssl/${site.hostname}/fullchain.pem;
    ssl_certificate_key /etc/ssl/${site.hostname}/privkey.pem;`;

/** For nginx 1.22 or later with `auth_request`, which Debian's package has. */
export const nginxConfiguration = (gate: GateToConfigure): string => {
  const { siteId, origin, cookieName, openPaths } = gate;
  const site = new URL(origin);
  const age = new URL(gate.publicUrl);
  const own = forwardedPrefix(siteId);
  const ownPattern = own.replaceAll(".", "\\.");
  const upstream = `lintel_${siteId}`;
  const startCookie = cookieName.replace(/lintel_gate_.*$/, "lintel_start_");
  const ageServer = `${age.hostname}:${age.port || (age.protocol === "http:" ? 80 : 443)}`;
  const start = `${origin}${own}/start?return=$request_uri`;
  return `# Lintel: nothing leaves ${site.host} without proof of age.
# /etc/nginx/conf.d/${site.hostname}.conf

# Names begin with the gate's id: those of two sites in one nginx must not meet.

# Open without proof. Matched on the address as it was sent, never on its query. An address with a percent sign, "..",
# "//" or ";" is never open, because your application might read it as another one.
map $request_uri $${siteId}_open {
    default 0;
${openPaths.map(openLine).join("\n")}
}

# Pages that a person opens lead to the age check. Scripts, WebSockets and service workers get 401 instead: they cannot
# follow a redirect to a page.
map "$request_method $http_sec_fetch_mode $http_upgrade $http_accept" $${siteId}_page {
    default 0;
    "~^(?:GET|HEAD) (?:navigate)?  .*text/html" 1;
}

# The age check gets its own cookies and none of your site's: proof, and visits to the check that are under way.
map $http_cookie $${siteId}_proof {
    default "";
    ${pickCookies(`${cookieName}=`, 4)}
}
map $http_cookie $${siteId}_started {
    default "";
    ${pickCookies(startCookie, 3)}
}

# WebSockets alone: after another upgrade (h2c) your application would get requests that nobody asks about.
map $http_upgrade $${siteId}_upgrade {
    default "";
    "~*^websocket$" websocket;
}
map $${siteId}_upgrade $${siteId}_connection {
    default upgrade;
    "" "";
}

# Connections to the age check stay open: a check then takes no new TLS handshake.
upstream ${upstream} {
    server ${ageServer};
    keepalive 32;
}

# To cache your site's pages in nginx, take away the # here and below.
# proxy_cache_path /var/cache/nginx/${siteId} levels=1:2 keys_zone=${siteId}:10m max_size=1g;

server {
    ${listenTo(site)}

    # Every location asks, unless it says "auth_request off". If the age check cannot be reached, the answer is 500 and
    # nothing leaves. nginx obeys "return" and "rewrite" before it asks: do not answer with content by them.
    auth_request ${own}/check;
    auth_request_set $lintel_age $upstream_http_lintel_age;
    error_page 401 = @lintel_start;

    # What your application learns. A client's own words are replaced: an empty value removes the header.
    # With PHP: fastcgi_param HTTP_LINTEL_AGE $lintel_age; fastcgi_param HTTP_LINTEL_GATE "";
    proxy_set_header Lintel-Age $lintel_age;
    proxy_set_header Lintel-Gate "";
    proxy_set_header X-Original-URI "";
    proxy_set_header X-Original-URL "";
    proxy_set_header X-Rewrite-URL "";
    proxy_set_header X-Forwarded-Uri "";
    proxy_set_header X-Forwarded-For $remote_addr;
    proxy_set_header X-Forwarded-Proto $scheme;
    proxy_set_header Host $http_host;
    proxy_set_header Upgrade $${siteId}_upgrade;
    proxy_set_header Connection $${siteId}_connection;
    proxy_http_version 1.1;

    # Your site. A "location" that has any "proxy_set_header" loses those above: repeat them there.
    location / {
        proxy_pass http://127.0.0.1:8080;
        # nginx asks before it looks into its cache, so a kept copy needs proof as well. A cache or CDN in front of nginx
        # does not ask: there, keep closed pages out of it.
        # proxy_cache ${siteId};
        # proxy_cache_key $lintel_age$scheme$http_host$request_uri;
    }

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

    # The pages of the age check, and the cookie that it sets for this host.
    location ~ ^${ownPattern}/(?:start|callback)$ {
        auth_request off;
        rewrite ^${ownPattern}/(.*)$ ${servicePrefix(siteId)}/$1 break;
        proxy_pass ${age.protocol}//${upstream};
        proxy_redirect off;
        proxy_set_header Host ${age.host};
        proxy_set_header Cookie "$${siteId}_proof; $${siteId}_started";
        proxy_set_header X-Original-URI "";
        proxy_set_header X-Forwarded-Uri "";
        proxy_set_header X-Forwarded-For $remote_addr;
        proxy_set_header X-Forwarded-Proto $scheme;
        proxy_set_header X-Forwarded-Host "";
        proxy_set_header Forwarded "";
        proxy_set_header Connection "";
        proxy_cache off;
        proxy_connect_timeout 5s;
        proxy_read_timeout 30s;${tlsTo(age)}
    }

    # Without proof: pages lead to the age check and back; everything else gets 401, with the address of the check.
    location @lintel_start {
        auth_request off;
        add_header Lintel-Gate "${start}" always;
        add_header Cache-Control no-store always;
        add_header Vary Cookie always;
        if ($${siteId}_page) {
            return 302 "${start}";
        }
        return 401;
    }
}
`;
};
