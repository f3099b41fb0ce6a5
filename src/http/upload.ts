import { invalid, ServiceError } from "#core/errors.ts";
import type { Network } from "#core/network.ts";
import type { Submission } from "#methods/method.ts";
import { requireEvidenceKey } from "#services/check/evidence-key.ts";
import { readBytes } from "./body.ts";
import { clientNetwork } from "./respond.ts";

type Kind = keyof typeof LIMITS;

/**
 * The most bodies read at once in this process, by kind: a flood of uploads slows uploads, not the API, and
 * photos never take wallets' places. A wallet's answer is at most 256 KiB and arrives within seconds, or up to 896 KiB
 * where it may be a zero-knowledge proof; a photo is up to 12 MiB.
 */
const LIMITS = {
  /** Two per verification: a second try while the first hangs on a bad connection. */
  photo: { places: 32, ofOneVerification: 2, ofOneNetwork: 8 },
  /** Four per verification: anyone who saw its code can send something too. */
  wallet: { places: 128, ofOneVerification: 4, ofOneNetwork: 16 },
  /** Together no more bytes than those. */
  proof: { places: 36, ofOneVerification: 2, ofOneNetwork: 8 },
} as const;
// A network can be many people behind a company's or carrier's NAT, so it gets several places.

type Counts = { taken: number; ofVerification: Map<string, number>; ofNetwork: Map<string, number> };

const none = (): Counts => ({ taken: 0, ofVerification: new Map(), ofNetwork: new Map() });

const COUNTS: Readonly<Record<Kind, Counts>> = { photo: none(), wallet: none(), proof: none() };

const add = (counts: Map<string, number>, key: string, change: number): void => {
  const count = (counts.get(key) ?? 0) + change;
  if (count === 0) counts.delete(key);
  else counts.set(key, count);
};

/**
 * Takes one of the places for bodies being read.
 * @param network the client's
 * @returns the function that frees the place
 * @throws CHECK_IN_PROGRESS: the verification's places are taken; SERVICE_UNAVAILABLE: the network's or all places are
 */
export const takeUploadPlace = (kind: Kind, verificationId: string, network: Network): (() => void) => {
  const limits = LIMITS[kind];
  const counts = COUNTS[kind];
  if ((counts.ofVerification.get(verificationId) ?? 0) >= limits.ofOneVerification) {
    throw new ServiceError("CHECK_IN_PROGRESS");
  }
  if (counts.taken >= limits.places || (counts.ofNetwork.get(network) ?? 0) >= limits.ofOneNetwork) {
    throw new ServiceError("SERVICE_UNAVAILABLE", "Many people are uploading right now. Try again.", {
      retryAfterSeconds: 2,
    });
  }
  const change = (by: 1 | -1): void => {
    counts.taken += by;
    add(counts.ofVerification, verificationId, by);
    add(counts.ofNetwork, network, by);
  };
  change(1);
  return () => change(-1);
};

// A form's boundaries and headers add to its size.
const FORM_OVERHEAD_BYTES = 4 * 1024;

/** The hidden field with the key that a form's page was drawn with. */
const FORM_KEY = "evidence_key";

/** A submission; `formKey`: the key that came with it in a form. */
type Uploaded = Submission & { formKey: string | null };

const keyIn = (form: FormData): string | null => {
  const key = form.get(FORM_KEY);
  form.delete(FORM_KEY);
  return typeof key === "string" ? requireEvidenceKey(key) : null;
};

const fromForm = async (bytes: Uint8Array<ArrayBuffer>, contentType: string): Promise<Uploaded> => {
  const form = await new Response(bytes, { headers: { "Content-Type": contentType } })
    .formData()
    .catch(() => {
      throw invalid("", "The form could not be read.");
    });
  const formKey = keyIn(form);
  const [value] = [...form.values()];
  if (value === undefined) throw invalid("", "The form is empty. Send one field, for example photo.");
  if (typeof value === "string") {
    return { contentType: "text/plain", body: new TextEncoder().encode(value), formKey };
  }
  return { contentType: value.type, body: new Uint8Array(await value.arrayBuffer()), formKey };
};

const isForm = (contentType: string): boolean =>
  /^(multipart\/form-data|application\/x-www-form-urlencoded)\b/i.test(contentType);

const readWhole = async (request: Request, maxBytes: number): Promise<Uploaded> => {
  const contentType = request.headers.get("content-type") ?? "";
  if (!isForm(contentType)) return { contentType, body: await readBytes(request, maxBytes), formKey: null };
  return fromForm(new Uint8Array(await readBytes(request, maxBytes + FORM_OVERHEAD_BYTES)), contentType);
};

/**
 * The browser's submission: the body itself, or the one field of a form beside its key.
 * @throws PAYLOAD_TOO_LARGE, INVALID_REQUEST_BODY, CHECK_IN_PROGRESS, SERVICE_UNAVAILABLE
 */
export const readSubmission = async (
  request: Request,
  maxBytes: number,
  verificationId: string,
): Promise<Uploaded> => {
  const leave = takeUploadPlace("photo", verificationId, clientNetwork(request));
  try {
    const submission = await readWhole(request, maxBytes);
    if (submission.body.length > 0) return submission;
    // An empty submission must not cost the person an attempt.
    throw invalid("", "The file is empty. Choose a photo.");
  } finally {
    leave();
  }
};
