import { METHOD_IDS, type MethodId, sharedMethodId } from "#core/policy/method-id.ts";
import actions from "#hosted/frame/actions.module.css";
import { type PageView, pageHref, pagePath } from "#hosted/view.ts";
import type { Words } from "#hosted/words.ts";
import styles from "./method-choice.module.css";
import { ProviderButton, providerOf } from "./provider-button.tsx";

type MethodChoiceProps = {
  words: Words;
  view: Pick<PageView, "providers" | "tenantName">;
  methods: string[];
  secret: string;
  /** Whether a policy has other methods, for a person who cannot use these. */
  hasOthers: boolean;
};
type MethodText = Words["texts"]["methods"]["document"];

type MethodFacts = {
  /** Null: no page lists the method among the others, so it has no words. */
  text: ((texts: Words["texts"]) => MethodText) | null;
  /** The others are a button that leads elsewhere or asks for a passkey. */
  hasScreen: boolean;
  /** Whose words explain a rejection. */
  rejects: keyof Words["texts"]["rejected"]["by"];
};

const METHODS = {
  document: { text: ({ methods }) => methods.document, hasScreen: true, rejects: "document" },
  wallet: { text: ({ wallet }) => wallet.method, hasScreen: true, rejects: "wallet" },
  voucher: { text: ({ voucher }) => voucher.method, hasScreen: true, rejects: "voucher" },
  oidc: { text: ({ provider }) => provider.method, hasScreen: false, rejects: "provider" },
  vendor: { text: ({ vendor }) => vendor.method, hasScreen: false, rejects: "provider" },
  sandbox: { text: null, hasScreen: true, rejects: "usual" },
  age_key: { text: null, hasScreen: false, rejects: "usual" },
} as const satisfies Record<MethodId, MethodFacts>;

type Known = typeof METHODS;

/** A method whose form is a step of the page. */
export type ScreenMethod = { [Id in MethodId]: Known[Id]["hasScreen"] extends true ? Id : never }[MethodId];

const hasScreen = (id: MethodId): id is ScreenMethod => METHODS[id].hasScreen;

export const screenMethod = (id: string | null): ScreenMethod | null =>
  METHOD_IDS.filter(hasScreen).find((known) => known === id) ?? null;

/** The key of the words that explain a rejection by a method. */
export const rejectsAs = (id: string): MethodFacts["rejects"] => {
  const known = sharedMethodId(id);
  return known === null ? "usual" : METHODS[known].rejects;
};

/** What is said about a method before it is chosen. */
export const methodText = ({ texts }: Words, id: string): MethodText => {
  const known = sharedMethodId(id);
  const unknown = { name: texts.methods.unknown, needs: "", time: "", where: "" };
  return (known && METHODS[known].text?.(texts)) ?? unknown;
};

/** Its name, what it needs, how long it takes and who processes it: shown before the choice. */
const Hints = ({ name, needs, time, where }: MethodText) => (
  <>
    <span className={styles.name}>{name}</span>
    <span className={styles.needs}>{needs}</span>
    <span className={styles.where}>{[time, where].filter((hint) => hint !== "").join(" · ")}</span>
  </>
);

/** A plain form, which works without scripts: the page then shows the other methods too. */
export const Others = ({ words, secret }: Pick<MethodChoiceProps, "words" | "secret">) => (
  <form method="post" action={`${pagePath(secret)}/others`} className={styles.others}>
    <button type="submit" className={actions.secondary}>
      {words.texts.start.others}
    </button>
  </form>
);

/**
 * The methods, in the tenant's order. An identity provider's method is itself a button, because it leads away
 * from here.
 */
export const MethodChoice = ({ words, view, methods, secret, hasOthers }: MethodChoiceProps) => {
  const { start } = words.texts;
  const hrefOf = (id: string): string => pageHref(secret, { method: id });
  return (
    <section className={styles.choice}>
      <h2>{methods.length === 1 ? start.onlyWay : start.choose}</h2>
      <ul>
        {methods.map((id) => {
          const provider = providerOf(view, id);
          return (
            <li key={id}>
              {provider ? (
                <ProviderButton words={words} provider={provider} secret={secret} tenant={view.tenantName} />
              ) : (
                <a href={hrefOf(id)}>
                  <Hints {...methodText(words, id)} />
                </a>
              )}
            </li>
          );
        })}
      </ul>
      {hasOthers && <Others words={words} secret={secret} />}
    </section>
  );
};
