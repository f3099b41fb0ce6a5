/** Whom the pages are for, in the order of the navigation. */
export const ROLES = [
  {
    id: "integrator",
    name: "Integrate",
    who: "You write the code that starts verifications and reads their results.",
  },
  {
    id: "tenant",
    name: "Decide",
    who: "You choose for your tenant which ages apply, how they are proven and what it costs.",
  },
  {
    id: "operator",
    name: "Operate",
    who: "You run the service: deploy it, watch it and keep its secrets.",
  },
  {
    id: "auditor",
    name: "Audit",
    who: "You check what the service keeps, what it proves and how it can be held to it.",
  },
  {
    id: "contributor",
    name: "Contribute",
    who: "You change Lintel itself, or want to know why it is as it is.",
  },
] as const;

export type Role = (typeof ROLES)[number]["id"];

export type SitePage = {
  /** The file in `docs/` without `.md`, and the address below /docs. */
  slug: string;
  role: Role;
  /** As the navigation and the browser's tab show it. */
  title: string;
};

/** The page that is made from the contracts, not from Markdown. */
export const REFERENCE_SLUG = "reference";
/** Where `docs/adr/README.md` is shown. */
export const DECISIONS_SLUG = "adr";

/**
 * Every page of the site, in the order in which a reader of that role needs it. A file of `docs/` that is missing
 * here fails a test; the decisions in `docs/adr` need no line.
 */
export const SITE_PAGES: readonly SitePage[] = [
  { slug: "quickstart", role: "integrator", title: "Quick start" },
  { slug: "integrate-typescript", role: "integrator", title: "TypeScript" },
  { slug: "integrate-python", role: "integrator", title: "Python" },
  { slug: "integrate-php", role: "integrator", title: "PHP" },
  { slug: "integrate-go", role: "integrator", title: "Go" },
  { slug: "packages", role: "integrator", title: "Packages" },
  { slug: REFERENCE_SLUG, role: "integrator", title: "API reference" },
  { slug: "calling-the-api", role: "integrator", title: "Calling the API" },
  { slug: "cli", role: "integrator", title: "Command line" },
  { slug: "mcp", role: "integrator", title: "Coding assistants" },
  { slug: "callback", role: "integrator", title: "The way back" },
  { slug: "webhooks", role: "integrator", title: "Webhooks" },
  { slug: "errors", role: "integrator", title: "Errors" },
  { slug: "api-keys", role: "integrator", title: "API keys" },
  { slug: "alerts", role: "integrator", title: "Alerts" },
  { slug: "embedding", role: "integrator", title: "Embedding" },
  { slug: "sign-in-with-age", role: "integrator", title: "Sign in with age" },
  { slug: "gate", role: "integrator", title: "A gate for a site" },
  { slug: "thresholds", role: "integrator", title: "Thresholds" },
  { slug: "console-api", role: "integrator", title: "Console interface" },

  { slug: "policies", role: "tenant", title: "Policies by country" },
  { slug: "wallet", role: "tenant", title: "Wallets" },
  { slug: "identity-providers", role: "tenant", title: "Identity providers" },
  { slug: "vendors", role: "tenant", title: "Vendors" },
  { slug: "vouchers", role: "tenant", title: "Vouchers" },
  { slug: "age-keys", role: "tenant", title: "Age keys" },
  { slug: "appeals", role: "tenant", title: "Appeals" },
  { slug: "hosts", role: "tenant", title: "Hosts of your own" },
  { slug: "billing", role: "tenant", title: "Billing" },

  { slug: "deployment", role: "operator", title: "Deployment" },
  { slug: "managed-postgresql", role: "operator", title: "A managed PostgreSQL" },
  { slug: "operations", role: "operator", title: "Operations" },
  { slug: "console-sign-in", role: "operator", title: "Console sign-in" },
  { slug: "directory", role: "operator", title: "Directory (SCIM)" },
  { slug: "operators-console", role: "operator", title: "Operator’s console" },
  { slug: "mail", role: "operator", title: "E-mail" },
  { slug: "telemetry", role: "operator", title: "Telemetry" },
  { slug: "exports", role: "operator", title: "Exports" },
  { slug: "reliability", role: "operator", title: "Reliability" },
  { slug: "performance", role: "operator", title: "Performance" },

  { slug: "assurance", role: "auditor", title: "What is proven" },
  { slug: "practice-statement", role: "auditor", title: "Practice statement" },
  { slug: "erasure", role: "auditor", title: "Erasure and receipts" },
  { slug: "conformance", role: "auditor", title: "Conformance kit" },

  { slug: "architecture", role: "contributor", title: "Architecture" },
  { slug: DECISIONS_SLUG, role: "contributor", title: "Decisions" },
  { slug: "style", role: "contributor", title: "How we write" },
];

export const addressOf = (slug: string): string => `/docs/${slug}`;

/** The pages before and after this one, in the navigation's order; none for a page that it does not list. */
export const neighboursOf = (slug: string): { previous?: SitePage; next?: SitePage } => {
  const at = SITE_PAGES.findIndex((page) => page.slug === slug);
  if (at === -1) return {};
  const [previous, next] = [SITE_PAGES[at - 1], SITE_PAGES[at + 1]];
  return { ...(previous && { previous }), ...(next && { next }) };
};
