import { AgeKey } from "#hosted/age-key/age-key.tsx";
import actions from "#hosted/frame/actions.module.css";
import { FocusedHeading } from "#hosted/frame/focused-heading.tsx";
import { problemText } from "#hosted/frame/screen-texts.ts";
import { type PageView, pagePath, type ScreenName } from "#hosted/view.ts";
import type { Words } from "#hosted/words.ts";
import { methodText } from "./method-choice.tsx";
import styles from "./outcome-screen.module.css";
import { ReturnCountdown, ReturnLink } from "./return.tsx";

type Outcome = Exclude<ScreenName, "prove" | "handoff">;

const SHAPES: Record<Outcome, string> = {
  approved: "M10.500 19.500l5.700 5.700 13-13.400",
  // A beam: the doorway stays closed, and nobody is blamed.
  rejected: "M11 20h18",
  failed: "M20 11v11M20 28.500v.100",
  expired: "M20 11.500V20l5.500 4",
  // A square, the usual stop symbol.
  cancelled: "M14.500 14.500h11v11h-11z",
  withdrawn: "M14.500 14.500h11v11h-11z",
};

/** Distinguishes the outcomes by shape, not by colour alone (WCAG §1.4.1). */
const OutcomeIcon = ({ screen }: { screen: Outcome }) => (
  <svg className={styles.icon} data-screen={screen} viewBox="0 0 40 40" aria-hidden="true" focusable="false">
    <circle cx="20" cy="20" r="19.5" />
    <path d={SHAPES[screen]} />
  </svg>
);

type OutcomeScreenProps = { words: Words; screen: Outcome; view: PageView };

type AppealProps = Pick<OutcomeScreenProps, "words" | "view"> &
  Pick<OutcomeProps, "secret" | "isAppealRefused">;

/** A plain form, which works without scripts and leads to the appeal's page. */
const Appeal = ({ words, view: { appeal }, secret, isAppealRefused }: AppealProps) => {
  const { texts, say, language } = words;
  if (!appeal) return isAppealRefused && <p className={styles.text}>{texts.appeal.over}</p>;
  const names = appeal.methods.map((id) => methodText(words, id).name);
  const ways = new Intl.ListFormat(language, { type: "disjunction" }).format(names);
  return (
    <section className={styles.appeal}>
      <h2>{texts.appeal.title}</h2>
      <p>{appeal.isMade ? texts.appeal.made : say(texts.appeal.text, { ways })}</p>
      <form method="post" action={`${pagePath(secret)}/appeal`}>
        <button type="submit" className={actions.secondary}>
          {appeal.isMade ? texts.appeal.open : texts.appeal.go}
        </button>
      </form>
    </section>
  );
};

type OutcomeProps = OutcomeScreenProps & {
  secret: string;
  /** The end user has just tried to appeal and could not. */
  isAppealRefused: boolean;
};

/** Back to the tenant: a link, and a redirect a little later. If there is no address, only words. */
const WayBack = ({ words: { texts, say }, screen, view }: OutcomeScreenProps) => {
  const { returnUrl, verificationId, status, embedHosts, tenantName: tenant } = view;
  const way = { returnUrl, verificationId, status, embedHosts };
  // Good news needs little reading time; deciding on an appeal needs more.
  const seconds = screen === "approved" ? 5 : view.appeal ? 60 : 20;
  return (
    <div className={styles.wayBack}>
      <ReturnLink
        way={way}
        label={say(screen === "approved" ? texts.approved.go : texts.wayBack.go, { tenant })}
        otherwise={say(texts.wayBack.close, { tenant })}
      />
      {returnUrl !== null && (
        <>
          <ReturnCountdown way={way} seconds={seconds} onceKey={`returned:${verificationId}`} />
          <noscript>
            <meta httpEquiv="refresh" content={`${seconds};url=${returnUrl}`} />
          </noscript>
        </>
      )}
    </div>
  );
};

/** How it ended, what that means, and the way back to the tenant. */
export const OutcomeScreen = ({ words, screen, view, secret, isAppealRefused }: OutcomeProps) => {
  const { texts, say } = words;
  const asked = { tenant: view.tenantName, age: view.minimumAge };
  const problem = screen === "failed" && view.problem && problemText(words, view.problem).title;
  const isAfterCodes = screen === "failed" && view.problem?.code === "VOUCHER_WRONG";
  const { text, next } = isAfterCodes ? texts.voucher.failed : { next: [], ...texts[screen] };
  return (
    <div className={styles.outcome}>
      <OutcomeIcon screen={screen} />
      <FocusedHeading level={1} className={styles.title}>
        {say(texts[screen].title, asked)}
      </FocusedHeading>
      <p className={styles.text}>{say(text, asked)}</p>
      {problem && <p className={styles.text}>{say(texts.failed.last, { problem })}</p>}
      {next.length > 0 && (
        <section className={styles.next}>
          <h2>{texts.wayBack.next}</h2>
          <ul>
            {next.map((step) => (
              <li key={step}>{say(step, asked)}</li>
            ))}
          </ul>
        </section>
      )}
      {view.remember && <AgeKey kind="keep" pagePath={pagePath(secret)} {...view.remember} />}
      {view.device === "phone" ? (
        <p className={styles.back}>{texts.handoff.back}</p>
      ) : (
        <WayBack words={words} screen={screen} view={view} />
      )}
      <Appeal words={words} view={view} secret={secret} isAppealRefused={isAppealRefused} />
    </div>
  );
};

type FactsProps = { words: Words; tenant: string; age: number };

const ICONS = {
  learns:
    "M2.500 10s2.800-5 7.500-5 7.500 5 7.500 5-2.800 5-7.500 5-7.500-5-7.500-5zM10 12.200a2.200 2.200 0 1 0 0-4.400 2.200 2.200 0 0 0 0 4.400z",
  kept: "M5 9V6.500a5 5 0 0 1 10 0V9M4 9h12v8.500H4z",
} as const;

/** Before anything starts: what the tenant learns and what is kept. */
export const Facts = ({ words: { texts, say }, tenant, age }: FactsProps) => (
  <dl className={styles.facts}>
    {(["learns", "kept"] as const).map((id) => (
      <div key={id}>
        <dt>
          <svg viewBox="0 0 20 20" width="20" height="20" aria-hidden="true" focusable="false">
            <path d={ICONS[id]} />
          </svg>
          {say(texts.start[id].term, { tenant })}
        </dt>
        <dd>{say(texts.start[id].text, { age })}</dd>
      </div>
    ))}
  </dl>
);
