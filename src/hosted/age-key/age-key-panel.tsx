"use client";
import { type PublicKeyCredentialCreationOptionsJSON, startRegistration } from "@simplewebauthn/browser";
import { useEffect, useState } from "react";
import { dateText } from "#hosted/dates.ts";
import { newKey, statePathOf } from "#hosted/evidence/ask-state.ts";
import { useOutcome } from "#hosted/evidence/use-evidence.ts";
import { refusalOf, useSending } from "#hosted/evidence/use-sending.ts";
import { NewsHeading } from "#hosted/frame/news-heading.tsx";
import { useWords } from "#hosted/frame/words-context.tsx";
import styles from "./age-key.module.css";
import { OwnKey } from "./own-key.tsx";
import { type Answer, forget, Panel, PasskeyButton, post, STOPPED, usePasskey } from "./passkey.tsx";

export type AgeKeyPanelProps =
  /** `pagePath`: the verification's page. */
  | { kind: "use"; pagePath: string }
  | { kind: "keep"; pagePath: string; ageAtLeast: number; expiresOn: Date }
  | { kind: "own" };

const Use = ({ pagePath }: { pagePath: string }) => {
  const { texts } = useWords();
  const { phase, code, show } = usePasskey();
  const showOutcome = useOutcome(pagePath);
  const sending = useSending();
  const hand = async (path: string, shown: object): Promise<Answer<true>> => {
    const statePath = statePathOf(pagePath);
    const body = JSON.stringify(shown);
    const sent = await sending.send({ path, statePath, method: "age_key", key: newKey(), body });
    const refusal = refusalOf(sent);
    return refusal ? { ok: false, code: refusal.code } : { ok: true, body: true };
  };
  const use = async (): Promise<void> => {
    if (await show(`${pagePath}/key`, "use", hand)) showOutcome();
  };
  return (
    <Panel phase={phase} code={code} sending={sending}>
      <PasskeyButton look="primary" phase={phase} go={use}>
        {texts.ageKey.use}
      </PasskeyButton>
      <p className={styles.about}>{texts.ageKey.useAbout}</p>
    </Panel>
  );
};

type Making = { options: PublicKeyCredentialCreationOptionsJSON; ageAtLeast: number; month: string };

type KeepProps = Omit<Extract<AgeKeyPanelProps, { kind: "keep" }>, "kind">;

const LOOK_MS = 100;

/** Stops the automatic return by pressing its own button: there is something to decide here. */
const useStay = (): void => {
  useEffect(() => {
    // The button appears once its own script has run.
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
  const { title } = useWords().texts.ageKey;
  return (
    <p className={styles.about}>
      <a href="/key">{title}</a>
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
    const name = say(texts.ageKey.name, { age: ageAtLeast, month: dateText(words.language, month, "month") });
    const user = { ...options.user, name, displayName: name };
    const made = await startRegistration({ optionsJSON: { ...options, user } });
    const answer = await post<object>(`${pagePath}/key/keep`, made);
    if (!answer.ok && answer.code === "AGE_KEY_SYNCED") await forget(options.rp.id, made.id);
    return answer;
  };
  const keep = async (): Promise<void> => {
    if (await run(make)) setKept(true);
  };
  if (isKept)
    return (
      <section className={styles.panel}>
        <NewsHeading className={styles.done}>{texts.ageKey.keptTitle}</NewsHeading>
        <p>{texts.ageKey.kept}</p>
        <OwnPageLink />
      </section>
    );
  return (
    <Panel phase={phase} code={code === STOPPED ? null : code}>
      <PasskeyButton look="secondary" phase={phase} go={keep}>
        {say(texts.ageKey.keep, { age })}
      </PasskeyButton>
      <p className={styles.about}>
        {say(texts.ageKey.keepAbout, { age, date: dateText(words.language, expiresOn) })}
      </p>
      <p className={styles.about}>{texts.ageKey.limits}</p>
    </Panel>
  );
};

/** What a page offers to do with age keys. */
export const AgeKeyPanel = (props: AgeKeyPanelProps) => {
  if (props.kind === "use") return <Use {...props} />;
  return props.kind === "keep" ? <Keep {...props} /> : <OwnKey />;
};
