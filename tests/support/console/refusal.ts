import { expect } from "vitest";

/** The body of a refusal before there is a call: ours, and what tRPC's clients look for inside it. */
export const expectRefusal = (code: string): unknown => {
  const facts = { errorCode: code, requestId: expect.stringMatching(/^req_/) };
  return expect.objectContaining({
    code,
    message: expect.any(String),
    request_id: expect.stringMatching(/^req_/),
    error: expect.objectContaining({
      code,
      json: expect.objectContaining({ message: expect.any(String), data: expect.objectContaining(facts) }),
    }),
  });
};
