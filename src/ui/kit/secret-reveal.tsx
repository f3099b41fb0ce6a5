import { CopyButton } from "./copy-button.tsx";
import { Notice } from "./notice.tsx";

type Props = { label: string; secret: string; note: string };

/** A value that is in sight once. */
export const SecretReveal = ({ label, secret, note }: Props) => (
  <div className="grid gap-3">
    <div className="grid gap-1.5">
      <span className="text-sm font-medium">{label}</span>
      <div className="flex items-center gap-2 rounded-md border border-line-strong bg-sunken py-1 pr-1 pl-3">
        <code className="min-w-0 grow text-xs break-all" data-secret>
          {secret}
        </code>
        <CopyButton text={secret} label={`Copy ${label}`} look="primary" size="sm" isWordShown />
      </div>
    </div>
    <Notice tone="warn">{note}</Notice>
  </div>
);
