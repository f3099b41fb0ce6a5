import { expect } from "vitest";
import type { Answer } from "../world/service.ts";

/** A 400 that names this field, and says in words what is wrong with it. */
export const expectRefused = (answer: Answer, path: string, words?: string | RegExp): void => {
  const code = answer.body.code;
  expect({ text: answer.text, status: answer.status }).toMatchObject({ status: 400 });
  expect(["INVALID_REQUEST_BODY", "INVALID_PARAMETERS"]).toContain(code);
  const message = words === undefined ? expect.any(String) : expect.stringMatching(words);
  expect(answer.body.issues).toContainEqual({ path, message });
};
