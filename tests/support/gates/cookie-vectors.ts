import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "../../../scripts/lib/run.ts";

/** A request's `Cookie` header, and whether it proves the age to a gate of this threshold at that time (Unix seconds). */
export type GateCookieCase = {
  name: string;
  threshold: string;
  now: number;
  good: boolean;
  cookieHeader: string;
};

export type GateCookies = {
  siteId: string;
  host: string;
  secret: string;
  previousSecret: string;
  /** The first one is good. */
  cases: [GateCookieCase, ...GateCookieCase[]];
};

/** `sdk/cases/gate-cookies.json`, which every verifier of the cookie is asked; `sdk/cases/README.md` describes it. */
export const readGateCookies = (): GateCookies =>
  JSON.parse(readFileSync(join(ROOT, "sdk/cases/gate-cookies.json"), "utf8"));

/** The variables of the Worker of `sdk/worker` with which all vectors for 18 are judged as they say. */
export const workerVariables = ({ siteId, host, secret, previousSecret }: GateCookies) => ({
  GATE_SERVICE: "https://age.example",
  GATE_SITE: siteId,
  GATE_ORIGIN: `https://${host}`,
  GATE_THRESHOLD: "18",
  GATE_OPEN_PATHS: "/health /assets/ /a%20b.txt",
  GATE_SECRET: secret,
  GATE_PREVIOUS_SECRET: previousSecret,
});
