import type { Mode } from "#core/verification.ts";
import { originAt } from "#services/hosts/site.ts";
import { patchTenant, secretOf, start, statusOf } from "../http/actions.ts";
import { type AtSite, atSite } from "../http/handlers.ts";
import type { TestService } from "../world/service.ts";

// After RFC 9700 §4: everything that leaves the service and comes back, brought back in every way that it could be.

/** The site that a browser leaves from. */
export const SITES = ["main", "own"] as const;
export type Site = (typeof SITES)[number];
/** Where it is brought back to: also another tenant's host. */
export const PLACES = [...SITES, "foreign"] as const;
export type Place = (typeof PLACES)[number];
/** Whose cookie comes with it: this browser's, another one's under this one's name, or none. */
export const COOKIES = ["own", "other", "none"] as const;
export type Cookie = (typeof COOKIES)[number];
export const MODES = ["live", "test"] as const satisfies readonly Mode[];

type Row<Lists> = { [Name in keyof Lists]: Lists[Name] extends readonly (infer Value)[] ? Value : never };

/** Every combination of one value from each list. */
export const crossings = <const Lists extends Record<string, readonly string[]>>(
  lists: Lists,
): Row<Lists>[] =>
  Object.entries(lists).reduce<Row<Lists>[]>(
    (rows, [name, values]) => rows.flatMap((row) => values.map((value) => ({ ...row, [name]: value }))),
    [{} as Row<Lists>],
  );

/** One thing that has left, and every way to bring it back. */
export type Trial = {
  /** Everything that is not how it was meant; `what` names the way. */
  crossed: readonly { what: string; bring: () => Promise<unknown> }[];
  /** As it was meant. */
  straight: () => Promise<unknown>;
  /** What is recorded of it, and what was sent to anybody else. */
  state: () => Promise<unknown>;
  isDone: () => Promise<boolean>;
};

export type Setting = { mode: (typeof MODES)[number]; from: Site };

export type Kind = {
  name: string;
  settings: readonly Setting[];
  open: () => Promise<{ begin: (setting: Setting) => Promise<Trial>; close: () => Promise<void> }>;
};

export const ALL_SETTINGS: readonly Setting[] = crossings({ mode: MODES, from: SITES });

let names = 0;

/** A tenant with a proven host, and the deployment as requests meet it there. */
export const newHost = async ({ deps, tenant }: TestService) => {
  const made = await tenant({ plan: "scale" });
  names += 1;
  const host = `verify.crossing-${names}.example`;
  const at = deps.now();
  await deps.db.orm.tenantHost.create({
    data: { id: `hst_${host}`, tenantId: made.id, host, txtToken: "x", createdAt: at, verifiedAt: at },
  });
  const there = atSite(deps, { tenantId: made.id, host, origin: originAt(deps, host) });
  return { ...made, host, there };
};

export type Host = Awaited<ReturnType<typeof newHost>>;

/** Two tenants, and what requests at each place meet. */
export const newWorld = async (service: TestService) => {
  const [own, foreign] = [await newHost(service), await newHost(service)];
  const places: Record<Place, AtSite> = { main: service.deps, own: own.there, foreign: foreign.there };
  return { own, foreign, places };
};

/** A check of the tenant's, and what is recorded of it. */
export const newCheck = async (
  { call, deps }: TestService,
  { liveKey, testKey }: Host,
  { mode }: Pick<Setting, "mode">,
) => {
  const key = mode === "live" ? liveKey : testKey;
  const started = await start(call, key);
  const where = { verificationId: started.verificationId };
  const { orm } = deps.db;
  const recorded = async () => {
    const { status, attempts } = await orm.verification.findUniqueOrThrow({
      where: { id: where.verificationId },
    });
    const counts = [
      orm.token.count({ where }),
      orm.methodAttempt.count({ where }),
      orm.handoff.count({ where: { ...where, openedAt: { not: null } } }),
    ];
    return [status, attempts, ...(await Promise.all(counts))];
  };
  const isDone = async () => (await statusOf(call, key, where.verificationId)).status === "completed";
  return { secret: secretOf(started), verificationId: where.verificationId, recorded, isDone };
};

export const offer = (service: TestService, { id }: Host, methods: readonly string[]) =>
  patchTenant(service.call, id, { methods: ["document", ...methods] });

/** The value of a cookie under another one's name. */
export const renamed = (own: string, other: string): string => `${own.split("=")[0]}=${other.split("=")[1]}`;
