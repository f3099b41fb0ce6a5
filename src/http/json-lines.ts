import type { Deps } from "#services/context.ts";

/** The answer has begun when this fails: it is cut off, so that no reader takes what it has for all. */
export async function* logged(log: Deps["log"], pieces: AsyncGenerator<string>): AsyncGenerator<string> {
  try {
    yield* pieces;
  } catch (error) {
    log.error("an answer of JSON lines was cut off", { error });
    throw error;
  }
}

/** Pieces as a Web stream, which asks for the next one when it has sent the last. */
export const bytesOf = (pieces: AsyncGenerator<string>): ReadableStream<Uint8Array> => {
  const encoder = new TextEncoder();
  return new ReadableStream({
    pull: async (controller) => {
      const { done, value } = await pieces.next();
      if (done) controller.close();
      else controller.enqueue(encoder.encode(value));
    },
    cancel: async () => {
      await pieces.return(undefined);
    },
  });
};
