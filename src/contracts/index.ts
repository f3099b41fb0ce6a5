import * as admin from "./admin.ts";
import type { Endpoint } from "./endpoint.ts";
import * as service from "./health.ts";
import * as tokens from "./tokens.ts";
import * as verify from "./verify.ts";

export { admin, service, tokens, verify };

/** Every public endpoint: the OpenAPI document, the reference page and the test matrix walk this list. */
export const ENDPOINTS: readonly Endpoint[] = [
  verify.start,
  verify.complete,
  verify.status,
  verify.submit,
  tokens.validate,
  admin.metrics,
  admin.listTenants,
  admin.createTenant,
  admin.getTenant,
  admin.updateTenant,
  admin.logs,
  service.health,
  service.jwks,
  service.openapi,
];
