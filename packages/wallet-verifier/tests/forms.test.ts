import { afterEach, expect, test, vi } from "vitest";
import { readForm } from "../src/openid4vp/response.ts";

const form = (text: string): Uint8Array => new TextEncoder().encode(text);

afterEach(() => {
  vi.restoreAllMocks();
});

test("a form of too many fields is refused before it is taken apart", () => {
  const parsed = vi.spyOn(globalThis, "URLSearchParams");
  const fields = (count: number) => Array.from({ length: count }, (_, index) => `f${index}=`).join("&");
  expect(readForm(form(fields(16)))).toMatchObject({ ok: true });
  expect(parsed).toHaveBeenCalledTimes(1);
  expect(readForm(form(fields(17)))).toEqual({ ok: false, code: "response_malformed" });
  expect(readForm(form("&".repeat(131_072)))).toEqual({ ok: false, code: "response_malformed" });
  expect(readForm(form(fields(20_000)))).toEqual({ ok: false, code: "response_malformed" });
  expect(parsed).toHaveBeenCalledTimes(1);
});

test("a field that is there twice, and bytes that are not UTF-8", () => {
  expect(readForm(form("state=a&state=b"))).toEqual({ ok: false, code: "response_malformed" });
  const torn = new Uint8Array([...form("state="), 0xff]);
  expect(readForm(torn)).toEqual({ ok: false, code: "response_malformed" });
});
