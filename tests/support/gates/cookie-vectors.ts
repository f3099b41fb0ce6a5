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
