import type { TRPCClientErrorLike } from "@trpc/client";
import { expectTypeOf, test } from "vitest";
import type { ConsoleOutputs, ConsoleRouter } from "#trpc/root.ts";

test("the page's types know our error code, the request's id and the fields, and that dates are dates", () => {
  type Data = NonNullable<TRPCClientErrorLike<ConsoleRouter>["data"]>;
  expectTypeOf<Data["requestId"]>().toEqualTypeOf<string | null>();
  expectTypeOf<Data["issues"]>().toEqualTypeOf<{ path: string; message: string }[]>();
  expectTypeOf<ConsoleOutputs["keys"]["list"][number]["createdAt"]>().toEqualTypeOf<Date>();
});
