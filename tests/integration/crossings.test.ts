import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { VENDOR_KINDS } from "#core/identity/vendor.ts";
import { handOffs } from "../support/crossings/handoffs.ts";
import type { Kind } from "../support/crossings/kind.ts";
import { identityProviders } from "../support/crossings/providers.ts";
import { consoleSignIn } from "../support/crossings/sign-in.ts";
import { vendors } from "../support/crossings/vendors.ts";
import { walletLinks } from "../support/crossings/wallets.ts";

// Only what comes back as it left counts: from whom it was asked, at the address and host that it left for, in the browser that
// left. Every other way is refused: nothing is recorded, and no code is sent to anybody. A new kind joins by its line here.

const KINDS: readonly Kind[] = [
  identityProviders("query"),
  identityProviders("form"),
  ...VENDOR_KINDS.map(vendors),
  walletLinks,
  handOffs,
  consoleSignIn,
];

describe.each(KINDS.map((kind) => [kind.name, kind] as const))("%s", (_name, kind) => {
  let opened: Awaited<ReturnType<Kind["open"]>>;
  beforeAll(async () => {
    opened = await kind.open();
  });
  afterAll(() => opened.close());

  test.each(kind.settings)(
    "in $mode mode, from the $from host: only the straight way counts",
    async (setting) => {
      const { crossed, straight, state, isDone } = await opened.begin(setting);
      const before = await state();
      const counted: string[] = [];
      for (const { what, bring } of crossed) {
        await bring();
        if (JSON.stringify(await state()) !== JSON.stringify(before)) {
          counted.push(what);
          break;
        }
      }
      expect(counted).toEqual([]);
      expect(crossed.length).toBeGreaterThan(5);
      await straight();
      expect(await isDone()).toBe(true);
    },
  );
});
