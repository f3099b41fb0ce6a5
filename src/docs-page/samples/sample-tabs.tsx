"use client";
import { useEffect, useId, useState } from "react";
import { CodeBlock } from "../code-block.tsx";
import { LANGUAGE_KEY, LANGUAGES, type LanguageId, type Samples } from "./languages.ts";
import styles from "./sample-tabs.module.css";

const CHANGED = "lintel-docs-language";

const isLanguage = (value: string | undefined): value is LanguageId =>
  LANGUAGES.some(({ id }) => id === value);

/** The language that `public/docs-first.js` found, or that a reader chose since. */
const chosenLanguage = (): LanguageId | undefined => {
  const { sample } = document.documentElement.dataset;
  return isLanguage(sample) ? sample : undefined;
};

const choose = (language: LanguageId): void => {
  document.documentElement.dataset["sample"] = language;
  try {
    localStorage.setItem(LANGUAGE_KEY, language);
  } catch {
    // A browser that keeps nothing: the choice lasts as long as the page.
  }
  document.dispatchEvent(new CustomEvent(CHANGED));
};

/**
 * One call in five languages. Radio buttons choose what a style sheet shows, so it works without JavaScript, and the
 * remembered language is there from the first paint. A choice applies to all samples.
 */
export const SampleTabs = ({ samples, name }: { samples: Samples; name: string }) => {
  const group = useId();
  const [language, setLanguage] = useState<LanguageId>("curl");
  useEffect(() => {
    const follow = (): void => setLanguage(chosenLanguage() ?? "curl");
    follow();
    document.addEventListener(CHANGED, follow);
    return () => document.removeEventListener(CHANGED, follow);
  }, []);
  return (
    <div className={styles.samples}>
      <fieldset className={styles.tabs}>
        <legend className="visually-hidden">Language of the sample {name}</legend>
        {LANGUAGES.map(({ id, name: label }) => (
          <label key={id} data-language={id}>
            <input
              type="radio"
              name={group}
              value={id}
              checked={language === id}
              onChange={() => choose(id)}
            />
            <span>{label}</span>
          </label>
        ))}
      </fieldset>
      {LANGUAGES.map(({ id, name: label }) => (
        <div key={id} className={styles.panel} data-language={id}>
          <CodeBlock code={samples[id]} label={label} />
        </div>
      ))}
    </div>
  );
};
