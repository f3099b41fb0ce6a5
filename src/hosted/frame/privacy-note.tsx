import type { PageView } from "#hosted/view.ts";
import type { Words } from "#hosted/words.ts";
import { factsOfMethod, learnsWords } from "./data-words.ts";
import { KeptList } from "./facts-panel.tsx";
import styles from "./privacy-note.module.css";

type PrivacyNoteProps = {
  words: Words;
  view: Pick<PageView, "facts" | "tenantName" | "minimumAge">;
  method: string;
  /** The texts of the chosen method. */
  said: Words["texts"]["wallet"]["privacy"];
};

/** What happens to the data: one sentence, with the details folded behind it. */
export const PrivacyNote = ({ words, view, method, said }: PrivacyNoteProps) => {
  const { texts, say } = words;
  const { tenantName: tenant } = view;
  const { more, keptTerm, learnsTerm, nobodyTerm } = texts.privacy;
  const own = { ...view, facts: factsOfMethod(view.facts, method), methods: [] };
  const learns = learnsWords(words, own);
  const rows = [
    { term: said.deletedTerm, text: <p>{said.deleted}</p> },
    { term: keptTerm, text: <KeptList words={words} view={own} /> },
    { term: say(learnsTerm, { tenant }), text: <p>{`${learns.line}. ${learns.more}`}</p> },
    { term: nobodyTerm, text: <p>{said.nobody}</p> },
  ];
  return (
    <aside className={styles.note} aria-label={more}>
      <p className={styles.brief}>
        <svg viewBox="0 0 20 20" width="20" height="20" aria-hidden="true" focusable="false">
          <path d="M6 9V6.500a4 4 0 0 1 8 0V9" fill="none" stroke="currentColor" strokeWidth="1.6" />
          <rect x="4" y="9" width="12" height="8.500" rx="2" fill="currentColor" />
        </svg>
        {say(said.brief, { tenant })}
      </p>
      <details className={styles.more}>
        <summary>{more}</summary>
        <dl>
          {rows.map(({ term, text }) => (
            <div key={term}>
              <dt>{term}</dt>
              <dd>{text}</dd>
            </div>
          ))}
        </dl>
      </details>
    </aside>
  );
};
