"use client";
import { useState } from "react";
import { useAccess } from "#console/client/access.tsx";
import { GATE_CONFIGURATIONS } from "#core/gates/configurations.ts";
import { CodeBlock } from "#kit/code.tsx";
import { SelectField } from "#kit/fields.tsx";
import { Notice } from "#kit/states.tsx";
import type { Gate } from "./gate-words.ts";

const OPTIONS = GATE_CONFIGURATIONS.map(({ id, name }) => ({ value: id, label: name }));

/** Where the guide has a server: its headings are the names. */
const anchorOf = (name: string): string => name.toLowerCase().replaceAll(" ", "-");

/** A server to choose, and what to copy into it. The secret is not in any of the texts. */
export const ConfigurationChoice = ({ gate }: { gate: Gate }) => {
  const { baseUrl } = useAccess();
  const [chosen, setChosen] = useState<string>(OPTIONS[0]?.value ?? "");
  const configuration = GATE_CONFIGURATIONS.find(({ id }) => id === chosen) ?? GATE_CONFIGURATIONS[0];
  if (!configuration) return null;
  const { id, name, file, about, needsSecret, code, also } = configuration;
  const values = { ...gate, publicUrl: baseUrl };
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <SelectField
        label="Your site’s server"
        hint={about}
        value={id}
        options={OPTIONS}
        onChange={setChosen}
      />
      {needsSecret && (
        <Notice>
          {name} checks proofs with the gate’s secret, which is not in {also ? "these texts" : "this text"}.
          It belongs where
          {also ? " the second" : " the text"} says GATE_SECRET.
        </Notice>
      )}
      <CodeBlock label={file} code={code(values)} />
      {also && <CodeBlock label={also.file(values)} code={also.code(values)} />}
      <p className="text-sm text-soft">
        <a
          href={`/docs/gate#${anchorOf(name)}`}
          target="_blank"
          rel="noreferrer"
          className="underline underline-offset-2"
        >
          The guide: {name}
        </a>
        . When your server runs with it, look for leaks in the gate’s details.
      </p>
    </div>
  );
};
