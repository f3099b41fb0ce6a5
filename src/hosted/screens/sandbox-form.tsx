"use client";
import type { FormEvent } from "react";
import type { SandboxOutcome } from "#core/verification.ts";
import { FormKey, SendingStatus } from "#hosted/evidence/sending-status.tsx";
import { type EvidenceForm, useEvidence } from "#hosted/evidence/use-evidence.ts";
import { ProblemNotice } from "#hosted/frame/problem-notice.tsx";
import { useWords } from "#hosted/frame/words-context.tsx";
import styles from "./sandbox-form.module.css";

type SandboxFormProps = EvidenceForm & { outcomes: readonly SandboxOutcome[] };

/** The outcomes of a test: one form, one button each. */
export const SandboxForm = ({ outcomes, ...form }: SandboxFormProps) => {
  const { action, problem, attemptsLeft, formKey } = form;
  const { texts } = useWords();
  const { isBusy, sending, refusal, submit } = useEvidence(form);
  const shown = refusal ?? problem;

  const choose = (event: FormEvent<HTMLFormElement>): void => {
    const { nativeEvent } = event;
    const button = nativeEvent instanceof SubmitEvent ? nativeEvent.submitter : null;
    if (!(button instanceof HTMLButtonElement)) return;
    event.preventDefault();
    void submit(button.value, async () => button.value);
  };

  return (
    <section className={styles.panel}>
      {shown && !isBusy && (
        <ProblemNotice key={`${shown.code}-${attemptsLeft}`} problem={shown} attemptsLeft={attemptsLeft} />
      )}
      <form className={styles.sandbox} method="post" action={action} onSubmit={choose} aria-busy={isBusy}>
        <FormKey value={formKey} />
        <p>{texts.test.about}</p>
        {outcomes.map((value) => (
          <button key={value} type="submit" name="outcome" value={value} aria-disabled={isBusy}>
            <span className={styles.name}>{texts.test.outcomes[value].name}</span>
            <span className={styles.about}>{texts.test.outcomes[value].about}</span>
          </button>
        ))}
        <SendingStatus {...sending} />
      </form>
    </section>
  );
};
