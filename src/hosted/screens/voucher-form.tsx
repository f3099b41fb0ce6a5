"use client";
import type { FormEvent, ReactNode } from "react";
import { FormKey, SendingStatus } from "#hosted/evidence/sending-status.tsx";
import { type EvidenceForm, useEvidence } from "#hosted/evidence/use-evidence.ts";
import actions from "#hosted/frame/actions.module.css";
import { ProblemNotice } from "#hosted/frame/problem-notice.tsx";
import { problemOfCode } from "#hosted/frame/problem-of-code.ts";
import { useWords } from "#hosted/frame/words-context.tsx";
import styles from "./prove-screen.module.css";

type Props = EvidenceForm & {
  /** The field `code` with its words, drawn by the server so that it needs no script. */
  children: ReactNode;
};

/** Sends a voucher's code; without JavaScript, a plain form. */
export const VoucherForm = ({ children, ...form }: Props) => {
  const { action, problem, attemptsLeft, formKey } = form;
  const { texts } = useWords();
  const { isBusy, sending, refusal, submit } = useEvidence(form);
  const shown = problemOfCode(refusal ?? problem);

  const send = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const code = String(new FormData(event.currentTarget).get("code"));
    void submit(code, async () => code);
  };

  return (
    <section className={styles.method}>
      {shown && !isBusy && <ProblemNotice problem={shown} attemptsLeft={attemptsLeft} />}
      <form className={styles.voucher} method="post" action={action} onSubmit={send} aria-busy={isBusy}>
        <FormKey value={formKey} />
        {children}
        <button type="submit" className={actions.primary} aria-disabled={isBusy}>
          {texts.voucher.submit}
        </button>
        <SendingStatus {...sending} />
      </form>
    </section>
  );
};
