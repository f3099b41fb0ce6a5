import { HOSTS } from "#core/tenant-host.ts";
import type { ConsoleOutputs } from "#trpc/root.ts";

export type Host = ConsoleOutputs["hosts"]["list"]["hosts"][number];
export type Outcome = ConsoleOutputs["hosts"]["check"]["outcome"];

export const LOOKS = {
  pending: { tone: "neutral", text: "Not proven" },
  on: { tone: "ok", text: "On" },
  warned: { tone: "warn", text: "Record missing" },
  off: { tone: "danger", text: "Off" },
} as const;

/** What c-ares' codes mean for the person who runs the DNS of the name. */
const FAILURES: Readonly<Record<string, string>> = {
  ESERVFAIL: "The name servers of this name failed to answer, for example because of DNSSEC.",
  EREFUSED: "The name servers of this name refused to answer.",
  ETIMEOUT: "The name servers of this name did not answer in time.",
  ECONNREFUSED: "This service’s DNS resolver cannot be reached. Its operator can fix that.",
  EBADRESP: "The answer of the name servers could not be read.",
  EFORMERR: "The name servers did not understand the question.",
  ENOTIMP: "The name servers do not answer such questions.",
};

const unanswered = (code: string | null): string =>
  `${FAILURES[code ?? ""] ?? `The DNS gave no answer (${code ?? "no code"}).`} Nothing has changed; try again later.`;

/** What a look at the DNS found, and what to do. */
export const outcomeWords = (
  outcome: Outcome,
  { readable, record, lastAnswer, state, endsAt }: Host,
): { tone: "ok" | "warn" | "danger"; text: string } => {
  if (outcome === "found")
    return state === "off"
      ? { tone: "warn", text: "The record is there, and the host is off." }
      : { tone: "ok", text: `The record is there: ${readable} is yours.` };
  if (outcome === "taken")
    return {
      tone: "danger",
      text: "Another tenant here has proven this host, and its record is still in the DNS. Delete that record first, then check again.",
    };
  if (outcome === "waits")
    return {
      tone: "warn",
      text: `The record is there. A tenant can have ${HOSTS.provenPerDay} new names proven in 24 hours, and yours have been. We look again by ourselves.`,
    };
  if (outcome === "unknown") return { tone: "warn", text: unanswered(lastAnswer) };
  if (endsAt)
    return {
      tone: "danger",
      text: `The DNS has no record at ${record.name} with this value. Put it back, or the host is switched off.`,
    };
  return {
    tone: "warn",
    text: `The DNS has no record at ${record.name} with this value yet. A new record can take an hour to be seen.`,
  };
};

/** The last look, in a few words. */
export const lastLook = (lastAnswer: string | null): string => {
  if (lastAnswer === null) return "Not asked yet";
  if (lastAnswer === "found") return "Record found";
  return lastAnswer === "absent" ? "No record" : "No answer";
};
