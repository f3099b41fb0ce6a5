import { Badge } from "../../kit/badge.tsx";
import { CodeBlock } from "../../kit/code-block.tsx";
import { durationText } from "../../kit/number-format.ts";
import { Time } from "../../kit/time.tsx";
import { answerText } from "./answer-text.ts";

export type Attempt = {
  number: number;
  isManual: boolean;
  at: Date;
  status: number | null;
  code: string | null;
  durationMs: number;
  response: string | null;
};

const isSuccess = ({ status }: Attempt): boolean => status !== null && status >= 200 && status < 300;

/** Every HTTP try of a delivery, with what came back. */
export const AttemptList = ({ attempts }: { attempts: readonly Attempt[] }) => (
  <ol className="grid">
    {attempts.map((attempt) => (
      <li key={attempt.number} className="grid gap-2.5 border-t p-4 first:border-t-0">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
          <span className="font-medium">Attempt {attempt.number}</span>
          {attempt.isManual && <Badge>Manual</Badge>}
          <Badge tone={isSuccess(attempt) ? "ok" : "danger"}>
            {answerText(attempt.status, attempt.code)}
          </Badge>
          <span className="text-xs text-soft tabular">{durationText(attempt.durationMs)}</span>
          <span className="ml-auto text-xs text-soft">
            <Time at={attempt.at} as="long" />
          </span>
        </div>
        {attempt.response ? (
          <CodeBlock label="Response body" code={attempt.response} isWrapped />
        ) : (
          <p className="text-xs text-soft">
            {attempt.status === null ? "No response." : "The response had no body."}
          </p>
        )}
      </li>
    ))}
  </ol>
);
