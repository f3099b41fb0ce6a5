import type { Role } from "#core/access.ts";

export type MemberGlance = {
  id: string;
  name: string;
  email: string | null;
  role: Role;
  joinedAt: Date;
  signedInAt: Date;
  isYou: boolean;
};

export type InvitationGlance = {
  id: string;
  role: Role;
  /** Null: for whoever has the link. */
  email: string | null;
  createdAt: Date;
  expiresAt: Date;
};
