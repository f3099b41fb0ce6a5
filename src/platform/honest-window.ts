import { Ratelimit } from "@upstash/ratelimit";
import { msUntilAdmitted } from "#platform/sliding-window.ts";

type Algorithm = ReturnType<typeof Ratelimit.slidingWindow>;

/**
 * `Ratelimit.slidingWindow` whose `reset`, for a refused call, is the moment at which one is admitted. The library
 * says "the end of the window": there a used-up window still weighs in full, so the wait ends in another refusal; and
 * mid-window a call is often admitted much earlier, so a client that obeys would get half of its allowance.
 * Only refused calls pay for it, with two reads.
 */
export const honestSlidingWindow = (limit: number, windowSeconds: number): Algorithm => {
  const algorithm = Ratelimit.slidingWindow(limit, `${windowSeconds} s`)();
  const windowMs = windowSeconds * 1000;

  return () => ({
    ...algorithm,
    limit: async (context, identifier, rate) => {
      const response = await algorithm.limit(context, identifier, rate);
      if (response.success) return response;
      const window = response.reset / windowMs - 1;
      const countIn = async (index: number): Promise<number> =>
        Number(await context.redis.get(`${identifier}:${index}`)) || 0;
      const [current, previous] = await Promise.all([countIn(window), countIn(window - 1)]);
      const waitMs = msUntilAdmitted({ current, previous }, limit, 0, windowMs);
      // Counts that would have been admitted are not those that were counted (another version may name its keys
      // otherwise). Then 1 ms after the window is safe: one call of a full window no longer weighs.
      return { ...response, reset: waitMs > 0 ? window * windowMs + waitMs : response.reset + 1 };
    },
  });
};
