import { Resolver } from "node:dns/promises";
import { setTimeout as pause } from "node:timers/promises";
import { errorCode, SendFailure } from "./send-result.ts";

/** c-ares waits this long for a server, then twice as long once more: a lost packet costs 800 ms. */
const TIMEOUT_MS = 800;
const TRIES = 2;
/** With several servers c-ares would go on for longer than the whole delivery may take. */
const LOOKUP_MS = 2_500;

/** A name that always exists, to see whether our resolver answers at all. Its answer does not matter. */
const CONTROL_NAME = "a.root-servers.net";
const CONTROL_MS = 1_000;

/**
 * The addresses of a host, at least one, unchecked.
 * @throws SendFailure DNS when the name is at fault, INFRASTRUCTURE when our resolver is
 */
export type ResolveHost = (hostname: string) => Promise<string[]>;

type Answer = { addresses: string[]; fault: null } | { addresses: []; fault: string };

// A server looked and found nothing: the name's fault.
const NOTHING_THERE = new Set(["ENOTFOUND", "ENODATA", "EBADNAME"]);

const WORDS: Record<string, string> = {
  ENOTFOUND: "The host does not exist in DNS.",
  ENODATA: "The host has no address in DNS.",
};

/** Resolves within `ms` whatever c-ares does; a later answer is dropped. */
const answerWithin = async (ms: number, query: Promise<string[]>): Promise<Answer> => {
  const answered = new AbortController();
  const answer = query.then(
    (addresses): Answer => ({ addresses, fault: null }),
    (error: unknown): Answer => ({ addresses: [], fault: errorCode(error) }),
  );
  const tooLate: Answer = { addresses: [], fault: "ETIMEOUT" };
  const late = pause(ms, tooLate, { signal: answered.signal }).catch(() => tooLate);
  try {
    return await Promise.race([answer, late]);
  } finally {
    answered.abort();
  }
};

/**
 * Resolves A and AAAA with c-ares: unlike `dns.lookup` it reads no hosts file and occupies no thread of
 * libuv's pool. Nothing is cached: kept-alive connections make lookups rare, and a cache would outlive a
 * tenant's change.
 * @param options.servers `address:port` of DNS servers; by default those of the system
 */
export const createResolver = (options: { servers?: string[] } = {}): ResolveHost => {
  const resolver = new Resolver({ timeout: TIMEOUT_MS, tries: TRIES });
  const control = new Resolver({ timeout: CONTROL_MS, tries: 1 });
  if (options.servers !== undefined) {
    resolver.setServers(options.servers);
    control.setServers(options.servers);
  }

  let controlling: Promise<boolean> | null = null;
  const resolverAnswers = (): Promise<boolean> => {
    controlling ??= answerWithin(CONTROL_MS, control.resolve4(CONTROL_NAME))
      .then(({ fault }) => fault === null || NOTHING_THERE.has(fault))
      .finally(() => {
        controlling = null; // only concurrent callers share it
      });
    return controlling;
  };

  return async (hostname) => {
    const answers = await Promise.all([
      answerWithin(LOOKUP_MS, resolver.resolve4(hostname)),
      answerWithin(LOOKUP_MS, resolver.resolve6(hostname)),
    ]);
    const addresses = answers.flatMap((answer) => answer.addresses);
    if (addresses.length > 0) return addresses;
    // The worse fault tells more: SERVFAIL for one type and "no data" for the other mean a broken zone.
    const fault = answers.find((one) => one.fault !== null && !NOTHING_THERE.has(one.fault))?.fault;
    if (fault === undefined || fault === null) {
      const code = answers[0].fault ?? "ENODATA";
      throw new SendFailure("DNS", WORDS[code] ?? `The host cannot be looked up (${code}).`);
    }
    // A dead zone of the tenant and a dead resolver of ours look alike, so another name is asked for.
    if (await resolverAnswers())
      throw new SendFailure("DNS", `The host's DNS servers did not answer (${fault}).`);
    throw new SendFailure("INFRASTRUCTURE", `No DNS server of this service answers (${fault}).`);
  };
};
