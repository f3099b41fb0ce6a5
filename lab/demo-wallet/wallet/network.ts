import { z } from "zod";
import { asForm, type ResponseParameters } from "./respond.ts";

const TIMEOUT_MS = 10_000;

/** The service answered an answer: it may name an address to which the browser goes next (OpenID4VP 1.0 §8.2). */
type Posted = { isAccepted: boolean; redirectUri: string | null };

export type Network = ReturnType<typeof networkTo>;

const redirecting = z.object({ redirect_uri: z.string() });

/**
 * How the demo wallet speaks to services.
 * @param origins the services that it answers: a page elsewhere must not make it call addresses on this machine
 */
export const networkTo = (origins: readonly string[]) => {
  const check = (address: string): string => {
    if (URL.canParse(address) && origins.includes(new URL(address).origin)) return address;
    throw new Error("the request points to a service that this demo wallet was not started for");
  };
  const send = (address: string, body: Uint8Array, accept: string): Promise<Response> =>
    fetch(check(address), {
      method: "POST",
      headers: { accept, "content-type": "application/x-www-form-urlencoded" },
      body: Buffer.from(body),
      redirect: "error",
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
  return {
    // OpenID4VP 1.0 §5.10
    fetchRequest: async (requestUri: string, walletNonce: string): Promise<string> => {
      const body = asForm({ wallet_nonce: walletNonce });
      const response = await send(requestUri, body, "application/oauth-authz-req+jwt");
      if (!response.ok) throw new Error("the service does not give the request out, or not any more");
      return response.text();
    },
    post: async (responseUri: string, parameters: ResponseParameters): Promise<Posted> => {
      const response = await send(responseUri, asForm(parameters), "application/json");
      const body: unknown = await response.json().catch(() => null);
      const redirectUri = redirecting.safeParse(body).data?.redirect_uri ?? null;
      return { isAccepted: response.ok, redirectUri: response.ok ? redirectUri : null };
    },
  };
};
