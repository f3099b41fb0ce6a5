import { tokens } from "#contracts/index.ts";
import { validateToken } from "#services/tokens/validate.ts";
import { route } from "../route.ts";

export const validate = route(tokens.validate)(({ ctx, body }) => validateToken(ctx, body.token));
