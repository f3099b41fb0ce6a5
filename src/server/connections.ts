import type { Worker } from "node:cluster";
import type { Server as HttpServer } from "node:http";
import { createServer, type Server, Socket } from "node:net";
import { setImmediate as nextTurn } from "node:timers/promises";

// Several processes, one port. The process that started the others accepts every connection and hands it to
// one of them. `node:cluster` would do this too, but it stops accepting with its last process: connections
// waiting then, in the kernel or on their way to a process that has closed, are reset.

/** Connections that can wait in the kernel to be accepted: Node's usual backlog, and the one that is under way. */
const BACKLOG = 511;

/**
 * Connections in the kernel's queue are reset when the listener closes, and one is taken each turn of the
 * event loop. Waits until the queue is empty; the caller closes the listener in the same turn. Where
 * connections keep coming, those that were waiting at the start have all been taken once as many as the queue
 * holds have been. A connection that the kernel completes between the last look and the close is still reset:
 * no system call closes a port without that.
 * @param accepted how many connections have been accepted so far
 */
export const acceptWaiting = async (accepted: () => number): Promise<void> => {
  const last = accepted() + BACKLOG + 1;
  let before: number;
  do {
    before = accepted();
    await nextTurn();
    await nextTurn();
  } while (accepted() > before && accepted() < last);
};

const CONNECTION = "lintel:connection";
const TAKEN = "lintel:taken";
/** A process sends it when it can be given connections. */
export const READY = "lintel:ready";

/** In a process started by another one: answers on the connections that it is given. */
export const takeConnections = (server: HttpServer): void => {
  // The server never listens itself, and node:http begins to watch for slow headers and requests only then.
  server.emit("listening");
  process.on("message", (message: unknown, socket: unknown) => {
    if (message !== CONNECTION) return;
    process.send?.(TAKEN);
    if (!(socket instanceof Socket)) return; // it was closed on the way
    socket.allowHalfOpen = true; // as those that a node:http server accepts itself: a client may end its side first
    server.emit("connection", socket);
  });
  process.send?.(READY);
};

/** In the process that started the others. A process is given its next connection when it has taken the one before. */
export const createAcceptor = () => {
  const free: Worker[] = [];
  const waiting: Socket[] = [];
  const onItsWay = new Map<Worker, Socket>();
  const members = new Set<Worker>();
  let accepted = 0;
  let allTaken: PromiseWithResolvers<void> | null = null;

  const handOn = (): void => {
    while (free.length > 0 && waiting.length > 0) {
      const [worker, socket] = [free.shift(), waiting.shift()];
      if (!worker || !socket) return;
      onItsWay.set(worker, socket);
      // Kept open here until it is taken: a process that dies before that costs no connection.
      worker.send(CONNECTION, socket, { keepOpen: true }, (error) => {
        if (error) giveBack(worker);
      });
    }
    if (waiting.length === 0 && onItsWay.size === 0) allTaken?.resolve();
  };

  const giveBack = (worker: Worker): void => {
    const socket = onItsWay.get(worker);
    onItsWay.delete(worker);
    if (socket) waiting.unshift(socket);
    handOn();
  };

  const leave = (worker: Worker): void => {
    members.delete(worker);
    const place = free.indexOf(worker);
    if (place >= 0) free.splice(place, 1);
  };

  const server: Server = createServer({ pauseOnConnect: true, noDelay: true }, (socket) => {
    accepted += 1;
    socket.on("error", () => undefined); // the process that gets it will see the same
    waiting.push(socket);
    handOn();
  });

  return {
    /** Opens the port. @throws what `listen` fails with, such as EADDRINUSE */
    listen: (port: number, host: string): Promise<void> =>
      new Promise((resolve, reject) => {
        server.once("error", reject).listen(port, host, resolve);
      }),
    /** From now on this process gets its share of the connections, until it leaves or ends. */
    join: (worker: Worker): void => {
      members.add(worker);
      free.push(worker);
      worker.on("message", (message: unknown) => {
        if (message !== TAKEN) return;
        onItsWay.get(worker)?.destroy(); // the other process has it
        onItsWay.delete(worker);
        if (members.has(worker)) free.push(worker);
        handOn();
      });
      worker.once("exit", () => {
        leave(worker);
        giveBack(worker);
      });
      handOn();
    },
    /** It gets no more connections; what is on its way still arrives before any later message. */
    leave,
    /** Accepts the clients that still wait, closes the port, and waits until a process has taken each of them. */
    close: async (): Promise<void> => {
      if (!server.listening) return;
      await acceptWaiting(() => accepted);
      server.close();
      allTaken = Promise.withResolvers<void>();
      handOn();
      await allTaken.promise;
    },
  };
};
