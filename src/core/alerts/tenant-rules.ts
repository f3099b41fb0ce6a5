import { WARN_DAYS } from "../identity/certificate-end.ts";
import { never, of, type Rule, told, worse } from "./rule.ts";

const endpointPage = (subject: string): string => `webhooks/${subject}`;

/** By kind; alerts of an earlier release have others. */
const CERTIFICATES: Readonly<Record<string, string>> = {
  request: "The certificate for requests to wallets",
  registration: "The registration certificate",
  reader: "A reader certificate",
  registrar: "The certificate for Google Wallet",
};

const COUNT_BEGINS =
  "the endpoint accepted a delivery, or its failures are counted from the beginning, as after it was turned off and on";
const RULE_OFF = told(
  "An alert rule was turned off",
  "a member turned the rule off; what it reported may continue",
);
const SWITCHED_OFF = { closed: told("The tenant was closed", "the tenant was closed"), rule_off: RULE_OFF };
const TAKEN_AWAY = told(
  "A failing webhook endpoint was turned off or removed",
  "a member turned the endpoint off or removed it",
);
const MONTH_IS_OVER = {
  gone: never("every tenant has a plan"),
  ran_out: told("A new month has begun, with verifications left", "the UTC month ended"),
  ...SWITCHED_OFF,
};
const KEY_IS_OVER = {
  gone: told(
    "An expiring API key is no longer in use",
    "the key was rotated or revoked, or has not been used for 30 days",
  ),
  ran_out: told("An API key has expired", "the key has expired: calls with it are refused"),
  ...SWITCHED_OFF,
};

/** The rules about a tenant. Ids are in the database, in webhooks and in docs/alerts.md: they never change. */
export const TENANT_ALERTS = {
  endpoint_failing: {
    title: "A webhook endpoint is failing",
    says: (detail) => `Deliveries to ${of(detail, "host")} have failed since ${of(detail, "since")}.`,
    todo: "Look at the last responses of the endpoint and fix your receiver. Deliveries are tried for 24 hours; send later ones again from the endpoint's page.",
    page: endpointPage,
    isUrgent: true,
    overAfterMinutes: 0,
    begins: "nothing was delivered to a webhook endpoint for 15 minutes of failures",
    ends: {
      recovered: told("A webhook endpoint is no longer failing", COUNT_BEGINS),
      worse: worse(
        ["endpoint_disabling", "endpoint_disabled"],
        "the endpoint is about to be turned off, or the service has turned it off",
      ),
      gone: TAKEN_AWAY,
      ran_out: never("failures do not run out"),
      ...SWITCHED_OFF,
    },
  },
  endpoint_disabling: {
    title: "A webhook endpoint is about to be turned off",
    says: (detail) =>
      `Nothing has been delivered to ${of(detail, "host")} since ${of(detail, "since")}. After five days of failures it is turned off.`,
    todo: "Fix your receiver, then send a sample event: one success ends the count.",
    page: endpointPage,
    isUrgent: true,
    overAfterMinutes: 0,
    begins: "it has failed for three of the five days after which it is turned off",
    ends: {
      recovered: told("A webhook endpoint is not about to be turned off any more", COUNT_BEGINS),
      worse: worse(["endpoint_disabled"], "the service turned the endpoint off"),
      gone: TAKEN_AWAY,
      ran_out: never("when the five days are over it is worse"),
      ...SWITCHED_OFF,
    },
  },
  endpoint_disabled: {
    title: "A webhook endpoint was turned off",
    says: (detail) =>
      of(detail, "reason") === "gone"
        ? `${of(detail, "host")} answered 410 Gone, so nothing is sent there any more.`
        : `Deliveries to ${of(detail, "host")} failed for five days, so nothing is sent there any more.`,
    todo: "Fix your receiver, turn the endpoint on, and send what it missed from its page.",
    page: endpointPage,
    isUrgent: true,
    overAfterMinutes: 0,
    begins: "the service turned it off, after five days of failures or a response of 410",
    ends: {
      recovered: told("A webhook endpoint is on again", "a member turned the endpoint on"),
      worse: never("nothing is worse than off"),
      gone: told("A webhook endpoint that was turned off was removed", "a member removed the endpoint"),
      ran_out: never("it stays off until a member acts"),
      ...SWITCHED_OFF,
    },
  },
  quota_80: {
    title: "80% of this month's verifications are used",
    says: (detail) =>
      `${of(detail, "used")} of ${of(detail, "limit")} live verifications of this month are used.`,
    todo: "Look at the forecast under Usage and billing. If you will need more, ask your operator for a larger plan.",
    page: () => "usage",
    isUrgent: false,
    overAfterMinutes: 0,
    begins: "80% of the verifications that the plan includes are used in the UTC month",
    ends: {
      recovered: told(
        "Less than 75% of this month's verifications are used",
        "fewer than 75% of the verifications that the plan includes are used",
      ),
      worse: never("it stays open alongside quota_100: both are true"),
      ...MONTH_IS_OVER,
    },
  },
  quota_100: {
    title: "This month's verifications are used up",
    says: (detail) =>
      `${of(detail, "used")} of ${of(detail, "limit")} live verifications of this month are used. ${
        detail.isHard === 1 ? "New ones are refused." : "Each further one is billed as overage."
      }`,
    todo: "Ask your operator for a larger plan, or wait for the next UTC month.",
    page: () => "usage",
    isUrgent: true,
    overAfterMinutes: 0,
    begins: "all of them are used",
    ends: {
      recovered: told(
        "There are verifications left this month again",
        "the plan includes more verifications than are used",
      ),
      worse: never("there is no more than all"),
      ...MONTH_IS_OVER,
    },
  },
  approval_drop: {
    title: "Fewer verifications than usual are approved",
    says: (detail) =>
      `${of(detail, "recent")}% of the last ${of(detail, "decided")} live verifications were approved; over the last 28 days it was ${of(detail, "usual")}%.`,
    todo: "Compare methods and reasons on the overview: a method may be failing, or different people may be coming.",
    page: () => "",
    isUrgent: true,
    overAfterMinutes: 10,
    begins:
      "of the last 300 live verifications of 24 hours, at least 10 points fewer were approved than over the last 28 days",
    ends: {
      recovered: told("The approval rate is back to usual", "the drop was below 5 points for 10 minutes"),
      worse: never("one drop is one alert, however deep it gets"),
      gone: told(
        "There are too few verifications to compare approval rates",
        "fewer than 100 live verifications were decided within 24 hours, or fewer than 500 in the 28 days before",
      ),
      ran_out: never("a drop does not run out"),
      ...SWITCHED_OFF,
    },
  },
  key_expiring: {
    title: "An API key expires within 14 days",
    says: (detail) => `The key “${of(detail, "name")}”, which is in use, expires on ${of(detail, "until")}.`,
    todo: "Rotate the key and put the new one into your backend before then.",
    page: () => "keys",
    isUrgent: false,
    overAfterMinutes: 0,
    begins: "a key that was used within 30 days expires within 14 days",
    ends: {
      recovered: told("An API key expires later than before", "the key's end was moved"),
      worse: worse(["key_expiring_soon"], "the key now expires within 3 days"),
      ...KEY_IS_OVER,
    },
  },
  key_expiring_soon: {
    title: "An API key expires within 3 days",
    says: (detail) => `The key “${of(detail, "name")}”, which is in use, expires on ${of(detail, "until")}.`,
    todo: "Rotate the key and put the new one into your backend now: calls with the old one will be refused.",
    page: () => "keys",
    isUrgent: true,
    overAfterMinutes: 0,
    begins: "such a key expires within 3 days",
    ends: {
      recovered: told("An API key expires later than before", "the key's end was moved"),
      worse: never("what comes next is that it expires"),
      ...KEY_IS_OVER,
    },
  },
  certificate_expiring: {
    title: `A certificate expires within ${WARN_DAYS} days`,
    says: (detail) =>
      `${CERTIFICATES[of(detail, "kind")] ?? "A certificate"} ends on ${of(detail, "until")}.`,
    todo: "Get a new one from its issuer and set it under Identity providers: wallets refuse requests with an ended one.",
    page: () => "providers",
    isUrgent: false,
    overAfterMinutes: 0,
    begins: `a certificate for wallets, or its registration, whichever ends first, ends within ${WARN_DAYS} days or has ended`,
    ends: {
      recovered: told("A certificate was renewed", "the certificate ends later now"),
      worse: never("an end that is near and one that is past need the same"),
      gone: told(
        "An expiring certificate was replaced or removed",
        "another certificate took its place, or a member removed it",
      ),
      ran_out: never("one that has ended is reported until it is replaced or removed"),
      ...SWITCHED_OFF,
    },
  },
  erasure_due: {
    title: "A person's request for erasure is due within 5 days",
    says: (detail) => `A person waits for an answer until ${of(detail, "until")} (GDPR Article 12(3)).`,
    todo: "Erase the verification, or decline and say why.",
    page: () => "requests",
    isUrgent: true,
    overAfterMinutes: 0,
    begins: "a person's request for erasure is due within 5 days",
    ends: {
      recovered: told(
        "A person's request for erasure was answered",
        "the data was erased, or a member declined and said why",
      ),
      worse: never("one that is late is still this alert"),
      gone: never("a request is kept until it is answered"),
      ran_out: never("it has to be answered also when it is late"),
      closed: never("the time to answer the person keeps running"),
      rule_off: RULE_OFF,
    },
  },
} as const satisfies Record<string, Rule & Required<Pick<Rule, "page">>>;
