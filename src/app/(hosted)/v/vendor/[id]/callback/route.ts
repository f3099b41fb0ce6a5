import { withDeps } from "#app/with-deps.ts";
import { vendorCallback } from "#http/vendor.ts";

export const POST = withDeps(vendorCallback);
