"use client";
import { Button } from "#kit/button.tsx";
import { CopyButton } from "#kit/copy.tsx";
import { DialogActions } from "#kit/dialog/dialog-parts.tsx";
import { SecretOnce } from "#kit/dialog/secret-once.tsx";
import { Notice } from "#kit/states.tsx";
import type { ConsoleOutputs } from "#trpc/root.ts";

type Invited = Pick<ConsoleOutputs["members"]["renewInvitation"], "url" | "mail" | "email">;

const LABEL = "Invitation link";

/** The link of an invitation that was just made, and whether it is on its way. */
export const InvitedLink = ({ invited, onDone }: { invited: Invited; onDone: () => void }) => {
  const { url, mail, email } = invited;
  if (mail === "queued")
    return (
      <div className="grid min-w-0 gap-4">
        <Notice tone="ok">
          <span className="min-w-0 break-words">An e-mail is on its way to {email}.</span>
        </Notice>
        <p className="text-sm text-soft">
          To pass the link on yourself as well, copy it now: you will not see it again.
        </p>
        <DialogActions>
          <CopyButton text={url} label={`Copy ${LABEL}`} />
          <Button look="primary" onClick={onDone}>
            Done
          </Button>
        </DialogActions>
      </div>
    );
  const why =
    mail === "limit"
      ? "No e-mail is sent: this tenant has sent 20 invitations within an hour, or the address got five within a day."
      : "No e-mail is sent.";
  return (
    <SecretOnce
      label={LABEL}
      secret={url}
      note={`${why} Copy this link now and send it to the person you invite: you will not see it again.`}
      onDone={onDone}
    />
  );
};
