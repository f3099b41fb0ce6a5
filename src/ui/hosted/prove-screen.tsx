import type { ReactNode } from "react";
import { DocumentForm } from "./document-form.tsx";
import { HandoffOffer } from "./handoff/handoff-offer.tsx";
import { LicenceDrawing } from "./licence-drawing.tsx";
import { MethodChoice } from "./method-choice.tsx";
import { PrivacyNote } from "./privacy-note.tsx";
import styles from "./prove-screen.module.css";
import { SandboxForm } from "./sandbox-form.tsx";
import { evidencePath, type PageView, type Problem, pagePath } from "./view.ts";
import type { Words } from "./words.ts";

type ProveScreenProps = {
  words: Words;
  view: PageView;
  secret: string;
  /** The method that the person chose; one that stands alone needs no choice. */
  chosen: string | null;
  problem: Problem | null;
};

type FormProps = {
  action: string;
  pagePath: string;
  problem: Problem | null;
  attemptsLeft: number;
};

type MethodProps = FormProps & { words: Words };

const HowToPhotograph = ({ words: { texts } }: { words: Words }) => (
  <div className={styles.how}>
    <LicenceDrawing label={texts.document.drawing} />
    <div>
      <h2>{texts.document.heading}</h2>
      <p>{texts.document.which}</p>
      <ul className={styles.tips}>
        {texts.document.tips.map((tip) => (
          <li key={tip}>{tip}</li>
        ))}
      </ul>
    </div>
  </div>
);

/** At first how to do it, then the form; after a try that failed, why, the form, and then how once more. */
const DocumentMethod = ({ words, ...props }: MethodProps) => {
  const how = <HowToPhotograph key="how" words={words} />;
  const form = <DocumentForm key="form" {...props} />;
  return <section className={styles.method}>{props.problem ? [form, how] : [how, form]}</section>;
};

/** How each method is drawn. A method that is not here has no page and is not offered. */
const PANELS: Readonly<Record<string, (props: MethodProps) => ReactNode>> = {
  document: (props) => <DocumentMethod {...props} />,
  sandbox: ({ words: _, ...props }) => <SandboxForm {...props} />,
};

/** Who asks, for what, what happens to the data, and the way to prove it. */
export const ProveScreen = ({ words, view, secret, chosen, problem }: ProveScreenProps) => {
  const { texts, say } = words;
  const { tenantName: tenant, minimumAge: age, attemptsLeft } = view;
  const methods = view.methods.filter((id) => Object.hasOwn(PANELS, id));
  const method = methods.find((id) => id === chosen) ?? (methods.length === 1 ? methods[0] : undefined);
  const here = method && methods.length > 1 ? `${pagePath(secret)}?method=${method}` : pagePath(secret);
  return (
    <>
      <h1 className={styles.title}>{say(texts.start.title, { tenant, age })}</h1>
      {method === "document" && methods.length === 1 && !problem && (
        <p className={styles.lead}>{say(texts.start.onlyWay, { tenant })}</p>
      )}
      {methods.length === 0 && <p className={styles.lead}>{say(texts.start.noWay, { tenant })}</p>}
      {method
        ? PANELS[method]?.({
            words,
            action: evidencePath(secret, method),
            pagePath: here,
            problem,
            attemptsLeft,
          })
        : methods.length > 0 && <MethodChoice words={words} methods={methods} pagePath={pagePath(secret)} />}
      {method && methods.length > 1 && (
        <p className={styles.other}>
          <a href={pagePath(secret)}>{texts.start.otherWay}</a>
        </p>
      )}
      {view.device === "first" && methods.length > 0 && <HandoffOffer words={words} secret={secret} />}
      {view.mode === "live" && <PrivacyNote words={words} tenant={tenant} age={age} />}
    </>
  );
};
