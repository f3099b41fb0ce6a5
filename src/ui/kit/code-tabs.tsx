"use client";
import { CodeBlock } from "./code-block.tsx";
import { Segmented } from "./segmented.tsx";

export type CodeInLanguage = { id: string; name: string; code: string };

type Props = {
  label: string;
  languages: readonly CodeInLanguage[];
  chosen: string;
  onChoose: (id: string) => void;
};

/** The same in several programming languages, one of them in sight. */
export const CodeTabs = ({ label, languages, chosen, onChoose }: Props) => {
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
