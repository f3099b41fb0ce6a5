import { CopyButton } from "./copy-button.tsx";

type Props = { label: string; code: string; className?: string; isWrapped?: boolean };

/** Code to take along; it scrolls by itself. */
export const CodeBlock = ({ label, code, className = "", isWrapped = false }: Props) => (
  <figure className={`min-w-0 overflow-hidden rounded-md border bg-sunken ${className}`}>
    <figcaption className="flex h-9 items-center justify-between border-b pr-1 pl-3 text-xs text-soft">
      <span className="truncate">{label}</span>
      <CopyButton text={code} label={`Copy ${label}`} />
    </figcaption>
    {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard (WCAG 2.2 §2.1.1) */}
    <pre tabIndex={0} className="focus-inset max-h-96 overflow-auto p-3 text-xs leading-relaxed">
      <code className={isWrapped ? "break-all whitespace-pre-wrap" : "whitespace-pre"}>{code}</code>
    </pre>
  </figure>
);
