import type { ReactNode } from "react";
import { hasAgeKey } from "#core/policy/age-key.ts";
import { isOfTests } from "#core/policy/method-id.ts";
import { SANDBOX_OUTCOMES } from "#core/verification.ts";
import { AgeKey } from "#hosted/age-key/age-key.tsx";
import { DocumentForm } from "#hosted/document/document-form.tsx";
import { DocumentDrawings } from "#hosted/document/drawings.tsx";
import type { EvidenceForm } from "#hosted/evidence/use-evidence.ts";
import { FactsPanel } from "#hosted/frame/facts-panel.tsx";
import { PrivacyNote } from "#hosted/frame/privacy-note.tsx";
import { ProblemNotice } from "#hosted/frame/problem-notice.tsx";
import { Step, StepHeading } from "#hosted/frame/step.tsx";
import { HandoffOffer } from "#hosted/handoff/handoff-screen.tsx";
import { type PageView, type Problem, pageHref, pagePath, type WalletView } from "#hosted/view.ts";
import { WalletPanel } from "#hosted/wallet/wallet-panel.tsx";
import type { Words } from "#hosted/words.ts";
import { MethodChoice, Others, type ScreenMethod, screenMethod } from "./method-choice.tsx";
import styles from "./prove-screen.module.css";
import { type ProveStep, proveStep, stepName } from "./prove-step.ts";
import { WaitingForVendor } from "./provider-button.tsx";
import { SandboxForm } from "./sandbox-form.tsx";
import { VoucherForm } from "./voucher-form.tsx";

type PageProps = { words: Words; view: PageView; secret: string; problem: Problem | null };

/**
 * Whether an age key may be shown. It has no screen, only a button above the others where the browser
 * supports passkeys.
 */
const hasKey = ({ methods }: PageView): boolean => hasAgeKey(methods);

/** The words of the first screen, before any camera: who asks, what for, and what happens to the data. */
const Ask = ({ words, view, secret, step }: Omit<PageProps, "problem"> & { step: ProveStep }) => {
  const { texts, say } = words;
  const { tenantName: tenant, minimumAge: age } = view;
  const hasWays = step.methods.length > 0 || step.method !== null;
  const noWay = <p className={styles.lead}>{say(texts.start.noWay, { tenant })}</p>;
  const isTest = isOfTests(step.method);
  const problem = step.method === null ? step.own : step.other;
  return (
    <>
      <StepHeading className={styles.title}>{say(texts.start.title, { tenant, age })}</StepHeading>
      {view.isAppeal && <p className={styles.lead}>{texts.appeal.lead}</p>}
      {!hasWays && !hasKey(view) && noWay}
      {problem && (
        <div className={styles.problem}>
          <ProblemNotice problem={problem} attemptsLeft={view.attemptsLeft} />
        </div>
      )}
      {!isTest && <FactsPanel words={words} view={view} />}
      {hasKey(view) && <AgeKey kind="use" pagePath={pagePath(secret)} otherwise={!hasWays && noWay} />}
    </>
  );
};

export type ProveScreenProps = PageProps & {
  /** The method that the end user chose. */
  chosen: string | null;
  /** Null where no wallet is trusted. */
  wallet: WalletView | null;
};

type MethodProps = {
  form: EvidenceForm;
  words: Words;
  tenant: string;
  age: number;
  wallet: WalletView | null;
  /** The step's name is above it already. */
  isNamed: boolean;
};

const HowToPhotograph = ({ words: { texts } }: { words: Words }) => (
  <div className={styles.how}>
    <DocumentDrawings label={texts.document.drawing} />
    <ul className={styles.tips}>
      {texts.document.tips.map((tip) => (
        <li key={tip}>{tip}</li>
      ))}
    </ul>
  </div>
);

/**
 * Which document, then the buttons, then how to photograph it: the way on is in view on a small phone. After a
 * failed try, the reason and the form come first.
 */
const DocumentMethod = ({ words, form, isNamed }: MethodProps) => {
  const which = (
    <div className={styles.which}>
      {!isNamed && <h2>{words.texts.document.heading}</h2>}
      <p>{words.texts.document.which}</p>
    </div>
  );
  return (
    <section className={styles.method}>
      {form.problem === null && which}
      <DocumentForm {...form} />
      {form.problem !== null && which}
      <HowToPhotograph words={words} />
    </section>
  );
};

const VoucherMethod = ({ words: { texts, say }, form, tenant, isNamed }: MethodProps) => {
  const { about, field, heading, hint, limit } = texts.voucher;
  return (
    <VoucherForm {...form}>
      {!isNamed && <h2>{heading}</h2>}
      <p>{say(about, { tenant })}</p>
      <label htmlFor="voucher-code">{field}</label>
      <input
        id="voucher-code"
        name="code"
        type="text"
        dir="ltr"
        required
        minLength={10}
        maxLength={24}
        autoComplete="off"
        autoCapitalize="characters"
        autoCorrect="off"
        spellCheck={false}
        aria-describedby="voucher-hint"
      />
      <p id="voucher-hint" className={styles.hint}>
        {hint} {limit}
      </p>
    </VoucherForm>
  );
};

type Panel = {
  Panel: (props: MethodProps) => ReactNode;
  /** What is said of its data; null: nothing, because it asks nothing about a person. */
  privacy: ((texts: Words["texts"]) => Words["texts"]["wallet"]["privacy"]) | null;
  /**
   * A phone's better camera does not help: a wallet's code is scanned with a phone anyway, and a voucher's is
   * typed.
   */
  isAnywhere: boolean;
};

const PANELS: Readonly<Record<ScreenMethod, Panel>> = {
  document: { Panel: DocumentMethod, privacy: ({ privacy }) => privacy, isAnywhere: false },
  sandbox: {
    Panel: ({ form }) => <SandboxForm outcomes={SANDBOX_OUTCOMES} {...form} />,
    privacy: null,
    isAnywhere: false,
  },
  voucher: { Panel: VoucherMethod, privacy: ({ voucher }) => voucher.privacy, isAnywhere: true },
  wallet: {
    Panel: ({ form, wallet, tenant: _tenant, ...props }) =>
      wallet && <WalletPanel wallet={wallet} {...form} {...props} />,
    privacy: ({ wallet }) => wallet.privacy,
    isAnywhere: true,
  },
};

const isAnywhere = (id: string): boolean => {
  const known = screenMethod(id);
  return known !== null && PANELS[known].isAnywhere;
};

type LinksProps = { words: Words; secret: string; method: string | null; hasChoice: boolean };

/** Another method, or none at all: both are always within reach. */
const Links = ({ words: { texts }, secret, method, hasChoice }: LinksProps) => (
  <ul className={styles.links}>
    {method !== null && (
      <li>
        <a href={pagePath(secret)}>{hasChoice ? texts.start.otherWay : texts.start.back}</a>
      </li>
    )}
    <li>
      <a href={pageHref(secret, { method, cancel: "1" })}>{texts.start.cancel}</a>
    </li>
  </ul>
);

/** The first screen, with the form of an only method below it; or the form of the method that was chosen. */
export const ProveScreen = ({ words, view, secret, chosen, problem, wallet }: ProveScreenProps) => {
  const { tenantName: tenant, minimumAge: age, attemptsLeft, mode } = view;
  const step = proveStep(words, view, chosen, problem, wallet);
  const shown = step.own ?? step.other;
  const { method, methods, providers } = step;
  const isTest = isOfTests(method);
  const panel = method && PANELS[method];
  const helps = methods.some((id) => !isAnywhere(id)) && !panel?.isAnywhere;
  const offer = view.device === "first" && helps && <HandoffOffer words={words} secret={secret} />;
  const hasChoice = methods.length > 1;
  const back = isTest || (step.isFirst && !hasChoice) ? null : method;
  const links = <Links words={words} secret={secret} method={back} hasChoice={hasChoice} />;
  const first = <Ask words={words} view={view} secret={secret} step={step} />;
  const waiting = view.waitingFor !== undefined && (
    <div className={styles.problem}>
      <WaitingForVendor words={words} secret={secret} vendor={view.waitingFor} isNews={shown === null} />
    </div>
  );
  const isNews = shown !== null || view.waitingFor !== undefined;
  if (method === null || panel === null) {
    return (
      <Step hasProblem={isNews}>
        {waiting}
        {first}
        {methods.length > 0 && (
          <MethodChoice
            words={words}
            view={view}
            methods={methods}
            secret={secret}
            hasOthers={view.hasOthers === true}
          />
        )}
        {offer}
        {links}
      </Step>
    );
  }
  const form = {
    method,
    formKey: view.formKey,
    action: `${pagePath(secret)}/${method}`,
    pagePath: pageHref(secret, { method: step.isFirst ? null : method }),
    problem,
    attemptsLeft,
  };
  const { Panel, privacy } = panel;
  return (
    <Step hasProblem={isNews}>
      {step.isFirst ? (
        first
      ) : (
        <StepHeading className={styles.named}>{stepName(words, method, wallet)}</StepHeading>
      )}
      {waiting}
      <Panel form={form} words={words} tenant={tenant} age={age} wallet={wallet} isNamed={!step.isFirst} />
      {isTest && wallet && (
        <p className={styles.try}>
          <a href={pageHref(secret, { method: "wallet" })}>{words.texts.wallet.tryTest}</a>
        </p>
      )}
      {isTest && providers.length > 0 && (
        <MethodChoice words={words} view={view} methods={providers} secret={secret} hasOthers={false} />
      )}
      {mode === "live" && !hasChoice && view.hasOthers === true && <Others words={words} secret={secret} />}
      {offer}
      {links}
      {privacy !== null && (
        <PrivacyNote words={words} view={view} method={method} said={privacy(words.texts)} />
      )}
    </Step>
  );
};
