/** `checked` whatever was found: the page itself knows. `refused` names the code of the refusal. */
export type Sent = { kind: "checked" } | { kind: "refused"; code: string };

/** What the server itself says of a body, by the status alone: a proxy says it so, too. */
const CODES: Readonly<Record<number, string>> = { 408: "NETWORK", 413: "PAYLOAD_TOO_LARGE" };

type Progress = (share: number) => void;

const codeIn = (text: string): string => {
  try {
    const body: unknown = JSON.parse(text);
    if (typeof body === "object" && body !== null && "code" in body && typeof body.code === "string") {
      return body.code;
    }
  } catch {
    // Not our answer: a proxy's, for example.
  }
  return "INTERNAL_ERROR";
};

/** Hands evidence in. XMLHttpRequest, because nothing else tells how much of a photo has gone out. */
export const sendEvidence = (path: string, body: Blob | string, onProgress: Progress): Promise<Sent> =>
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
          : {
              kind: "refused",
              code: CODES[request.status] ?? codeIn(request.responseText),
            },
      );
    request.onerror = () => resolve({ kind: "refused", code: "NETWORK" });
    request.ontimeout = request.onerror;
    request.timeout = 90_000;
    request.send(body);
  });
