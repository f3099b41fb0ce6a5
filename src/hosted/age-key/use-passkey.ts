import { type PublicKeyCredentialRequestOptionsJSON, startAuthentication } from "@simplewebauthn/browser";
import { useState } from "react";

/** The browser gave no passkey: its owner stopped, or there is none. Not to keep one is no trouble. */
export const STOPPED = "AGE_KEY_STOPPED";

export type Answer<Body> = { ok: true; body: Body } | { ok: false; code: string };

/** @returns the code of a refusal; NETWORK: there was no answer */
export const post = async <Body>(path: string, body?: object): Promise<Answer<Body>> => {
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

/** An unknown passkey is of no use: the browser may hide it (Web Authentication Level 3 §5.1.10.1). */
const forget = async (rpId: string | undefined, credentialId: string): Promise<void> => {
  const signal: unknown = Reflect.get(PublicKeyCredential, "signalUnknownCredential");
  if (typeof signal === "function" && rpId !== undefined)
    await Promise.resolve(Reflect.apply(signal, PublicKeyCredential, [{ rpId, credentialId }])).catch(
      () => undefined,
    );
};

export type Phase = "ready" | "waiting" | "checking";

/** One question to a passkey after the other, and the code of the last refusal. */
export const usePasskey = () => {
  const [phase, setPhase] = useState<Phase>("ready");
  const [code, setCode] = useState<string | null>(null);

  /** @returns the server's answer; null: there is none, and `code` says why */
  const run = async <Body>(ask: () => Promise<Answer<Body>>): Promise<Body | null> => {
    if (phase !== "ready") return null;
    setCode(null);
    setPhase("waiting");
    const answer = await ask().catch((): Answer<Body> => ({ ok: false, code: STOPPED }));
    setPhase("ready");
    if (answer.ok) return answer.body;
    setCode(answer.code);
    return null;
  };

  /** Shows a passkey to the step of a path. */
  const show = <Body>(path: string, step: string): Promise<Body | null> =>
    run(async () => {
      const asked = await post<{ options: PublicKeyCredentialRequestOptionsJSON }>(`${path}/ask`);
      if (!asked.ok) return asked;
      const { options } = asked.body;
      const shown = await startAuthentication({ optionsJSON: options });
      setPhase("checking");
      const answer = await post<Body>(`${path}/${step}`, shown);
      const isGone = answer.ok ? step === "delete" : answer.code === "AGE_KEY_UNKNOWN";
      if (isGone) await forget(options.rpId, shown.id);
      return answer;
    });

  return { phase, code, run, show };
};
