import { withDeps } from "#app/with-deps.ts";
import { hostedAppeal, hostedFirstPage } from "#http/hosted.ts";

export const GET = withDeps(async (_deps, _request, params) => hostedFirstPage(params));

export const POST = withDeps(hostedAppeal);
