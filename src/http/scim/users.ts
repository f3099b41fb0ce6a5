import { invalid, ServiceError } from "#core/errors.ts";
import { readRawJson } from "#http/body.ts";
import type { Incoming } from "#http/respond.ts";
import type { DirectoryCtx } from "#services/members/directory.ts";
import { directoryPeople } from "#services/members/directory-list.ts";
import {
  type DirectoryEntry,
  directoryPerson,
  removeDirectoryPerson,
  saveDirectoryPerson,
} from "#services/members/directory-people.ts";
import type { Noted } from "#services/members/directory-requests.ts";
import { type Reading, readPatch, readUser } from "./changes.ts";
import { filterOf } from "./filter.ts";
import { projected, userResource } from "./resource.ts";
import { LIST_RESPONSE } from "./schema.ts";
import { type Outcome, patched, replaced } from "./user.ts";

const MAX_BYTES = 64 * 1024;
export const MOST_LISTED = 200;

/** A request of a directory. */
export type Asked = {
  ctx: DirectoryCtx;
  request: Incoming;
  base: string;
  id: string | null;
  query: URLSearchParams;
  note(noted: Noted): void;
};
export type Result = { status: number; body: unknown; location?: string };

const bodyOf = async ({ request }: Asked): Promise<unknown> => {
  const json = await readRawJson(request, MAX_BYTES);
  return json?.value ?? null;
};

const shown = (asked: Asked, entry: DirectoryEntry) =>
  projected(userResource(entry, `${asked.base}/Users`), asked.query);

const found = (asked: Asked, entry: DirectoryEntry, status = 200): Result => ({
  status,
  body: shown(asked, entry),
  ...(status === 201 && { location: `${asked.base}/Users/${entry.id}` }),
});

/** A whole number of the query. @throws INVALID_PARAMETERS */
const wholeOf = (text: string | null, otherwise: number): number => {
  if (text === null || text === "") return otherwise;
  if (!/^-?\d{1,9}$/.test(text)) throw invalid("query", "expected whole numbers for startIndex and count");
  return Number(text);
};

/** RFC 7644 §3.4.2: `startIndex` counts from 1, and a count below 0 means none. */
const listUsers = async (asked: Asked): Promise<Result> => {
  const { ctx, query } = asked;
  const text = query.get("filter");
  const filter = text === null || text === "" ? null : filterOf(text);
  const startIndex = Math.max(1, wholeOf(query.get("startIndex"), 1));
  const count = Math.min(Math.max(0, wholeOf(query.get("count"), 100)), MOST_LISTED);
  const { people, total } = await directoryPeople(ctx, { skip: startIndex - 1, take: count }, filter);
  const body = {
    schemas: [LIST_RESPONSE],
    totalResults: total,
    startIndex,
    itemsPerPage: people.length,
    Resources: people.map((entry) => shown(asked, entry)),
  };
  return { status: 200, body };
};

const notedOf = ({ kept, dropped, faults }: Outcome): Noted => ({
  kept: [...kept],
  dropped: [...dropped],
  refused: faults.map(({ attribute, fault }) => ({ attribute, reason: fault })),
});

const taken = (): ServiceError =>
  new ServiceError("CONFLICT", "Another user of the directory has this userName.");

/** Leaving wins: who cannot have their new name loses their access under the old one. */
const save = async (
  asked: Asked,
  id: string | null,
  outcomeOf: (before: DirectoryEntry | null) => Outcome,
): Promise<DirectoryEntry> => {
  const { ctx, note } = asked;
  let last: Outcome | null = null;
  const change = (before: DirectoryEntry | null) => {
    last = outcomeOf(before);
    note(notedOf(last));
    return last.input;
  };
  const isLeaving = () => last?.isLeaving === true;
  try {
    return await saveDirectoryPerson(ctx, id, change);
  } catch (error) {
    if (!(error instanceof ServiceError && error.code === "CONFLICT" && isLeaving())) throw error;
    note({ kept: ["active"], dropped: [], refused: [{ attribute: "userName", reason: "CONFLICT" }] });
    return await saveDirectoryPerson(ctx, id, (before) => {
      if (before) return { ...before, isActive: false };
      throw error;
    });
  }
};

/** The directory's own id decides, where both have one: names are given to others who come later. */
const isSamePerson = (before: DirectoryEntry, { input }: Outcome): boolean =>
  before.externalId !== null && input.externalId !== null
    ? before.externalId === input.externalId
    : before.email !== null && before.email === input.email;

/** Okta adds again whom it has deactivated, and expects them back. */
const restorable = async (asked: Asked, reading: Reading): Promise<string | null> => {
  const outcome = replaced(null, reading);
  const name = outcome.input.userName.toLowerCase();
  if (!outcome.isComing) return null;
  const { people } = await directoryPeople(
    asked.ctx,
    { skip: 0, take: 1 },
    {
      wanted: { userName: outcome.input.userName },
      matches: (entries) => entries.filter(({ userName }) => userName.toLowerCase() === name),
    },
  );
  const [person] = people;
  return person && !person.isActive && isSamePerson(person, outcome) ? person.id : null;
};

const addUser = async (asked: Asked): Promise<Result> => {
  const reading = readUser(await bodyOf(asked));
  const id = await restorable(asked, reading);
  const entry = await save(asked, id, (before) => {
    const outcome = replaced(before, reading);
    if (before && (before.isActive || !isSamePerson(before, outcome))) throw taken();
    return outcome;
  });
  return found(asked, entry, 201);
};

const patchUser = async (asked: Asked): Promise<Result> => {
  const reading = readPatch(await bodyOf(asked));
  const { id } = asked;
  if (reading.changes.length === 0 && reading.faults.length === 0) {
    asked.note({ kept: [], dropped: [...reading.dropped], refused: [] });
    return found(asked, await directoryPerson(asked.ctx, id ?? ""));
  }
  const entry = await save(asked, id, (before) => {
    if (!before) throw new ServiceError("NOT_FOUND", "The directory has no such user.");
    return patched(before, reading);
  });
  return found(asked, entry);
};

/** RFC 7644 §3.3 to §3.6, by method. @throws ScimFault, and what the use cases throw */
export const users = {
  GET: async (asked: Asked): Promise<Result> =>
    asked.id === null ? listUsers(asked) : found(asked, await directoryPerson(asked.ctx, asked.id)),
  POST: addUser,
  PUT: async (asked: Asked): Promise<Result> => {
    const reading = readUser(await bodyOf(asked));
    return found(asked, await save(asked, asked.id, (before) => replaced(before, reading)));
  },
  PATCH: patchUser,
  DELETE: async (asked: Asked): Promise<Result> => {
    await removeDirectoryPerson(asked.ctx, asked.id ?? "");
    return { status: 204, body: null };
  },
} as const satisfies Record<string, (asked: Asked) => Promise<Result>>;
