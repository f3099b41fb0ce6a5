import { slugOfMethod } from "#core/identity/provider.ts";
import { saysFaceMatch, vendorOfMethod } from "#core/identity/vendor.ts";
import actions from "#hosted/frame/actions.module.css";
import { NewsHeading } from "#hosted/frame/news-heading.tsx";
import notice from "#hosted/frame/problem-notice.module.css";
import { type PageView, pagePath } from "#hosted/view.ts";
import type { Words } from "#hosted/words.ts";
import styles from "./method-choice.module.css";

type Provider = NonNullable<PageView["providers"]>[number];

/**
 * The identity provider or vendor behind a method; null for any other method, or if the provider is switched
 * off.
 */
export const providerOf = ({ providers = [] }: Pick<PageView, "providers">, id: string): Provider | null =>
  providers.find(({ method }) => method === id) ?? null;

/** `MitID (Denmark)`, the country in the page's language. */
const placed = ({ language }: Words, { name, country }: Provider): string => {
  if (country === null) return name;
  return `${name} (${new Intl.DisplayNames([language], { type: "region" }).of(country) ?? country})`;
};

/** What the provider or vendor sees and learns, with braces. */
const learntBy = ({ texts }: Words, { method, seesFace }: Provider) => {
  const vendor = vendorOfMethod(method);
  if (vendor === null) return texts.provider.learns;
  if (seesFace !== true) return texts.vendor.learns;
  // Where the answer says nothing of the face, there may also be a way without a picture, such as an app.
  return saysFaceMatch(vendor) ? texts.vendor.learnsFace : texts.vendor.mayLearnFace;
};

type Props = { words: Words; provider: Provider; secret: string; tenant: string };

/**
 * A plain form, which works without scripts: it leads to the provider's sign-in or to the vendor's check. It
 * also leaves a frame: providers refuse to be framed, and the browser would keep no cookie there.
 */
export const ProviderButton = ({ words, provider, secret, tenant }: Props) => {
  const { texts, say } = words;
  const vendor = vendorOfMethod(provider.method);
  const { method } = vendor === null ? texts.provider : texts.vendor;
  return (
    <form
      method="post"
      action={`${pagePath(secret)}/${vendor === null ? "idp" : "vendor"}`}
      target="_top"
      className={provider.needsScript ? styles.scripted : undefined}
    >
      <input type="hidden" name="provider" value={vendor ?? slugOfMethod(provider.method) ?? ""} />
      <button type="submit">
        <span className={styles.name}>{say(texts.provider.go, { provider: placed(words, provider) })}</span>
        <span className={styles.needs}>
          {method.needs}. {say(learntBy(words, provider), { provider: provider.name, tenant })}
        </span>
        <span className={styles.where}>{[method.time, method.where].join(" · ")}</span>
      </button>
    </form>
  );
};

type WaitingProps = {
  words: Words;
  secret: string;
  vendor: string;
  /** Nothing else on the page is newer: it has the h1. */
  isNews: boolean;
};

/**
 * The person is back, but the vendor's answer is not there yet. The page goes on by itself; the button asks
 * at once.
 */
export const WaitingForVendor = ({ words, secret, vendor, isNews }: WaitingProps) => {
  const { title, text, look } = words.texts.vendor.waiting;
  const said = words.say(title, { provider: vendor });
  return (
    <section className={notice.notice} aria-live="polite">
      {isNews ? (
        <NewsHeading className={notice.title}>{said}</NewsHeading>
      ) : (
        <h2 className={notice.title}>{said}</h2>
      )}
      <p>{text}</p>
      <form method="post" action={`${pagePath(secret)}/vendor`}>
        <input type="hidden" name="intent" value="look" />
        <button type="submit" className={actions.secondary}>
          {look}
        </button>
      </form>
    </section>
  );
};
