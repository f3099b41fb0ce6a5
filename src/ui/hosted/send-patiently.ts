import { type Sent, sendEvidence } from "./send-evidence.ts";

type Told = { onProgress: (share: number) => void; onAway: () => void; onBack: () => void };

const isAway = (sent: Sent): boolean =>
  sent.kind === "refused" && sent.code === "NETWORK" && !navigator.onLine;

const connected = (): Promise<void> =>
  new Promise((resolve) => {
    if (navigator.onLine) resolve();
    else window.addEventListener("online", () => resolve(), { once: true });
  });

/** Whether the evidence had arrived before the connection broke: sent again it would be a second attempt. */
const wasHeard = async (path: string, attemptsLeft: number): Promise<boolean> => {
  try {
    const response = await fetch(path.replace(/[^/]+$/, "state"), { cache: "no-store" });
    const state: unknown = await response.json();
    return (
      typeof state === "object" &&
      state !== null &&
      "attemptsLeft" in state &&
      "methods" in state &&
      (state.attemptsLeft !== attemptsLeft || (Array.isArray(state.methods) && state.methods.length === 0))
    );
  } catch {
    return false;
  }
};

/** Sends evidence; when the device is offline, waits for the connection and goes on by itself. */
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
    if (await wasHeard(path, attemptsLeft)) return { kind: "checked" };
    onBack();
    sent = await sendEvidence(path, body, onProgress);
  }
  return sent;
};
