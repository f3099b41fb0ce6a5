import { Button } from "../../kit/button.tsx";
import { CodeBlock } from "../../kit/code-block.tsx";
import { DialogActions } from "../../kit/dialog-actions.tsx";
import { SecretReveal } from "../../kit/secret-reveal.tsx";
import { curlLine } from "../overview/curl-line.ts";

type Props = { value: string; baseUrl: string; onDone: () => void };

/** The one time that a key is in sight. */
export const CreatedKey = ({ value, baseUrl, onDone }: Props) => (
  <div className="grid min-w-0 gap-4">
    <SecretReveal
      label="API key"
      secret={value}
      note="Copy it now and keep it where secrets are kept. It cannot be shown again."
    />
    <CodeBlock label="Try it" code={curlLine(baseUrl, value)} isWrapped />
    <DialogActions>
      <Button look="primary" onClick={onDone}>
        I have copied it
      </Button>
    </DialogActions>
  </div>
);
