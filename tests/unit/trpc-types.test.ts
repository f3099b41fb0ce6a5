import type { TRPCClientErrorLike } from "@trpc/client";
import { expectTypeOf, test } from "vitest";
import type { ConsoleInputs, ConsoleOutputs, ConsoleRouter } from "#trpc/root.ts";

test("the page's types know our error code, the request's id and the fields, and that dates are dates", () => {
  type Data = NonNullable<TRPCClientErrorLike<ConsoleRouter>["data"]>;
  expectTypeOf<Data["requestId"]>().toEqualTypeOf<string | null>();
  expectTypeOf<Data["issues"]>().toEqualTypeOf<{ path: string; message: string }[]>();
  expectTypeOf<ConsoleOutputs["keys"]["list"][number]["createdAt"]>().toEqualTypeOf<Date>();
});

/** What is called like a replacement. */
type Replaces = "update" | `update${string}` | "rename" | `change${string}` | "setRole";

type Comparison = "seen" | "revision";

/** Those whose input does not say what it was based on. */
type Unseen = {
  [Router in keyof ConsoleInputs & string]: {
    [Procedure in keyof ConsoleInputs[Router] & Replaces]: [
      Extract<keyof ConsoleInputs[Router][Procedure], Comparison>,
    ] extends [never]
      ? `${Router}.${Procedure}`
      : never;
  }[keyof ConsoleInputs[Router] & Replaces];
}[keyof ConsoleInputs & string];

test("every procedure that replaces something can say what was seen before: a new one without it does not compile", () => {
  expectTypeOf<Unseen>().toEqualTypeOf<never>();
  expectTypeOf<keyof ConsoleInputs["gates"] & Replaces>().toEqualTypeOf<"update">();
});
