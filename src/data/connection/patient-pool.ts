import { Pool, type PoolClient, type PoolConfig } from "pg";
import { afterLoopTime } from "#core/loop/loop-time.ts";

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
  /** How long a caller waits for a connection, in ms of loop time. */
  patienceMs: number;

  constructor({ patienceMs, ...config }: PoolConfig & { patienceMs: number }) {
    super(config);
    this.patienceMs = patienceMs;
  }

  /** Takes a caller out of node-postgres' queue, which does so by its own timer only. Its types leave the queue out. */
  #leaveQueue(taken: Taken): void {
    const queue: unknown = Reflect.get(this, "_pendingQueue");
    if (!Array.isArray(queue)) return;
    const place = queue.findIndex((item: { callback?: unknown }) => item.callback === taken);
    if (place >= 0) queue.splice(place, 1);
  }

  #call(name: string, ...given: unknown[]): void {
    const method: unknown = Reflect.get(Pool.prototype, name);
    if (typeof method !== "function") throw new TypeError(`node-postgres' pool has no ${name}`);
    Reflect.apply(method, this, given);
  }

  /**
   * Opens a connection for a caller. node-postgres calls this method, which its types leave out, from a socket's event too,
   * where a throw would end the process: when a file that the address names is gone, a client cannot even be made.
   */
  newClient(waiting: { callback: Taken }): void {
    try {
      this.#call("newClient", waiting);
    } catch (error) {
      // The others in the queue; not here, because a queue may be longer than a stack is deep.
      process.nextTick(() => this.#call("_pulseQueue"));
      waiting.callback(error instanceof Error ? error : new Error(String(error)), undefined, () => undefined);
    }
  }

  #patiently(): Promise<PoolClient> {
    return new Promise((resolve, reject) => {
      let isOver = false;
      const taken: Taken = (error, client) => {
        callOff();
        // One that was being opened for this caller goes to the next.
        if (isOver) client?.release();
        else if (client) resolve(client);
        else reject(error);
      };
      const callOff = afterLoopTime(this.patienceMs, () => {
        isOver = true;
        this.#leaveQueue(taken);
        reject(tooLate());
      });
      super.connect(taken);
    });
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
