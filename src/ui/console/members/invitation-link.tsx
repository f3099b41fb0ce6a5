import { Button } from "../../kit/button.tsx";
import { DialogActions } from "../../kit/dialog-actions.tsx";
import { SecretReveal } from "../../kit/secret-reveal.tsx";

/** The one time that the link is in sight. */
export const InvitationLink = ({ url, onDone }: { url: string; onDone: () => void }) => (
  <div className="grid min-w-0 gap-4">
    <SecretReveal
      label="Invitation link"
      secret={url}
      note="Copy it now and send it yourself: this service sends no mail, and the link cannot be shown again."
    />
    <DialogActions>
      <Button look="primary" onClick={onDone}>
        I have copied it
      </Button>
    </DialogActions>
  </div>
);
