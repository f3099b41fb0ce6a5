import { operatorPath, operatorTenantPath } from "#console/client/paths.ts";
import { endOf, WARN_DAYS } from "#core/identity/certificate-end.ts";
import { wholeText } from "#kit/format.ts";
import type { ConsoleOutputs } from "#trpc/root.ts";

type Operator = ConsoleOutputs["operator"];

/** What the overview reads; what is not loaded yet says nothing. */
export type Facts = {
  webhooks: Operator["webhooks"] | undefined;
  system: Operator["system"] | undefined;
  certificates: Operator["certificates"] | undefined;
  trust: Operator["trust"] | undefined;
  usage: Operator["usage"] | undefined;
  settings: Operator["settings"] | undefined;
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

/** A backlog is worth a look when its oldest delivery has been due for five minutes. */
const LATE_SECONDS = 300;

const ofWebhooks = ({ queue, totals: { failing, off } }: Operator["webhooks"]): Finding[] => {
  const page = { href: operatorPath("webhooks"), place: "Webhooks" };
  return [
    ...(queue.waitingSeconds > LATE_SECONDS
      ? [
          {
            ...page,
            id: "queue",
            tone: "danger" as const,
            text: `Webhooks are late: ${counted(queue.depth, "delivery waits", "deliveries wait")}, the oldest for ${Math.round(queue.waitingSeconds / 60)} minutes.`,
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

const ofSystem = ({ health, migrations, processes }: Operator["system"]): Finding[] => {
  const page = { href: operatorPath("system"), place: "System" };
  const silent = processes.filter(({ isSilent }) => isSilent);
  const hasWorker = processes.some(({ kind, isSilent }) => kind === "worker" && !isSilent);
  const missing = migrations.pending?.length ?? 0;
  const found: [boolean, Omit<Finding, "href" | "place">][] = [
    [health.status !== "ok", { id: "health", tone: "danger", text: "The service is degraded." }],
    [
      !hasWorker,
      {
        id: "worker",
        tone: "danger",
        text: "No worker is running: no webhook is sent and nothing is erased in time.",
      },
    ],
    [
      silent.length > 0,
      {
        id: "silent",
        tone: hasWorker ? "warn" : "danger",
        text: `${counted(silent.length, "process has", "processes have")} gone silent.`,
      },
    ],
    [
      migrations.unfinished.length > 0,
      { id: "unfinished", tone: "danger", text: "A migration began and did not end." },
    ],
    [
      missing > 0,
      {
        id: "pending",
        tone: "warn",
        text: `${counted(missing, "migration is", "migrations are")} pending.`,
      },
    ],
  ];
  return found.flatMap(([isSo, finding]) => (isSo ? [{ ...page, ...finding }] : []));
};

const ofCertificates = (
  { deployment, totals: { ending } }: Operator["certificates"],
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

const ofTrust = ({ anchors, lists }: Operator["trust"]): Finding[] => {
  const page = { href: operatorPath("trust"), place: "Trust anchors" };
  const stale = lists.filter(({ isStale }) => isStale).length;
  const over = anchors.filter(({ isValid }) => !isValid).length;
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

// A deployment runs without it, so it is no warning.
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
  { webhooks, system, certificates, trust, usage, settings, visits }: Facts,
  now: Date,
): Finding[] =>
  [
    ...(system ? ofSystem(system) : []),
    ...(webhooks ? ofWebhooks(webhooks) : []),
    ...(certificates ? ofCertificates(certificates, now) : []),
    ...(trust ? ofTrust(trust) : []),
    ...(usage ? ofUsage(usage) : []),
    ...(settings ? ofSettings(settings) : []),
    ...ofVisits(visits),
  ].sort((a, b) => ORDER[a.tone] - ORDER[b.tone]);
