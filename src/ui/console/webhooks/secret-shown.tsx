import { Button } from "../../kit/button.tsx";
import { DialogActions } from "../../kit/dialog-actions.tsx";
import { SecretReveal } from "../../kit/secret-reveal.tsx";

export const SecretShown = ({ secret, onDone }: { secret: string; onDone: () => void }) => (
  <div className="grid min-w-0 gap-4">
    <SecretReveal
      label="Signing secret"
      secret={secret}
      note="Copy it now: your receiver checks signatures with it. It cannot be shown again, only rolled."
    />
    <p className="text-sm text-soft">
      How to check a signature, with code to take along, is in the <a href="/docs#webhooks">webhook guide</a>.
    </p>
    <DialogActions>
      <Button look="primary" onClick={onDone}>
        I have copied it
      </Button>
    </DialogActions>
  </div>
);
