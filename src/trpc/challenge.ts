/**
 * Says on a 401 which credential is wanted, and whether the one that came was wrong (RFC 6750 §3, §3.1: who sent
 * none is told no error).
 */
export const challenge = (request: Request, headers: Headers): void => {
  const sent = /^bearer /i.test(request.headers.get("authorization") ?? "");
  headers.set("WWW-Authenticate", sent ? 'Bearer error="invalid_token"' : "Bearer");
};
