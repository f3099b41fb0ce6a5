import { withDeps } from "#app/with-deps.ts";
import { providerReturn } from "#http/identity.ts";

export const GET = withDeps(providerReturn);
export const POST = withDeps(providerReturn);
