// Words of integrators for what these pages call otherwise. The pages' own word need not be first: each stands for the others.
const GROUPS: readonly (readonly string[])[] = [
  ["pagination", "paginate", "paging", "cursor"],
  ["postman", "insomnia", "swagger", "openapi"],
  ["allowlist", "whitelist", "networks"],
  ["rotate", "rotation", "roll", "renew"],
  ["throttle", "throttling", "rate limit", "limits"],
  ["idempotency", "idempotent", "deduplicate"],
  ["versioning", "versions", "deprecation"],
  ["retry", "retries", "backoff"],
  ["timeout", "timeouts"],
  ["sandbox", "test mode"],
  ["pricing", "price", "costs", "billing"],
  ["gdpr", "erasure"],
  ["credentials", "authentication", "api keys"],
  ["iframe", "embedding"],
  ["jwt", "token"],
  ["redirect", "callback_url"],
  ["whsec", "webhook secret"],
  ["monitoring", "telemetry", "metrics"],
  ["backup", "restore"],
];

// While a word is being typed, its beginning is enough, once it is long enough to mean one thing.
const LEAST_TYPED = 4;

/** Other words for the same as `word`, which is folded, or the beginning of one. */
export const synonymsOf = (word: string): readonly string[] =>
  GROUPS.filter((group) =>
    group.some((known) => known === word || (word.length >= LEAST_TYPED && known.startsWith(word))),
  )
    .flat()
    .filter((known) => !known.startsWith(word));
