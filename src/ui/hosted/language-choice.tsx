import { LANGUAGE_NAMES, LANGUAGES } from "#core/language.ts";
import styles from "./language-choice.module.css";
import type { Words } from "./words.ts";

type LanguageChoiceProps = { words: Words; hrefOf: (language: string) => string };

/** Plain links, each in its own language; a cookie keeps the choice. */
export const LanguageChoice = ({ words: { language, texts }, hrefOf }: LanguageChoiceProps) => (
  <details className={styles.choice}>
    <summary>
      <svg viewBox="0 0 20 20" width="16" height="16" aria-hidden="true" focusable="false">
        <path d="M10 2.500a7.500 7.500 0 1 0 0 15 7.500 7.500 0 0 0 0-15zM2.500 10h15M10 2.500c2.200 2 3.200 4.600 3.200 7.500s-1 5.500-3.200 7.500c-2.200-2-3.200-4.600-3.200-7.500s1-5.500 3.200-7.500z" />
      </svg>
      <span className="visually-hidden">{texts.frame.language}: </span>
      {LANGUAGE_NAMES[language]}
    </summary>
    <ul>
      {LANGUAGES.map((id) => (
        <li key={id}>
          <a href={hrefOf(id)} lang={id} hrefLang={id} aria-current={id === language ? "true" : undefined}>
            <bdi>{LANGUAGE_NAMES[id]}</bdi>
          </a>
        </li>
      ))}
    </ul>
  </details>
);
