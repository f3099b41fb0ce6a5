import { SecretOnce } from "../../kit/secret-once.tsx";

export const SecretShown = ({ secret, onDone }: { secret: string; onDone: () => void }) => (
  <SecretOnce
    label="Signing secret"
    secret={secret}
    note="Copy this secret now: your server needs it to check signatures. You will not see it again."
    onDone={onDone}
  >
    <p className="text-sm text-soft">
      The{" "}
      <a href="/docs#webhooks" target="_blank" rel="noreferrer">
        webhook guide
      </a>{" "}
      shows how to check a signature, with code.
    </p>
  </SecretOnce>
);
