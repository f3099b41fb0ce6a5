import { route } from "#app/program.ts";

export const POST = route(({ hosted }) => hosted.hostedHandoff);
