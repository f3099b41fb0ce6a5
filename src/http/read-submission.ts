import { ServiceError } from "#core/errors.ts";
import type { Submission } from "#methods/method.ts";
import { readBytes } from "./body.ts";
import { clientAddress } from "./respond.ts";
import { takeUploadPlace } from "./upload-places.ts";

// A form's boundaries and headers come on top of what it carries.
const FORM_OVERHEAD_BYTES = 4 * 1024;
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
 * @param verificationId whose upload this is
 * @throws PAYLOAD_TOO_LARGE, INVALID_REQUEST_BODY, CHECK_IN_PROGRESS, SERVICE_UNAVAILABLE
 */
export const readSubmission = async (
  request: Request,
  maxBytes: number,
  verificationId: string,
): Promise<Submission> => {
  const leave = takeUploadPlace("photo", verificationId, clientAddress(request));
  try {
    const submission = await readWhole(request, maxBytes);
    // Nothing was handed in: that must not cost the person an attempt.
    return submission.body.length > 0 ? submission : refuse("The file is empty: choose a photo.");
  } finally {
    leave();
  }
};
