"use client";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Check } from "lucide-react";
import type { ReactNode } from "react";
import { useAccess } from "#console/client/access.tsx";
import { useTRPC } from "#console/client/api-provider.tsx";
import { useUrlState } from "#console/client/use-url-state.ts";
import { curlLine, KEY_NAME } from "#console/quickstart/samples.ts";
import { problemOf } from "#console/session/problem.ts";
import { Button } from "#kit/button.tsx";
import { CodeBlock } from "#kit/code.tsx";
import { Card } from "#kit/page-layout.tsx";
import { toast } from "#kit/toast.tsx";
import type { OverviewData } from "./overview-data.ts";

type ChecklistStepProps = {
  number: number;
  name: string;
  isDone: boolean;
  isCurrent: boolean;
  children: ReactNode;
};

const ChecklistStep = ({ number, name, isDone, isCurrent, children }: ChecklistStepProps) => (
  <li className="grid grid-cols-[1.5rem_minmax(0,1fr)] gap-x-3 py-1.5">
    <span
      className={`grid size-6 place-items-center rounded-full text-xs font-semibold ${isDone ? "bg-accent text-on-accent" : isCurrent ? "border-2 border-accent text-accent" : "border border-line-strong text-soft"}`}
    >
      {isDone ? <Check size={13} strokeWidth={3} aria-hidden="true" /> : number}
      {isDone && <span className="sr-only">Done:</span>}
    </span>
    <div className="min-w-0 pt-0.5">
      <h3 className={`text-sm tracking-normal ${isDone ? "text-soft line-through decoration-1" : ""}`}>
        {name}
      </h3>
      {isCurrent && <div className="mt-1.5">{children}</div>}
    </div>
  </li>
);

/**
 * The steps to the first completed test verification, after which they disappear. A key created in them is
 * kept while the page is open.
 */
export const FirstSteps = ({ steps }: { steps: OverviewData["firstSteps"] }) => {
  const { may, refusal, baseUrl } = useAccess();
  const trpc = useTRPC();
  const queries = useQueryClient();
  const [, setUrl] = useUrlState();
  const keys = useQuery({ ...trpc.keys.list.queryOptions(), enabled: may("keys.read") && steps.hasTestKey });
  const create = useMutation(
    trpc.keys.create.mutationOptions({
      onSuccess: () => {
        // Test verifications show only in test mode.
        setUrl({ mode: "test" });
        return queries.invalidateQueries();
      },
      onError: (error) => toast.failed("No key was created", problemOf(error).message),
    }),
  );
  const keyHint = keys.data?.find(({ mode, state }) => mode === "test" && state === "active")?.hint;
  const testKey = create.data?.value ?? null;
  const done = [steps.hasTestKey, steps.hasTestVerification, steps.hasCompletedTest];
  const current = done.indexOf(false);
  const place = (index: number) => ({
    number: index + 1,
    isDone: done[index] === true,
    isCurrent: current === index,
  });
  return (
    <Card
      title="Your first verification"
      about={`${done.filter(Boolean).length} of 3 done. Test mode is free and needs no document.`}
    >
      <ol className="grid gap-1">
        <ChecklistStep name="Create a test key" {...place(0)}>
          <p className="mb-3 text-sm text-soft">
            Your backend sends this key with every call. Never put it in a browser or an app.
          </p>
          <Button
            look="primary"
            isBusy={create.isPending}
            refusal={refusal("keys.write")}
            onClick={() => create.mutate({ mode: "test", name: "First test key" })}
          >
            Create test key
          </Button>
        </ChecklistStep>
        <ChecklistStep name="Start a verification" {...place(1)}>
          <p className="mb-3 text-sm text-soft">
            {testKey
              ? "Run this in a terminal. It includes your new key, which is shown until you leave this page."
              : keyHint
                ? `Run this in a terminal, with your test key ${keyHint} in ${KEY_NAME}.`
                : `Run this in a terminal, with a test key in ${KEY_NAME}.`}
          </p>
          <CodeBlock label="Terminal" code={curlLine(baseUrl, testKey)} isWrapped />
        </ChecklistStep>
        <ChecklistStep name="Complete it" {...place(2)}>
          <p className="text-sm text-soft">
            Open the <code>sessionUrl</code> from the response in a browser, then choose Approve in the test
            bar.
          </p>
        </ChecklistStep>
      </ol>
    </Card>
  );
};
