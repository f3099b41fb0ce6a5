import { forwardedPrefix, servicePrefix } from "#core/gates/addresses.ts";
import { endedPage, formRefererExpression } from "./ended-page.ts";
import type { GateToConfigure } from "./gate-to-configure.ts";
import { openPathExpression } from "./open-paths.ts";

const openLine = (path: string): string => `    "~^${openPathExpression(path)}(?:\\?|$)" 1;`;

/** A pattern for up to so many cookies whose names begin so, wherever in the header; and the header that they make. */
const pickCookies = (start: string, most: number): string => {
  const one = `${start}[^;]*`;
  const pattern = `(?:^|; ?)(${one})${`(?:.*?(; ?${one}))?`.repeat(most - 1)}`;
  return `"~${pattern}" "${Array.from({ length: most }, (_, i) => `$${i + 1}`).join("")}";`;
};

/** How the server is asked for TLS (RFC 6066 §3), and by whom it has to be vouched for. */
export const tlsTo = (age: URL): string =>
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
    listen [::]:${site.port || 80};
    server_name ${site.hostname};`
    : `listen ${site.port || 443} ssl http2;
    listen [::]:${site.port || 443} ssl http2;
    server_name ${site.hostname};
    ssl_certificate /etc/ssl/${site.hostname}/fullchain.pem;
    ssl_certificate_key /etc/ssl/${site.hostname}/privkey.pem;`;

/** What differs between an nginx that verifies proofs itself and one that asks the service about each request. */
export type Decision = {
  /** What the file begins with, below its name. */
  begin: string;
  /** Paths besides the open ones that need no proof. */
  more: readonly string[];
  /** For the level of http. */
  http: string;
  /** What the server decides, before its locations; and the words that its application learns, PHP's among them. */
  server: string;
  /** Where proof is looked for, and what begins the location of those without. */
  locations: string;
  refused: string;
  /** The value of the header `Lintel-Gate`. */
  startHeader: string;
  /** Of the pages of the age check: where they are. */
  toService: string;
  /** What a kept copy is kept by, besides its address. */
  age: string;
  beforeCache: string;
};

/** Names that the text and its decisions share. */
export const namesOf = (gate: GateToConfigure) => {
  const { siteId, origin, cookieName, publicUrl } = gate;
  const own = forwardedPrefix(siteId);
  return {
    site: new URL(origin),
    age: new URL(publicUrl),
    own,
    ownPattern: own.replaceAll(".", "\\."),
    startCookie: cookieName.replace(/lintel_gate_.*$/, "lintel_start_"),
    /** With nginx's variable for the address that was asked for. */
    start: `${origin}${own}/start?return=$request_uri`,
  };
};

/** The whole file of a site: nginxConfiguration and nginxAskingConfiguration (nginx.ts) say what differs. */
export const printNginx = (gate: GateToConfigure, decision: Decision): string => {
  const { siteId, origin, cookieName, openPaths } = gate;
  const { site, age, own, ownPattern, startCookie, start } = namesOf(gate);
  const formPage = endedPage(`${origin}${own}/start?return=$${siteId}_form`);
  return `# Lintel: nothing leaves ${site.host} without proof of age.
# /etc/nginx/conf.d/${site.hostname}.conf
${decision.begin}
# Names begin with the gate's id: those of two sites in one nginx must not meet.

# Open without proof. Matched on the address as it was sent, never on its query. An address with a percent sign, "..",
# "//" or ";" is never open, because your application might read it as another one.
map $request_uri $${siteId}_open {
    default 0;
${[...openPaths.map(openLine), ...decision.more].join("\n")}
}

# Pages that a person opens lead to the age check. Scripts, WebSockets and service workers get 401 instead: they cannot
# follow a redirect to a page. Nor can a form that was sent: it meets a page that leads back to it.
map "$request_method $http_sec_fetch_mode $http_upgrade $http_accept" $${siteId}_page {
    default 0;
    "~^(?:GET|HEAD) (?:navigate)?  .*text/html" 1;
    "~^(?!GET |HEAD )\\w+ navigate  .*text/html" form;
}
map $http_referer $${siteId}_form {
    default /;
    "~${formRefererExpression(origin)}" $1;
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

# Only WebSockets: after any other upgrade (h2c), your application would get requests that are not checked.
map $http_upgrade $${siteId}_upgrade {
    default "";
    "~*^websocket$" websocket;
}
map $${siteId}_upgrade $${siteId}_connection {
    default upgrade;
    "" "";
}
${decision.http}
# To cache your site's pages in nginx, take away the # here and below.
# proxy_cache_path /var/cache/nginx/${siteId} levels=1:2 keys_zone=${siteId}:10m max_size=1g;

server {
    # Without the line for IPv6, an old block may answer there, and has no gate.
    ${listenTo(site)}

${decision.server}

    # What your application learns. A client's own words are replaced: an empty value removes the header.
    # With PHP: fastcgi_param HTTP_LINTEL_AGE ${decision.age}; fastcgi_param HTTP_LINTEL_GATE "";
    proxy_set_header Lintel-Age ${decision.age};
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
        # nginx ${decision.beforeCache} before it looks into its cache, so a kept copy needs proof as well. A cache or CDN in
        # front of nginx does not: there, keep closed pages out of it.
        # proxy_cache ${siteId};
        # proxy_cache_key ${decision.age}$scheme$http_host$request_uri;
    }
${decision.locations}
    # The pages of the age check, and the cookie that it sets for this host.
    location ~ ^${ownPattern}/(?:start|callback)$ {
${decision.toService}
        rewrite ^${ownPattern}/(.*)$ ${servicePrefix(siteId)}/$1 break;
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

    # Without proof: pages lead to the age check and back, and everything else gets 401, with the address of the check.
${decision.refused}
        add_header Lintel-Gate "${decision.startHeader}" always;
        add_header Cache-Control no-store always;
        add_header Vary Cookie always;
        default_type text/html;
        if ($${siteId}_page = 1) {
            return 302 "${start}";
        }
        if ($${siteId}_page = form) {
            return 401 '${formPage}';
        }
        return 401;
    }
}
`;
};
