import { classNames } from "./class-names.ts";
import { CopyButton } from "./copy-button.tsx";

type Props = { text: string; label: string; className?: string };

/** An id or an address, with a button that copies it. */
export const Copyable = ({ text, label, className }: Props) => (
  <span className={classNames("inline-flex max-w-full min-w-0 items-center gap-0.5", className)}>
    <code className="truncate text-xs" title={text}>
      {text}
    </code>
    <CopyButton text={text} label={`Copy ${label}`} />
  </span>
);
