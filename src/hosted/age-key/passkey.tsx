import { type PublicKeyCredentialRequestOptionsJSON, startAuthentication } from "@simplewebauthn/browser";
import { type ReactNode, useState } from "react";
import { SendingStatus } from "#hosted/evidence/sending-status.tsx";
import type { Sending } from "#hosted/evidence/use-sending.ts";
import actions from "#hosted/frame/actions.module.css";
import { NewsHeading } from "#hosted/frame/news-heading.tsx";
import notice from "#hosted/frame/problem-notice.module.css";
import { problemText } from "#hosted/frame/screen-texts.ts";
import { useWords } from "#hosted/frame/words-context.tsx";
import type { Words } from "#hosted/words.ts";
import styles from "./age-key.module.css";

type Problem = keyof Words["texts"]["ageKey"]["problems"];

/** The browser gave no passkey: its owner stopped, or there is none. Choosing not to keep one is no error. */
export const STOPPED = "AGE_KEY_STOPPED";

const PROBLEMS: Readonly<Record<string, Problem>> = {
  [STOPPED]: "stopped",
  AGE_KEY_UNKNOWN: "unknown",
  AGE_KEY_EXPIRED: "ended",
  AGE_KEY_TOO_OLD: "ended",
  AGE_KEY_OTHER_MODE: "elsewhere",
  AGE_KEY_OTHER_TENANT: "elsewhere",
  AGE_KEY_UNDECIDED: "weak",
  AGE_KEY_ASSURANCE: "weak",
  AGE_KEY_SYNCED: "synced",
  AGE_KEY_UNAVAILABLE: "over",
};

export type Answer<Body> = { ok: true; body: Body } | { ok: false; code: string };

export const post = async <Body,>(path: string, body?: object): Promise<Answer<Body>> => {
  try {
    const response = await fetch(path, {
      method: "POST",
      headers: { Accept: "application/json" },
      ...(body && { body: JSON.stringify(body) }),
    });
    const answer = await response.json();
    return response.ok ? { ok: true, body: answer } : { ok: false, code: String(answer.code) };
  } catch {
    return { ok: false, code: "NETWORK" };
  }
};

/**
 * Tells the browser that a passkey is unknown here, so that it may hide it (Web Authentication Level 3
 * §5.1.10.1).
 */
export const forget = async (rpId: string | undefined, credentialId: string): Promise<void> => {
  const signal: unknown = Reflect.get(PublicKeyCredential, "signalUnknownCredential");
  if (typeof signal === "function" && rpId !== undefined)
    await Promise.resolve(Reflect.apply(signal, PublicKeyCredential, [{ rpId, credentialId }])).catch(
      () => undefined,
    );
};

type Phase = "ready" | "waiting" | "checking";

/** Asks passkeys one question at a time and keeps the code of the last refusal. */
export const usePasskey = () => {
  const [phase, setPhase] = useState<Phase>("ready");
  const [code, setCode] = useState<string | null>(null);

  /** @returns the server's answer; null if there is none, and `code` says why */
  const run = async <Body,>(ask: () => Promise<Answer<Body>>): Promise<Body | null> => {
    if (phase !== "ready") return null;
    setCode(null);
    setPhase("waiting");
    const answer = await ask().catch((): Answer<Body> => ({ ok: false, code: STOPPED }));
    setPhase("ready");
    if (answer.ok) return answer.body;
    setCode(answer.code);
    return null;
  };

  /**
   * Shows a passkey to one step of a path.
   * @param hand hands over what the passkey answered
   */
  const show = <Body,>(
    path: string,
    step: string,
    hand: (path: string, body: object) => Promise<Answer<Body>> = post,
  ): Promise<Body | null> =>
    run(async () => {
      const asked = await post<{ options: PublicKeyCredentialRequestOptionsJSON }>(`${path}/ask`);
      if (!asked.ok) return asked;
      const { options } = asked.body;
      const shown = await startAuthentication({ optionsJSON: options });
      setPhase("checking");
      const answer = await hand(`${path}/${step}`, shown);
      const isGone = answer.ok ? step === "delete" : answer.code === "AGE_KEY_UNKNOWN";
      if (isGone) await forget(options.rpId, shown.id);
      return answer;
    });

  return { phase, code, run, show };
};

/** What went wrong, what to do, and the code for support. */
const Trouble = ({ code }: { code: string }) => {
  const words = useWords();
  const { texts, say } = words;
  const { title, what, next } = code.startsWith("EVIDENCE_")
    ? problemText(words, { code, reason: null })
    : texts.ageKey.problems[PROBLEMS[code] ?? "refused"];
  return (
    <section className={notice.notice}>
      <NewsHeading className={notice.title}>{title}</NewsHeading>
      <p>{what}</p>
      <p className={notice.next}>{next}</p>
      <p className={notice.left}>{say(texts.ageKey.code, { code })}</p>
    </section>
  );
};

type PasskeyButtonProps = {
  look: "primary" | "secondary";
  phase: Phase;
  go: () => Promise<void>;
  children: string;
};

export const PasskeyButton = ({ look, phase, go, children }: PasskeyButtonProps) => (
  <button type="button" className={actions[look]} aria-disabled={phase !== "ready"} onClick={() => void go()}>
    {children}
  </button>
);

type FormProps = {
  phase: Phase;
  code: string | null;
  /** Of an answer that is handed over, and may be lost on its way. */
  sending?: Sending;
  children: ReactNode;
};

/** Buttons, with what is happening and what went wrong. */
export const Panel = ({ phase, code, sending, children }: FormProps) => {
  const { waiting, checking } = useWords().texts.ageKey;
  return (
    <section className={styles.panel}>
      {code !== null && phase === "ready" && <Trouble code={code} />}
      {children}
      <p className={styles.status} role="status">
        {phase === "waiting" && waiting}
        {phase === "checking" && !sending && checking}
      </p>
      {sending && <SendingStatus {...sending} />}
    </section>
  );
};
