import { withDeps } from "#app/with-deps.ts";
import { hostedDataPage, hostedErasure } from "#http/hosted.ts";

export const GET = withDeps(async (_deps, _request, params) => hostedDataPage(params));

export const POST = withDeps(hostedErasure);
