import { z } from "zod";
import { SignInRefusal, type SignInRefusalCode } from "#core/sign-in-refusal.ts";
import { type Answer, jsonOf, type ProviderHttp } from "./provider-http.ts";

/** What a token endpoint granted. */
export type GrantedTokens = {
  accessToken: string | null;
  idToken: string | null;
  refreshToken: string | null;
};

export type Client = { clientId: string; clientSecret: string };

/** Where tokens are had, and how a client says there who it is (RFC 8414 §2). */
export type TokenEndpoint = { url: string; methods: readonly string[] | undefined };

// RFC 6749 §5.1, and §5.2 for what it says instead. GitHub sends its errors with 200.
const answered = z.object({
  access_token: z.string().optional(),
  id_token: z.string().optional(),
  refresh_token: z.string().optional(),
  error: z.string().optional(),
});

const REFUSALS: Readonly<Record<string, SignInRefusalCode>> = {
  invalid_client: "client_refused",
  unauthorized_client: "client_refused",
  incorrect_client_credentials: "client_refused",
  invalid_grant: "code_refused",
  bad_verification_code: "code_refused",
};

/** RFC 6749 §2.3.1: both are form-encoded before they are joined. */
const basic = ({ clientId, clientSecret }: Client): string => {
  const encoded = [clientId, clientSecret].map((part) =>
    new URLSearchParams({ "": part }).toString().slice(1),
  );
  return `Basic ${Buffer.from(encoded.join(":")).toString("base64")}`;
};

/** RFC 8414 §2: client_secret_basic is what counts where nothing is said. */
const isByPost = ({ methods }: TokenEndpoint): boolean =>
  methods !== undefined && !methods.includes("client_secret_basic") && methods.includes("client_secret_post");

/** Sends a form as the client. */
export const postAsClient = (
  http: ProviderHttp,
  endpoint: TokenEndpoint,
  client: Client,
  form: Readonly<Record<string, string>>,
): Promise<Answer> => {
  const headers = { "content-type": "application/x-www-form-urlencoded", accept: "application/json" };
  const secret = { client_id: client.clientId, client_secret: client.clientSecret };
  return http(endpoint.url, {
    method: "POST",
    headers: isByPost(endpoint) ? headers : { ...headers, authorization: basic(client) },
    body: new URLSearchParams(isByPost(endpoint) ? { ...form, ...secret } : form).toString(),
  });
};

/**
 * Asks for tokens by a code or a refresh token.
 * @throws ServiceError SERVICE_UNAVAILABLE; SignInRefusal: client_refused, code_refused, token_refused,
 * token_response_invalid
 */
export const requestTokens = async (
  http: ProviderHttp,
  endpoint: TokenEndpoint,
  client: Client,
  form: Readonly<Record<string, string>>,
): Promise<GrantedTokens> => {
  const answer = await postAsClient(http, endpoint, client, form);
  const { data } = answered.safeParse(jsonOf(answer));
  const error = data?.error ?? (answer.status === 401 ? "invalid_client" : null);
  if (error !== null || !answer.isOk) throw new SignInRefusal(REFUSALS[error ?? ""] ?? "token_refused");
  if (!data) throw new SignInRefusal("token_response_invalid");
  const { access_token = null, id_token = null, refresh_token = null } = data;
  return { accessToken: access_token, idToken: id_token, refreshToken: refresh_token };
};
