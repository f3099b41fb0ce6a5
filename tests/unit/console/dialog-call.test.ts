import { readFileSync } from "node:fs";
import { join } from "node:path";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { createElement } from "react";
import { renderToString } from "react-dom/server";
import { describe, expect, test, vi } from "vitest";
import { useDialogCall } from "#console/client/use-dialog-call.ts";
import { ROOT } from "../../../scripts/lib/run.ts";
import { readPaths } from "../../../scripts/lib/source.ts";

const refusal = (code: string, issues: object[] = []): Error =>
  Object.assign(new Error("Ben was faster."), { data: { errorCode: code, issues } });

type See = (fields: readonly string[]) => void;

type FormProps = {
  error: Error;
  see: See | undefined;
  onSettled: () => void;
  hold: (press: () => void) => void;
};

/** A dialog over one list, whose call is refused. */
const Form = ({ error, see, onSettled, hold }: FormProps): null => {
  const mutationFn = async (): Promise<void> => {
    throw error;
  };
  const call = useDialogCall({ mutationFn, onSettled }, () => {}, {
    stale: { queryKey: ["sites"] },
    ...(see && { seen: { see, take: () => {} } }),
  });
  hold(() => call.mutate(undefined));
  return null;
};

/** @returns whether what the form compares with is read again */
const refuse = async (error: Error, see?: See): Promise<boolean | undefined> => {
  const client = new QueryClient();
  client.setQueryData(["sites"], ["as it was"]);
  const onSettled = vi.fn();
  let press = (): void => {};
  const hold = (pressed: () => void): void => {
    press = pressed;
  };
  const form = createElement(Form, { error, see, onSettled, hold });
  renderToString(createElement(QueryClientProvider, { client }, form));
  press();
  await vi.waitFor(() => expect(onSettled).toHaveBeenCalled());
  return client.getQueryState(["sites"])?.isInvalidated;
};

describe("after a dialog's call is refused", () => {
  test.each([
    ["a field", [{ path: "name", message: "Ben changed this." }]],
    ["no field", []],
  ])(
    "because someone was faster, with %s named, what the form compares with is read again",
    async (_, issues) => {
      expect(await refuse(refusal("CONFLICT", issues))).toBe(true);
    },
  );

  test("a form over what is stored learns which fields, and another refusal reads nothing", async () => {
    const see = vi.fn();
    await refuse(refusal("CONFLICT", [{ path: "name", message: "" }]), see);
    expect(see.mock.calls).toEqual([[["name"]]]);
    expect(await refuse(refusal("INVALID_REQUEST_BODY"), see)).toBe(false);
    expect(see).toHaveBeenCalledOnce();
  });
});

type SavingProps = { order: string[]; hold: (press: () => void) => void };

/** A dialog whose call succeeds. */
const Saving = ({ order, hold }: SavingProps): null => {
  const mutationFn = async (): Promise<void> => {};
  const call = useDialogCall({ mutationFn }, () => {}, {
    kept: { forget: () => void order.push("forgotten") },
    done: () => {
      order.push("done");
      return ["Saved"];
    },
  });
  hold(() => call.mutate(undefined));
  return null;
};

test("once a call succeeds, what was kept of its form is forgotten before anything else", async () => {
  const order: string[] = [];
  const client = new QueryClient();
  let press = (): void => {};
  const hold = (pressed: () => void): void => {
    press = pressed;
  };
  renderToString(createElement(QueryClientProvider, { client }, createElement(Saving, { order, hold })));
  press();
  await vi.waitFor(() => expect(order).toEqual(["forgotten", "done"]));
});

test("what a form saw is sent through the hook that reads it again; one is begun again with what is saved", () => {
  const byHand = readPaths().filter(
    (path) =>
      /^console\/.*\.tsx$/.test(path) &&
      /mutate\(\{[^}]*\bseen(: \{| \})/.test(readFileSync(join(ROOT, "src", path), "utf8")),
  );
  expect(byHand).toEqual([]);
});
