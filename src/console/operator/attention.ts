import { operatorPath, operatorTenantPath } from "#console/client/paths.ts";
import type { OperatorRule } from "#core/alerts/rules.ts";
import { endOf, WARN_DAYS } from "#core/identity/certificate-end.ts";
import { invalidAnchors, judgeMigrations, judgeWebhooks, judgeWorkers } from "#core/operator/findings.ts";
import { wholeText } from "#kit/format.ts";
import type { ConsoleOutputs } from "#trpc/root.ts";

type Operator = ConsoleOutputs["operator"];

/** What the overview reads; what is not loaded yet says nothing. */
export type Facts = {
  webhooks:
    | {
        queue: Pick<Operator["webhooks"]["queue"], "depth" | "secondsDue">;
        totals: Pick<Operator["webhooks"]["totals"], "failing" | "off">;
      }
    | undefined;
  system:
    | {
        health: Pick<Operator["system"]["health"], "status">;
        migrations: Pick<Operator["system"]["migrations"], "pending" | "unfinished">;
        processes: readonly Pick<Operator["system"]["processes"][number], "kind" | "isSilent">[];
      }
    | undefined;
  certificates:
    | {
        deployment: Operator["certificates"]["deployment"];
        totals: Pick<Operator["certificates"]["totals"], "ending">;
      }
    | undefined;
  trust:
    | {
        anchors: readonly Pick<Operator["trust"]["anchors"][number], "isValid" | "isStale">[];
        lists: readonly Pick<Operator["trust"]["lists"][number], "isStale">[];
      }
    | undefined;
  usage: Operator["usage"] | undefined;
  settings: Operator["settings"] | undefined;
  /** Those that are open. */
  alerts: readonly Pick<Operator["alerts"]["open"][number], "id" | "rule" | "says">[];
  visits: readonly Operator["visits"]["visits"][number][];
};

export type Finding = {
  id: string;
  tone: "danger" | "warn" | "info";
  text: string;
  href: string;
  /** Where the link leads. */
  place: string;
};

const counted = (count: number, one: string, many: string): string =>
  `${wholeText(count)} ${count === 1 ? one : many}`;

const ofWebhooks = ({ queue, totals: { failing, off } }: NonNullable<Facts["webhooks"]>): Finding[] => {
  const page = { href: operatorPath("webhooks"), place: "Webhooks" };
  return [
    ...(judgeWebhooks(queue.secondsDue) === "raise"
      ? [
          {
            ...page,
            id: "queue",
            tone: "danger" as const,
            text: `Webhooks are late: ${counted(queue.depth, "delivery waits", "deliveries wait")}, the oldest for ${Math.floor(queue.secondsDue / 60)} minutes.`,
          },
        ]
      : []),
    ...(failing > 0
      ? [
          {
            ...page,
            id: "failing",
            tone: "warn" as const,
            text: `${counted(failing, "endpoint fails", "endpoints fail")} to take webhooks.`,
          },
        ]
      : []),
    ...(off > 0
      ? [
          {
            ...page,
            id: "off",
            tone: "warn" as const,
            text: `${counted(off, "endpoint was", "endpoints were")} switched off after days of failing.`,
          },
        ]
      : []),
  ];
};

const ofSystem = ({ health, migrations, processes }: NonNullable<Facts["system"]>): Finding[] => {
  const page = { href: operatorPath("system"), place: "System" };
  // Of any kind: a serve process that is missing is worth a look, and no alert.
  const silent = processes.filter(({ isSilent }) => isSilent).length;
  const { isAnyAtWork } = judgeWorkers(processes);
  const { pending, unfinished } = judgeMigrations(migrations) ?? { pending: 0, unfinished: 0 };
  const found: [boolean, Omit<Finding, "href" | "place">][] = [
    [health.status !== "ok", { id: "health", tone: "danger", text: "The service is degraded." }],
    [
      !isAnyAtWork,
      {
        id: "worker",
        tone: "danger",
        text: "No worker is running: no webhook is sent and nothing is erased in time.",
      },
    ],
    [
      silent > 0,
      {
        id: "silent",
        tone: isAnyAtWork ? "warn" : "danger",
        text: `${counted(silent, "process has", "processes have")} gone silent.`,
      },
    ],
    [unfinished > 0, { id: "unfinished", tone: "danger", text: "A migration began and did not end." }],
    [
      pending > 0,
      {
        id: "pending",
        tone: "warn",
        text: `${counted(pending, "migration is", "migrations are")} pending.`,
      },
    ],
  ];
  return found.flatMap(([isSo, finding]) => (isSo ? [{ ...page, ...finding }] : []));
};

const ofCertificates = (
  { deployment, totals: { ending } }: NonNullable<Facts["certificates"]>,
  now: Date,
): Finding[] => {
  const page = { href: operatorPath("certificates"), place: "Certificates" };
  const own = endOf(deployment?.validUntil ?? null, now).state;
  return [
    ...(own === "ok"
      ? []
      : [
          {
            ...page,
            id: "own-certificate",
            tone: own === "ended" ? ("danger" as const) : ("warn" as const),
            text: `This deployment’s certificate for wallets ${own === "ended" ? "has ended" : "ends soon"}.`,
          },
        ]),
    ...(ending > 0
      ? [
          {
            ...page,
            id: "certificates",
            tone: "warn" as const,
            text: `${counted(ending, "certificate of a tenant ends", "certificates of tenants end")} within ${WARN_DAYS} days, or has ended.`,
          },
        ]
      : []),
  ];
};

const ofTrust = ({ anchors, lists }: NonNullable<Facts["trust"]>): Finding[] => {
  const page = { href: operatorPath("trust"), place: "Trust anchors" };
  const stale = lists.filter(({ isStale }) => isStale).length;
  const over = invalidAnchors(anchors).length;
  return [
    ...(stale > 0
      ? [
          {
            ...page,
            id: "stale",
            tone: "warn" as const,
            text: `${counted(stale, "trust list is", "trust lists are")} overdue: import the newest.`,
          },
        ]
      : []),
    ...(over > 0
      ? [
          {
            ...page,
            id: "anchors",
            tone: "info" as const,
            text: `${counted(over, "trust anchor does", "trust anchors do")} not count now.`,
          },
        ]
      : []),
  ];
};

/** One by name; several as one finding that leads to the list of them. */
const ofQuota = (
  { total, first: [bill] }: Operator["usage"]["refused"],
  {
    state,
    one,
    many,
    ...shown
  }: Pick<Finding, "tone"> & {
    state: "refused" | "near";
    one: (bill: Operator["usage"]["refused"]["first"][number]) => string;
    many: (count: string) => string;
  },
): Finding[] => {
  if (bill === undefined) return [];
  return total === 1
    ? [{ ...shown, id: state, text: one(bill), href: operatorTenantPath(bill.tenantId), place: "Tenant" }]
    : [
        {
          ...shown,
          id: state,
          text: many(wholeText(total)),
          href: `${operatorPath("tenants")}?quota=${state}`,
          place: "Tenants",
        },
      ];
};

const ofUsage = ({ refused, near }: Operator["usage"]): Finding[] => [
  ...ofQuota(refused, {
    state: "refused",
    tone: "danger",
    one: ({ tenantName }) =>
      `${tenantName} has reached its limit: live verifications are refused until next month.`,
    many: (count) =>
      `${count} tenants have reached their limit: live verifications are refused until next month.`,
  }),
  ...ofQuota(near, {
    state: "near",
    tone: "warn",
    one: ({ tenantName, used, quota }) =>
      `${tenantName} has used ${Math.floor((used / quota.ceiling) * 100)} % of its limit.`,
    many: (count) => `${count} tenants have used 80 % of their limit or more.`,
  }),
];

// A deployment runs without it, so it is not a warning.
const ofSettings = ({ settings }: Operator["settings"]): Finding[] =>
  settings.some(({ name, isSet }) => name === "OPERATOR_NAME" && !isSet)
    ? [
        {
          id: "unnamed",
          tone: "info",
          text: "Statements name no seller: OPERATOR_NAME is not set.",
          href: `${operatorPath("settings")}?search=OPERATOR`,
          place: "Settings",
        },
      ]
    : [];

type Place = Pick<Finding, "href" | "place">;

const EXPORTS: Place = { href: `${operatorPath("settings")}?search=EXPORT`, place: "Settings" };

/** Where to look at what an alert alone says; null: the overview reads the fact, and asks the judge that raised the alert. */
const ALERT_PLACES: Readonly<Record<OperatorRule, Place | null>> = {
  worker_silent: null,
  queue_lag: null,
  migrations_pending: null,
  trust_list_stale: null,
  disk_full: { href: operatorPath("system"), place: "System" },
  error_rate: { href: operatorPath("rates"), place: "Rates" },
  export_stopped: EXPORTS,
  export_dropped: EXPORTS,
};

const placeOfAlert: ReadonlyMap<string, Place | null> = new Map(Object.entries(ALERT_PLACES));

const ofAlerts = (alerts: Facts["alerts"]): Finding[] =>
  alerts.flatMap(({ id, rule, says }) => {
    const place = placeOfAlert.get(rule);
    return place ? [{ ...place, id, tone: "warn" as const, text: says }] : [];
  });

const ofVisits = (visits: Facts["visits"]): Finding[] =>
  visits
    .filter(({ state, operator }) => state === "running" && operator.isYou)
    .map(({ id, tenantName }) => ({
      id,
      tone: "info" as const,
      text: `${tenantName} lets you read its console.`,
      href: operatorPath("visits"),
      place: "Visits",
    }));

const ORDER = { danger: 0, warn: 1, info: 2 } as const;

/** What needs an operator's attention, the most urgent first. */
export const findingsOf = (
  { webhooks, system, certificates, trust, usage, settings, alerts, visits }: Facts,
  now: Date,
): Finding[] =>
  [
    ...(system ? ofSystem(system) : []),
    ...(webhooks ? ofWebhooks(webhooks) : []),
    ...(certificates ? ofCertificates(certificates, now) : []),
    ...(trust ? ofTrust(trust) : []),
    ...(usage ? ofUsage(usage) : []),
    ...(settings ? ofSettings(settings) : []),
    ...ofAlerts(alerts),
    ...ofVisits(visits),
  ].sort((a, b) => ORDER[a.tone] - ORDER[b.tone]);
