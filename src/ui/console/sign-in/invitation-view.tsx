import type { Role } from "#core/access.ts";
import { Button } from "../../kit/button.tsx";
import { Notice } from "../../kit/notice.tsx";
import { Spinner } from "../../kit/spinner.tsx";
import { Time } from "../../kit/time.tsx";
import type { Problem } from "../session/problem.ts";
import { ROLE_ABOUT, ROLE_NAMES } from "../words/permission-words.ts";
import { Gate } from "./gate.tsx";

type Props = {
  invitation: { tenantName: string; role: Role; expiresAt: Date; madeFor: string | null } | null;
  problem: Problem | null;
  /** Who is signed in; null: that is not known yet. */
  person: { name: string; email: string | null } | null;
  isBusy: boolean;
  onAccept: () => void;
  /** Goes on without the invitation. */
  onLeave: () => void;
  /** Signs out, to come back as somebody else. */
  onSwitch: () => void;
};

export const InvitationView = ({
  invitation,
  problem,
  person,
  isBusy,
  onAccept,
  onLeave,
  onSwitch,
}: Props) => (
  <Gate>
    <h1 className="text-3xl tracking-tighter">
      {invitation ? `Join ${invitation.tenantName}` : "Your invitation"}
    </h1>
    {invitation && (
      <p className="mt-3 text-md text-soft">
        As {ROLE_NAMES[invitation.role].toLowerCase()}: {ROLE_ABOUT[invitation.role]}. The invitation ends{" "}
        <Time at={invitation.expiresAt} as="relative" />.
      </p>
    )}
    <div className="mt-7 grid gap-4">
      {problem && <Notice tone="danger">{problem.message}</Notice>}
      {invitation?.madeFor && !problem && (
        <Notice tone="warn">
          This invitation was made for {invitation.madeFor}. Your identity provider does not confirm your
          e-mail address, so check that the invitation is meant for you.
        </Notice>
      )}
      {invitation && !problem && (
        <Button look="primary" size="lg" isBusy={isBusy} onClick={onAccept}>
          {invitation.madeFor ? "Confirm and join" : "Accept and join"}
        </Button>
      )}
      {person && (
        <div className="grid gap-2 rounded-md border p-3 text-sm">
          <p className="wrap-anywhere">
            You are signed in as <strong className="font-medium">{person.name}</strong>
            {person.email && ` (${person.email})`}.
          </p>
          {problem && (
            <p className="text-soft">
              {person.email
                ? "An invitation to another address is accepted only by the account with that address."
                : "Your identity provider does not confirm your e-mail address. Ask for a new link."}
            </p>
          )}
          <div className="flex flex-wrap gap-2">
            <Button onClick={onSwitch}>Use another account</Button>
            {problem && (
              <Button look="ghost" onClick={onLeave}>
                Go to the console
              </Button>
            )}
          </div>
        </div>
      )}
      {!invitation && !problem && (
        <p role="status" className="flex items-center gap-2.5 text-sm text-soft">
          <Spinner />
          Looking at the invitation…
        </p>
      )}
    </div>
  </Gate>
);
