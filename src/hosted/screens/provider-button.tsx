import { slugOfMethod } from "#core/identity/provider.ts";
import { type PageView, pagePath } from "#hosted/view.ts";
import type { Words } from "#hosted/words.ts";
import styles from "./method-choice.module.css";

type Provider = NonNullable<PageView["providers"]>[number];

/** The identity provider behind a method; null: it is another method, or the provider is switched off. */
export const providerOf = (
  { providers = [] }: Pick<PageView, "providers">,
  method: string,
): Provider | null => providers.find(({ slug }) => slug === slugOfMethod(method)) ?? null;

/** `MitID (Denmark)`, the country in the page's language. */
const placed = ({ language }: Words, { name, country }: Provider): string => {
  if (country === null) return name;
  return `${name} (${new Intl.DisplayNames([language], { type: "region" }).of(country) ?? country})`;
};

type Props = { words: Words; provider: Provider; secret: string; tenant: string };

/**
 * A plain form, which works without scripts: it leads to the provider's sign-in. Out of a frame, too: providers refuse to be
 * framed, and the browser would keep no cookie there.
 */
export const ProviderButton = ({ words, provider, secret, tenant }: Props) => {
  const { texts, say } = words;
  const { needs, time, where } = texts.provider.method;
  return (
    <form method="post" action={`${pagePath(secret)}/idp`} target="_top">
      <input type="hidden" name="provider" value={provider.slug} />
      <button type="submit">
        <span className={styles.name}>{say(texts.provider.go, { provider: placed(words, provider) })}</span>
        <span className={styles.needs}>
          {needs}. {say(texts.provider.learns, { provider: provider.name, tenant })}
        </span>
        <span className={styles.where}>{[time, where].join(" · ")}</span>
      </button>
    </form>
  );
};
