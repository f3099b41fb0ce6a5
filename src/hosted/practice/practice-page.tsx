import { LANGUAGE_NAMES, LANGUAGES, type Language } from "#core/language.ts";
import type { PracticeStatement } from "#core/practice/statement.ts";
import { statedMethod } from "#core/practice/words.ts";
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

const dayIn = (language: Language, day: Date): string =>
  new Intl.DateTimeFormat(language, { dateStyle: "long", timeZone: "UTC", numberingSystem: "latn" }).format(
    day,
  );

const DAY = 86_400;

/** Whole days in the page's language; what is no number stays in the statement's, English. */
const Kept = ({ kept, seconds, language }: { kept: string; seconds: number | null; language: Language }) =>
  language === "en" || !seconds || seconds % DAY !== 0 ? (
    <span lang="en">{kept}</span>
  ) : (
    new Intl.NumberFormat(language, {
      style: "unit",
      unit: "day",
      unitDisplay: "long",
      numberingSystem: "latn",
    }).format(seconds / DAY)
  );

/** In the page's language; an earlier version may name what this one does not know. */
const worded = (texts: Readonly<Record<string, string>>, id: string, otherwise: string): string =>
  texts[id] ?? otherwise;

const Address = ({ href, none }: { href: string | null; none: string }) =>
  href === null ? none : <a href={href}>{href.replace(/^mailto:/, "")}</a>;

const Who = ({ statement, texts: { labels, none } }: PartProps) => (
  <dl>
    {statement.roles.map(({ role, name }) => (
      <div key={role}>
        <dt>{role === "website" ? labels.website : labels.operator}</dt>
        <dd>
          <bdi>{name}</bdi>
        </dd>
      </div>
    ))}
    {statement.of.kind === "tenant" && (
      <>
        <div>
          <dt>{labels.contact}</dt>
          <dd>
            <Address href={statement.contact} none={none} />
          </dd>
        </div>
        <div>
          <dt>{labels.complaint}</dt>
          <dd>
            <Address href={statement.complaint} none={none} />
          </dd>
        </div>
      </>
    )}
  </dl>
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
        <dl key={assurance}>
          <div>
            <dt>{texts.labels.proves}</dt>
            <dd lang="en">{proves}</dd>
          </div>
          <div>
            <dt>{texts.labels.doesNotProve}</dt>
            <dd lang="en">{doesNotProve}</dd>
          </div>
        </dl>
      ))}
    </section>
  ));

const Asked = ({ statement: { ages, methods }, texts }: PartProps) => {
  if (!ages) return null;
  const names = new Map(methods.map((method) => [method.id, nameOfMethod(texts, method)]));
  const only = [
    { place: "default", minimumAge: ages.minimumAge, methods: methods.map(({ id }) => ({ id })) },
  ];
  return (
    <ul>
      {(ages.policy?.rules ?? only).map(({ place, minimumAge, methods: ways }) => (
        <li key={place}>
          <strong>{place === "default" ? texts.labels.everywhere : place}</strong>{" "}
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
              <span lang="en">{item}</span>
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
          {texts.labels.gets}: <span lang="en">{gets}</span>
        </small>
      </li>
    ))}
  </ul>
);

const Software = ({ statement: { software, conformance }, texts, language }: PartProps) => (
  <p>
    {software.name} {software.version} {software.commit ?? ""}
    {conformance &&
      ` · ${fill(texts.labels.conformance, { ...conformance, date: dayIn(language, new Date(conformance.at)) })}`}
  </p>
);

type PageProps = { shown: Shown; language: Language; path: string; hasNumbers: boolean };

/** The practice statement for people, drawn on the server: no script is needed, and it prints as it is. */
export const PracticePage = ({ shown, language, path, hasNumbers }: PageProps) => {
  const { statement, version, createdAt, versions } = shown;
  const texts = PRACTICE_TEXTS[language];
  const part = { statement, texts, language };
  const { headings } = texts;
  const query = statement.of.id === null ? "" : `tenant=${statement.of.id}&`;
  const policy = statement.ages?.policy ?? null;
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
        {fill(texts.version, { version, date: dayIn(language, createdAt) })}
        {version === versions[0]?.version && ` · ${texts.current}`}
      </p>
      <p>{texts.lead}</p>
      {language !== "en" && <p>{texts.english}</p>}
      <h2>{headings.who}</h2>
      <Who {...part} />
      <h2>{headings.methods}</h2>
      <Methods {...part} />
      {statement.ages && <h2>{headings.asked}</h2>}
      <Asked {...part} />
      <h2>{headings.choice}</h2>
      <p>
        {policy ? texts.choice.policy : texts.choice.plain} {texts.choice.unread}
      </p>
      <h2>{headings.appeal}</h2>
      <p>{statement.appeal.isOffered ? texts.appeal.offered : texts.appeal.absent}</p>
      <h2>{headings.never}</h2>
      <ul>
        {statement.neverStored.map(({ id, item }) => (
          <li key={id}>{worded(texts.never, id, item)}</li>
        ))}
      </ul>
      <h2>{headings.data}</h2>
      <Data {...part} />
      <h2>{headings.parties}</h2>
      <Parties {...part} />
      <h2>{headings.limits}</h2>
      <ul>
        {texts.limits.map((limit) => (
          <li key={limit}>{limit}</li>
        ))}
      </ul>
      <h2>{headings.software}</h2>
      <Software {...part} />
      <h2>{texts.earlier}</h2>
      <ol className={styles.versions} reversed>
        {versions.map((one) => (
          <li key={one.version} value={one.version}>
            <a href={`${path}?version=${one.version}&lang=${language}`}>
              {fill(texts.version, { version: one.version, date: dayIn(language, one.createdAt) })}
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
