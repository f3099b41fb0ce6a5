import { LANGUAGE_NAMES, LANGUAGES } from "#core/language.ts";
import { dataHref, type PageView, pageHref } from "#hosted/view.ts";
import type { Words } from "#hosted/words.ts";
import { EMBEDDER_KEY } from "./embedder.ts";
import styles from "./frame.module.css";
import { TimeLeft } from "./time-left.tsx";

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

type FootProps = {
  words: Words;
  view: PageView;
  secret: string;
  /** Null once the verification has ended. */
  leftMs: number | null;
  method: string | null;
};

/** Below the card: the time when it is short, help, and the language. */
export const Foot = ({ words, view, secret, leftMs, method }: FootProps) => (
  <>
    {leftMs !== null && <TimeLeft leftMs={leftMs} tenant={view.tenantName} />}
    {view.brand.supportUrl && (
      <p>
        <a href={view.brand.supportUrl} target="_blank" rel="noopener noreferrer">
          {words.say(words.texts.frame.support, { tenant: view.tenantName })}
        </a>
      </p>
    )}
    <p>
      <a href={dataHref(secret)}>{words.texts.data.link}</a>
    </p>
    <LanguageChoice words={words} hrefOf={(lang) => pageHref(secret, { method, lang })} />
  </>
);

type BrandStyleProps = {
  colour: { button: string; text: string } | null;
  /** The nonce of this page's Content-Security-Policy. */
  nonce: string | undefined;
};

/**
 * The tenant's colour on the main button, behind their initial and in the icons beside text. Links keep our colour, because
 * text needs more contrast; so does an outcome, where red would say the contrary; and so does dark mode, because the tenant's
 * colour was checked against white.
 */
export const BrandStyle = ({ colour, nonce }: BrandStyleProps) =>
  colour && (
    <style nonce={nonce}>
      {`@media (prefers-color-scheme: light) { :root { --brand: ${colour.button}; --brand-hover: ${colour.button}; --on-brand: ${colour.text}; --icon: ${colour.button}; } }`}
    </style>
  );

/** A test must not look like a real check, nor a real check like a test. */
export const TestBar = ({ words: { texts } }: { words: Words }) => (
  <aside className={styles.bar} aria-label={texts.test.badge}>
    <strong>{texts.test.badge}</strong>
    <span>{texts.test.bar}</span>
  </aside>
);

const REMEMBER = `try {
  const origin = new URLSearchParams(location.hash.slice(1)).get("embed");
  if (origin !== null) sessionStorage.setItem("${EMBEDDER_KEY}", origin);
} catch {}`;

/**
 * Stores the embedder before a link can be pressed: the next page's address has no fragment, and on a slow
 * connection the scripts may load after the press.
 */
export const EmbedMemory = ({ nonce }: { nonce: string | undefined }) => (
  // biome-ignore lint/security/noDangerouslySetInnerHtml: a constant of ours, with the nonce of this page's policy
  <script nonce={nonce} dangerouslySetInnerHTML={{ __html: REMEMBER }} />
);
