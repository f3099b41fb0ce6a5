import { route } from "#app/program.ts";

export const GET = route(({ hosted }) => hosted.hostedFormPage);

export const POST = route(({ hosted }) => hosted.hostedEvidence);

const refuse = route(
  ({ methodNotAllowed, toResponse }) =>
    async ({ deps }, request) =>
      toResponse(await methodNotAllowed(deps, request, ["GET", "POST"])),
);

export { refuse as DELETE, refuse as PATCH, refuse as PUT };
