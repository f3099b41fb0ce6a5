import { route } from "#app/program.ts";

export const GET = route(
  ({ hosted }) =>
    async (_at, _request, params) =>
      hosted.hostedFirstPage(params),
);

export const POST = route(({ hosted }) => hosted.hostedAppeal);
