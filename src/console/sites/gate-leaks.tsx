"use client";
import { useMutation } from "@tanstack/react-query";
import { useTRPC } from "#console/client/api-provider.tsx";
import { problemOf } from "#console/session/problem.ts";
import { faultsOf } from "#console/words/field-faults.ts";
import { type Door, LEAKS, VERDICTS, type Verdict } from "#core/gates/leaks.ts";
import { Badge, type BadgeTone } from "#kit/badge.tsx";
import { Button } from "#kit/button.tsx";
import { TextAreaField, useTexts } from "#kit/fields.tsx";
import { Notice } from "#kit/states.tsx";
import type { ConsoleOutputs } from "#trpc/root.ts";
import { type Gate, pathIn, pathsIn } from "./gate-words.ts";

type Looked = ConsoleOutputs["gates"]["lookForLeaks"]["looked"][number];

const SAID = {
  open: { word: "Open", tone: "danger", about: "The site hands it out without the age check." },
  answered: {
    word: "Answered",
    tone: "warn",
    about: "The site itself answers, so the gate does not stand before this address.",
  },
  elsewhere: { word: "Leads away", tone: "neutral", about: "It leads to an address that was not looked at." },
  unknown: { word: "Not known", tone: "neutral", about: "There was no answer that tells." },
  meant: { word: "Open, as set", tone: "ok", about: "The gate leaves this path open." },
  onwards: { word: "Closed", tone: "ok", about: "It leads to the site’s own address." },
  absent: { word: "Nothing there", tone: "ok", about: "Nothing answers at this address." },
  closed: { word: "Closed", tone: "ok", about: "It asks for the age check." },
} as const satisfies Record<Verdict, { word: string; tone: BadgeTone; about: string }>;

const familyOf = (door: Door): string => (door.endsWith("ipv6") ? "by IPv6" : "by IPv4");

/** What has to be looked at comes first. */
const sorted = (looked: readonly Looked[]): Looked[] =>
  looked.toSorted((a, b) => VERDICTS.indexOf(a.verdict) - VERDICTS.indexOf(b.verdict));

const countOf = (looked: readonly Looked[], ...verdicts: Verdict[]): number =>
  looked.filter(({ verdict }) => verdicts.includes(verdict)).length;

const Summary = ({ looked, isWhole }: { looked: readonly Looked[]; isWhole: boolean }) => {
  const open = countOf(looked, "open");
  const doubtful = countOf(looked, "answered", "elsewhere", "unknown");
  const isClosed = countOf(looked, "closed") > 0;
  const hasMeant = countOf(looked, "meant") > 0;
  return (
    <div role="status" className="grid gap-2">
      {open > 0 && (
        <Notice tone="danger">
          {open === 1 ? "One address is" : `${open} addresses are`} open without the age check.
        </Notice>
      )}
      {open === 0 && doubtful > 0 && (
        <Notice tone="warn">
          No closed page came, but {doubtful === 1 ? "one answer" : `${doubtful} answers`} should be looked
          at.
        </Notice>
      )}
      {open + doubtful === 0 && (
        <Notice tone={isClosed ? "ok" : "warn"}>
          {isClosed
            ? `Everything that was asked for is closed${hasMeant ? ", or open as the gate is set" : ""}.`
            : "Nothing that was asked for meets the age check: name a path that should be closed."}
        </Notice>
      )}
      {!isWhole && <Notice tone="warn">The site was slow, so not every address was asked for.</Notice>}
    </div>
  );
};

const Results = ({ looked }: { looked: readonly Looked[] }) => (
  <ul className="grid grid-cols-[minmax(0,1fr)] divide-y rounded-md border text-sm">
    {sorted(looked).map(({ door, url, verdict, status }) => (
      <li
        key={`${door} ${url}`}
        className="flex flex-wrap items-start justify-between gap-x-3 gap-y-1 px-3 py-2"
      >
        <span className="grid min-w-0 flex-1 basis-60 gap-0.5">
          <span className="break-all">{url}</span>
          <span className="text-xs text-soft">
            {familyOf(door)}
            {status === null ? "" : ` · ${status}`} · {SAID[verdict].about}
          </span>
        </span>
        <Badge tone={SAID[verdict].tone}>{SAID[verdict].word}</Badge>
      </li>
    ))}
  </ul>
);

const FIRST = "/\n/feed/";

/** Asks the site for what should be closed, without a proof, and lists what came. */
export const GateLeaks = ({ gate: { siteId, origin }, refusal }: { gate: Gate; refusal: string | null }) => {
  const { mutate, data, error, isPending } = useMutation(useTRPC().gates.lookForLeaks.mutationOptions());
  const problem = error ? problemOf(error) : null;
  const { values, field } = useTexts({ paths: FIRST }, faultsOf({ problem }, { paths: "Line" }));
  const look = (): void =>
    mutate({ siteId, paths: pathsIn(values.paths).map((path) => pathIn(path, origin)) });
  return (
    <form
      className="grid grid-cols-[minmax(0,1fr)] gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        look();
      }}
    >
      <p className="text-sm text-soft">
        This service asks your site for pages as a visitor without a proof does: by IPv4 and IPv6, by http,
        and with or without “www.”. Look after each change to your server, and name what matters most: a page,
        a picture, a feed, a download.
      </p>
      <TextAreaField
        label="What should be closed"
        hint={`One path or address per line, at most ${LEAKS.paths}.`}
        {...field("paths")}
        rows={4}
        spellCheck={false}
        className="font-mono text-xs"
      />
      <div>
        <Button type="submit" look="primary" refusal={refusal} isBusy={isPending}>
          Look for leaks
        </Button>
      </div>
      {problem && Object.keys(problem.issues).length === 0 && (
        <Notice tone="danger">{problem.message}</Notice>
      )}
      {data && !isPending && (
        <>
          <Summary {...data} />
          <Results looked={data.looked} />
          <p className="text-xs text-soft">
            Only what is listed was asked for, from this service’s own network. Pages that your site keeps for
            search engines, apps or other hosts are not found this way.
          </p>
        </>
      )}
    </form>
  );
};
