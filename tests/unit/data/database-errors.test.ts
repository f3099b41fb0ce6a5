import { expect, test } from "vitest";
import { isDatabaseError } from "#data/service/errors.ts";

const failure = (code: string, syscall: string): Error =>
  Object.assign(new Error(`${syscall} ${code}`), { code, syscall });

test("a program that cannot be started is no fault of the database's, although its codes are a file's", () => {
  for (const code of ["ENOENT", "EACCES", "EPERM"]) {
    expect([code, isDatabaseError(failure(code, "spawn nice"))]).toEqual([code, false]);
    expect([code, isDatabaseError(failure(code, "open"))]).toEqual([code, true]);
    expect([code, isDatabaseError(failure(code, "connect"))]).toEqual([code, true]);
  }
});
