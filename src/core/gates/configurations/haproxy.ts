import { forwardedPrefix, servicePrefix } from "#core/gates/addresses.ts";
import { endedPage, formRefererExpression } from "./ended-page.ts";
import type { GateToConfigure } from "./gate-to-configure.ts";
import { openPathExpression } from "./open-paths.ts";

// The name is used below, and HAProxy does not start with one that it does not know.
const openLines = (paths: readonly string[]): string =>
  paths.length === 0
    ? "    acl lintel_open always_false"
    : paths.map((path) => `    acl lintel_open path -m reg '^${openPathExpression(path)}$'`).join("\n");

const bindTo = (site: URL): string =>
  site.protocol === "http:"
    ? `bind :${site.port || 80}
    bind [::]:${site.port || 80} v6only`
    : `bind :${site.port || 443} ssl crt /etc/haproxy/${site.hostname}.pem alpn h2,http/1.1
    bind [::]:${site.port || 443} v6only ssl crt /etc/haproxy/${site.hostname}.pem alpn h2,http/1.1`;

const serverOf = ({ protocol, hostname, port }: URL): string =>
  protocol === "http:"
    ? `${hostname}:${port || 80}`
    : `${hostname}:${port || 443} ssl verify required ca-file /etc/ssl/certs/ca-certificates.crt sni str(${hostname})`;

/**
 * For HAProxy 2.6 or later with OpenSSL and PCRE, as Debian has it: it verifies the cookie itself, by HMAC, without a call.
 * Its text has the placeholder GATE_SECRET, for the secret as the console shows it (`gs_…`).
 */
export const haproxyConfiguration = (gate: GateToConfigure): string => {
  const { siteId, origin, host, threshold, cookieName, openPaths } = gate;
  const site = new URL(origin);
  const age = new URL(gate.publicUrl);
  const own = forwardedPrefix(siteId);
  const ownPattern = own.replaceAll(".", "\\.");
  const start = `${origin}${own}/start?return=%[pathq]`;
  const shape = `^v1\\.${threshold}\\.([1-9][0-9]{9})\\.[A-Za-z0-9_-]{43}$`;
  const message = `lintel-gate.v1.${siteId}.${host}.${threshold}.\\1`;
  // For each cookie: keeps it and its last part, makes the whole one into the text that is signed, signs that, and compares. A
  // cookie of another shape stays as it is: its last part cannot be the signature of the whole.
  const isSigned = (key: string): string =>
    [
      `req.cook(${cookieName}),set-var(txn.lintel_proof),regsub("^.*[.]",""),set-var(txn.lintel_mac)`,
      `regsub(".*",""),concat(,txn.lintel_proof),regsub("${shape}","${message}")`,
      `hmac(sha256,${key}),ub64enc,secure_memcmp(txn.lintel_mac)`,
    ].join(",");
  return `# Lintel: nothing leaves ${site.host} without proof of age.
# /etc/haproxy/haproxy.cfg: keep this file readable only by root, because it holds the gate's secret.

global
    # The secret of the gate, as the console shows it (gs_…). While you change it, the line of the previous one lets in
    # visitors whose proof it signed.
    set-var proc.key_${siteId} str(GATE_SECRET),bytes(3),ub64dec,base64
    # set-var proc.previous_key_${siteId} str(PREVIOUS.SECRET),bytes(3),ub64dec,base64

defaults
    mode http
    timeout connect 5s
    timeout client 60s
    timeout server 60s
    timeout http-request 10s
    # WebSockets
    timeout tunnel 1h
    default-server init-addr last,libc,none

frontend site_${siteId}
    ${bindTo(site)}

    # What a client says about its age, or about the address that it asked for, is removed, however it is spelt.
    http-request del-header '^(lintel[^a-z0-9].*|x[^a-z0-9](original[^a-z0-9]ur[il]|rewrite[^a-z0-9]url|forwarded[^a-z0-9].*)|forwarded)$' -m reg
    http-request set-header X-Forwarded-For %[src]
    http-request set-header X-Forwarded-Proto ${site.protocol.slice(0, -1)}

    # Open without proof. Matched on the address as it was sent, never on its query. An address with a percent sign, "..",
    # "//" or ";" is never open, because your application might read it as another one.
${openLines(openPaths)}

    # The pages of the age check, and the cookie that it sets for this host.
    acl lintel_own path -m reg '^${ownPattern}/(start|callback)$'

    # Proof: signed with the secret for this site, host and age, and good now. Of several cookies any may be the one; a
    # browser has one only, so more than four are an attempt. Until the secret is filled in, nothing is proof.
    acl lintel_few req.cook_cnt(${cookieName}) le 4
    acl lintel_keyed var(proc.key_${siteId}) -m len 44
    acl lintel_signed '${isSigned(`proc.key_${siteId}`)}' -m bool
    # acl lintel_signed '${isSigned(`proc.previous_key_${siteId}`)}' -m bool
    acl lintel_begun var(txn.lintel_proof),field(3,.),sub(txn.lintel_latest) -m int le 0
    acl lintel_lasts var(txn.lintel_proof),field(3,.),sub(txn.lintel_now) -m int gt 0
    http-request set-var(txn.lintel_now) date()
    http-request set-var(txn.lintel_latest) date(43200)
    http-request set-var(txn.lintel_pass) bool(false)
    http-request set-var(txn.lintel_pass) bool(true) if lintel_keyed lintel_few lintel_signed lintel_begun lintel_lasts
    acl lintel_pass var(txn.lintel_pass) -m bool

    # Without proof: pages that a person opens lead to the age check and back. Scripts, WebSockets and
    # service workers cannot follow a redirect to a page: they get 401, with the address of the check.
    acl lintel_page method GET HEAD
    acl lintel_html req.fhdr(accept) -m sub text/html
    acl lintel_fetch req.hdr(sec-fetch-mode) -m found
    acl lintel_navigate req.hdr(sec-fetch-mode) -m str navigate
    acl lintel_upgrade req.hdr(upgrade) -m found
    http-request set-var(txn.lintel_ask) bool(true) if !lintel_pass !lintel_open !lintel_own
    acl lintel_ask var(txn.lintel_ask) -m bool
    http-request return status 302 hdr Location "${start}" hdr Lintel-Gate "${start}" hdr Cache-Control no-store hdr Vary Cookie if lintel_ask lintel_page lintel_html lintel_navigate !lintel_upgrade
    http-request return status 302 hdr Location "${start}" hdr Lintel-Gate "${start}" hdr Cache-Control no-store hdr Vary Cookie if lintel_ask lintel_page lintel_html !lintel_fetch !lintel_upgrade
    # A form that a person sends after their proof ended meets a page that leads back to it.
    http-request set-var(txn.lintel_form) str(/)
    http-request set-var(txn.lintel_form) req.fhdr(referer),regsub("^[a-z]*://[^/]*","") if { req.fhdr(referer) -m reg '${formRefererExpression(origin)}' }
    http-request return status 401 content-type text/html lf-string '${endedPage(`${origin}${own}/start?return=%[var(txn.lintel_form)]`)}' hdr Lintel-Gate "${start}" hdr Cache-Control no-store hdr Vary Cookie if lintel_ask !lintel_page lintel_html lintel_navigate !lintel_upgrade
    http-request return status 401 hdr Lintel-Gate "${start}" hdr Cache-Control no-store hdr Vary Cookie if lintel_ask

    # Only WebSockets: after any other upgrade (h2c), your application would get requests that are not checked.
    acl lintel_socket req.fhdr(upgrade) -m str -i websocket
    http-request set-header Upgrade websocket if lintel_socket
    http-request del-header Upgrade unless lintel_socket

    # What your application learns.
    http-request set-header Lintel-Age ${threshold} if lintel_pass

    use_backend age_check_${siteId} if lintel_own
    default_backend application_${siteId}

# Your site.
backend application_${siteId}
    server application 127.0.0.1:8080

# The age check. It gets its own cookies, and none of your site's.
backend age_check_${siteId}
    http-request replace-path '^${ownPattern}/(.*)' '${servicePrefix(siteId)}/\\1'
    http-request set-header Host ${age.host}
    http-request set-header Cookie '%[req.fhdr(cookie),regsub("(^|;)(?! *${cookieName.replace(/gate_.*$/, "")})[^;]*","",g)]'
    http-request del-header lintel-age
    http-request del-header upgrade
    server age_check ${serverOf(age)}
`;
};
