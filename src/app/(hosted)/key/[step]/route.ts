import { withDeps } from "#app/with-deps.ts";
import { ownKey } from "#http/age-keys.ts";

export const POST = withDeps(ownKey);
