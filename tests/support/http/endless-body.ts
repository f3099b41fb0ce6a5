const CHUNK_BYTES = 16 * 1024;
// An end after all, so that a reader without a bound fails its test in place of the machine.
const GIVE_UP_BYTES = 64 * 1024 * 1024;

/** A body that announces no length and does not end before 64 MiB, and how much of it was read. */
export const endlessBody = (): {
  body: ReadableStream<Uint8Array>;
  sent: () => { bytes: number; isCancelled: boolean };
} => {
  let bytes = 0;
  let isCancelled = false;
  const body = new ReadableStream<Uint8Array>({
    pull: (controller) => {
      bytes += CHUNK_BYTES;
      if (bytes > GIVE_UP_BYTES) controller.close();
      else controller.enqueue(new Uint8Array(CHUNK_BYTES).fill(32));
    },
    cancel: () => {
      isCancelled = true;
    },
  });
  return { body, sent: () => ({ bytes, isCancelled }) };
};
