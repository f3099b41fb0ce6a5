import { SecretOnce } from "../../kit/secret-once.tsx";

/** The one time that the link is in sight. */
export const InvitationLink = ({ url, onDone }: { url: string; onDone: () => void }) => (
  <SecretOnce
    label="Invitation link"
    secret={url}
    note="Copy this link now and send it to the person you invite. No email is sent, and you will not see the link again."
    onDone={onDone}
  />
);
