import { pollPage } from "../../../src/services/check/page.ts";
import { acceptHandoff, startHandoff } from "../../../src/services/hosted/handoff.ts";
import { viewHostedPage } from "../../../src/services/hosted/view.ts";
import { completeVerification } from "../../../src/services/verifications/complete.ts";
import type { Timed } from "../measure.ts";
import { newPage, type World } from "./world.ts";

type Screen = { name: string; path: string; text: RegExp };

/** The code on the first device's screen, which only its picture and this process know: the hand-off is made here. */
const openOnPhone = async ({ ctx }: World, secret: string): Promise<void> => {
  const picture = (await viewHostedPage(ctx, secret))?.handoff?.picture;
  if (!picture) throw new Error("the hand-off shows no code");
  const { deps } = ctx;
  const handoff = await deps.db.orm.handoff.findFirstOrThrow({
    where: { endedAt: null },
    orderBy: { id: "desc" },
  });
  const code = Buffer.from(deps.secrets.hash(`handoff:${handoff.id}:${secret}`))
    .subarray(0, 18)
    .toString("base64url");
  if (!(await acceptHandoff(ctx, code, "127.0.0.1/32")))
    throw new Error("the phone could not open the hand-off");
};

/** A page for each screen that an end user can come to. */
export const screensOf = async (world: World): Promise<Screen[]> => {
  const { ctx } = world;
  const opened = async (): Promise<{ id: string; secret: string }> => {
    const page = await newPage(ctx);
    await pollPage(ctx, page.secret);
    return page;
  };
  const first = await newPage(ctx);
  const both = await opened();
  const handoff = await opened();
  await startHandoff(ctx, handoff.secret);
  const waiting = await opened();
  await startHandoff(ctx, waiting.secret);
  await openOnPhone(world, waiting.secret);
  const approved = await opened();
  await completeVerification(ctx, { verificationId: approved.id, verifiedAge: 30 });
  const rejected = await opened();
  await completeVerification(ctx, { verificationId: rejected.id, verifiedAge: 15 });
  const expired = await opened();
  await ctx.deps.db.orm.verification.update({
    where: { id: expired.id },
    data: { status: "expired", expiresAt: new Date(ctx.deps.now().getTime() - 1_000) },
  });
  const path = ({ secret }: { secret: string }, query = ""): string => `/v/${secret}${query}`;
  return [
    { name: "choose", path: path(first), text: /method=wallet/ },
    { name: "document", path: path(both, "?method=document"), text: /type="file"/ },
    { name: "wallet", path: path(both, "?method=wallet"), text: /wallet/i },
    { name: "handoff", path: path(handoff), text: /image\/svg\+xml/ },
    { name: "waiting", path: path(waiting), text: /take_back/ },
    { name: "approved", path: path(approved), text: /token=/ },
    { name: "rejected", path: path(rejected), text: /shop\.example/ },
    { name: "expired", path: path(expired), text: /shop\.example/ },
    { name: "poll", path: `/v/${both.secret}/state`, text: /"in_progress"/ },
  ];
};

/** Loads a screen until its last byte. @throws when it is another one */
export const askFor = ({ baseUrl }: World, { name, path, text }: Screen): Timed => ({
  name,
  ask: async () => {
    const response = await fetch(baseUrl + path);
    const html = await response.text();
    if (response.status !== 200 || !text.test(html))
      throw new Error(`${name} answered ${response.status}: ${html}`);
  },
});
