import type { Metadata } from "next";
import { currentWords } from "#app/page-words.ts";
import { AgeKey } from "#hosted/age-key/age-key.tsx";
import { Frame } from "#hosted/frame/frame.tsx";
import { Step, StepHeading } from "#hosted/frame/step.tsx";
import styles from "#hosted/screens/outcome-screen.module.css";

export const generateMetadata = async (): Promise<Metadata> => ({
  title: { absolute: (await currentWords()).texts.ageKey.title },
});

/** People view and delete their age key here; the passkey itself shows whose it is. */
export default async function Page() {
  const { texts } = await currentWords();
  const { title, lead, limits, unsupported } = texts.ageKey;
  return (
    <Frame by={texts.frame.by}>
      <Step hasProblem={false}>
        <StepHeading className={styles.title}>{title}</StepHeading>
        <p className={styles.text}>{lead}</p>
        <p className={styles.text}>{limits}</p>
        <AgeKey kind="own" otherwise={<p className={styles.text}>{unsupported}</p>} />
      </Step>
    </Frame>
  );
}
