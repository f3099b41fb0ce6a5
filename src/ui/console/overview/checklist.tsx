import type { ReactNode } from "react";
import { Card } from "../../kit/card.tsx";
import { CodeBlock } from "../../kit/code-block.tsx";
import { ChecklistStep } from "./checklist-step.tsx";
import { curlLine } from "./curl-line.ts";
import type { FirstStepsDone } from "./overview-data.ts";

type Props = {
  steps: FirstStepsDone;
  baseUrl: string;
  /** Just created, so that it can be shown. */
  testKey: string | null;
  /** How the existing one begins and ends. */
  keyHint: string | null;
  createKey: ReactNode;
};

/** From nothing to the first completed test verification. It goes away when that is there. */
export const Checklist = ({ steps, baseUrl, testKey, keyHint, createKey }: Props) => {
  const done = [steps.hasTestKey, steps.hasTestVerification, steps.hasCompletedTest];
  const current = done.indexOf(false);
  return (
    <Card
      title="Your first verification"
      about={`${done.filter(Boolean).length} of 3 done. Test mode is free and needs no document.`}
    >
      <ol className="grid gap-1">
        <ChecklistStep
          number={1}
          name="Create a test key"
          isDone={steps.hasTestKey}
          isCurrent={current === 0}
        >
          <p className="mb-3 text-sm text-soft">
            Your backend sends this key with every call. Never put it in a browser or an app.
          </p>
          {createKey}
        </ChecklistStep>
        <ChecklistStep
          number={2}
          name="Start a verification"
          isDone={steps.hasTestVerification}
          isCurrent={current === 1}
        >
          <p className="mb-3 text-sm text-soft">
            {testKey
              ? "Run this in a terminal. It includes your new key, which is shown until you leave this page."
              : keyHint
                ? `Run this in a terminal, with your test key ${keyHint} in LINTEL_TEST_KEY.`
                : "Run this in a terminal, with a test key in LINTEL_TEST_KEY."}
          </p>
          <CodeBlock label="Terminal" code={curlLine(baseUrl, testKey)} isWrapped />
        </ChecklistStep>
        <ChecklistStep
          number={3}
          name="Complete it"
          isDone={steps.hasCompletedTest}
          isCurrent={current === 2}
        >
          <p className="text-sm text-soft">
            Open the <code>sessionUrl</code> from the response in a browser, then choose Approve in the test
            bar.
          </p>
        </ChecklistStep>
      </ol>
    </Card>
  );
};
