import { vendorOfMethod } from "#core/identity/vendor.ts";
import type { PageView } from "#hosted/view.ts";
import type { Words } from "#hosted/words.ts";
import { keptWords, learnsWords } from "./data-words.ts";
import styles from "./facts-panel.module.css";

type FactsProps = {
  words: Words;
  view: Pick<PageView, "facts" | "tenantName" | "minimumAge" | "methods">;
};

/** What is kept and until when, as a list; and who else has a copy. */
export const KeptList = ({ words, view }: FactsProps) => {
  const vendors = view.methods.flatMap((id) => vendorOfMethod(id) ?? []);
  const { about, until, parts, others } = keptWords(words, view, vendors);
  return (
    <>
      {about !== null && <p>{about}</p>}
      <p>{until}</p>
      <ul className={styles.parts}>
        {parts.map((part) => (
          <li key={part}>{part}</li>
        ))}
      </ul>
      {others.map((other) => (
        <p key={other}>{other}</p>
      ))}
    </>
  );
};

const ICONS = {
  learns:
    "M2.500 10s2.800-5 7.500-5 7.500 5 7.500 5-2.800 5-7.500 5-7.500-5-7.500-5zM10 12.200a2.200 2.200 0 1 0 0-4.400 2.200 2.200 0 0 0 0 4.400z",
  kept: "M5 9V6.500a5 5 0 0 1 10 0V9M4 9h12v8.500H4z",
} as const;

const Icon = ({ id }: { id: keyof typeof ICONS }) => (
  <svg viewBox="0 0 20 20" width="20" height="20" aria-hidden="true" focusable="false">
    <path d={ICONS[id]} />
  </svg>
);

/**
 * Before anything starts: what the tenant learns and what is kept. A line each, with the rest folded behind
 * it, so that the way on is in view on a small phone.
 */
export const FactsPanel = ({ words, view }: FactsProps) => {
  const learns = learnsWords(words, view);
  return (
    <div className={styles.facts}>
      <details>
        <summary>
          <Icon id="learns" />
          <span>{learns.line}</span>
        </summary>
        <p>{learns.more}</p>
      </details>
      <details>
        <summary>
          <Icon id="kept" />
          <span>{keptWords(words, view, []).line}</span>
        </summary>
        <KeptList words={words} view={view} />
      </details>
    </div>
  );
};
