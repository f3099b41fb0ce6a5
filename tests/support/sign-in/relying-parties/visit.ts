import { type Browser, buttonIn, secretAt } from "../age-provider.ts";

/** An answer on the way of a browser, as it came. */
export type Step = { url: string; status: number; body: string };

const MAX_STEPS = 12;

const isHere = (url: string): boolean => ["localhost", "127.0.0.1"].includes(new URL(url).hostname);

/**
 * Goes where redirects and the button before a check lead, over all servers of this machine, up to an answer that leads nowhere
 * or to a site elsewhere.
 */
const wander = async (browser: Browser, first: Response, url: string): Promise<Step[]> => {
  const steps: Step[] = [];
  let [at, response] = [url, first];
  while (steps.length < MAX_STEPS) {
    const body = await response.text();
    steps.push({ url: at, status: response.status, body });
    const button = buttonIn(body);
    if (button) {
      at = new URL(button.action, at).href;
      response = await browser.get(at, button.fields, new URL(at).origin);
      continue;
    }
    const location = response.headers.get("location");
    if (location === null) return steps;
    at = new URL(location, at).href;
    if (!isHere(at)) return [...steps, { url: at, status: 0, body: "" }];
    response = await browser.get(at);
  }
  throw new Error(`still at ${at}`);
};

export type Visit = {
  /** Up to the hosted page, which is the last of them. */
  before: Step[];
  /** From the hosted page back to the site, where the last of them is. */
  after: Step[];
  end: Step;
};

/**
 * What a person does at a site that asks for an age: from its first address to the hosted page of the real program, which
 * they leave with this outcome, and back.
 * @param form posted to the first address; a link unless given
 */
export const visit = async (
  browser: Browser,
  url: string,
  outcome: "approve" | "under_age",
  form?: Record<string, string>,
): Promise<Visit> => {
  const before = await wander(browser, await browser.get(url, form), url);
  const page = before.at(-1);
  if (!page || !new URL(page.url).pathname.startsWith("/v/")) {
    throw new Error(
      `not on the hosted page: ${before.map((step) => `${step.status} ${step.url}`).join(" → ")}`,
    );
  }
  const { origin } = new URL(page.url);
  const evidence = await fetch(`${origin}/v/${secretAt(page.url)}/sandbox`, {
    method: "POST",
    body: outcome,
  });
  if (evidence.status !== 200) throw new Error(`${outcome}: ${evidence.status} ${await evidence.text()}`);
  const shown = await (await browser.get(page.url)).text();
  const back =
    /href="([^"]*\/oidc\/test\/authorize\/[^"]*)"/.exec(shown)?.[1]?.replaceAll("&amp;", "&") ?? "";
  const after = await wander(browser, await browser.get(back), back);
  return { before, after, end: after.at(-1) ?? page };
};
