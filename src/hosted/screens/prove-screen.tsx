import type { ReactNode } from "react";
import { hasAgeKey } from "#core/policy/age-key.ts";
import { METHOD_IDS, type MethodId } from "#core/policy/method-id.ts";
import { AgeKey } from "#hosted/age-key/age-key.tsx";
import { DocumentForm } from "#hosted/document/document-form.tsx";
import { DocumentDrawings } from "#hosted/document/drawings.tsx";
import type { EvidenceForm } from "#hosted/evidence/use-evidence.ts";
import { PrivacyNote } from "#hosted/frame/privacy-note.tsx";
import { ProblemNotice } from "#hosted/frame/problem-notice.tsx";
import { HandoffOffer } from "#hosted/handoff/handoff-screen.tsx";
import { type PageView, type Problem, pageHref, pagePath, type WalletView } from "#hosted/view.ts";
import { WalletPanel } from "#hosted/wallet/wallet-panel.tsx";
import type { Words } from "#hosted/words.ts";
import { MethodChoice } from "./method-choice.tsx";
import { Facts } from "./outcome-screen.tsx";
import styles from "./prove-screen.module.css";
import { providerOf, WaitingForVendor } from "./provider-button.tsx";
import { SandboxForm } from "./sandbox-form.tsx";
import { VoucherForm } from "./voucher-form.tsx";

type PageProps = { words: Words; view: PageView; secret: string; problem: Problem | null };

/**
 * Whether an age key may be shown. It has no screen, only a button above the others where the browser
 * supports passkeys.
 */
const hasKey = ({ methods }: PageView): boolean => hasAgeKey(methods);

/** The first screen, before any camera: who asks, what for, what happens to the data, and the methods. */
const StartScreen = ({ words, view, secret, methods, problem }: PageProps & { methods: string[] }) => {
  const { texts, say } = words;
  const { tenantName: tenant, minimumAge: age, attemptsLeft } = view;
  return (
    <>
      <h1 className={styles.title}>{say(texts.start.title, { tenant, age })}</h1>
      {view.isAppeal && <p className={styles.lead}>{texts.appeal.lead}</p>}
      {methods.length > 0 || !hasKey(view) ? (
        <p className={styles.lead}>
          {methods.length > 0 ? texts.start.lead : say(texts.start.noWay, { tenant })}
        </p>
      ) : null}
      {problem && (
        <div className={styles.problem}>
          <ProblemNotice problem={problem} attemptsLeft={attemptsLeft} />
        </div>
      )}
      {view.waitingFor !== undefined && (
        <div className={styles.problem}>
          <WaitingForVendor words={words} secret={secret} vendor={view.waitingFor} />
        </div>
      )}
      <Facts words={words} tenant={tenant} age={age} />
      {hasKey(view) && (
        <AgeKey
          kind="use"
          pagePath={pagePath(secret)}
          otherwise={
            methods.length === 0 && <p className={styles.lead}>{say(texts.start.noWay, { tenant })}</p>
          }
        />
      )}
      {methods.length > 0 && (
        <MethodChoice
          words={words}
          view={view}
          methods={methods}
          secret={secret}
          hasOthers={view.hasOthers === true}
        />
      )}
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
};

const HowToPhotograph = ({ words: { texts } }: { words: Words }) => (
  <div className={styles.how}>
    <DocumentDrawings label={texts.document.drawing} />
    <div>
      <h2>{texts.document.heading}</h2>
      <p>{texts.document.which}</p>
      <ul className={styles.tips}>
        {texts.document.tips.map((tip) => (
          <li key={tip}>{tip}</li>
        ))}
      </ul>
    </div>
  </div>
);

/** Instructions, then the form; after a failed try, the reason and the form come first. */
const DocumentMethod = ({ words, form }: MethodProps) => {
  const parts = [<HowToPhotograph key="how" words={words} />, <DocumentForm key="form" {...form} />];
  return <section className={styles.method}>{form.problem ? parts.reverse() : parts}</section>;
};

const VoucherMethod = ({ words: { texts, say }, form, tenant }: MethodProps) => {
  const { about, field, heading, hint, limit } = texts.voucher;
  return (
    <VoucherForm {...form}>
      <h2>{heading}</h2>
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
  /** If absent, what is said about a photo. */
  privacy?: (texts: Words["texts"]) => Words["texts"]["wallet"]["privacy"];
  /**
   * A phone's better camera is no help: a wallet's code is scanned with a phone anyway, and a voucher's is
   * typed.
   */
  isAnywhere?: true;
  /** The first screen of a test: the other methods are beside it, and it asks nothing about a person. */
  isOfTests?: true;
};

/**
 * The panel of each method; null: it has no screen, only a button that leads elsewhere or asks for a passkey.
 */
const PANELS: Readonly<Record<MethodId, Panel | null>> = {
  document: { Panel: DocumentMethod },
  sandbox: { Panel: ({ form }) => <SandboxForm {...form} />, isOfTests: true },
  voucher: { Panel: VoucherMethod, privacy: ({ voucher }) => voucher.privacy, isAnywhere: true },
  wallet: {
    Panel: ({ form, wallet, tenant: _tenant, ...props }) =>
      wallet && <WalletPanel wallet={wallet} {...form} {...props} />,
    privacy: ({ wallet }) => wallet.privacy,
    isAnywhere: true,
  },
  oidc: null,
  vendor: null,
  age_key: null,
};

const panelOf = (method: string | null): Panel | null => {
  const known = METHOD_IDS.find((id) => id === method);
  return known ? PANELS[known] : null;
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

/**
 * The first screen, or the chosen method. A test needs no first screen, nor does a single method that has
 * begun.
 */
export const ProveScreen = ({ words, view, secret, chosen, problem, wallet }: ProveScreenProps) => {
  const { tenantName: tenant, minimumAge: age, attemptsLeft, mode } = view;
  const panels = view.methods.filter((id) => panelOf(id) !== null);
  const providers = view.methods.filter((id) => providerOf(view, id) !== null);
  const methods = view.methods.filter((id) => panels.includes(id) || providers.includes(id));
  // If a policy has other methods, or has closed the one that was tried, the first screen leads on.
  const leadsOn = view.hasOthers === true || problem?.closed !== undefined;
  const isUnderWay = problem !== null && methods.length === 1 && !leadsOn;
  // A test's page opens with the sandbox, whatever else it offers.
  const preset = mode === "test" || isUnderWay ? panels[0] : undefined;
  const method = panels.find((id) => id === chosen) ?? preset ?? null;
  const panel = panelOf(method);
  const isOfTests = panel?.isOfTests === true;
  const links = (
    <Links words={words} secret={secret} method={isOfTests ? null : method} hasChoice={methods.length > 1} />
  );
  const helps = methods.some((id) => !panelOf(id)?.isAnywhere) && !panel?.isAnywhere;
  const offer = view.device === "first" && helps && <HandoffOffer words={words} secret={secret} />;
  if (method === null) {
    return (
      <>
        <StartScreen words={words} view={view} secret={secret} methods={methods} problem={problem} />
        {offer}
        {links}
      </>
    );
  }
  const form = {
    method,
    formKey: view.formKey,
    action: `${pagePath(secret)}/${method}`,
    pagePath: pageHref(secret, { method }),
    problem,
    attemptsLeft,
  };
  return (
    <>
      <h1 className={mode === "test" ? styles.title : styles.asked}>
        {words.say(words.texts.start.title, { tenant, age })}
      </h1>
      {view.waitingFor !== undefined && (
        <div className={styles.problem}>
          <WaitingForVendor words={words} secret={secret} vendor={view.waitingFor} />
        </div>
      )}
      {isOfTests && hasKey(view) && <AgeKey kind="use" pagePath={pagePath(secret)} />}
      {panel?.Panel({ form, words, tenant, age, wallet })}
      {isOfTests && wallet && (
        <p className={styles.try}>
          <a href={pageHref(secret, { method: "wallet" })}>{words.texts.wallet.tryTest}</a>
        </p>
      )}
      {isOfTests && providers.length > 0 && (
        <MethodChoice words={words} view={view} methods={providers} secret={secret} hasOthers={false} />
      )}
      {offer}
      {links}
      {!isOfTests && (
        <PrivacyNote
          words={words}
          tenant={tenant}
          age={age}
          said={panel?.privacy?.(words.texts) ?? words.texts.privacy}
        />
      )}
    </>
  );
};
