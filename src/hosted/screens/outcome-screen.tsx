import type { ReactNode } from "react";
import { showsDocument } from "#core/policy/method-id.ts";
import { AgeKey } from "#hosted/age-key/age-key.tsx";
import actions from "#hosted/frame/actions.module.css";
import { endedWords } from "#hosted/frame/data-words.ts";
import { StepHeading } from "#hosted/frame/step.tsx";
import { type PageView, pagePath, type ScreenName } from "#hosted/view.ts";
import type { Words } from "#hosted/words.ts";
import { failedWords } from "./failed-advice.ts";
import { methodText, rejectsAs } from "./method-choice.tsx";
import styles from "./outcome-screen.module.css";
import { ReturnCountdown, ReturnLink } from "./return.tsx";
import { outcomeTitle } from "./step-title.ts";

type Outcome = Exclude<ScreenName, "prove" | "handoff">;

const SHAPES: Record<Outcome, string> = {
  approved: "M10.500 19.500l5.700 5.700 13-13.400",
  // A beam: the doorway stays closed, and no one is blamed.
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

/** Methods by their names, one of which is enough. */
const eitherOf = (words: Words, methods: readonly string[]): string => {
  const { language, texts, say } = words;
  const names = methods.map((id) => say(texts.methods.quoted, { name: methodText(words, id).name }));
  return new Intl.ListFormat(language, { type: "disjunction" }).format(names);
};

/** A plain form, which works without scripts and leads to the appeal's page. */
const Appeal = ({ words, view: { appeal }, secret, isAppealRefused }: AppealProps) => {
  const { texts, say } = words;
  if (!appeal) return isAppealRefused && <p className={styles.text}>{texts.appeal.over}</p>;
  const ways = eitherOf(words, appeal.methods);
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

/** Time to read, and at least as long to stop it as WCAG 2.2 §2.2.1 asks for; an appeal needs more thought. */
const SECONDS = { usual: 20, appeal: 60 } as const;

/** Back to the tenant: a link, and a redirect a little later. If there is no address, only words. */
const WayBack = ({ words: { texts, say }, screen, view }: OutcomeScreenProps) => {
  const { returnUrl, verificationId, status, embedHosts, tenantName: tenant } = view;
  const way = { returnUrl, verificationId, status, embedHosts };
  return (
    <div className={styles.wayBack}>
      <ReturnLink
        way={way}
        label={say(screen === "approved" ? texts.approved.go : texts.wayBack.go, { tenant })}
        otherwise={say(texts.wayBack.close, { tenant })}
      />
      {returnUrl !== null && (
        <ReturnCountdown
          way={way}
          seconds={view.appeal ? SECONDS.appeal : SECONDS.usual}
          onceKey={`returned:${verificationId}`}
        />
      )}
    </div>
  );
};

type Next = { title: string; steps: ReactNode[] };

/** Who can be turned to: the tenant's help, its address for complaints, or the tenant with the check's number. */
const helpOf = ({ texts, say }: Words, view: PageView): ReactNode => {
  const { brand, complaintUrl, tenantName: tenant, verificationId: id } = view;
  const href = brand.supportUrl ?? complaintUrl;
  if (href === null) return say(texts.rejected.doubt.quote, { tenant, id });
  return (
    <a href={href} target="_blank" rel="noopener noreferrer">
      {say(brand.supportUrl === null ? texts.rejected.doubt.complain : texts.frame.support, { tenant })}
    </a>
  );
};

/** What someone can do who is not too young, whatever the check shows. */
const doubtOf = (words: Words, view: PageView): Next => {
  const { texts, say } = words;
  const { doubt } = texts.rejected;
  const { tenantName: tenant, decidedBy, otherWays } = view;
  const ways = eitherOf(words, otherWays);
  const isOwn = showsDocument(decidedBy ?? "");
  const again = otherWays.length > 0 ? say(doubt.ways, { tenant, ways }) : say(doubt.again, { tenant });
  return {
    title: doubt.title,
    steps: [...(isOwn ? [doubt.own] : []), ...(decidedBy === "tenant" ? [] : [again]), helpOf(words, view)],
  };
};

/** How it came to a rejection, by the method that decided. */
const rejectedWords = (words: Words, view: PageView): string[] => {
  const { texts, say } = words;
  const { by, kind } = texts.rejected;
  const { tenantName: tenant, minimumAge: age, decidedBy, providers = [] } = view;
  if (decidedBy === "tenant") return [say(by.tenant, { tenant })];
  const provider = providers.find(({ method }) => method === decidedBy)?.name;
  const whose = rejectsAs(decidedBy ?? "");
  const isOfDocument = showsDocument(decidedBy ?? "");
  // A provider that is switched off since then has no name here.
  const explained = (): string => {
    if (whose !== "provider") return say(by[whose], { age, tenant });
    return provider === undefined ? by.usual : say(by.provider, { age, provider });
  };
  return [explained(), say(isOfDocument ? kind.document : kind.usual, { age })];
};

/** What is said under the title, and what to do now, by how it ended. */
const wordsOfEnding = (
  words: Words,
  screen: Outcome,
  view: PageView,
): { said: string[]; next: Next | null } => {
  const { texts, say } = words;
  const { tenantName: tenant, minimumAge: age } = view;
  const asked = { tenant, age };
  const data = endedWords(words, view).join(" ");
  if (screen === "approved") return { said: [data], next: null };
  if (screen === "rejected")
    return { said: [...rejectedWords(words, view), data], next: doubtOf(words, view) };
  const { said, next } =
    screen === "failed"
      ? failedWords(words, view.problem)
      : { said: [say(texts[screen].text, asked)], next: [...texts[screen].next] };
  return {
    said: [...said, data],
    next: { title: texts.wayBack.next, steps: next.map((one) => say(one, asked)) },
  };
};

/** How it ended, what that means, and the way back to the tenant. */
export const OutcomeScreen = ({ words, screen, view, secret, isAppealRefused }: OutcomeProps) => {
  const { said, next } = wordsOfEnding(words, screen, view);
  return (
    <div className={styles.outcome}>
      <OutcomeIcon screen={screen} />
      <StepHeading className={styles.title}>{outcomeTitle(words, screen, view)}</StepHeading>
      {said.map((sentence) => (
        <p key={sentence} className={styles.text}>
          {sentence}
        </p>
      ))}
      {view.remember && <AgeKey kind="keep" pagePath={pagePath(secret)} {...view.remember} />}
      {view.device === "phone" ? (
        <p className={styles.back}>{words.texts.handoff.back}</p>
      ) : (
        <WayBack words={words} screen={screen} view={view} />
      )}
      {next && (
        <section className={styles.next}>
          <h2>{next.title}</h2>
          <ul>
            {next.steps.map((step, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: drawn once, in this order
              <li key={index}>{step}</li>
            ))}
          </ul>
        </section>
      )}
      <Appeal words={words} view={view} secret={secret} isAppealRefused={isAppealRefused} />
    </div>
  );
};
