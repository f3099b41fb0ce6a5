import type { GateToConfigure } from "./configurations/gate-to-configure.ts";
import { haproxyConfiguration } from "./configurations/haproxy.ts";
import { nginxConfiguration } from "./configurations/nginx.ts";
import { scriptTagConfiguration } from "./configurations/script-tag.ts";

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
};

/** The most common one first. The guide has a section for each (docs/gate.md). */
export const GATE_CONFIGURATIONS: readonly GateConfiguration[] = [
  {
    id: "nginx",
    name: "nginx",
    file: "/etc/nginx/conf.d/<your site>.conf",
    about: "nginx 1.22 or later asks the gate about each request. A page from its cache needs a proof, too.",
    needsSecret: false,
    code: nginxConfiguration,
  },
  {
    id: "haproxy",
    name: "HAProxy",
    file: "/etc/haproxy/haproxy.cfg",
    about:
      "HAProxy 2.6 or later checks proofs itself, without asking. Keep the file readable for root alone.",
    needsSecret: true,
    code: haproxyConfiguration,
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
