import actions from "#hosted/frame/actions.module.css";
import { StepHeading } from "#hosted/frame/step.tsx";
import { pagePath } from "#hosted/view.ts";
import type { Words } from "#hosted/words.ts";
import styles from "./outcome-screen.module.css";

type CancelScreenProps = { words: Words; secret: string; tenant: string; wayBack: string };

/**
 * Asks for confirmation, because stopping cannot be undone. A plain form: a second press finds the
 * verification already ended.
 */
export const CancelScreen = ({ words: { texts, say }, secret, tenant, wayBack }: CancelScreenProps) => (
  <>
    <StepHeading className={styles.title}>{texts.cancel.title}</StepHeading>
    <p className={styles.text}>{say(texts.cancel.text, { tenant })}</p>
    <p className={styles.text}>{say(texts.cancel.after, { tenant })}</p>
    <div className={styles.buttons}>
      <a className={actions.primary} href={wayBack}>
        {texts.cancel.no}
      </a>
      <form method="post" action={`${pagePath(secret)}/cancel`}>
        <button type="submit" className={actions.secondary}>
          {texts.cancel.yes}
        </button>
      </form>
    </div>
  </>
);
