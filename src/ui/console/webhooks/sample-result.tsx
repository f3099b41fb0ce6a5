import { CodeBlock } from "../../kit/code-block.tsx";
import { Notice } from "../../kit/notice.tsx";
import { durationText } from "../../kit/number-format.ts";
import { prettyJson } from "../../kit/pretty-json.ts";
import { answerText } from "./answer-text.ts";

export type SampleOutcome = {
  ok: boolean;
  status: number | null;
  code: string | null;
  detail: string | null;
  durationMs: number | null;
  response: string | null;
  body: string;
};

/** What the receiver made of a sample. */
export const SampleResult = ({ outcome }: { outcome: SampleOutcome }) => {
  const { ok, status, code, detail, durationMs, response, body } = outcome;
  const time = durationMs === null ? "" : ` in ${durationText(durationMs)}`;
  return (
    <div className="grid min-w-0 gap-3">
      <Notice tone={ok ? "ok" : "danger"}>
        {ok
          ? `Your server answered HTTP ${status}${time}.`
          : `${answerText(status, code)}${time}.${detail ? ` ${detail}` : ""}`}
      </Notice>
      {response && <CodeBlock label="Response body" code={response} isWrapped />}
      <CodeBlock label="Request body" code={prettyJson(body)} />
    </div>
  );
};
