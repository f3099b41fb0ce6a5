import { z } from "zod";
import { ROLES } from "#core/access.ts";
import { INVITATION_DAYS } from "#core/member.ts";
import { pathId, reference, timestamp } from "./common.ts";
import { endpoint } from "./endpoint.ts";

const id = pathId;
const role = z.enum(ROLES).describe("What the person may do in the console: see docs/console-api.md");
const url = z.url().describe("To be sent to the person; shown in this answer only");
const email = z.email().max(254);

const expiresInDays = z
  .number()
  .int()
  .min(INVITATION_DAYS.min)
  .max(INVITATION_DAYS.max)
  .optional()
  .describe(`${INVITATION_DAYS.default} where absent`);

const tenant = z.strictObject({ id });
const invitation = z.strictObject({ id, invitationId: id });
const member = z.strictObject({ id, memberId: id });

const memberRow = z
  .object({
    id,
    name: z.string(),
    email: z.string().nullable().describe("Where the identity provider says one"),
    role,
    joinedAt: timestamp,
    signedInAt: timestamp.describe("Their last sign-in"),
  })
  .meta({ id: "TenantMember" });

const invitationRow = z
  .object({
    id,
    role,
    email: z.string().nullable().describe("Whom it is for; null: whoever has the link"),
    isOpen: z.boolean().describe("false: it has expired, and can be renewed"),
    createdAt: timestamp,
    expiresAt: timestamp,
  })
  .meta({ id: "TenantInvitation" });

/** An invitation with its link, as it is answered where the link was made. */
const invitationLink = z
  .object({ id, url, role, email: invitationRow.shape.email, expiresAt: timestamp })
  .meta({ id: "InvitationLink" });

/** What POST /admin/tenants adds where it was given an owner's address. */
export const ownerInvitation = invitationLink.pick({ id: true, url: true, expiresAt: true });

export const listMembers = endpoint({
  id: "admin.members.list",
  method: "GET",
  path: "/admin/tenants/:id/members",
  auth: "admin",
  summary: "List a tenant's members",
  description: "Who can sign in to the tenant's console, longest members first.",
  params: tenant,
  response: z.array(memberRow),
  errors: ["TENANT_NOT_FOUND"],
});

export const changeMember = endpoint({
  id: "admin.members.update",
  method: "PATCH",
  path: "/admin/tenants/:id/members/:memberId",
  auth: "admin",
  summary: "Change a member's role",
  description:
    "The last owner can become something else only while an invitation for an owner is open: a tenant is never left without a way to an owner.",
  params: member,
  body: z.strictObject({ role }),
  response: memberRow,
  errors: ["TENANT_NOT_FOUND", "MEMBER_NOT_FOUND", "LAST_OWNER"],
});

export const removeMember = endpoint({
  id: "admin.members.remove",
  method: "DELETE",
  path: "/admin/tenants/:id/members/:memberId",
  auth: "admin",
  summary: "Remove a member",
  description:
    "They are out at their next request. To replace an owner who is gone, invite the new one first: the last owner can be removed only while an invitation for an owner is open.",
  params: member,
  response: z.object({ id }),
  errors: ["TENANT_NOT_FOUND", "MEMBER_NOT_FOUND", "LAST_OWNER"],
});

export const listInvitations = endpoint({
  id: "admin.invitations.list",
  method: "GET",
  path: "/admin/tenants/:id/invitations",
  auth: "admin",
  summary: "List a tenant's invitations",
  description:
    "Those that can be accepted or renewed, newest first; not the accepted and the withdrawn ones. The next page is in the `Link` header (RFC 8288, rel=next).",
  params: tenant,
  query: z.strictObject({
    limit: z.coerce.number().int().min(1).max(100).default(50).describe("At most 100"),
    cursor: reference.optional(),
  }),
  response: z.array(invitationRow),
  errors: ["TENANT_NOT_FOUND"],
});

export const invite = endpoint({
  id: "admin.invitations.create",
  method: "POST",
  path: "/admin/tenants/:id/invitations",
  auth: "admin",
  summary: "Invite a member",
  description:
    "Makes a link that makes one person a member of the tenant, an owner where nothing else is asked for. The service sends no e-mail: send the link yourself. With `email`, only the person with that address can accept it.",
  params: tenant,
  body: z.strictObject({
    role: role.optional().describe("owner where absent"),
    email: email.optional().describe("Kept sealed"),
    expiresInDays,
  }),
  response: invitationLink,
  errors: ["TENANT_NOT_FOUND", "CONFLICT"],
});

export const renewInvitation = endpoint({
  id: "admin.invitations.renew",
  method: "POST",
  path: "/admin/tenants/:id/invitations/:invitationId/renew",
  auth: "admin",
  summary: "Renew an invitation",
  description:
    "Gives the invitation a new link and a new expiry, also after it has expired. The link before leads nowhere from now on.",
  params: invitation,
  body: z.strictObject({ expiresInDays }),
  response: invitationLink,
  errors: ["TENANT_NOT_FOUND", "INVITATION_NOT_FOUND"],
});

export const withdrawInvitation = endpoint({
  id: "admin.invitations.withdraw",
  method: "DELETE",
  path: "/admin/tenants/:id/invitations/:invitationId",
  auth: "admin",
  summary: "Withdraw an invitation",
  description: "Its link leads nowhere from now on, and it cannot be renewed.",
  params: invitation,
  response: z.object({ id }),
  errors: ["TENANT_NOT_FOUND", "INVITATION_NOT_FOUND"],
});
