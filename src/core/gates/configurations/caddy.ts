import { forwardedPrefix, servicePrefix } from "#core/gates/addresses.ts";
import { endedPage, formRefererExpression } from "./ended-page.ts";
import type { GateToConfigure } from "./gate-to-configure.ts";
import { openPathsExpression } from "./open-paths.ts";

// Each cookie of the header becomes itself or nothing. The service cannot learn what it does not get.
const OWN_COOKIES = `				# Its own cookies, and none of the site's.
				header_up Cookie (?:^|;)\\s*(?:((?:__Host-)?lintel_[^;]*)|[^;]*) $1;`;

// A socket is the site's. A server may end what asks it for a protocol that it does not speak (RFC 9110 §7.8).
const NO_UPGRADE = `				header_up -Upgrade
				header_up -Connection`;

/** How long the service may be silent before a visitor gets an error. */
const waitAtMost = (seconds: number): string => `				transport http {
					dial_timeout 5s
					response_header_timeout ${seconds}s
				}`;

const openBlock = (paths: readonly string[]): string =>
  paths.length === 0
    ? ""
    : `
		# What needs no proof, by its plain spelling: anything encoded, "..", "//" or ";" meets the gate.
		@open vars_regexp {http.request.uri} ^${openPathsExpression(paths)}(?:\\?.*)?$
		handle @open {
			reverse_proxy http://127.0.0.1:8080
		}
`;

/** The Caddyfile of a site with a gate: `forward_auth` asks the service about each request (Caddy 2.6 or later). */
export const caddyConfiguration = ({
  siteId,
  origin,
  host,
  openPaths,
  publicUrl,
}: GateToConfigure): string => {
  // Caddy gets certificates for a name; after "http://" it does not want any.
  const site = origin.startsWith("https:") ? host : origin;
  const service = new URL(publicUrl);
  const gate = service.pathname.replace(/\/$/, "") + servicePrefix(siteId);
  return `${site} {
	# In this order: what a visitor claims goes before anything is decided.
	route {
		# What the gate says, no visitor says. Names with "_" or "." go too: PHP reads "Lintel_Age" as "Lintel-Age".
		request_header -Lintel*
		request_header -X-Original-*
		request_header -X-Rewrite-*
		request_header -X-Forwarded-Uri
		request_header -X-Forwarded-Method
		request_header -*_*
		request_header -*.*

		# Only WebSockets: after any other upgrade (h2c), your application would get requests that are not checked.
		@socket header_regexp Upgrade (?i)^websocket$
		request_header @socket Upgrade websocket
		@other_upgrade not header_regexp Upgrade (?i)^websocket$
		request_header @other_upgrade -Upgrade

		# The gate's own two addresses. The site's id is fixed here, so no other gate appears on this host.
		@gate path_regexp gate ^${forwardedPrefix(siteId).replace(".", "\\.")}/(start|callback)$
		handle @gate {
			rewrite * ${gate}/{re.gate.1}
			reverse_proxy ${service.origin} {
				header_up Host ${service.host}
${NO_UPGRADE}
${OWN_COOKIES}
${waitAtMost(30)}
			}
		}
${openBlock(openPaths)}
		# Only pages can be led to the age check. Forms, WebSockets and programs get 401 and its address.
		map {method}:{header.Upgrade} {lintel_mode} {
			GET: redirect
			HEAD: redirect
			default status
		}

		# A form that a person sends after their proof ended meets a page that leads back to it.
		@form {
			not method GET HEAD
			header Accept *text/html*
			header Sec-Fetch-Mode navigate
			not header Upgrade *
		}
		map {http.request.header.Referer} {lintel_form} {
			~${formRefererExpression(origin)} "\${1}"
			default /
		}

		# Everything else. The check says 204 and the visitor passes, or the visitor gets its answer.
		# No one passes while it cannot be reached (502, or 504 after ten seconds).
		handle {
			forward_auth ${service.origin} {
				uri ${gate}/check?mode={lintel_mode}
				header_up Host ${service.host}
				header_up -Authorization
${NO_UPGRADE}
${OWN_COOKIES}
				copy_headers Lintel-Age
${waitAtMost(10)}
				@ended status 401
				handle_response @ended {
					route {
						copy_response_headers @form {
							include Lintel-Gate Cache-Control Vary
						}
						header @form Content-Type text/html
						respond @form \`${endedPage(`${origin}${forwardedPrefix(siteId)}/start?return={lintel_form}`)}\` 401
						copy_response
					}
				}
			}
			reverse_proxy http://127.0.0.1:8080
		}
	}
}
`;
};
