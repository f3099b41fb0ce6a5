import styles from "./method-choice.module.css";
import { texts } from "./texts.ts";

const nameOf = (id: string): { name: string; about: string } =>
  id === "document" ? texts.methods.document : texts.methods.other;

/** The ways to prove an age, as plain links in the tenant's order. */
export const MethodChoice = ({ methods, pagePath }: { methods: string[]; pagePath: string }) => (
  <section className={styles.choice}>
    <h2>{texts.start.choose}</h2>
    <ul>
      {methods.map((id) => {
        const { name, about } = nameOf(id);
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
