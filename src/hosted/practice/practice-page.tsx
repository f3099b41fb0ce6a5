import type { ReactNode } from "react";
import { LANGUAGE_NAMES, LANGUAGES, type Language } from "#core/language.ts";
import type { PracticeStatement } from "#core/practice/statement.ts";
import { NOT_GIVEN, statedMethod } from "#core/practice/words.ts";
import { dateText } from "#hosted/dates.ts";
import { Wordmark } from "#kit/brand.tsx";
import styles from "./practice-page.module.css";
import { PRACTICE_TEXTS, type PracticeTexts } from "./texts.ts";

type Shown = {
  version: number;
  createdAt: Date;
  statement: PracticeStatement;
  versions: readonly { version: number; createdAt: Date }[];
};

type PartProps = { statement: PracticeStatement; texts: PracticeTexts; language: Language };

const fill = (text: string, values: Record<string, string | number>): string =>
  text.replace(/\{(\w+)\}/g, (braces, name: string) => String(values[name] ?? braces));

const English = ({ children }: { children: string }) => (
  <span lang="en" dir="ltr">
    {children}
  </span>
);

const DAY = 86_400;

/**
 * Whole days in the page's language; anything that is not a number stays in the statement's language,
 * English.
 */
const Kept = ({ kept, seconds, language }: { kept: string; seconds: number | null; language: Language }) =>
  language === "en" || !seconds || seconds % DAY !== 0 ? (
    <English>{kept}</English>
  ) : (
    new Intl.NumberFormat(language, {
      style: "unit",
      unit: "day",
      unitDisplay: "long",
      numberingSystem: "latn",
    }).format(seconds / DAY)
  );

/** In the page's language; an earlier version may name things that this one does not know. */
const worded = (texts: Readonly<Record<string, string>>, id: string, otherwise: string): string =>
  texts[id] ?? otherwise;

const Address = ({ href, none }: { href: string | null; none: string }) =>
  href === null ? none : <a href={href}>{href.replace(/^mailto:/, "")}</a>;

const Pairs = ({ pairs }: { pairs: readonly (readonly [string, ReactNode])[] }) => (
  <dl>
    {pairs.map(([name, value]) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
);

const List = ({ items }: { items: readonly string[] }) => (
  <ul>
    {items.map((item) => (
      <li key={item}>{item}</li>
    ))}
  </ul>
);

const Who = ({ statement, texts: { labels, none } }: PartProps) => (
  <Pairs
    pairs={[
      ...statement.roles.map(({ role, name }) => {
        const label = role === "website" ? labels.website : labels.operator;
        return [label, <bdi key={role}>{name === NOT_GIVEN ? none : name}</bdi>] as const;
      }),
      ...(statement.of.kind === "tenant"
        ? ([
            [labels.contact, <Address key="contact" href={statement.contact} none={none} />],
            [labels.complaint, <Address key="complaint" href={statement.complaint} none={none} />],
          ] as const)
        : []),
    ]}
  />
);

const nameOfMethod = (texts: PracticeTexts, { id, name }: { id: string; name: string }): string => {
  const key = statedMethod(id)?.key;
  return key && key === id ? texts.methods[key] : name;
};

const Methods = ({ statement, texts }: PartProps) =>
  statement.methods.map((method) => (
    <section key={method.id}>
      <h3>
        <bdi>{nameOfMethod(texts, method)}</bdi>
      </h3>
      <p>{texts.categories[method.category]}</p>
      {method.assurances.map(({ assurance, proves, doesNotProve }) => (
        <Pairs
          key={assurance}
          pairs={[
            [texts.labels.proves, <English key="proves">{proves}</English>],
            [texts.labels.doesNotProve, <English key="not">{doesNotProve}</English>],
          ]}
        />
      ))}
      {method.zeroKnowledge && (
        <p>
          <English>
            {`${method.zeroKnowledge.says} Proofs are verified by ${method.zeroKnowledge.verifiedBy}.`}
          </English>
        </p>
      )}
    </section>
  ));

const Asked = ({ statement: { ages, methods }, texts }: PartProps) => {
  if (!ages) return null;
  const names = new Map(methods.map((method) => [method.id, nameOfMethod(texts, method)]));
  const only = [
    { place: "default", minimumAge: ages.minimumAge, methods: methods.map(({ id }) => ({ id })) },
  ];
  const rules = ages.policy?.rules ?? only;
  return (
    <ul>
      {rules.map(({ place, minimumAge, methods: ways }) => (
        <li key={place}>
          {rules.length > 1 && (
            <strong>{`${place === "default" ? texts.labels.everywhere : place}: `}</strong>
          )}
          {fill(texts.labels.minimumAge, { age: minimumAge ?? ages.minimumAge })}
          {" · "}
          {ways.flatMap(({ id }) => names.get(id) ?? []).join(", ")}
        </li>
      ))}
    </ul>
  );
};

const Data = ({ statement, texts, language }: PartProps) =>
  (["person", "member"] as const).map((of) => (
    <section key={of}>
      <h3>{of === "person" ? texts.labels.people : texts.labels.members}</h3>
      <ul>
        {statement.data
          .filter((row) => row.of === of)
          .map(({ id, item, kept, seconds }) => (
            <li key={id}>
              <English>{item}</English>
              <small>
                {texts.labels.kept}: <Kept kept={kept} seconds={seconds} language={language} />
              </small>
            </li>
          ))}
      </ul>
    </section>
  ));

const Parties = ({ statement, texts }: PartProps) => (
  <ul>
    {statement.processors.map(({ id, name, host, gets, isForTests }) => (
      <li key={`${id} ${host} ${isForTests}`}>
        {worded(texts.parties, id, name)}
        {host !== null && (
          <>
            {": "}
            <bdi>
              {name} ({host})
            </bdi>
          </>
        )}
        {isForTests && ` · ${texts.labels.tests}`}
        <small>
          {texts.labels.gets}: <English>{gets}</English>
        </small>
      </li>
    ))}
  </ul>
);

const Software = ({ statement: { software, conformance }, texts, language }: PartProps) => (
  <p>
    {software.name} {software.version} {software.commit ?? ""}
    {conformance &&
      ` · ${fill(texts.labels.conformance, { ...conformance, date: dateText(language, conformance.at) })}`}
  </p>
);

type PageProps = { shown: Shown; language: Language; path: string; hasNumbers: boolean };

/** The practice statement for people, drawn on the server: it needs no script and prints as it is. */
export const PracticePage = ({ shown, language, path, hasNumbers }: PageProps) => {
  const { statement, version, createdAt, versions } = shown;
  const texts = PRACTICE_TEXTS[language];
  const part = { statement, texts, language };
  const { headings } = texts;
  const query = statement.of.id === null ? "" : `tenant=${statement.of.id}&`;
  const policy = statement.ages?.policy ?? null;
  const { choice, appeal } = texts;
  const never = statement.neverStored.map(({ id, item }) => worded(texts.never, id, item));
  const parts: readonly (readonly [string, ReactNode])[] = [
    [headings.who, <Who key="who" {...part} />],
    [headings.methods, <Methods key="methods" {...part} />],
    ...(statement.ages ? [[headings.asked, <Asked key="asked" {...part} />] as const] : []),
    [headings.choice, `${policy ? choice.policy : choice.plain} ${choice.unread}`],
    [headings.appeal, statement.appeal.isOffered ? appeal.offered : appeal.absent],
    [headings.never, <List key="never" items={never} />],
    [headings.data, <Data key="data" {...part} />],
    [headings.parties, <Parties key="parties" {...part} />],
    [headings.limits, <List key="limits" items={texts.limits} />],
    [headings.software, <Software key="software" {...part} />],
  ];
  return (
    <main className={styles.page}>
      <nav aria-label={texts.labels.languages}>
        {LANGUAGES.map((id) => (
          <a
            key={id}
            href={`${path}?lang=${id}&version=${version}`}
            lang={id}
            hrefLang={id}
            aria-current={id === language ? "true" : undefined}
          >
            {LANGUAGE_NAMES[id]}
          </a>
        ))}
      </nav>
      <h1>{texts.title}</h1>
      <p className={styles.name}>
        <bdi>{statement.of.name}</bdi>
      </p>
      <p>
        {fill(texts.version, { version, date: dateText(language, createdAt) })}
        {version === versions[0]?.version && ` · ${texts.current}`}
      </p>
      <p>{texts.lead}</p>
      {language !== "en" && <p>{texts.english}</p>}
      {parts.map(([heading, body]) => (
        <section key={heading}>
          <h2>{heading}</h2>
          {body}
        </section>
      ))}
      <h2>{texts.earlier}</h2>
      <ol className={styles.versions} reversed>
        {versions.map((one) => (
          <li key={one.version} value={one.version}>
            <a href={`${path}?version=${one.version}&lang=${language}`}>
              {fill(texts.version, { version: one.version, date: dateText(language, one.createdAt) })}
            </a>
          </li>
        ))}
      </ol>
      <p>
        <a href={`/.well-known/age-assurance.json?${query}version=${version}`}>{texts.signed}</a>
        {hasNumbers && (
          <>
            {" · "}
            <a href={`/.well-known/age-assurance-numbers.json?${query}`}>{texts.numbers}</a>
          </>
        )}
      </p>
      <footer>
        <Wordmark size={15} />
      </footer>
    </main>
  );
};
