import { beforeAll, expect, test } from "vitest";
import { createWorld, TYPES } from "../../../tests/support/wallet/world.ts";
import { MOBILE_DRIVING_LICENCE } from "../src/credential-type.ts";
import { readExpectation, storeExpectation, type WalletExpectation } from "../src/expectation.ts";

let all: WalletExpectation[];
beforeAll(async () => {
  const { eu, signed, dcApi, isoMdoc } = await createWorld();
  all = [eu.expectation, signed, dcApi, isoMdoc];
});

test("every channel's expectation comes back as it was, its key included", () => {
  for (const expectation of all) {
    const back = readExpectation(storeExpectation(expectation), TYPES);
    expect(back).toEqual(expectation);
    if (back && "key" in back && "key" in expectation) {
      expect(back.key.privateJwk.open()).toEqual(expectation.key.privateJwk.open());
    }
  }
});

test("a type that was switched off meanwhile is not expected any more", () => {
  const [, signed] = all;
  const text = signed ? storeExpectation(signed) : "";
  expect(readExpectation(text, [MOBILE_DRIVING_LICENCE])?.types).toEqual([MOBILE_DRIVING_LICENCE]);
});

test("anything else is nothing", () => {
  for (const expectation of all) {
    const whole: Record<string, unknown> = JSON.parse(storeExpectation(expectation));
    for (const name of Object.keys(whole).filter((member) => member !== "types")) {
      const { [name]: _dropped, ...rest } = whole;
      expect([name, readExpectation(JSON.stringify(rest), TYPES)]).toEqual([name, null]);
    }
  }
  expect(readExpectation("", TYPES)).toBeNull();
  expect(readExpectation('{"channel":"fax"}', TYPES)).toBeNull();
});
