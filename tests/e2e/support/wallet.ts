import type { Page } from "@playwright/test";
import { z } from "zod";
import { attestMdoc } from "../../../lab/demo-wallet/issuer/attest.ts";
import { testSigner } from "../../../lab/demo-wallet/issuer/test-issuer.ts";
import { respondIsoMdoc } from "../../../lab/demo-wallet/wallet/iso-mdoc.ts";
import { networkTo } from "../../../lab/demo-wallet/wallet/network.ts";
import { readRequest } from "../../../lab/demo-wallet/wallet/read-request.ts";
import { respond } from "../../../lab/demo-wallet/wallet/respond.ts";

const PROOF_OF_AGE = "eu.europa.ec.av.1";

const prepared = z.looseObject({
  requests: z.array(z.object({ protocol: z.string(), data: z.record(z.string(), z.unknown()) })),
});
const isoData = z.object({ deviceRequest: z.string(), encryptionInfo: z.string() });

/** The credential is a proof of age unless another type is named. */
type WalletAnswer = { protocol: Protocol; origin: string; age: number; docType?: string };

export type Protocol = "openid4vp-v1-unsigned" | "org-iso-mdoc";

const attest = async (age: number, docType = PROOF_OF_AGE) => {
  const now = new Date();
  return attestMdoc(docType, { signer: await testSigner(now), age, now });
};

const texts = z.record(z.string(), z.string());

/** What the demo wallet answers to one of the requests that a page was given. */
const answerTo = async (
  requests: z.infer<typeof prepared>["requests"],
  { protocol, origin, age, docType }: WalletAnswer,
): Promise<Record<string, string>> => {
  // In `org-iso-mdoc` there is one request for each type; a query of OpenID4VP names them all.
  const asksFor = ({ deviceRequest }: Record<string, unknown>): boolean =>
    typeof deviceRequest !== "string" ||
    Buffer.from(deviceRequest, "base64url").includes(docType ?? PROOF_OF_AGE);
  const data = requests.find((request) => request.protocol === protocol && asksFor(request.data))?.data;
  if (!data) throw new Error(`the page was not given a request in ${protocol}`);
  const held = await attest(age, docType);
  if (protocol === "openid4vp-v1-unsigned") {
    return texts.parse(await respond(await readRequest(data, { origin }), held, new Date()));
  }
  if (!("mdoc" in held)) throw new Error("the proof of age is an mdoc");
  return respondIsoMdoc(isoData.parse(data), held.mdoc, origin);
};

/** Chromium's own wallet for tests, which hands over what it is told to, and checks nothing. */
export const virtualWallet = async (page: Page) => {
  const session = await page.context().newCDPSession(page);
  const behave = (action: "decline" | "clear") =>
    session.send("DigitalCredentials.setVirtualWalletBehavior", { action });
  return {
    decline: () => behave("decline"),
    /** From now on: the answer depends on the request, so it is made when the page fetches that. */
    respond: async (answer: WalletAnswer): Promise<void> => {
      await page.route("**/wallet/requests", async (route) => {
        const response = await route.fetch();
        const json = await response.json();
        await session.send("DigitalCredentials.setVirtualWalletBehavior", {
          action: "respond",
          protocol: answer.protocol,
          response: await answerTo(prepared.parse(json).requests, answer),
        });
        await route.fulfill({ response, json });
      });
    },
  };
};

/** A phone with the demo wallet answers a link. Gives the address that the browser is sent to, if any. */
export const answerLink = async (link: string, service: string, age: number): Promise<string | null> => {
  const network = networkTo([new URL(service).origin]);
  const request = await readRequest(link, { fetchRequest: network.fetchRequest });
  const address = "response_uri" in request.payload ? String(request.payload.response_uri) : "";
  const posted = await network.post(address, await respond(request, await attest(age), new Date()));
  if (!posted.isAccepted) throw new Error("the service refused the demo wallet's answer");
  return posted.redirectUri;
};
