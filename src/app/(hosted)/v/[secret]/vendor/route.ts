import { withDeps } from "#app/with-deps.ts";
import { hostedFirstPage } from "#http/hosted.ts";
import { vendorStart } from "#http/vendor.ts";

export const POST = withDeps(vendorStart);

export const GET = withDeps(async (_deps, _request, params) => hostedFirstPage(params));
