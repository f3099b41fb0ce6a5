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

/** How long a receiver may take for one piece; what it holds here, such as a snapshot, others may wait for. */
const PIECE_MS = 60_000;

/**
 * Pieces for a receiver that has to take each of them in time. A generator cannot end what waits for it: `onLate` does.
 * @param withinMs for one piece
 */
export async function* inTime(
  pieces: AsyncGenerator<string>,
  onLate: (error: Error) => void,
  withinMs = PIECE_MS,
): AsyncGenerator<string> {
  for await (const piece of pieces) {
    const late = setTimeout(() => onLate(new Error("the receiver of an answer was too slow")), withinMs);
    try {
      yield piece;
    } finally {
      clearTimeout(late);
    }
  }
}

/** Pieces as a Web stream, which asks for the next one when it has sent the last. */
export const bytesOf = (pieces: AsyncGenerator<string>, withinMs?: number): ReadableStream<Uint8Array> => {
  const encoder = new TextEncoder();
  let timed: AsyncGenerator<string>;
  return new ReadableStream({
    start: (controller) => {
      const onLate = (error: Error): void => {
        controller.error(error);
        void timed.return(undefined);
      };
      timed = inTime(pieces, onLate, withinMs);
    },
    pull: async (controller) => {
      const { done, value } = await timed.next();
      if (done) controller.close();
      else controller.enqueue(encoder.encode(value));
    },
    cancel: async () => {
      await timed.return(undefined);
    },
  });
};
