import { withDeps } from "#app/with-deps.ts";
import { hostedState } from "#http/hosted.ts";

export const GET = withDeps(hostedState);
