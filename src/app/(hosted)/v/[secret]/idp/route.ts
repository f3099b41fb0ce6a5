import { withDeps } from "#app/with-deps.ts";
import { hostedFirstPage } from "#http/hosted.ts";
import { providerStart } from "#http/identity.ts";

export const POST = withDeps(providerStart);

export const GET = withDeps(async (_deps, _request, params) => hostedFirstPage(params));
