import styles from "./method-choice.module.css";
import type { Words } from "./words.ts";

type MethodChoiceProps = { words: Words; methods: string[]; pagePath: string };

const nameOf = ({ texts }: Words, id: string): { name: string; about: string } =>
  id === "document" ? texts.methods.document : texts.methods.unknown;

/** The ways to prove an age, as plain links in the tenant's order. */
export const MethodChoice = ({ words, methods, pagePath }: MethodChoiceProps) => (
  <section className={styles.choice}>
    <h2>{words.texts.start.choose}</h2>
    <ul>
      {methods.map((id) => {
        const { name, about } = nameOf(words, id);
        return (
          <li key={id}>
            <a href={`${pagePath}?method=${encodeURIComponent(id)}`}>
              <span className={styles.name}>{name}</span>
              <span className={styles.about}>{about}</span>
            </a>
          </li>
        );
      })}
    </ul>
  </section>
);
