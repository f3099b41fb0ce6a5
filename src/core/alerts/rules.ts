// The one list of alert rules. Ids are in the database, in webhooks and in docs/alerts.md: they never change.

export type AlertAudience = "tenant" | "operator";

/** What a rule knows of one case, for its words: texts are names that someone chose, and escaped where they are shown. */
export type AlertDetail = Readonly<Record<string, string | number>>;

type Rule = {
  audience: AlertAudience;
  title: string;
  /** The title of the message that it is over. */
  over: string;
  /** One sentence about a case. */
  says: (detail: AlertDetail) => string;
  /** What to do about it. */
  todo: string;
  /** The console's page for it, below the tenant's; null: operators read docs/alerts.md. */
  page: ((subject: string) => string) | null;
  /** May pass quiet hours, where the member says so. */
  isUrgent: boolean;
  /** It is over once it has not been seen for so long. */
  overAfterMinutes: number;
  /** Also for closed tenants. */
  alsoClosed?: true;
};

const of = (detail: AlertDetail, name: string): string => String(detail[name] ?? "");

const endpointPage = (subject: string): string => `webhooks/${subject}`;

/** By kind; alerts of an earlier release have others. */
const CERTIFICATES: Readonly<Record<string, string>> = {
  request: "The certificate for requests to wallets",
  registration: "The registration certificate",
  reader: "A reader certificate",
  registrar: "The certificate for Google Wallet",
};

export const ALERT_RULES = {
  endpoint_failing: {
    audience: "tenant",
    title: "A webhook endpoint is failing",
    over: "The webhook endpoint answers again",
    says: (detail) => `Deliveries to ${of(detail, "host")} have failed since ${of(detail, "since")}.`,
    todo: "Look at the last responses of the endpoint and mend your receiver. Deliveries are tried for 24 hours; send later ones again from the endpoint's page.",
    page: endpointPage,
    isUrgent: true,
    overAfterMinutes: 0,
  },
  endpoint_disabling: {
    audience: "tenant",
    title: "A webhook endpoint is about to be turned off",
    over: "The webhook endpoint is not about to be turned off any more",
    says: (detail) =>
      `Nothing has been delivered to ${of(detail, "host")} since ${of(detail, "since")}. After five days of failures it is turned off.`,
    todo: "Mend your receiver, then send a sample event: one success ends the count.",
    page: endpointPage,
    isUrgent: true,
    overAfterMinutes: 0,
  },
  endpoint_disabled: {
    audience: "tenant",
    title: "A webhook endpoint was turned off",
    over: "The webhook endpoint is on again, or was removed",
    says: (detail) =>
      of(detail, "reason") === "gone"
        ? `${of(detail, "host")} answered 410 Gone, so nothing is sent there any more.`
        : `Deliveries to ${of(detail, "host")} failed for five days, so nothing is sent there any more.`,
    todo: "Mend your receiver, turn the endpoint on, and send what it missed from its page.",
    page: endpointPage,
    isUrgent: true,
    overAfterMinutes: 0,
  },
  quota_80: {
    audience: "tenant",
    title: "80% of this month's verifications are used",
    over: "Less than 80% of the month's verifications are used",
    says: (detail) =>
      `${of(detail, "used")} of ${of(detail, "limit")} live verifications of this month are used.`,
    todo: "Look at the forecast under Usage and billing. If you will need more, ask your operator for a larger plan.",
    page: () => "usage",
    isUrgent: false,
    overAfterMinutes: 0,
  },
  quota_100: {
    audience: "tenant",
    title: "This month's verifications are used up",
    over: "There are verifications left again",
    says: (detail) =>
      `${of(detail, "used")} of ${of(detail, "limit")} live verifications of this month are used. ${
        detail.isHard === 1 ? "New ones are refused." : "Each further one is billed as overage."
      }`,
    todo: "Ask your operator for a larger plan, or wait for the next UTC month.",
    page: () => "usage",
    isUrgent: true,
    overAfterMinutes: 0,
  },
  approval_drop: {
    audience: "tenant",
    title: "Fewer verifications than usual are approved",
    over: "The approval rate is back to usual",
    says: (detail) =>
      `${of(detail, "recent")}% of the last ${of(detail, "decided")} live verifications were approved; over the last 28 days it was ${of(detail, "usual")}%.`,
    todo: "Compare methods and reasons on the overview: a method may be failing, or different people may be coming.",
    page: () => "",
    isUrgent: true,
    overAfterMinutes: 10,
  },
  key_expiring: {
    audience: "tenant",
    title: "An API key expires within 14 days",
    over: "The API key has been replaced or has expired",
    says: (detail) => `The key “${of(detail, "name")}”, which is in use, expires at ${of(detail, "until")}.`,
    todo: "Rotate the key and put the new one into your backend before then.",
    page: () => "keys",
    isUrgent: false,
    overAfterMinutes: 0,
  },
  key_expiring_soon: {
    audience: "tenant",
    title: "An API key expires within 3 days",
    over: "The API key has been replaced or has expired",
    says: (detail) => `The key “${of(detail, "name")}”, which is in use, expires at ${of(detail, "until")}.`,
    todo: "Rotate the key and put the new one into your backend now: calls with the old one will be refused.",
    page: () => "keys",
    isUrgent: true,
    overAfterMinutes: 0,
  },
  certificate_expiring: {
    audience: "tenant",
    title: "A certificate expires within 14 days",
    over: "The certificate was replaced or removed",
    says: (detail) =>
      `${CERTIFICATES[of(detail, "kind")] ?? "A certificate"} ends at ${of(detail, "until")}.`,
    todo: "Get a new one from its issuer and set it under Identity providers: wallets refuse requests with an ended one.",
    page: () => "providers",
    isUrgent: false,
    overAfterMinutes: 0,
  },
  erasure_due: {
    audience: "tenant",
    title: "A person's request for erasure is due within 5 days",
    over: "The request for erasure was answered",
    says: (detail) => `A person waits for an answer until ${of(detail, "until")} (GDPR Article 12(3)).`,
    todo: "Erase the verification, or decline and say why.",
    page: () => "requests",
    isUrgent: true,
    overAfterMinutes: 0,
    alsoClosed: true,
  },
  worker_silent: {
    audience: "operator",
    title: "A worker is silent",
    over: "No worker is silent any more",
    says: (detail) =>
      detail.silent === detail.workers
        ? `No worker has given a sign of life for ${of(detail, "minutes")} minutes.`
        : `${of(detail, "silent")} of ${of(detail, "workers")} workers gave no sign of life for ${of(detail, "minutes")} minutes and did not end in order.`,
    todo: "Look at the worker's log and start it again. While no worker runs, webhooks and e-mails wait.",
    page: null,
    isUrgent: true,
    overAfterMinutes: 0,
  },
  queue_lag: {
    audience: "operator",
    title: "Webhooks wait for too long",
    over: "Webhooks are on time again",
    says: (detail) => `A delivery has been due for ${of(detail, "minutes")} minutes.`,
    todo: "Start another worker, and look at PostgreSQL's load.",
    page: null,
    isUrgent: true,
    overAfterMinutes: 2,
  },
  migrations_pending: {
    audience: "operator",
    title: "Migrations are pending",
    over: "The database is migrated",
    says: (detail) => `${of(detail, "pending")} migrations of this release are not in the database.`,
    todo: "Run npm run migrate, then restart the processes.",
    page: null,
    isUrgent: false,
    overAfterMinutes: 0,
  },
  disk_full: {
    audience: "operator",
    title: "The database is nearly as large as its limit",
    over: "The database is smaller than its limit again",
    says: (detail) =>
      `The database has ${of(detail, "gib")} GiB; ALERT_DATABASE_GIB is ${of(detail, "limit")}.`,
    todo: "Give PostgreSQL's disk more room, or shorten what is kept.",
    page: null,
    isUrgent: true,
    overAfterMinutes: 0,
  },
  trust_list_stale: {
    audience: "operator",
    title: "A trust list is out of date",
    over: "The trust list is up to date",
    says: (detail) =>
      `The list “${of(detail, "label")}” should have been replaced by ${of(detail, "until")}.`,
    todo: "Import the provider's newest list: once the grace period is over, what came in the old one does not count.",
    page: null,
    isUrgent: false,
    overAfterMinutes: 0,
  },
  error_rate: {
    audience: "operator",
    title: "Too many requests fail",
    over: "Requests succeed again",
    says: (detail) =>
      `${of(detail, "broken")} of ${of(detail, "requests")} requests of the last 5 minutes were answered with a status of 500 or above.`,
    todo: "Look at the log of the serve processes for errors, by request id.",
    page: null,
    isUrgent: true,
    overAfterMinutes: 5,
  },
  export_stopped: {
    audience: "operator",
    title: "An export is stopped",
    over: "The export goes on",
    says: (detail) =>
      `${of(detail, "destination")} has taken nothing of the stream “${of(detail, "stream")}” since ${of(detail, "since")} (${of(detail, "code")}).`,
    todo: "Look at the collector, its address and the credentials for it. No line is lost: all are sent once it takes them.",
    page: null,
    isUrgent: true,
    overAfterMinutes: 0,
  },
  export_dropped: {
    audience: "operator",
    title: "A collector has refused lines permanently",
    over: "No lines were refused for a day",
    says: (detail) =>
      `${of(detail, "destination")} has refused lines of the stream “${of(detail, "stream")}”, the last at ${of(detail, "at")}: ${of(detail, "lines")} since it was set. They were left out.`,
    todo: "The worker's log has their ids. Fetch them with GET /admin/audit or GET /admin/logs, and see why the collector refuses them.",
    page: null,
    isUrgent: true,
    overAfterMinutes: 0,
  },
} as const satisfies Record<string, Rule>;

export type AlertRule = keyof typeof ALERT_RULES;

const RULES: Readonly<Record<AlertRule, Rule>> = ALERT_RULES;

export const ruleOf = (rule: AlertRule): Rule => RULES[rule];

export const isAlertRule = (text: string): text is AlertRule => Object.hasOwn(ALERT_RULES, text);

const idsFor = (audience: AlertAudience): AlertRule[] =>
  Object.keys(ALERT_RULES).flatMap((id) => (isAlertRule(id) && RULES[id].audience === audience ? [id] : []));

export const TENANT_RULES = idsFor("tenant");
export const OPERATOR_RULES = idsFor("operator");
