"use client";
import { Segmented } from "./choices.tsx";
import { CopyButton } from "./copy.tsx";

type CodeBlockProps = { label: string; code: string; isWrapped?: boolean };

/** Code with a copy button. */
export const CodeBlock = ({ label, code, isWrapped = false }: CodeBlockProps) => (
  <figure className="min-w-0 overflow-hidden rounded-md border bg-sunken">
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

export type CodeInLanguage = { id: string; name: string; code: string };

type CodeTabsProps = {
  label: string;
  languages: readonly CodeInLanguage[];
  chosen: string;
  onChoose: (id: string) => void;
};

/** The same code in several languages, one shown at a time. */
export const CodeTabs = ({ label, languages, chosen, onChoose }: CodeTabsProps) => {
  const shown = languages.find(({ id }) => id === chosen) ?? languages[0];
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <div className="overflow-x-auto">
        <Segmented
          label={`Language of ${label}`}
          value={shown?.id ?? ""}
          options={languages.map(({ id, name }) => ({ value: id, label: name }))}
          onChange={onChoose}
        />
      </div>
      {shown && <CodeBlock label={shown.name} code={shown.code} />}
    </div>
  );
};
