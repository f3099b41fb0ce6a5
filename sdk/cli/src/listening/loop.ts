import { ApiError } from "../api.ts";
import type { Io } from "../io.ts";
import type { Service } from "../service.ts";
import { type Acknowledgement, type Delivery, poll } from "./listener.ts";

/** As long as the service waits; proxies cut a silent connection after 30 to 60 seconds. */
const WAIT_SECONDS = 20;
/** Of the 60 seconds of a lease: what takes longer comes again anyway. */
const LEASE_MS = 50_000;
const FIRST_BATCH = 10;
const LARGEST_BATCH = 50;
/** A batch that took less is followed by a larger one. */
const QUICK_MS = 5_000;
const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 15_000;
const REMEMBERED = 1_000;

/** What was done with a delivery, for its acknowledgement. */
export type Handled = Pick<Acknowledgement, "status" | "durationMs" | "code">;

type Loop = {
  listenerId(): string;
  /** Never throws. */
  handle(delivery: Delivery): Promise<Handled>;
  /** Whether to end after this result. */
  isLast(handled: Handled): boolean;
  /** The service has no such listener any more: opens another one, or throws. */
  reopen(): Promise<void>;
};

/** 408, 429 and 5xx but 501 pass; so does a connection that breaks. */
const isPassing = (error: unknown): boolean =>
  !(error instanceof ApiError) || error.status >= 500 || [408, 409, 429].includes(error.status);

/**
 * Takes deliveries in order and acknowledges each with the next poll, until the signal, `isLast`, or an error that does
 * not pass by itself. What is acknowledged is acknowledged again until the service has it: a repeat does no harm.
 * @throws ApiError: the key or the listener is refused
 */
export async function runLoop(io: Io, service: Service, loop: Loop): Promise<void> {
  /** Results by delivery, so that one whose acknowledgement came too late is acknowledged and not sent twice. */
  const results = new Map<string, Handled>();
  let due: Acknowledgement[] = [];
  let limit = FIRST_BATCH;
  let failures = 0;
  let isOver = false;

  const remember = (deliveryId: string, handled: Handled): void => {
    results.set(deliveryId, handled);
    const [oldest] = results.size > REMEMBERED ? results.keys() : [];
    if (oldest !== undefined) results.delete(oldest);
  };

  const handleAll = async (deliveries: readonly Delivery[]): Promise<void> => {
    const startedAt = io.now().getTime();
    const tookMs = (): number => io.now().getTime() - startedAt;
    for (const delivery of deliveries) {
      // Ended, or slept through: the rest comes again.
      if (isOver || io.signal.aborted || tookMs() > LEASE_MS) break;
      const { deliveryId, attempt } = delivery;
      const known = results.get(deliveryId);
      if (known) io.note(`${delivery.eventId} was forwarded before; only its acknowledgement is repeated.`);
      const handled = known ?? (await loop.handle(delivery));
      remember(deliveryId, handled);
      due.push({ deliveryId, attempt, ...handled });
      isOver = loop.isLast(handled);
    }
    limit = tookMs() < QUICK_MS ? Math.min(limit * 2, LARGEST_BATCH) : FIRST_BATCH;
  };

  const recover = async (error: unknown): Promise<void> => {
    if (error instanceof ApiError && error.status === 404) {
      due = []; // they went with the listener
      await loop.reopen();
      return;
    }
    if (!isPassing(error)) throw error;
    if (failures === 0) {
      const reason = error instanceof Error ? error.message : String(error);
      io.note(io.paint("yellow", `${reason} Trying again until it answers; no event is lost.`));
    }
    const backoffMs = Math.min(FIRST_PAUSE_MS * 2 ** failures, LONGEST_PAUSE_MS);
    const askedMs = error instanceof ApiError ? (error.retryAfterSeconds ?? 0) * 1000 : 0;
    failures += 1;
    await io.sleep(Math.max(askedMs, backoffMs * (0.5 + Math.random() / 2)));
  };

  while (!isOver && !io.signal.aborted) {
    const acknowledgements = due.slice(0, LARGEST_BATCH);
    try {
      const asked = { listenerId: loop.listenerId(), acknowledgements, waitSeconds: WAIT_SECONDS, limit };
      const { deliveries, lost } = await poll(io, service, asked);
      if (failures > 0) io.note(io.paint("green", "Connected again."));
      failures = 0;
      due = due.slice(acknowledgements.length);
      for (const id of lost)
        io.note(`The result of ${id} came too late; it is acknowledged when it comes again.`);
      await handleAll(deliveries);
    } catch (error) {
      if (io.signal.aborted) break;
      await recover(error).catch((failure: unknown) => {
        if (!io.signal.aborted) throw failure;
      });
    }
  }
  await acknowledgeLast(io, service, loop.listenerId(), due);
}

/** What is not acknowledged at the end would come again in the next run. */
async function acknowledgeLast(
  io: Io,
  service: Service,
  listenerId: string,
  acknowledgements: readonly Acknowledgement[],
): Promise<void> {
  if (acknowledgements.length === 0) return;
  const last = { fetch: io.fetch, signal: new AbortController().signal };
  await poll(last, service, { listenerId, acknowledgements, waitSeconds: 0, limit: 0 }).catch(
    (error: unknown) => {
      io.note(
        `The last ${acknowledgements.length} results could not be acknowledged (${error instanceof Error ? error.message : String(error)}).`,
      );
    },
  );
}
