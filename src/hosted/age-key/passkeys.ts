// What the page knows of passkeys before it loads what asks for them.

/** Something on the page needs the person: they go on by themselves. */
export const STAY_EVENT = "lintel-stay";

/**
 * Whether this page can ask for passkeys. Not in a frame: the browser would name another site than the one that asks (Web
 * Authentication Level 3 §13.4.2).
 */
export const hasPasskeys = (): boolean =>
  "PublicKeyCredential" in window && window.isSecureContext && window.parent === window;

export type Answer<Body> = { ok: true; body: Body } | { ok: false; code: string };

/** @returns the code of a refusal; NETWORK: no answer */
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
