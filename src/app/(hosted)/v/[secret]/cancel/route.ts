import { withDeps } from "#app/with-deps.ts";
import { hostedCancel, hostedCancelPage } from "#http/hosted.ts";

export const GET = withDeps(async (_deps, _request, params) => hostedCancelPage(params));

export const POST = withDeps(hostedCancel);
