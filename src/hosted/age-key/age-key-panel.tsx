"use client";
import { type PublicKeyCredentialCreationOptionsJSON, startRegistration } from "@simplewebauthn/browser";
import { type ReactNode, useEffect, useState } from "react";
import { useOutcome } from "#hosted/document/use-evidence.ts";
import actions from "#hosted/frame/actions.module.css";
import { FocusedHeading } from "#hosted/frame/focused-heading.tsx";
import { useWords } from "#hosted/frame/words-context.tsx";
import notice from "#hosted/screens/problem-notice.module.css";
import type { Words } from "#hosted/words.ts";
import styles from "./age-key.module.css";
import { type Answer, type Phase, post, STOPPED, usePasskey } from "./use-passkey.ts";

export type AgeKeyPanelProps =
  /** `pagePath`: of the verification. */
  | { kind: "use"; pagePath: string }
  | { kind: "keep"; pagePath: string; ageAtLeast: number; expiresOn: Date }
  | { kind: "own" };

type Problem = keyof Words["texts"]["ageKey"]["problems"];

const PROBLEMS: Readonly<Record<string, Problem>> = {
  [STOPPED]: "stopped",
  AGE_KEY_UNKNOWN: "unknown",
  AGE_KEY_EXPIRED: "ended",
  AGE_KEY_TOO_OLD: "ended",
  AGE_KEY_OTHER_MODE: "elsewhere",
  AGE_KEY_OTHER_TENANT: "elsewhere",
  AGE_KEY_UNDECIDED: "weak",
  AGE_KEY_ASSURANCE: "weak",
  AGE_KEY_SYNCED: "weak",
  AGE_KEY_UNAVAILABLE: "over",
};

/** What went wrong, what to do, and the code for support. */
const Trouble = ({ code }: { code: string }) => {
  const { texts, say } = useWords();
  const { title, what, next } = texts.ageKey.problems[PROBLEMS[code] ?? "refused"];
  return (
    <section className={notice.notice}>
      <FocusedHeading level={2} className={notice.title}>
        {title}
      </FocusedHeading>
      <p>{what}</p>
      <p className={notice.next}>{next}</p>
      <p className={notice.left}>{say(texts.ageKey.code, { code })}</p>
    </section>
  );
};

type FormProps = { phase: Phase; code: string | null; children: ReactNode };

const Panel = ({ phase, code, children }: FormProps) => {
  const { waiting, checking } = useWords().texts.ageKey;
  return (
    <section className={styles.panel}>
      {code !== null && phase === "ready" && <Trouble code={code} />}
      {children}
      <p className={styles.status} role="status">
        {phase === "waiting" && waiting}
        {phase === "checking" && checking}
      </p>
    </section>
  );
};

const Use = ({ pagePath }: { pagePath: string }) => {
  const { texts } = useWords();
  const { phase, code, show } = usePasskey();
  const showOutcome = useOutcome(pagePath);
  const use = async (): Promise<void> => {
    if (await show(`${pagePath}/key`, "use")) showOutcome();
  };
  return (
    <Panel phase={phase} code={code}>
      <button
        type="button"
        className={actions.primary}
        aria-disabled={phase !== "ready"}
        onClick={() => void use()}
      >
        {texts.ageKey.use}
      </button>
      <p className={styles.about}>{texts.ageKey.useAbout}</p>
    </Panel>
  );
};

const dateIn = ({ language }: Words, at: Date | string, style: "day" | "month"): string =>
  new Intl.DateTimeFormat(language, {
    ...(style === "day" ? { dateStyle: "long" } : { month: "long", year: "numeric" }),
    numberingSystem: "latn",
    timeZone: "UTC",
  }).format(new Date(at));

type Making = { options: PublicKeyCredentialCreationOptionsJSON; ageAtLeast: number; month: string };

type KeepProps = Omit<Extract<AgeKeyPanelProps, { kind: "keep" }>, "kind">;

const LOOK_MS = 100;

/** Stops the way back by itself, by the button that is there for it: there is something to decide here. */
const useStay = (): void => {
  useEffect(() => {
    // It appears when its own script has run.
    const timer = setInterval(() => {
      const button = document.querySelector<HTMLButtonElement>("button[data-stay]");
      if (!button) return;
      button.click();
      clearInterval(timer);
    }, LOOK_MS);
    return () => clearInterval(timer);
  }, []);
};

const OwnPageLink = () => {
  const { own } = useWords().texts.ageKey;
  return (
    <p className={styles.about}>
      <a href="/key">{own}</a>
    </p>
  );
};

const Keep = ({ pagePath, ageAtLeast: age, expiresOn }: KeepProps) => {
  const words = useWords();
  const { texts, say } = words;
  const { phase, code, run } = usePasskey();
  const [isKept, setKept] = useState(false);
  useStay();
  const make = async (): Promise<Answer<object>> => {
    const asked = await post<Making>(`${pagePath}/key/offer`);
    if (!asked.ok) return asked;
    const { options, ageAtLeast, month } = asked.body;
    // The browser shows the name among the passkeys, so it is in the person's language.
    const name = say(texts.ageKey.name, { age: ageAtLeast, month: dateIn(words, month, "month") });
    const user = { ...options.user, name, displayName: name };
    return post(`${pagePath}/key/keep`, await startRegistration({ optionsJSON: { ...options, user } }));
  };
  const keep = async (): Promise<void> => {
    if (await run(make)) setKept(true);
  };
  if (isKept)
    return (
      <section className={styles.panel}>
        <p role="status">{texts.ageKey.kept}</p>
        <OwnPageLink />
      </section>
    );
  return (
    <Panel phase={phase} code={code === STOPPED ? null : code}>
      <button
        type="button"
        className={actions.secondary}
        aria-disabled={phase !== "ready"}
        onClick={() => void keep()}
      >
        {say(texts.ageKey.keep, { age })}
      </button>
      <p className={styles.about}>
        {say(texts.ageKey.keepAbout, { age, date: dateIn(words, expiresOn, "day") })}
      </p>
      <p className={styles.about}>{texts.ageKey.limits}</p>
    </Panel>
  );
};

type Facts = {
  ageAtLeast: number;
  assurance: string;
  mode: "live" | "test";
  provenIn: string;
  expiresOn: string;
  isSynced: boolean;
  tenantName: string | null;
};

/** All that is kept, as a list of sentences; the proof by its own name, which the documentation explains. */
const factsIn = (words: Words, facts: Facts): string[] => {
  const { say } = words;
  const { ageKey } = words.texts;
  const { ageAtLeast, assurance, mode, provenIn, expiresOn, isSynced, tenantName } = facts;
  return [
    say(ageKey.age, { age: ageAtLeast }),
    `${say(ageKey.proven, { month: dateIn(words, provenIn, "month") })} (${assurance})`,
    say(ageKey.ends, { date: dateIn(words, expiresOn, "day") }),
    tenantName === null ? ageKey.countsAll : say(ageKey.counts, { tenant: tenantName }),
    isSynced ? ageKey.synced : ageKey.single,
    ...(mode === "test" ? [ageKey.test] : []),
  ];
};

type Receipt = { receipt: string; salt: string };

const Own = () => {
  const words = useWords();
  const { ageKey } = words.texts;
  const { phase, code, show } = usePasskey();
  const [facts, setFacts] = useState<Facts | null>(null);
  const [receipt, setReceipt] = useState<Receipt | null>(null);
  const look = async (): Promise<void> => setFacts(await show<Facts>("/key", "look"));
  const remove = async (): Promise<void> => {
    const deleted = await show<Receipt>("/key", "delete");
    if (!deleted) return;
    setFacts(null);
    setReceipt(deleted);
  };
  if (receipt)
    return (
      <section className={styles.panel}>
        <p role="status">{ageKey.deleted}</p>
        <p className={styles.about}>{ageKey.receipt}</p>
        <pre className={styles.receipt}>{JSON.stringify(receipt, null, 2)}</pre>
      </section>
    );
  return (
    <Panel phase={phase} code={code}>
      {facts && (
        <div role="status">
          <ul className={styles.facts}>
            {factsIn(words, facts).map((fact) => (
              <li key={fact}>{fact}</li>
            ))}
          </ul>
        </div>
      )}
      <button
        type="button"
        className={actions.primary}
        aria-disabled={phase !== "ready"}
        onClick={() => void look()}
      >
        {ageKey.look}
      </button>
      <button
        type="button"
        className={actions.secondary}
        aria-disabled={phase !== "ready"}
        onClick={() => void remove()}
      >
        {ageKey.remove}
      </button>
    </Panel>
  );
};

/** What there is to do with age keys on a page. */
export const AgeKeyPanel = (props: AgeKeyPanelProps) => {
  if (props.kind === "use") return <Use {...props} />;
  return props.kind === "keep" ? <Keep {...props} /> : <Own />;
};
