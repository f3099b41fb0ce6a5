import type { JWT } from "next-auth/jwt";
import { z } from "zod";

/** What the encrypted cookie holds, as it is read back: see platform/identity/identity-provider.ts. */
const cookieSession = z.object({
  bearer: z.string(),
  bearerExpiresAt: z.number(),
  refreshToken: z.string().nullable(),
  idToken: z.string().nullable(),
});

export type CookieSession = z.infer<typeof cookieSession>;

export const toJwt = (session: CookieSession): JWT => ({ provider: session });

/** Null for a cookie of an older shape: whoever has one signs in again. */
export const fromJwt = (token: JWT): CookieSession | null =>
  cookieSession.safeParse(token.provider).data ?? null;
