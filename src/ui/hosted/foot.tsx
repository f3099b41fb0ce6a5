import { LanguageChoice } from "./language-choice.tsx";
import { TimeLeft } from "./time-left.tsx";
import { type PageView, pageHref } from "./view.ts";
import type { Words } from "./words.ts";

type FootProps = {
  words: Words;
  view: PageView;
  secret: string;
  /** Null once the verification has ended. */
  leftMs: number | null;
  method: string | null;
};

/** Below the card: time when it is short, help, and the language. */
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
    <LanguageChoice words={words} hrefOf={(lang) => pageHref(secret, { method, lang })} />
  </>
);
