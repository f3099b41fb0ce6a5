import { hostedState } from "#contracts/public/hosted.ts";
import { ServiceError } from "#core/errors.ts";
import { keepKey, offerKey } from "#services/age-keys/keep.ts";
import { askAboutKey, deleteKey, lookAtKey } from "#services/age-keys/manage.ts";
import { askForKey, MAX_ANSWER_BYTES, useKey } from "#services/age-keys/use.ts";
import type { At, Ctx } from "#services/context.ts";
import { readBytes } from "./body.ts";
import { echoedKey, evidenceKeyIn } from "./evidence-key.ts";
import { clientNetwork, NO_SNIFFING, type PageHandler, respondToPerson } from "./respond.ts";
import { refuseForeignScript } from "./wallet/page.ts";

// For scripts of the hosted page and of /key: a browser without scripts has no passkeys either. The bodies
// are passkeys' answers.

type Params = Record<string, string>;

/** What a script gets, and which verification it was about. */
type Done = { verificationId: string | null; answer: unknown };

type Step = (ctx: Ctx, secret: string, read: () => Promise<Uint8Array>, request: Request) => Promise<Done>;

const about = ({ verificationId, ...answer }: { verificationId: string | null }): Done => ({
  verificationId,
  answer,
});

const PAGE_STEPS: ReadonlyMap<string, Step> = new Map<string, Step>([
  ["ask", async (ctx, secret) => about(await askForKey(ctx, secret))],
  [
    "use",
    async (ctx, secret, read, request) => {
      const state = await useKey(ctx, secret, read, evidenceKeyIn(request));
      return { verificationId: state.verificationId, answer: hostedState.parse(state) };
    },
  ],
  ["offer", async (ctx, secret) => about(await offerKey(ctx, secret))],
  ["keep", async (ctx, secret, read) => about(await keepKey(ctx, secret, read))],
]);

const ofNone = (answer: unknown): Done => ({ verificationId: null, answer });

const KEY_STEPS: ReadonlyMap<string, Step> = new Map<string, Step>([
  ["ask", async (ctx, _page, _read, request) => ofNone(await askAboutKey(ctx, clientNetwork(request)))],
  ["look", async (ctx, _page, read) => ofNone(await lookAtKey(ctx, await read()))],
  ["delete", async (ctx, _page, read) => ofNone(await deleteKey(ctx, await read()))],
]);

const answerStep = (
  at: At,
  request: Request,
  { secret = "", step = "" }: Params,
  { steps, path }: { steps: ReadonlyMap<string, Step>; path: string },
): Promise<Response> => {
  const act = steps.get(step);
  const event = `age_key.${act ? step : "unknown"}`;
  const frame = { event, path, headers: { ...echoedKey(request), ...NO_SNIFFING } };
  return respondToPerson(at, request, frame, async ({ ctx, headers, note }) => {
    refuseForeignScript(at, request);
    if (!act) throw new ServiceError("NOT_FOUND");
    const read = (): Promise<Uint8Array> => readBytes(request, MAX_ANSWER_BYTES);
    const { verificationId, answer } = await act(ctx, secret, read, request);
    if (verificationId !== null) note({ verificationId });
    return Response.json(answer, { headers });
  });
};

/** A verification's page asks for a key or makes one. */
export const pageKey: PageHandler = (at, request, params) =>
  answerStep(at, request, params, { steps: PAGE_STEPS, path: "/v/[secret]/key/[step]" });

/** The page where people look at their key. */
export const ownKey: PageHandler = (at, request, params) =>
  answerStep(at, request, params, { steps: KEY_STEPS, path: "/key/[step]" });
