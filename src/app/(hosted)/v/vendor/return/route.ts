import { withDeps } from "#app/with-deps.ts";
import { vendorReturn } from "#http/vendor.ts";

export const GET = withDeps(vendorReturn);
