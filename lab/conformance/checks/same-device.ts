import { responseUriOf } from "../../demo-wallet/wallet/read-request.ts";
import { declineWith } from "../../demo-wallet/wallet/respond.ts";
import { openBench } from "../bench.ts";
import { type Check, check } from "../check.ts";
import type { Kit } from "../kit.ts";
import type { SameDevice } from "../target.ts";

// HAIP 1.0 §5.1 and OpenID4VP 1.0 §13.3: the result of a same-device link is released only to the browser that began,
// and only when it returns with the code. A user who forwards the link to an adult gets nothing.

const FIXATION = "OpenID4VP 1.0 §13.3";

const started = async (kit: Kit) => {
  const verification = await kit.target.begin({ minimumAge: 18 });
  const ask = await verification.askSameDevice();
  return { verification, ask, bench: await openBench(verification, "eu_link", kit, ask) };
};

const released = (
  name: string,
  expected: string,
  comeBack: (ask: SameDevice, redirectUri: string) => Promise<void>,
): Check =>
  check(FIXATION, `same-device link: ${name}`, expected, async (kit) => {
    const { verification, ask, bench } = await started(kit);
    const { redirectUri } = await ask.send(await bench.honest());
    if (!redirectUri) return "no address to come back to";
    await comeBack(ask, redirectUri);
    return verification.state();
  });

const withCode = (address: string, code: string): string => {
  const url = new URL(address);
  url.searchParams.set("response_code", code);
  return url.href;
};

export const sameDeviceChecks: readonly Check[] = [
  check(
    "OpenID4VP 1.0 §8.2",
    "same-device link: a decline leads back to the page, and decides nothing",
    "open",
    async (kit) => {
      const { verification, ask, bench } = await started(kit);
      const form = declineWith(bench.request);
      const posted = { responseUri: responseUriOf(bench.request), form };
      const { isTaken, redirectUri } = await ask.send(posted);
      if (!isTaken || redirectUri === null) return "no address to come back to";
      await ask.comeBack(redirectUri, { withCookie: true });
      return verification.state();
    },
  ),
  released("the wallet's answer alone releases nothing", "open", async () => {}),
  released("another browser comes back", "open", (ask, address) =>
    ask.comeBack(address, { withCookie: false }),
  ),
  released("the right browser comes back with a wrong code", "open", (ask, address) =>
    ask.comeBack(withCode(address, "A".repeat(43)), { withCookie: true }),
  ),
  released("the right browser comes back without a code", "open", (ask, address) =>
    ask.comeBack(withCode(address, ""), { withCookie: true }),
  ),
  released("the right browser comes back", "over", (ask, address) =>
    ask.comeBack(address, { withCookie: true }),
  ),
];
