import { Pool, type PoolClient, type PoolConfig } from "pg";
import { withinLoopTime } from "#core/loop/loop-time.ts";

type Taken = (
  error: Error | undefined,
  client: PoolClient | undefined,
  done: (release?: Error | boolean) => void,
) => void;

/** node-postgres' own words, by which errors.ts knows it. */
const tooLate = (): Error => new Error("timeout exceeded when trying to connect");

/**
 * node-postgres' pool, whose patience is loop time. Its own timer is the clock's: in a process that was held up for a few
 * seconds it fires before the answers are read that would have made a connection free, and the database would be called away.
 */
export class PatientPool extends Pool {
  readonly #patienceMs: number;

  /** @param patienceMs how long a caller waits for a connection, in ms of loop time */
  constructor({ patienceMs, ...config }: PoolConfig & { patienceMs: number }) {
    super(config);
    this.#patienceMs = patienceMs;
  }

  async #patiently(): Promise<PoolClient> {
    const asked = super.connect();
    try {
      return await withinLoopTime(this.#patienceMs, asked, tooLate);
    } catch (error) {
      // It still comes, and goes to the next who waits.
      asked.then(
        (client) => client.release(),
        () => undefined,
      );
      throw error;
    }
  }

  override connect(): Promise<PoolClient>;
  override connect(taken: Taken): void;
  override connect(taken?: Taken): Promise<PoolClient> | void {
    // An idle one is given at once: the usual case costs nothing.
    if (this.idleCount > 0) return taken ? super.connect(taken) : super.connect();
    if (!taken) return this.#patiently();
    this.#patiently().then(
      (client) => taken(undefined, client, (release) => client.release(release)),
      (error: Error) => taken(error, undefined, () => undefined),
    );
  }
}
