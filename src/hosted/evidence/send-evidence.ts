import { askAbout, isOurs, keyHeader, type Parcel, type Standing } from "./ask-state.ts";

/** `sending`: the server has not said that it arrived; `reading`: it has; `waiting`: offline; `unsure`: it cannot be asked. */
export type SendPhase = "sending" | "reading" | "waiting" | "unsure";

/**
 * `checked` whatever was found: the page itself shows the finding. `refused` has the refusal's code. `stopped`: the person
 * stopped waiting, at this phase.
 */
export type Sent =
  | { kind: "checked" }
  | { kind: "refused"; code: string }
  | { kind: "stopped"; at: SendPhase };

type Told = {
  onPhase: (phase: SendPhase) => void;
  /** @param share of the bytes that have left this device */
  onShare: (share: number) => void;
  /** Aborted when the person stops waiting. */
  left: AbortSignal;
};

/** The first question after the bytes have left, and the pause between two. */
const ASK_EVERY_MS = 1_500;
/** How often a parcel must be unknown before the page says so: what was cut off may still be on its way to the server. */
const ASKED_ENOUGH = 3;

type Posted = { kind: "ours"; status: number; code: string } | { kind: "lost"; status: number };

const codeIn = (text: string): string | null => {
  try {
    const { code }: { code?: string } = JSON.parse(text);
    return code ?? null;
  } catch {
    return null;
  }
};

/** Posts a parcel, with XMLHttpRequest because nothing else reports upload progress. */
const post = (
  parcel: Parcel,
  { onShare, onSent, stop }: { onShare: Told["onShare"]; onSent: () => void; stop: AbortSignal },
): Promise<Posted> =>
  new Promise((resolve) => {
    const { body, path } = parcel;
    const request = new XMLHttpRequest();
    request.open("POST", path);
    const type = typeof body === "string" ? "text/plain" : body.type || "application/octet-stream";
    const headers = { Accept: "application/json", "Content-Type": type, ...keyHeader(parcel) };
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.upload.onprogress = ({ loaded, total }) => onShare(total > 0 ? loaded / total : 0);
    // The bytes are with this device's network, or with a proxy: the server has not said that they arrived.
    request.upload.onload = onSent;
    request.onload = () => {
      const { status, responseText } = request;
      const code = status === 200 ? "" : codeIn(responseText);
      const ours = isOurs(parcel, (name) => request.getResponseHeader(name));
      resolve(ours && code !== null ? { kind: "ours", status, code } : { kind: "lost", status });
    };
    request.onerror = () => resolve({ kind: "lost", status: 0 });
    request.onabort = request.onerror;
    stop.addEventListener("abort", () => request.abort(), { once: true });
    request.send(body);
  });

/** Waits; ends early when the connection is back, or the person stops waiting. */
const pause = (left: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const done = (): void => {
      clearTimeout(timer);
      window.removeEventListener("online", done);
      left.removeEventListener("abort", done);
      resolve();
    };
    const timer = setTimeout(done, ASK_EVERY_MS);
    window.addEventListener("online", done);
    left.addEventListener("abort", done);
  });

/** What the server says, once it is more than that it has not seen the parcel or is reading it. */
const endOf = (standing: Standing | null): Sent | null => {
  if (standing?.is === "refused") return { kind: "refused", code: standing.code };
  return standing?.is === "judged" || standing?.is === "over" ? { kind: "checked" } : null;
};

const phaseOf = (standing: Standing | null): SendPhase => {
  if (standing) return standing.is === "reading" ? "reading" : "sending";
  return navigator.onLine ? "unsure" : "waiting";
};

/** Posts a parcel and asks about it until it is answered: an answer that is swallowed on its way is not waited for. */
const postAndAsk = async (parcel: Parcel, told: Told): Promise<Posted | Sent> => {
  const stop = new AbortController();
  const abort = (): void => stop.abort();
  told.left.addEventListener("abort", abort);
  let onSent = (): void => undefined;
  const sent = new Promise<void>((resolve) => {
    onSent = resolve;
  });
  const watch = async (): Promise<Sent> => {
    await sent;
    for (;;) {
      await pause(stop.signal);
      if (stop.signal.aborted) return new Promise<never>(() => undefined);
      const standing = await askAbout(parcel, stop.signal);
      const end = endOf(standing);
      if (end) return end;
      if (!stop.signal.aborted) told.onPhase(phaseOf(standing));
    }
  };
  const answer = await Promise.race([
    post(parcel, { onShare: told.onShare, onSent: () => onSent(), stop: stop.signal }),
    watch(),
  ]);
  stop.abort();
  told.left.removeEventListener("abort", abort);
  return answer;
};

type Found = Sent | { kind: "unknown"; wasAway: boolean; wasRead: boolean };

/** Asks about a parcel whose answer was lost, until the server says what has become of it. */
const find = async (parcel: Parcel, { left, onPhase }: Told): Promise<Found> => {
  let [wasAway, wasRead, unknown] = [false, false, 0];
  while (!left.aborted) {
    const standing = await askAbout(parcel, left);
    const end = endOf(standing);
    if (end) return end;
    const phase = phaseOf(standing);
    wasAway ||= phase === "waiting";
    wasRead ||= phase === "reading";
    unknown = standing?.is === "unknown" ? unknown + 1 : 0;
    if (unknown >= ASKED_ENOUGH || (unknown > 0 && (wasAway || wasRead)))
      return { kind: "unknown", wasAway, wasRead };
    onPhase(phase === "sending" ? "unsure" : phase);
    await pause(left);
  }
  return { kind: "unknown", wasAway: false, wasRead: false };
};

/** For a parcel that the server has not seen. */
const refusalFor = (posted: Posted): Sent => {
  if (posted.kind === "ours") return { kind: "refused", code: posted.code };
  // Proxies have their own limits.
  return { kind: "refused", code: posted.status === 413 ? "PAYLOAD_TOO_LARGE" : "NETWORK" };
};

/**
 * Sends a parcel and finds out how it ended. Where its answer does not come, or is not the server's, the server is
 * asked; what it has not seen because the device was offline is sent again, under the same key.
 */
export const sendEvidence = async (parcel: Parcel, told: Told): Promise<Sent> => {
  let at: SendPhase = "sending";
  const onPhase = (phase: SendPhase): void => {
    at = phase;
    told.onPhase(phase);
  };
  for (;;) {
    onPhase("sending");
    const posted = await postAndAsk(parcel, { ...told, onPhase });
    if (told.left.aborted) return { kind: "stopped", at };
    if (posted.kind !== "ours" && posted.kind !== "lost") return posted;
    if (posted.kind === "ours" && posted.status === 200) return { kind: "checked" };
    // What is being read may be this very parcel: browsers send again by themselves.
    if (posted.kind === "ours" && posted.code !== "CHECK_IN_PROGRESS") return refusalFor(posted);
    const found = await find(parcel, { ...told, onPhase });
    if (told.left.aborted) return { kind: "stopped", at };
    if (found.kind !== "unknown") return found;
    if (!found.wasAway && !found.wasRead) return refusalFor(posted);
  }
};
