import { useState } from "react";
import { dateText } from "#hosted/dates.ts";
import { NewsHeading } from "#hosted/frame/news-heading.tsx";
import { useWords } from "#hosted/frame/words-context.tsx";
import type { Words } from "#hosted/words.ts";
import styles from "./age-key.module.css";
import { Panel, PasskeyButton, usePasskey } from "./passkey.tsx";

type Facts = {
  ageAtLeast: number;
  assurance: string;
  mode: "live" | "test";
  provenIn: string;
  expiresOn: string;
  isSynced: boolean;
  tenantName: string | null;
};

/**
 * Everything that is kept, as a list of sentences; the proof appears by its own name, which the documentation
 * explains.
 */
const factsIn = (words: Words, facts: Facts): string[] => {
  const { say } = words;
  const { ageKey } = words.texts;
  const { ageAtLeast, assurance, mode, provenIn, expiresOn, isSynced, tenantName } = facts;
  return [
    say(ageKey.age, { age: ageAtLeast }),
    `${say(ageKey.proven, { month: dateText(words.language, provenIn, "month") })} (${assurance})`,
    say(ageKey.ends, { date: dateText(words.language, expiresOn) }),
    tenantName === null ? ageKey.countsAll : say(ageKey.counts, { tenant: tenantName }),
    isSynced ? ageKey.synced : ageKey.single,
    ...(mode === "test" ? [ageKey.test] : []),
  ];
};

type Receipt = { credentialId: string; receipt: string; salt: string };

/** What a key says, and the button that deletes it. */
export const OwnKey = () => {
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
        <NewsHeading className={styles.done}>{ageKey.deletedTitle}</NewsHeading>
        <p>{ageKey.deleted}</p>
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
      <PasskeyButton look="primary" phase={phase} go={look}>
        {ageKey.look}
      </PasskeyButton>
      <PasskeyButton look="secondary" phase={phase} go={remove}>
        {ageKey.remove}
      </PasskeyButton>
    </Panel>
  );
};
