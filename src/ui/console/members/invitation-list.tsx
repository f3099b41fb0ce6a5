import { Button } from "../../kit/button.tsx";
import { Time } from "../../kit/time.tsx";
import { ROLE_NAMES } from "../words/permission-words.ts";
import type { InvitationGlance } from "./member-glance.ts";

type Props = {
  invitations: readonly InvitationGlance[];
  refusal: string | null;
  onRevoke: (invitation: InvitationGlance) => void;
};

/** Links that still work. */
export const InvitationList = ({ invitations, refusal, onRevoke }: Props) => (
  <ul>
    {invitations.map((invitation) => (
      <li
        key={invitation.id}
        className="flex flex-wrap items-center gap-x-4 gap-y-1 border-t px-4 py-2.5 text-sm"
      >
        <span className="min-w-40 grow font-medium">{invitation.email ?? "Whoever has the link"}</span>
        <span>{ROLE_NAMES[invitation.role]}</span>
        <span className="text-soft">
          ends <Time at={invitation.expiresAt} as="relative" />
        </span>
        <Button size="sm" look="danger-quiet" refusal={refusal} onClick={() => onRevoke(invitation)}>
          Take back
        </Button>
      </li>
    ))}
  </ul>
);
