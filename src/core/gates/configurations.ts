import { apacheConfiguration } from "./configurations/apache.ts";
import { caddyConfiguration } from "./configurations/caddy.ts";
import { envoyConfiguration } from "./configurations/envoy.ts";
import type { GateToConfigure } from "./configurations/gate-to-configure.ts";
import { haproxyConfiguration } from "./configurations/haproxy.ts";
import { nginxAskingConfiguration, nginxConfiguration, nginxScriptFile } from "./configurations/nginx.ts";
import { nginxScript } from "./configurations/nginx-script.ts";
import { scriptTagConfiguration } from "./configurations/script-tag.ts";
import { traefikConfiguration } from "./configurations/traefik.ts";
import { wordpressConfiguration } from "./configurations/wordpress.ts";
import { workerConfiguration } from "./configurations/worker.ts";

/** What a site's owner copies into their server. */
export type GateConfiguration = {
  id: string;
  /** As the owner knows it. */
  name: string;
  /** Where the text goes. */
  file: string;
  /** How the gate works there, in a sentence or two. */
  about: string;
  /** Whether the server verifies cookies itself, with the gate's secret. */
  needsSecret: boolean;
  code: (gate: GateToConfigure) => string;
  /** A second file that the first one names, and where it goes. */
  also?: { file: (gate: GateToConfigure) => string; code: (gate: GateToConfigure) => string };
};

/** The most common one first. The guide has a section for each, under its name (docs/gate.md). */
export const GATE_CONFIGURATIONS: readonly GateConfiguration[] = [
  {
    id: "nginx",
    name: "nginx",
    file: "/etc/nginx/conf.d/<your site>.conf",
    about:
      "nginx 1.22 or later with njs checks proofs itself, without asking. Two texts; only root should be able to read the second.",
    needsSecret: true,
    code: nginxConfiguration,
    also: { file: ({ origin }) => nginxScriptFile(new URL(origin).hostname), code: nginxScript },
  },
  {
    id: "nginx-asking",
    name: "nginx without njs",
    file: "/etc/nginx/conf.d/<your site>.conf",
    about: "nginx 1.22 or later asks the gate about each request, which takes longer. No module, no secret.",
    needsSecret: false,
    code: nginxAskingConfiguration,
  },
  {
    id: "caddy",
    name: "Caddy",
    file: "/etc/caddy/Caddyfile",
    about: "Caddy 2.6 or later asks the gate about each request.",
    needsSecret: false,
    code: caddyConfiguration,
  },
  {
    id: "wordpress",
    name: "WordPress",
    file: "Settings → Age check",
    about:
      "A plugin checks proofs itself. It works with page caches, and can protect single pages, categories or the whole site.",
    needsSecret: true,
    code: wordpressConfiguration,
  },
  {
    id: "apache",
    name: "Apache",
    file: "/etc/apache2/sites-available/<your site>.conf",
    about:
      "Apache 2.4 asks by OpenID Connect. It needs a site under Sign in with age as well, and does not use this gate’s numbers.",
    needsSecret: false,
    code: apacheConfiguration,
  },
  {
    id: "haproxy",
    name: "HAProxy",
    file: "/etc/haproxy/haproxy.cfg",
    about:
      "HAProxy 2.6 or later checks proofs itself, without asking. Only root should be able to read the file.",
    needsSecret: true,
    code: haproxyConfiguration,
  },
  {
    id: "worker",
    name: "Cloudflare Worker",
    file: "wrangler.toml",
    about: "A Worker checks proofs at the edge, before Cloudflare’s cache.",
    needsSecret: true,
    code: workerConfiguration,
  },
  {
    id: "traefik",
    name: "Traefik",
    file: "A file for the file provider",
    about: "Traefik 3 asks the gate about each request.",
    needsSecret: false,
    code: traefikConfiguration,
  },
  {
    id: "envoy",
    name: "Envoy",
    file: "envoy.yaml",
    about: "Envoy asks the gate about each request (ext_authz).",
    needsSecret: false,
    code: envoyConfiguration,
  },
  {
    id: "script-tag",
    name: "A script tag",
    file: "Your page",
    about:
      "For one form, such as a checkout, where you cannot change the server. It hides nothing: your backend decides.",
    needsSecret: false,
    code: scriptTagConfiguration,
  },
];
