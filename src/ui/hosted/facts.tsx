import styles from "./facts.module.css";
import type { Words } from "./words.ts";

type FactsProps = { words: Words; tenant: string; age: number };

const ICONS = {
  learns:
    "M2.500 10s2.800-5 7.500-5 7.500 5 7.500 5-2.800 5-7.500 5-7.500-5-7.500-5zM10 12.200a2.200 2.200 0 1 0 0-4.400 2.200 2.200 0 0 0 0 4.400z",
  kept: "M5 9V6.500a5 5 0 0 1 10 0V9M4 9h12v8.500H4z",
} as const;

/** Before anything starts: what the tenant learns and what is kept. */
export const Facts = ({ words: { texts, say }, tenant, age }: FactsProps) => (
  <dl className={styles.facts}>
    {(["learns", "kept"] as const).map((id) => (
      <div key={id}>
        <dt>
          <svg viewBox="0 0 20 20" width="20" height="20" aria-hidden="true" focusable="false">
            <path d={ICONS[id]} />
          </svg>
          {say(texts.start[id].term, { tenant })}
        </dt>
        <dd>{say(texts.start[id].text, { age })}</dd>
      </div>
    ))}
  </dl>
);
