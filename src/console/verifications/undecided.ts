import { nextStep, triesText, type Undecided } from "#console/words/finding-words.ts";
import { isByVoucher } from "#core/policy/method-id.ts";
import type { ConsoleOutputs } from "#trpc/root.ts";

type Detail = Pick<
  ConsoleOutputs["verifications"]["detail"],
  "status" | "methods" | "method" | "errorCode" | "reason" | "timeline"
>;

/** Findings that are not faults: a decision, and a test that let the time run out. */
const NO_FAULT = ["evidence", "expire"];

const triesIn = ({ timeline }: Pick<Detail, "timeline">): Undecided[] =>
  timeline.flatMap(({ kind, detail: { method, finding, reason } }) =>
    kind === "attempt" && typeof finding === "string" && !NO_FAULT.includes(finding)
      ? [{ method: String(method), finding, reason: typeof reason === "string" ? reason : null }]
      : [],
  );

/** What ended it, where that was not an attempt: it was cancelled. */
const endIn = ({ errorCode, method, reason }: Detail, tries: readonly Undecided[]): Undecided[] =>
  errorCode === null || tries.some(({ finding }) => finding === errorCode)
    ? []
    : [{ method: method ?? "", finding: errorCode, reason }];

/**
 * Why there is no decision and what to do, in sentences: `Three photos, all blurred or dark. Ask for
 * daylight, or issue a voucher.`
 * @param mayIssue whether the member may issue vouchers
 * @returns null: it is decided, or nothing has gone wrong yet
 */
export const undecidedText = (detail: Detail, mayIssue: boolean): string | null => {
  if (detail.status === "completed") return null;
  const tries = triesIn(detail);
  const end = endIn(detail, tries);
  const last = [...tries, ...end].at(-1);
  if (!last) return null;
  const said = [triesText(tries), triesText(end)].flatMap((text) => (text === null ? [] : [`${text}.`]));
  return [...said, nextStep(last, mayIssue && detail.methods.some(isByVoucher))].join(" ");
};
