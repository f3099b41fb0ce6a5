import { withDeps } from "#app/with-deps.ts";
import { hostedEvidence, hostedFormPage } from "#http/hosted.ts";
import { methodNotAllowed } from "#http/route-handlers.ts";

export const GET = withDeps(async (_deps, _request, params) => hostedFormPage(params));

export const POST = withDeps(hostedEvidence);

const refuse = withDeps((deps, request) => methodNotAllowed(deps, request, ["GET", "POST"]));

export { refuse as DELETE, refuse as PATCH, refuse as PUT };
