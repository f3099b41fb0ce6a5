"use client";
import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { useAccess } from "#console/client/access.tsx";
import { useTRPC } from "#console/client/api-provider.tsx";
import { QueryView } from "#console/client/query-view.tsx";
import { changeOf, editsAfter } from "#console/client/use-seen.ts";
import { conflictingFields, problemOf } from "#console/session/problem.ts";
import type { PracticeStatement } from "#core/practice/statement.ts";
import { Button } from "#kit/button.tsx";
import { Checkbox } from "#kit/choices.tsx";
import { ConfirmDialog } from "#kit/dialog/dialog.tsx";
import { TextField } from "#kit/fields.tsx";
import { useBegun } from "#kit/hooks.ts";
import { type KeptValues, keptForm, READ } from "#kit/kept/kept-fields.ts";
import { RestoredNotice } from "#kit/kept/restored.tsx";
import { useKept, useKeptEdits } from "#kit/kept/use-kept.tsx";
import { Card } from "#kit/page-layout.tsx";
import { ConflictNotice, Notice, Skeleton } from "#kit/states.tsx";
import { toast } from "#kit/toast.tsx";
import type { ConsoleOutputs } from "#trpc/root.ts";
import { PARTS } from "./settings-data.ts";

type Overview = ConsoleOutputs["practice"]["overview"];

/** The parts of a statement as members call them. */
const STATED: Readonly<Record<keyof PracticeStatement, string>> = {
  of: "Whose practice it is",
  contact: "Contact",
  complaint: "Complaints",
  ages: "Ages, attempts and policy",
  methods: "Methods",
  ownBackend: "Checks by your own backend",
  choice: "Choice of methods",
  appeal: "Appeals",
  documentReuse: "Repeated use of a document",
  languages: "Languages",
  accessibility: "Accessibility",
  data: "Data that is stored",
  neverStored: "Data that is never stored",
  processors: "Companies involved",
  roles: "Roles",
  limits: "Known limits",
  conformance: "Conformance tests",
  software: "Software",
  address: "Address",
  format: "Format",
};

const partOf = (path: string): string => /^\w+/.exec(path)?.[0] ?? path;

const Values = ({ changes }: { changes: Overview["changes"] }) => (
  <ul className="mt-1 mb-2 grid gap-2">
    {changes.map(({ path, before, after }) => (
      <li key={path} className="wrap-anywhere">
        {path !== partOf(path) && (
          <>
            <code className="text-xs text-soft">{path.slice(partOf(path).length).replace(/^\./, "")}</code>
            <br />
          </>
        )}
        {before !== null && <del>{before}</del>}{" "}
        {after !== null && <ins className="no-underline">{after}</ins>}
      </li>
    ))}
  </ul>
);

/** The changes that publishing makes, by part of the statement; each part opens to show its values. */
const Changes = ({ changes, isFirst }: { changes: Overview["changes"]; isFirst: boolean }) => {
  if (changes.length === 0)
    return <p className="text-sm text-soft">Nothing differs from the newest version.</p>;
  const parts = Object.entries(STATED).flatMap(([part, name]) => {
    const inPart = changes.filter(({ path }) => partOf(path) === part);
    return inPart.length > 0 ? [{ part, name, inPart }] : [];
  });
  return (
    <section aria-label="Changes" className="grid gap-1 text-sm">
      <h3 className="font-medium">{isFirst ? "The first version will say" : "Publishing changes"}</h3>
      {parts.map(({ part, name, inPart }) => (
        <details key={part} open={!isFirst}>
          <summary className="cursor-pointer py-1">{name}</summary>
          <Values changes={inPart} />
        </details>
      ))}
    </section>
  );
};

const fieldsOf = ({
  practicePublished,
  numbersPublished,
  practiceContact,
  complaintUrl,
}: Overview["settings"]) => ({ practicePublished, numbersPublished, practiceContact, complaintUrl });

const orNull = (text: string): string | null => text.trim() || null;

// The addresses are published with the statement.
const KEPT = keptForm("practice", {
  practicePublished: READ.flag,
  numbersPublished: READ.flag,
  practiceContact: READ.orNull(READ.text),
  complaintUrl: READ.orNull(READ.text),
});

type Edits = Partial<KeptValues<typeof KEPT>>;

/** Each edited field as another set of values shows it. */
const editedIn = (edits: Edits, values: KeptValues<typeof KEPT>): Edits => ({
  ...("practicePublished" in edits && { practicePublished: values.practicePublished }),
  ...("numbersPublished" in edits && { numbersPublished: values.numbersPublished }),
  ...("practiceContact" in edits && { practiceContact: values.practiceContact }),
  ...("complaintUrl" in edits && { complaintUrl: values.complaintUrl }),
});

const PracticeForm = ({ overview: { settings, address, newest } }: { overview: Overview }) => {
  // Only what was changed: the rest follows what is saved.
  const [edits, setEdits] = useState<Edits>({});
  // What restored fields showed when they were typed; of the others, what the form was begun from counts.
  const [over, setOver] = useState<Edits>({});
  const edit = (changes: typeof edits): void => setEdits((now) => ({ ...now, ...changes }));
  const { begun, renew: beginAgain } = useBegun(settings, Object.keys(edits).length > 0);
  const before = { ...fieldsOf(begun), ...over };
  const renew = (): void => {
    setOver({});
    beginAgain();
  };
  const discard = (): void => {
    setEdits({});
    setOver({});
  };
  const shown = { ...fieldsOf(settings), ...edits };
  const held = {
    ...shown,
    // An emptied field is what none was.
    practiceContact: shown.practiceContact || null,
    complaintUrl: shown.complaintUrl || null,
  };
  const kept = useKept(KEPT, "");
  const { typed: differing } = kept.compare(held, fieldsOf(settings));
  const unsaved = { typed: differing, over: editedIn(differing, before) };
  const restoredAt = useKeptEdits(kept, unsaved, (found) => {
    setEdits(found.typed);
    setOver(found.over);
  });
  const { practicePublished: isPublic, numbersPublished: hasNumbers } = shown;
  const [isAsking, setIsAsking] = useState(false);
  const refusal = useAccess().refusal("settings.write");
  const trpc = useTRPC();
  const queries = useQueryClient();
  const draft = {
    practiceContact: orNull(shown.practiceContact ?? ""),
    complaintUrl: orNull(shown.complaintUrl ?? ""),
  };
  const preview = useQuery(
    trpc.practice.overview.queryOptions(draft, { placeholderData: keepPreviousData, retry: false }),
  );
  const readAgain = () => queries.invalidateQueries({ queryKey: trpc.practice.overview.queryKey() });
  const { mutate, isPending, error, reset } = useMutation(
    trpc.practice.update.mutationOptions({
      onSuccess: async () => {
        await readAgain();
        toast.done("Practice statement saved");
      },
      onError: async (failure) => {
        if (problemOf(failure).code !== "CONFLICT") return;
        await readAgain();
        renew();
      },
    }),
  );
  const problem = error && problemOf(error);
  const conflict = problem !== null && conflictingFields(problem).length > 0 ? problem.message : null;
  const take = (): void => {
    reset();
    discard();
  };
  const save = (): void => {
    const typed = { ...draft, practicePublished: isPublic, numbersPublished: isPublic && hasNumbers };
    // Without a change, too: the statement may differ from its newest version.
    mutate(changeOf(typed, fieldsOf(settings), before) ?? {}, {
      onSuccess: () => {
        // What is typed in the meantime stays, and was typed over what is saved now.
        setEdits((now) => editsAfter(now, edits));
        renew();
      },
    });
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (isPublic) setIsAsking(true);
    else save();
  };
  return (
    <>
      {/* The dialog is a form too: inside this one, its submit event would reach this form as well. */}
      <form aria-label={PARTS.practice} onSubmit={submit}>
        {restoredAt !== null && (
          <div className="px-4 pt-1 pb-4">
            <RestoredNotice at={restoredAt} onStartOver={discard} />
          </div>
        )}
        <fieldset disabled={refusal !== null} className="grid min-w-0 gap-5 px-4 pt-1 pb-5">
          <Checkbox
            label="Publish the practice statement"
            hint="What you ask, which methods you offer, what is kept and for how long. It is generated from your settings and follows them within seconds; each version is signed and kept."
            checked={isPublic}
            onChange={(event) => edit({ practicePublished: event.target.checked })}
          />
          {settings.practicePublished && (
            <p className="text-sm">
              <a href={address} target="_blank" rel="noopener">
                Open the statement
              </a>
              {newest && ` · version ${newest.version}`}
            </p>
          )}
          {isPublic && (
            <Checkbox
              label="Publish monthly numbers"
              hint="How many checks were started, decided and appealed, rounded to tens. Nothing below 20 is shown."
              checked={hasNumbers}
              onChange={(event) => edit({ numbersPublished: event.target.checked })}
            />
          )}
          <div className="grid gap-5 sm:grid-cols-2">
            <TextField
              label="Contact"
              hint="For questions about the statement. Use an https: or mailto: address."
              error={problem?.issues.practiceContact}
              maxLength={500}
              autoComplete="off"
              value={shown.practiceContact ?? ""}
              onChange={(practiceContact) => edit({ practiceContact })}
            />
            <TextField
              label="Complaints"
              hint="For people who were turned down. Use an https: or mailto: address."
              error={problem?.issues.complaintUrl}
              maxLength={500}
              autoComplete="off"
              value={shown.complaintUrl ?? ""}
              onChange={(complaintUrl) => edit({ complaintUrl })}
            />
          </div>
          {isPublic && preview.data && <Changes changes={preview.data.changes} isFirst={newest === null} />}
          {conflict !== null && <ConflictNotice message={conflict} onTake={take} />}
          {problem && Object.keys(problem.issues).length === 0 && (
            <Notice tone="danger">{problem.message}</Notice>
          )}
          <div className="flex justify-end">
            <Button look="primary" type="submit" isBusy={isPending}>
              {isPublic ? "Publish" : "Save statement"}
            </Button>
          </div>
        </fieldset>
      </form>
      <ConfirmDialog
        isOpen={isAsking}
        call={{ isBusy: false, problem: null, close: () => setIsAsking(false) }}
        title="Publish the practice statement?"
        about={
          <>
            Anyone will be able to read it at <span className="wrap-anywhere">{address}</span>. It follows
            your settings from then on, and each version is signed and kept. You can stop publishing at any
            time.
          </>
        }
        action="Publish statement"
        look="primary"
        onConfirm={() => {
          setIsAsking(false);
          save();
        }}
      />
    </>
  );
};

/** Whether everyone may read how the tenant checks ages, with the changes shown before publication. */
export const PracticeSection = () => {
  const query = useQuery(useTRPC().practice.overview.queryOptions({}));
  return (
    <div id="practice" tabIndex={-1} className="scroll-mt-16 outline-none! lg:scroll-mt-6">
      <Card title={PARTS.practice} about="What everyone can read about your checks" isFlush>
        <QueryView query={query} skeleton={<Skeleton className="m-4 h-40 rounded-lg" />}>
          {(overview) => <PracticeForm overview={overview} />}
        </QueryView>
      </Card>
    </div>
  );
};
