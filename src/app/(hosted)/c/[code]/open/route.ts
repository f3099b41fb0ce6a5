import { withDeps } from "#app/with-deps.ts";
import { handoffAccept } from "#http/hosted.ts";

export const POST = withDeps(handoffAccept);
