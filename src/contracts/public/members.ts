import { z } from "zod";
import { ROLES } from "#core/access/permissions.ts";
import { INVITATION_DAYS } from "#core/member.ts";
import { email, pageSize, pathId, reference, timestamp, whole } from "./common.ts";
import { adminEndpoint } from "./endpoint.ts";

const id = pathId;
const role = z.enum(ROLES).describe("The person's permissions in the console: see docs/console-api.md");
const url = z.url().describe("Send it to the person; returned only once");
const expiresInDays = whole(INVITATION_DAYS).optional().describe(`${INVITATION_DAYS.default} if absent`);

const tenant = z.strictObject({ id });
const invitation = z.strictObject({ id, invitationId: id });
const member = z.strictObject({ id, memberId: id });

const memberRow = z
  .object({
    id,
    name: z.string(),
    email: z.string().nullable().describe("If the identity provider gives one"),
    role,
    joinedAt: timestamp,
    signedInAt: timestamp.describe("Their last sign-in"),
  })
  .meta({ id: "TenantMember" });

const invitationRow = z
  .object({
    id,
    role,
    email: z
      .string()
      .nullable()
      .describe("The only address that can accept it; null: anyone with the link can"),
    isOpen: z.boolean().describe("false: expired, but can be renewed"),
    createdAt: timestamp,
    expiresAt: timestamp,
  })
  .meta({ id: "TenantInvitation" });

const mail = z
  .enum(["queued", "none", "off", "limit"])
  .describe(
    "The e-mail with the link. `queued`: it is on its way; `none`: the invitation names no address that mail can go to; `off`: the operator has set no mail server; `limit`: the tenant has sent 20 within the hour, or the address got 5 within a day. Except for `queued`, send the link yourself",
  );

/** An invitation with its link, returned only when the link is made. */
const invitationLink = z
  .object({ id, url, role, email: invitationRow.shape.email, expiresAt: timestamp, mail })
  .meta({ id: "InvitationLink" });

/** What POST /admin/tenants adds when an owner's address is given. */
export const ownerInvitation = invitationLink.pick({
  id: true,
  url: true,
  expiresAt: true,
  mail: true,
});

export const listMembers = adminEndpoint("GET", "/admin/tenants/:id/members", {
  id: "admin.members.list",
  scope: "read",
  summary: "List a tenant's members",
  description: "The people who can sign in to the tenant's console, oldest members first.",
  params: tenant,
  response: z.array(memberRow),
  errors: ["TENANT_NOT_FOUND"],
});

export const changeMember = adminEndpoint("PATCH", "/admin/tenants/:id/members/:memberId", {
  id: "admin.members.update",
  scope: "all",
  summary: "Change a member's role",
  description:
    "The role of the last owner can change only while an invitation for an owner is open, so that a tenant always has, or can get, an owner.",
  params: member,
  body: z.strictObject({ role }),
  response: memberRow,
  errors: ["TENANT_NOT_FOUND", "MEMBER_NOT_FOUND", "LAST_OWNER"],
});

export const removeMember = adminEndpoint("DELETE", "/admin/tenants/:id/members/:memberId", {
  id: "admin.members.remove",
  scope: "all",
  summary: "Remove a member",
  description:
    "Takes effect at the member's next request. To replace an owner, invite the new one first: the last owner can be removed only while an invitation for an owner is open.",
  params: member,
  response: z.object({ id }),
  errors: ["TENANT_NOT_FOUND", "MEMBER_NOT_FOUND", "LAST_OWNER"],
});

export const deleteMember = adminEndpoint("DELETE", "/admin/members/:id", {
  id: "admin.members.delete",
  scope: "all",
  summary: "Delete a person",
  description:
    "Removes the person from every tenant, ends their sessions, and deletes their name, address and what the identity provider calls them, with the invitations that they accepted. The audit trail keeps their id. As with removal, the last owner of a tenant can be deleted only while an invitation for an owner is open. A later sign-in makes a new person, without a tenant.",
  params: tenant,
  response: z.object({ id }),
  errors: ["MEMBER_NOT_FOUND", "LAST_OWNER"],
});

export const listInvitations = adminEndpoint("GET", "/admin/tenants/:id/invitations", {
  id: "admin.invitations.list",
  scope: "read",
  summary: "List a tenant's invitations",
  description:
    "Invitations that can be accepted or renewed, newest first, without accepted and withdrawn ones. The `Link` header points to the next page (RFC 8288, rel=next).",
  linksToNext: true,
  params: tenant,
  query: z.strictObject({ limit: pageSize(100), cursor: reference.optional() }),
  response: z.array(invitationRow),
  errors: ["TENANT_NOT_FOUND"],
});

export const invite = adminEndpoint("POST", "/admin/tenants/:id/invitations", {
  id: "admin.invitations.create",
  scope: "all",
  summary: "Invite a member",
  description:
    "Creates a link that makes one person a member of the tenant, by default an owner. With `email`, only the person with that address can accept it, and where the operator has set a mail server the link is sent there; otherwise send it yourself.",
  params: tenant,
  body: z.strictObject({
    role: role.optional().describe("`owner` if absent"),
    email: email.optional().describe("Stored encrypted"),
    expiresInDays,
  }),
  response: invitationLink,
  errors: ["TENANT_NOT_FOUND", "CONFLICT"],
});

export const renewInvitation = adminEndpoint("POST", "/admin/tenants/:id/invitations/:invitationId/renew", {
  id: "admin.invitations.renew",
  scope: "all",
  summary: "Renew an invitation",
  description:
    "Gives the invitation a new link and a new expiry, even after it has expired, and sends it again where the invitation names an address. The previous link stops working.",
  params: invitation,
  body: z.strictObject({ expiresInDays }),
  response: invitationLink,
  errors: ["TENANT_NOT_FOUND", "INVITATION_NOT_FOUND"],
});

export const withdrawInvitation = adminEndpoint("DELETE", "/admin/tenants/:id/invitations/:invitationId", {
  id: "admin.invitations.withdraw",
  scope: "all",
  summary: "Withdraw an invitation",
  description: "Its link stops working, and it cannot be renewed.",
  params: invitation,
  response: z.object({ id }),
  errors: ["TENANT_NOT_FOUND", "INVITATION_NOT_FOUND"],
});

export type InviteBody = z.output<typeof invite.body>;
