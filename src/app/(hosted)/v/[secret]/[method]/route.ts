import { withDeps } from "#app/with-deps.ts";
import { hostedEvidence, hostedFormPage } from "#http/hosted.ts";
import { toResponse } from "#http/respond.ts";
import { methodNotAllowed } from "#http/route-handlers.ts";

export const GET = withDeps(async (_deps, _request, params) => hostedFormPage(params));

export const POST = withDeps(hostedEvidence);

const refuse = withDeps(async (deps, request) =>
  toResponse(await methodNotAllowed(deps, request, ["GET", "POST"])),
);

export { refuse as DELETE, refuse as PATCH, refuse as PUT };
