// Loaded into the service's processes by the browser tests (NODE_OPTIONS --import): writes every host that one of them
// opens a connection to, once, into EGRESS_FILE. TCP and TLS pass here, whatever library opens them; name servers do not.
import { appendFileSync } from "node:fs";
import { Socket } from "node:net";

const file = process.env.EGRESS_FILE;
const seen = new Set();
const connect = Socket.prototype.connect;

/** The forms of node:net: a port and a host, options, or both parsed already. */
const targetOf = ([first, second]) => {
  const given = Array.isArray(first) ? first[0] : first;
  const {
    host = "localhost",
    port,
    path,
  } = typeof given === "object"
    ? given
    : { host: typeof second === "string" ? second : undefined, port: given };
  return path === undefined || port !== undefined ? `${host}:${port}` : "unix";
};

if (file !== undefined) {
  Socket.prototype.connect = function recorded(...given) {
    const target = targetOf(given);
    if (!seen.has(target)) {
      seen.add(target);
      appendFileSync(file, `${target}\n`);
    }
    return connect.apply(this, given);
  };
}
