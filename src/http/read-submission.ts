import { ServiceError } from "#core/errors.ts";
import type { Submission } from "#methods/method.ts";
import { readBytes } from "./read-body.ts";

// A form's boundaries and headers come on top of what it carries.
const FORM_OVERHEAD_BYTES = 4 * 1024;
/** Bodies being read or checked at once in this process: a flood of uploads slows uploads, not the API. */
const MAX_IN_FLIGHT = 32;
/** Of one page: a second try while the first hangs in a bad line, but never the places of everybody else. */
const MAX_OF_ONE_PAGE = 2;

let inFlight = 0;
const ofPage = new Map<string, number>();

const enter = (page: string): void => {
  const others = ofPage.get(page) ?? 0;
  if (others >= MAX_OF_ONE_PAGE) throw new ServiceError("CHECK_IN_PROGRESS");
  if (inFlight >= MAX_IN_FLIGHT) {
    throw new ServiceError("SERVICE_UNAVAILABLE", "Many people are uploading right now. Try again.", {
      retryAfterSeconds: 2,
    });
  }
  inFlight += 1;
  ofPage.set(page, others + 1);
};

const leave = (page: string): void => {
  inFlight -= 1;
  const others = (ofPage.get(page) ?? 1) - 1;
  if (others === 0) ofPage.delete(page);
  else ofPage.set(page, others);
};

const refuse = (message: string): never => {
  throw new ServiceError("INVALID_REQUEST_BODY", message, { issues: [{ path: "", message }] });
};

const fromForm = async (bytes: Uint8Array<ArrayBuffer>, contentType: string): Promise<Submission> => {
  const form = await new Response(bytes, { headers: { "Content-Type": contentType } })
    .formData()
    .catch(() => refuse("The form could not be read."));
  const [value] = [...form.values()];
  if (value === undefined) return refuse("The form is empty: expected one field, for example photo.");
  if (typeof value === "string") {
    return { contentType: "text/plain", body: new TextEncoder().encode(value) };
  }
  return { contentType: value.type, body: new Uint8Array(await value.arrayBuffer()) };
};

const isForm = (contentType: string): boolean =>
  /^(multipart\/form-data|application\/x-www-form-urlencoded)\b/i.test(contentType);

const readWhole = async (request: Request, maxBytes: number): Promise<Submission> => {
  const contentType = request.headers.get("content-type") ?? "";
  if (!isForm(contentType)) return { contentType, body: await readBytes(request, maxBytes) };
  return fromForm(new Uint8Array(await readBytes(request, maxBytes + FORM_OVERHEAD_BYTES)), contentType);
};

/**
 * What the browser handed in: the body itself, or the one field of a form.
 * @param page whose upload this is: the page's secret
 * @throws PAYLOAD_TOO_LARGE, INVALID_REQUEST_BODY, CHECK_IN_PROGRESS, SERVICE_UNAVAILABLE
 */
export const readSubmission = async (
  request: Request,
  maxBytes: number,
  page: string,
): Promise<Submission> => {
  enter(page);
  try {
    const submission = await readWhole(request, maxBytes);
    // Nothing was handed in: that must not cost the person an attempt.
    return submission.body.length > 0 ? submission : refuse("The file is empty: choose a photo.");
  } finally {
    leave(page);
  }
};
