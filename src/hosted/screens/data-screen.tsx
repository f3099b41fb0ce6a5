import type { DataPage } from "#core/erasure-request.ts";
import { directionOf } from "#core/language.ts";
import { dateText } from "#hosted/dates.ts";
import actions from "#hosted/frame/actions.module.css";
import { Frame } from "#hosted/frame/frame.tsx";
import { LanguageChoice } from "#hosted/frame/page-parts.tsx";
import { StepHeading } from "#hosted/frame/step.tsx";
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

/** The outcome of asking for erasure; it is the news on the page, so it comes first. */
const Asked = ({ words, kept }: { words: Words; kept: Kept["kept"] }) => {
  const { texts, say, language } = words;
  const { asked, declined } = texts.data;
  const { tenantName: tenant, request } = kept;
  if (!request) return null;
  if (request.status === "declined")
    return (
      <>
        <p className={outcome.text}>
          {say(declined.text, { date: dateText(language, request.endedAt ?? request.askedAt) })}
        </p>
        <blockquote className={styles.reply} dir="auto">
          {request.reply}
        </blockquote>
      </>
    );
  const dates = { date: dateText(language, request.askedAt), due: dateText(language, request.dueAt) };
  return (
    <p className={outcome.text}>{request.atOnce ? asked.busy : say(asked.text, { ...dates, tenant })}</p>
  );
};

/** The button that asks for erasure. */
const Ask = ({ words: { texts, say }, page, secret }: { words: Words; page: Kept; secret: string }) => {
  const { ask } = texts.data;
  const { kept, isOver, erasesAtOnce } = page;
  const { tenantName: tenant } = kept;
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

/** What the page says first: the outcome of asking for erasure, or else what is kept. */
export const dataHeading = ({ texts, say }: Words, page: DataPage, hasFailed: boolean): string => {
  const { data } = texts;
  if (page.state === "erased") return data.erased.title;
  const { request, tenantName: tenant } = page.kept;
  if (request) return request.status === "declined" ? say(data.declined.title, { tenant }) : data.asked.title;
  return hasFailed ? data.failedTitle : data.title;
};

type KeptProps = { words: Words; page: Kept; secret: string; hasFailed: boolean };

const KeptFacts = ({ words, page, secret, hasFailed }: KeptProps) => {
  const { texts, say } = words;
  const { request } = page.kept;
  const isNews = request !== null || hasFailed;
  return (
    <>
      <StepHeading className={outcome.title}>{dataHeading(words, page, hasFailed)}</StepHeading>
      <Asked words={words} kept={page.kept} />
      {request === null && hasFailed && <p className={styles.failed}>{texts.data.failed}</p>}
      {isNews && <h2 className={styles.kept}>{texts.data.title}</h2>}
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
      {request === null && <Ask words={words} page={page} secret={secret} />}
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
      <StepHeading className={outcome.title}>{title}</StepHeading>
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
        {page.state === "kept" ? (
          <KeptFacts words={words} page={page} secret={secret} hasFailed={hasFailed} />
        ) : (
          <ErasedFacts words={words} erased={page.erased} />
        )}
      </div>
    </Frame>
  );
};
