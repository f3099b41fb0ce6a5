import styles from "./privacy-note.module.css";
import { texts } from "./texts.ts";

/** What happens to the data: one sentence for everybody, the rest for who wants to know. */
export const PrivacyNote = ({ tenant, age }: { tenant: string; age: number }) => (
  <aside className={styles.note} aria-label={texts.privacy.more}>
    <p className={styles.brief}>
      <svg viewBox="0 0 20 20" width="20" height="20" aria-hidden="true" focusable="false">
        <path d="M6 9V6.500a4 4 0 0 1 8 0V9" fill="none" stroke="currentColor" strokeWidth="1.6" />
        <rect x="4" y="9" width="12" height="8.500" rx="2" fill="currentColor" />
      </svg>
      {texts.privacy.brief(tenant)}
    </p>
    <details className={styles.more}>
      <summary>{texts.privacy.more}</summary>
      <dl>
        {texts.privacy.rows({ tenant, age }).map(({ term, text }) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </details>
  </aside>
);
