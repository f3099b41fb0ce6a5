"use client";
import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { useAccess } from "#console/client/access.tsx";
import { useTRPC } from "#console/client/api-provider.tsx";
import { QueryView } from "#console/client/query-view.tsx";
import { problemOf } from "#console/session/problem.ts";
import { Button } from "#kit/button.tsx";
import { Checkbox } from "#kit/choices.tsx";
import { TextField } from "#kit/fields.tsx";
import { Card } from "#kit/page-layout.tsx";
import { Notice, Skeleton } from "#kit/states.tsx";
import { toast } from "#kit/toast.tsx";
import type { ConsoleOutputs } from "#trpc/root.ts";
import { PARTS } from "./settings-data.ts";

type Overview = ConsoleOutputs["practice"]["overview"];

const MOST_SHOWN = 30;

/** What publishing changes, value by value. */
const Changes = ({ changes, isFirst }: { changes: Overview["changes"]; isFirst: boolean }) => {
  if (changes.length === 0)
    return <p className="text-sm text-soft">Nothing differs from the newest version.</p>;
  // Single values first: they are what a member has just typed.
  const inOrder = changes.toSorted((a, b) => Number(a.path.includes("[")) - Number(b.path.includes("[")));
  return (
    <details open={!isFirst} className="text-sm">
      <summary className="cursor-pointer font-medium">
        {isFirst ? `The first version says ${changes.length} things` : `${changes.length} changes`}
      </summary>
      <ul className="mt-2 grid gap-2" aria-label="Changes">
        {inOrder.slice(0, MOST_SHOWN).map(({ path, before, after }) => (
          <li key={path} className="wrap-anywhere">
            <code className="text-xs text-soft">{path}</code>
            <br />
            {before !== null && <del>{before}</del>}{" "}
            {after !== null && <ins className="no-underline">{after}</ins>}
          </li>
        ))}
        {changes.length > MOST_SHOWN && <li>and {changes.length - MOST_SHOWN} more</li>}
      </ul>
    </details>
  );
};

const PracticeForm = ({ overview: { settings, address, newest } }: { overview: Overview }) => {
  const [isPublic, setPublic] = useState(settings.practicePublished);
  const [hasNumbers, setNumbers] = useState(settings.numbersPublished);
  const [contact, setContact] = useState(settings.practiceContact ?? "");
  const [complaint, setComplaint] = useState(settings.complaintUrl ?? "");
  const refusal = useAccess().refusal("settings.write");
  const trpc = useTRPC();
  const queries = useQueryClient();
  const draft = { practiceContact: contact.trim() || null, complaintUrl: complaint.trim() || null };
  const preview = useQuery(
    trpc.practice.overview.queryOptions(draft, { placeholderData: keepPreviousData, retry: false }),
  );
  const { mutate, isPending, error } = useMutation(
    trpc.practice.update.mutationOptions({
      onSuccess: async () => {
        await queries.invalidateQueries({ queryKey: trpc.practice.overview.queryKey() });
        toast.done("Practice statement saved");
      },
    }),
  );
  const problem = error && problemOf(error);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    mutate({ ...draft, practicePublished: isPublic, numbersPublished: isPublic && hasNumbers });
  };
  return (
    <form aria-label={PARTS.practice} onSubmit={submit}>
      <fieldset disabled={refusal !== null} className="grid min-w-0 gap-5 px-4 pt-1 pb-5">
        <Checkbox
          label="Publish the practice statement"
          hint="What you ask, which methods you offer, what is kept and for how long. It is generated from your settings and follows them within seconds; each version is signed and kept."
          checked={isPublic}
          onChange={(event) => setPublic(event.target.checked)}
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
            onChange={(event) => setNumbers(event.target.checked)}
          />
        )}
        <div className="grid gap-5 sm:grid-cols-2">
          <TextField
            label="Contact"
            hint="For questions about the statement. Use an https: or mailto: address."
            error={problem?.issues.practiceContact}
            maxLength={500}
            autoComplete="off"
            value={contact}
            onChange={setContact}
          />
          <TextField
            label="Complaints"
            hint="For people who were turned down. Use an https: or mailto: address."
            error={problem?.issues.complaintUrl}
            maxLength={500}
            autoComplete="off"
            value={complaint}
            onChange={setComplaint}
          />
        </div>
        {isPublic && preview.data && <Changes changes={preview.data.changes} isFirst={newest === null} />}
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
  );
};

/** Whether everyone may read how the tenant checks ages, with the difference before it is published. */
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
