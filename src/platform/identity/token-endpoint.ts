import { z } from "zod";
import { entryFor, jsonIn } from "#core/json.ts";
import { SignInRefusal, type SignInRefusalCode } from "#core/sign-in-refusal.ts";
import type { Answer, AskHttp } from "#platform/http.ts";
import type { AuthorizationAnswer } from "./identity-provider.ts";

/** What a token endpoint granted. */
export type GrantedTokens = {
  accessToken: string | null;
  idToken: string | null;
  refreshToken: string | null;
};

/** A client with its secret, or with a JWT that it has signed for this request (RFC 7523 §2.2). */
export type Client = { clientId: string } & ({ clientSecret: string } | { assertion: string });

const BY_ASSERTION = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer";

/** The token endpoint, and how a client authenticates there (RFC 8414 §2). */
export type TokenEndpoint = { url: string; methods: readonly string[] | undefined };

// RFC 6749 §5.1, and §5.2 for errors. GitHub sends its errors with 200.
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
const basic = (clientId: string, clientSecret: string): string => {
  const encoded = [clientId, clientSecret].map((part) =>
    new URLSearchParams({ "": part }).toString().slice(1),
  );
  return `Basic ${Buffer.from(encoded.join(":")).toString("base64")}`;
};

/** RFC 8414 §2: client_secret_basic is the default. */
const isByPost = ({ methods }: TokenEndpoint): boolean =>
  methods !== undefined && !methods.includes("client_secret_basic") && methods.includes("client_secret_post");

/** Sends a form as the client. */
export const postAsClient = (
  http: AskHttp,
  endpoint: TokenEndpoint,
  client: Client,
  form: Readonly<Record<string, string>>,
): Promise<Answer> => {
  const headers = { "content-type": "application/x-www-form-urlencoded", accept: "application/json" };
  const { clientId } = client;
  const send = (more: Record<string, string>, authorization?: string) =>
    http(endpoint.url, {
      method: "POST",
      headers: authorization === undefined ? headers : { ...headers, authorization },
      body: new URLSearchParams({ ...form, ...more }).toString(),
    });
  if ("assertion" in client)
    return send({
      client_id: clientId,
      client_assertion_type: BY_ASSERTION,
      client_assertion: client.assertion,
    });
  const { clientSecret } = client;
  return isByPost(endpoint)
    ? send({ client_id: clientId, client_secret: clientSecret })
    : send({}, basic(clientId, clientSecret));
};

/**
 * Asks for tokens with a code or a refresh token.
 * @throws ServiceError SERVICE_UNAVAILABLE; SignInRefusal: client_refused, code_refused, token_refused,
 * token_response_invalid
 */
export const requestTokens = async (
  http: AskHttp,
  endpoint: TokenEndpoint,
  client: Client,
  form: Readonly<Record<string, string>>,
): Promise<GrantedTokens> => {
  const answer = await postAsClient(http, endpoint, client, form);
  const { data } = answered.safeParse(jsonIn(answer.text));
  const error = data?.error ?? (answer.status === 401 ? "invalid_client" : null);
  if (error !== null || !answer.isOk)
    throw new SignInRefusal(entryFor(REFUSALS, error ?? "") ?? "token_refused");
  if (!data) throw new SignInRefusal("token_response_invalid");
  const { access_token = null, id_token = null, refresh_token = null } = data;
  return { accessToken: access_token, idToken: id_token, refreshToken: refresh_token };
};

/**
 * The code of an answer that belongs to this browser's request and comes from the provider that was asked (RFC 6749
 * §4.1.2, RFC 9207 §2.4).
 * @throws SignInRefusal
 */
export const codeOf = (
  { params, state }: AuthorizationAnswer,
  expected: { responseIssuer: string; isIssuerPromised: boolean },
): string => {
  if (params.state !== state) throw new SignInRefusal("state_mismatch");
  const isOther =
    params.iss === undefined ? expected.isIssuerPromised : params.iss !== expected.responseIssuer;
  if (isOther) throw new SignInRefusal("response_issuer");
  if (!params.code) throw new SignInRefusal("response_invalid");
  return params.code;
};
