import type { Role } from "#core/access.ts";
import { Button } from "../../kit/button.tsx";
import { ButtonLink } from "../../kit/button-link.tsx";
import { Notice } from "../../kit/notice.tsx";
import { Spinner } from "../../kit/spinner.tsx";
import { Time } from "../../kit/time.tsx";
import type { Problem } from "../session/problem.ts";
import { ROLE_ABOUT, ROLE_NAMES } from "../words/permission-words.ts";
import { Gate } from "./gate.tsx";

type Props = {
  invitation: { tenantName: string; role: Role; expiresAt: Date } | null;
  problem: Problem | null;
  isBusy: boolean;
  onAccept: () => void;
};

export const InvitationView = ({ invitation, problem, isBusy, onAccept }: Props) => (
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
      {problem && <ButtonLink href="/console">To the console</ButtonLink>}
      {invitation && !problem && (
        <Button look="primary" size="lg" isBusy={isBusy} onClick={onAccept}>
          Accept and join
        </Button>
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
