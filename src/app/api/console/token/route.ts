import { withDeps } from "#app/with-deps.ts";
import { accessToken } from "#auth/session.ts";

export const POST = withDeps(accessToken);
