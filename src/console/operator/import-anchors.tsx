"use client";
import { useQueryClient } from "@tanstack/react-query";
import { type ChangeEvent, useState } from "react";
import { useTRPC } from "#console/client/api-provider.tsx";
import { useDialogCall } from "#console/client/use-dialog-call.ts";
import { counted } from "#core/text.ts";
import { Checkbox, CheckboxGroup, RadioCards } from "#kit/choices.tsx";
import { Dialog, type DialogCall, DialogForm } from "#kit/dialog/dialog.tsx";
import { Field, TextAreaField, TextField, TextInput, useTexts } from "#kit/fields.tsx";
import { type KeptValues, keptForm, READ } from "#kit/kept/kept-fields.ts";
import { type Opened, Restorable, useKeeping, useKept } from "#kit/kept/use-kept.tsx";
import { Notice } from "#kit/states.tsx";
import { Time } from "#kit/time.tsx";
import { toast } from "#kit/toast.tsx";
import type { ConsoleInputs, ConsoleOutputs } from "#trpc/root.ts";

type Import = ConsoleInputs["operator"]["importTrustAnchors"];
type Candidate = ConsoleOutputs["operator"]["importTrustAnchors"]["candidates"][number];
type Format = Import["format"];

const FORMATS = [
  { value: "pem", name: "Certificates (PEM)", about: "One or more certificates, for the types you name." },
  { value: "vical", name: "VICAL", about: "A list of a provider that you have pinned before." },
  {
    value: "eu_trusted_list",
    name: "EU trusted list",
    about: "The XML. You compare fingerprints, then trust the entries you choose.",
  },
] as const;

const base64Of = (bytes: Uint8Array): string => {
  let text = "";
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text);
};

const contentOf = async (file: File, format: Format): Promise<string> =>
  format === "vical" ? base64Of(new Uint8Array(await file.arrayBuffer())) : file.text();

type FileFieldProps = { format: Format; onContent: (content: string) => void };

/** A file of the format; a VICAL is binary, so it is sent in base64. */
const FileField = ({ format, onContent }: FileFieldProps) => {
  const take = async ({ target }: ChangeEvent<HTMLInputElement>): Promise<void> => {
    const [file] = target.files ?? [];
    onContent(file ? await contentOf(file, format) : "");
  };
  return (
    <Field label="File" hint="At most 384 KB here; larger files go through “npm run trust”.">
      {(parts) => (
        <TextInput {...parts} type="file" className="py-1" onChange={(event) => void take(event)} />
      )}
    </Field>
  );
};

type CandidatesProps = {
  candidates: readonly Candidate[];
  chosen: ReadonlySet<string>;
  onChoose: (chosen: ReadonlySet<string>) => void;
};

/** The entries of the EU list, to compare with their source before they are trusted. */
const Candidates = ({ candidates, chosen, onChoose }: CandidatesProps) => {
  const toggle = (fingerprint: string): void => {
    const next = new Set(chosen);
    if (!next.delete(fingerprint)) next.add(fingerprint);
    onChoose(next);
  };
  if (candidates.length === 0) return <Notice>The list has no entry that could be trusted.</Notice>;
  return (
    <CheckboxGroup label="Entries whose fingerprint you have compared with its source">
      {candidates.map(({ fingerprint, subject, validUntil }) => (
        <Checkbox
          key={fingerprint}
          label={<span className="wrap-anywhere">{subject}</span>}
          hint={
            <span className="grid gap-0.5">
              <code className="wrap-anywhere">{fingerprint}</code>
              <span>
                until <Time at={validUntil} as="long" />
              </span>
            </span>
          }
          checked={chosen.has(fingerprint)}
          onChange={() => toggle(fingerprint)}
        />
      ))}
    </CheckboxGroup>
  );
};

// Not the certificates: people paste private keys with them by mistake.
const KEPT = keptForm("anchors-import", {
  format: READ.oneOf(FORMATS.map(({ value }) => value)),
  types: READ.text,
  label: READ.text,
});

type Kept = KeptValues<typeof KEPT>;

const START: Kept = { format: "pem", types: "", label: "" };

type FormProps = {
  call: DialogCall;
  opened: Opened<Kept>;
  candidates: readonly Candidate[] | null;
  onImport: (input: Import) => void;
};

const ImportForm = ({ call, opened, candidates, onImport }: FormProps) => {
  const { format: first, ...texts } = { ...START, ...opened.typed };
  const [format, setFormat] = useState<Format>(first);
  const [file, setFile] = useState("");
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const { values, field } = useTexts({ content: "", ...texts }, call.problem?.issues);
  useKeeping(opened, { format, types: values.types, label: values.label }, START);
  const submit = (): void => {
    const label = values.label.trim();
    const credentialTypes = values.types.split(/[\s,]+/).filter(Boolean);
    if (format === "pem")
      onImport({ format, content: values.content, credentialTypes, ...(label && { label }) });
    else if (format === "vical") onImport({ format, content: file });
    else onImport({ format, content: file, ...(chosen.size > 0 && { confirm: [...chosen] }) });
  };
  const isComplete = format === "pem" ? values.content.trim() !== "" : file !== "";
  const action = format === "eu_trusted_list" && chosen.size === 0 ? "Show the entries" : "Import";
  return (
    <DialogForm action={action} call={call} opened={opened} isComplete={isComplete} onSubmit={submit}>
      <RadioCards label="What you have" value={format} options={FORMATS} onChange={setFormat} />
      {format === "pem" ? (
        <>
          <TextAreaField
            label="Certificates"
            {...field("content")}
            required
            rows={6}
            spellCheck={false}
            className="font-mono text-xs"
            placeholder="-----BEGIN CERTIFICATE-----"
          />
          <TextField
            label="Credential types"
            hint="For example “org.iso.18013.5.1.mDL”, or “vical” for a provider of lists. Several are separated by commas."
            {...field("types")}
            required
            spellCheck={false}
            autoComplete="off"
          />
          <TextField label="Name" hint="As results show it." {...field("label")} maxLength={200} />
        </>
      ) : (
        <FileField key={format} format={format} onContent={setFile} />
      )}
      {format === "eu_trusted_list" && candidates !== null && (
        <Candidates candidates={candidates} chosen={chosen} onChoose={setChosen} />
      )}
    </DialogForm>
  );
};

type Props = { isOpen: boolean; onClose: () => void };

export const ImportAnchorsDialog = ({ isOpen, onClose }: Props) => {
  const [candidates, setCandidates] = useState<readonly Candidate[] | null>(null);
  const queries = useQueryClient();
  const { operator } = useTRPC();
  const kept = useKept(KEPT, "new");
  const close = (): void => {
    setCandidates(null);
    onClose();
  };
  const call = useDialogCall(
    operator.importTrustAnchors.mutationOptions({
      onSuccess: async ({ anchors, candidates: entries, skipped }, { format }) => {
        if (format === "eu_trusted_list" && anchors.length === 0) {
          setCandidates(entries);
          return;
        }
        kept.forget();
        const left = skipped === 0 ? "" : ` ${skipped} entries could not be read.`;
        toast.done(
          "Imported",
          `${counted(anchors.length, "anchor")} trusted from now on, for every tenant.${left}`,
        );
        call.close();
        await queries.invalidateQueries();
      },
    }),
    close,
  );
  const startOver = (): void => {
    setCandidates(null);
    call.forget();
  };
  return (
    <Dialog isOpen={isOpen} onClose={call.close} title="Import trust anchors">
      <Restorable kept={kept} onStartOver={startOver}>
        {(opened) => (
          <ImportForm call={call} opened={opened} candidates={candidates} onImport={call.mutate} />
        )}
      </Restorable>
    </Dialog>
  );
};
