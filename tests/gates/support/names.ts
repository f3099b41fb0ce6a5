import { createSocket } from "node:dgram";
import { once } from "node:events";

/** Where the question ends that begins behind a message's header (RFC 1035 §4.1.2). */
const endOfQuestion = (message: Buffer): number => message.indexOf(0, 12) + 5;

/** A name server of this machine. It knows no name (RFC 1035 §4.1.1, RCODE 3) until it knows one address for all of them. */
export const startNames = async (
  stack: AsyncDisposableStack,
): Promise<{ port: number; know: (address: string) => void }> => {
  let known: string | null = null;
  const socket = createSocket("udp4");
  socket.on("message", (question, { port, address }) => {
    const asked = question.subarray(0, endOfQuestion(question));
    const head = Buffer.from(asked.subarray(0, 12));
    head.writeUInt16BE(known === null ? 0x8183 : 0x8180, 2);
    head.writeUInt16BE(known === null ? 0 : 1, 6);
    head.writeUInt32BE(0, 8);
    // The name of the question, A, IN, one second, four bytes.
    const record = Buffer.from([
      0xc0,
      12,
      0,
      1,
      0,
      1,
      0,
      0,
      0,
      1,
      0,
      4,
      ...(known ?? "").split(".").map(Number),
    ]);
    socket.send(
      Buffer.concat([head, asked.subarray(12), ...(known === null ? [] : [record])]),
      port,
      address,
    );
  });
  socket.bind(0, "127.0.0.1");
  await once(socket, "listening");
  stack.defer(() => new Promise<void>((resolve) => socket.close(() => resolve())));
  return {
    port: socket.address().port,
    know: (address) => {
      known = address;
    },
  };
};
