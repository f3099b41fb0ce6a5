import { members } from "#contracts/index.ts";
import { inviteByOperator } from "#services/tenants/people/invite.ts";
import { invitationsOf, membersOf } from "#services/tenants/people/list.ts";
import { changeMember, expelMember } from "#services/tenants/people/move-member.ts";
import { renewInvitation } from "#services/tenants/people/renew-invitation.ts";
import { withdrawInvitation } from "#services/tenants/people/withdraw-invitation.ts";
import { linkNext } from "../link-next.ts";
import { route } from "../route.ts";

export const membersList = route(members.listMembers)(({ ctx, params }) => membersOf(ctx, params.id));

export const membersChange = route(members.changeMember)(({ ctx, params, body }) =>
  changeMember(ctx, { tenantId: params.id, memberId: params.memberId, role: body.role }),
);

export const membersRemove = route(members.removeMember)(({ ctx, params }) =>
  expelMember(ctx, { tenantId: params.id, memberId: params.memberId }),
);

export const invitationsList = route(members.listInvitations)(async ({ ctx, params, query, headers }) => {
  const page = await invitationsOf(ctx, params.id, query);
  const path = members.listInvitations.path.replace(":id", params.id);
  linkNext(headers, path, { limit: String(query.limit), cursor: page.nextCursor });
  return page.invitations;
});

export const invitationsCreate = route(members.invite)(({ ctx, params, body }) =>
  inviteByOperator(ctx, params.id, body),
);

export const invitationsRenew = route(members.renewInvitation)(({ ctx, params, body }) =>
  renewInvitation(ctx, { ...body, tenantId: params.id, id: params.invitationId }),
);

export const invitationsWithdraw = route(members.withdrawInvitation)(({ ctx, params }) =>
  withdrawInvitation(ctx, { tenantId: params.id, id: params.invitationId }),
);
