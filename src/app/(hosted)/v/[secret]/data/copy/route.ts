import { withDeps } from "#app/with-deps.ts";
import { hostedDataCopy } from "#http/hosted.ts";

export const GET = withDeps(hostedDataCopy);
