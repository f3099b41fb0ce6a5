import { withDeps } from "#app/with-deps.ts";
import { handleAuth } from "#auth/handle-auth.ts";

const handle = withDeps(handleAuth);

export { handle as GET, handle as POST };
