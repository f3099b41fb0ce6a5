import { withDeps } from "#app/with-deps.ts";
import { hostedHandoff } from "#http/hosted.ts";

export const POST = withDeps(hostedHandoff);
