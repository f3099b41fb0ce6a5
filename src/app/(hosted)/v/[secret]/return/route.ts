import { withDeps } from "#app/with-deps.ts";
import { hostedReturn } from "#http/hosted.ts";

export const GET = withDeps(hostedReturn);
