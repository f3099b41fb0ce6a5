import { route } from "#app/program.ts";

export const GET = route(
  ({ hosted }) =>
    async (_at, _request, params) =>
      hosted.hostedCancelPage(params),
);

export const POST = route(({ hosted }) => hosted.hostedCancel);
