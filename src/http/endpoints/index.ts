import type { Served } from "../route.ts";
import * as admin from "./admin.ts";
import * as members from "./members.ts";
import * as service from "./service.ts";
import * as tokens from "./tokens.ts";
import * as trust from "./trust.ts";
import * as verify from "./verify.ts";

/** Every endpoint with its use case, for entries that are not Next's file routes. */
export const SERVED: readonly Served[] = [
  ...Object.values(verify),
  ...Object.values(tokens),
  ...Object.values(admin),
  ...Object.values(members),
  ...Object.values(trust),
  ...Object.values(service),
];
