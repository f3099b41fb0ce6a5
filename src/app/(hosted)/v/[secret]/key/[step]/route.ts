import { withDeps } from "#app/with-deps.ts";
import { pageKey } from "#http/age-keys.ts";

export const POST = withDeps(pageKey);
