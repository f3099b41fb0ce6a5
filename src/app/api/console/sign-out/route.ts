import { withDeps } from "#app/with-deps.ts";
import { signOut } from "#auth/session.ts";

export const POST = withDeps(signOut);
