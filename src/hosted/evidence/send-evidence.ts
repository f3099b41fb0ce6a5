import type { PageState } from "#hosted/view.ts";

/** `checked` whatever was found: the page itself shows the finding. `refused` has the refusal's code. */
type Sent = { kind: "checked" } | { kind: "refused"; code: string };

/** Codes for statuses that a proxy may also answer with, without our body. */
const CODES: Readonly<Record<number, string>> = { 408: "NETWORK", 413: "PAYLOAD_TOO_LARGE" };

const codeIn = (text: string): string => {
  try {
    const { code = "INTERNAL_ERROR" }: { code?: string } = JSON.parse(text);
    return code;
  } catch {
    // Not our answer: a proxy's, for example.
    return "INTERNAL_ERROR";
  }
};

/** Submits evidence, with XMLHttpRequest because nothing else reports upload progress. */
export const sendEvidence = (
  path: string,
  body: Blob | string,
  onProgress: (share: number) => void = () => undefined,
): Promise<Sent> =>
  new Promise((resolve) => {
    const request = new XMLHttpRequest();
    request.open("POST", path);
    request.setRequestHeader("Accept", "application/json");
    const isText = typeof body === "string";
    request.setRequestHeader("Content-Type", isText ? "text/plain" : body.type || "application/octet-stream");
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0);
    request.upload.onload = () => onProgress(1);
    request.onload = () =>
      resolve(
        request.status === 200
          ? { kind: "checked" }
          : { kind: "refused", code: CODES[request.status] ?? codeIn(request.responseText) },
      );
    request.onerror = () => resolve({ kind: "refused", code: "NETWORK" });
    request.ontimeout = request.onerror;
    request.timeout = 90_000;
    request.send(body);
  });

type Told = { onProgress: (share: number) => void; onAway: () => void; onBack: () => void };

const isAway = (sent: Sent): boolean =>
  sent.kind === "refused" && sent.code === "NETWORK" && !navigator.onLine;

const connected = (): Promise<void> =>
  new Promise((resolve) => {
    if (navigator.onLine) resolve();
    else window.addEventListener("online", () => resolve(), { once: true });
  });

/**
 * Whether the evidence arrived before the connection was lost: sending it again would be a second attempt.
 */
const hasArrived = async (path: string, attemptsLeft: number): Promise<boolean> => {
  try {
    const response = await fetch(path.replace(/[^/]+$/, "state"), { cache: "no-store" });
    const state: PageState = await response.json();
    return response.ok && (state.attemptsLeft !== attemptsLeft || state.methods.length === 0);
  } catch {
    return false;
  }
};

/** Sends evidence; if the device is offline, waits for the connection and then sends it again. */
export const sendPatiently = async (
  path: string,
  body: Blob | string,
  attemptsLeft: number,
  { onProgress, onAway, onBack }: Told,
): Promise<Sent> => {
  let sent = await sendEvidence(path, body, onProgress);
  while (isAway(sent)) {
    onAway();
    await connected();
    if (await hasArrived(path, attemptsLeft)) return { kind: "checked" };
    onBack();
    sent = await sendEvidence(path, body, onProgress);
  }
  return sent;
};

const MAX_SIDE = 2600;
const QUALITY = 0.9;

/** Types that the server opens quickly. */
const PLAIN_TYPES = ["image/jpeg", "image/png", "image/webp"];

const isLarge = (file: File, side: number): boolean => side > MAX_SIDE || file.size > 8 * 1024 * 1024;

/**
 * Shrinks a photo that is far larger than needed, turns another type that this browser opens (HEIC in Safari,
 * AVIF and BMP nearly everywhere) into JPEG, and leaves anything else unchanged. If that fails, the server
 * judges the original.
 */
export const shrinkPhoto = async (file: File): Promise<Blob> => {
  try {
    const bitmap = await createImageBitmap(file, { imageOrientation: "from-image" });
    const side = Math.max(bitmap.width, bitmap.height);
    if (PLAIN_TYPES.includes(file.type) && !isLarge(file, side)) {
      bitmap.close();
      return file;
    }
    const scale = Math.min(1, MAX_SIDE / side);
    const canvas = document.createElement("canvas");
    canvas.width = Math.round(bitmap.width * scale);
    canvas.height = Math.round(bitmap.height * scale);
    const context = canvas.getContext("2d");
    if (!context) return file;
    context.imageSmoothingQuality = "high";
    context.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
    bitmap.close();
    const small = await new Promise<Blob | null>((done) => canvas.toBlob(done, "image/jpeg", QUALITY));
    return small ?? file;
  } catch {
    return file;
  }
};
