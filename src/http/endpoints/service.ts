import { service } from "#contracts/index.ts";
import { openApiDocument } from "#contracts/openapi.ts";
import { checkHealth, checkReadiness } from "#services/reports/health.ts";
import { route } from "../route.ts";

const CACHE_FIVE_MINUTES = "public, max-age=300";

export const health = route(service.health)(({ ctx }) => checkHealth(ctx.deps));

export const ready = route(service.ready)(({ ctx }) => checkReadiness(ctx.deps));

export const jwks = route(service.jwks)(async ({ ctx, headers }) => {
  headers.set("Cache-Control", CACHE_FIVE_MINUTES);
  return ctx.deps.signingKeys.jwks();
});

export const openapi = route(service.openapi)(async ({ ctx, headers }) => {
  headers.set("Cache-Control", CACHE_FIVE_MINUTES);
  return openApiDocument(ctx.deps.settings.publicUrl);
});
