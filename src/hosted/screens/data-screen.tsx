import type { DataPage } from "#core/erasure-request.ts";
import { directionOf } from "#core/language.ts";
import { dateText } from "#hosted/dates.ts";
import actions from "#hosted/frame/actions.module.css";
import { Frame } from "#hosted/frame/frame.tsx";
import { LanguageChoice } from "#hosted/frame/page-parts.tsx";
import { dataHref, pagePath } from "#hosted/view.ts";
import type { Words } from "#hosted/words.ts";
import styles from "./data-screen.module.css";
import { methodText } from "./method-choice.tsx";
import outcome from "./outcome-screen.module.css";

type Kept = Extract<DataPage, { state: "kept" }>;
type Erased = Extract<DataPage, { state: "erased" }>["erased"];

const resultOf = ({ texts, say }: Words, { kept, isOver }: Kept): string => {
  const { result } = texts.data;
  if (!isOver) return result.open;
  if (kept.verified === null) return result.none;
  return say(kept.verified ? result.over : result.under, { age: kept.minimumAge });
};

const factsOf = (words: Words, page: Kept): (readonly [string, string | number])[] => {
  const { texts, say } = words;
  const { facts } = texts.data;
  const { kept } = page;
  const tenant = kept.tenantName;
  const { document_uses: documents = 0, subject_uses: subjects = 0, events: messages = 0 } = kept.rows;
  const marks = documents + subjects;
  const rows: (readonly [string, string | number] | false)[] = [
    [facts.reference, kept.verificationId],
    [facts.started, dateText(words.language, kept.createdAt)],
    [facts.result, resultOf(words, page)],
    typeof kept.result?.verifiedAge === "number" && [facts.age, kept.result.verifiedAge],
    kept.method !== null && [facts.method, methodText(words, kept.method).name],
    [facts.attempts, kept.attempts],
    kept.entries !== 0 && [say(facts.entries, { tenant }), kept.entries],
    kept.entries !== 0 && [facts.until, dateText(words.language, kept.startDataUntil)],
    marks !== 0 && [facts.marks, marks],
    kept.hasAddressHash && [facts.address, 1],
    [say(facts.messages, { tenant }), messages],
  ];
  return rows.filter((row) => row !== false);
};

/** The outcome of the request for erasure, or the button for it. */
const Ask = ({ words, page, secret }: { words: Words; page: Kept; secret: string }) => {
  const { texts, say } = words;
  const { ask, asked, declined } = texts.data;
  const { kept, isOver, erasesAtOnce } = page;
  const { tenantName: tenant, request } = kept;
  if (request?.status === "declined")
    return (
      <section className={outcome.next}>
        <h2>{say(declined.title, { tenant })}</h2>
        <p className={outcome.text}>
          {say(declined.text, { date: dateText(words.language, request.endedAt ?? request.askedAt) })}
        </p>
        <blockquote className={styles.reply} dir="auto">
          {request.reply}
        </blockquote>
      </section>
    );
  if (request)
    return (
      <section className={outcome.next}>
        <h2>{asked.title}</h2>
        <p className={outcome.text}>
          {request.atOnce
            ? asked.busy
            : say(asked.text, {
                date: dateText(words.language, request.askedAt),
                due: dateText(words.language, request.dueAt),
                tenant,
              })}
        </p>
      </section>
    );
  return (
    <section className={outcome.next}>
      <h2>{ask.title}</h2>
      <p className={outcome.text}>
        {isOver ? say(erasesAtOnce ? ask.atOnce : ask.text, { tenant }) : ask.open}
      </p>
      {isOver && (
        <form method="post" action={`${pagePath(secret)}/data/erasure`} className={styles.ask}>
          <button type="submit" className={actions.secondary}>
            {erasesAtOnce ? ask.goAtOnce : ask.go}
          </button>
        </form>
      )}
    </section>
  );
};

const KeptFacts = ({ words, page, secret }: { words: Words; page: Kept; secret: string }) => {
  const { texts, say } = words;
  return (
    <>
      <h1 className={outcome.title}>{texts.data.title}</h1>
      <p className={outcome.text}>{say(texts.data.lead, { tenant: page.kept.tenantName })}</p>
      <dl className={styles.facts}>
        {factsOf(words, page).map(([term, value]) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <p className={outcome.text}>{texts.data.never}</p>
      <div className={outcome.buttons}>
        <a className={actions.secondary} href={`${pagePath(secret)}/data/copy`} download="age-check.json">
          {texts.data.copy}
        </a>
      </div>
      <Ask words={words} page={page} secret={secret} />
      <p className={styles.back}>
        <a href={pagePath(secret)}>{texts.data.back}</a>
      </p>
    </>
  );
};

const ErasedFacts = ({ words, erased }: { words: Words; erased: Erased }) => {
  const { texts, say } = words;
  const { title, text, receipt, salt, keep, until } = texts.data.erased;
  return (
    <>
      <h1 className={outcome.title}>{title}</h1>
      <p className={outcome.text}>{say(text, { date: dateText(words.language, erased.erasedAt) })}</p>
      <p className={outcome.text}>{keep}</p>
      <dl className={styles.facts} data-stacked="">
        {[
          [texts.data.facts.reference, erased.verificationId],
          [receipt, erased.receipt],
          [salt, erased.salt],
        ].map(([term, value]) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd>
              <code dir="ltr">{value}</code>
            </dd>
          </div>
        ))}
      </dl>
      <p className={outcome.text}>{say(until, { date: dateText(words.language, erased.shownUntil) })}</p>
    </>
  );
};

type DataScreenProps = {
  words: Words;
  secret: string;
  page: DataPage;
  /** The end user has just asked, and something went wrong. */
  hasFailed: boolean;
};

/**
 * Shows what is kept about a check, and offers a copy of it and its erasure. Drawn on the server, without a
 * script.
 */
export const DataScreen = ({ words, secret, page, hasFailed }: DataScreenProps) => {
  const { texts, language } = words;
  const tenant = page.state === "kept" ? page.kept.tenantName : page.erased.tenantName;
  return (
    <Frame
      by={texts.frame.by}
      tenant={tenant ?? undefined}
      footnote={<LanguageChoice words={words} hrefOf={(lang) => dataHref(secret, { lang })} />}
    >
      <div dir={directionOf(language)}>
        {hasFailed && page.state === "kept" && page.kept.request === null && (
          <p role="alert" className={styles.failed}>
            {texts.data.failed}
          </p>
        )}
        {page.state === "kept" ? (
          <KeptFacts words={words} page={page} secret={secret} />
        ) : (
          <ErasedFacts words={words} erased={page.erased} />
        )}
      </div>
    </Frame>
  );
};
