import { once } from "node:events";
import { createServer, type Socket } from "node:net";
import { type ParsedMail, simpleParser } from "mailparser";
import { SMTPServer, type SMTPServerOptions } from "smtp-server";
import { onTestFinished } from "vitest";
import { createMailer, type MailServer, type MailTimes } from "#platform/mail/mailer.ts";
import { createAuthority, type ServerCertificate } from "../world/certificates.ts";

/** One that the server took, as its recipient's program reads it. */
export type ReceivedMail = {
  raw: string;
  parsed: ParsedMail;
  from: string;
  to: string[];
  isEncrypted: boolean;
  login: string | null;
};

export type TestMailServer = {
  port: number;
  /** What a client has to trust. */
  ca: string;
  received: ReceivedMail[];
  /** How often someone connected. */
  connections: () => number;
  /** What the next mails meet; the server takes them where nothing is said. */
  behave: (next: Partial<Behaviour>) => void;
  close: () => Promise<void>;
};

/** The answer at each stage: a status, or what to do with the connection. */
type Behaviour = {
  connect: number | null;
  login: number | null;
  sender: number | null;
  recipient: number | null;
  data: number | null;
  /** Takes the mail, and cuts the connection before it says so. */
  losesReply: boolean;
  /** Cuts the connection while the mail is being sent. */
  cutsInData: boolean;
};

const CALM: Behaviour = {
  connect: null,
  login: null,
  sender: null,
  recipient: null,
  data: null,
  losesReply: false,
  cutsInData: false,
};

const refusal = (status: number | null): Error | null =>
  status === null
    ? null
    : Object.assign(new Error(`no for zoe@people.test, hunter2 (${status})`), { responseCode: status });

/** A real mail server on this machine, until the test ends: npm's smtp-server, with STARTTLS and a certificate of its own authority. */
export const startMailServer = async (
  options: SMTPServerOptions & { certificate?: ServerCertificate } = {},
): Promise<TestMailServer> => {
  const authority = createAuthority();
  const received: ReceivedMail[] = [];
  const sockets = new Set<Socket>();
  let behaviour = CALM;
  let connections = 0;
  const { certificate = authority.issue(["127.0.0.1"]), ...more } = options;
  const server = new SMTPServer({
    authOptional: true,
    closeTimeout: 100,
    ...certificate,
    onConnect: (_session, done) => {
      connections += 1;
      done(refusal(behaviour.connect));
    },
    onAuth: ({ username }, _session, done) =>
      behaviour.login === null ? done(null, { user: username }) : done(refusal(behaviour.login)),
    onMailFrom: (_address, _session, done) => done(refusal(behaviour.sender)),
    onRcptTo: (_address, _session, done) => done(refusal(behaviour.recipient)),
    onData: (stream, session, done) => {
      const { losesReply, cutsInData, data } = behaviour;
      if (cutsInData) return void cut();
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", async () => {
        const raw = Buffer.concat(chunks);
        if (data !== null) return done(refusal(data));
        const { mailFrom, rcptTo } = session.envelope;
        received.push({
          raw: raw.toString("latin1"),
          parsed: await simpleParser(raw),
          from: mailFrom === false ? "" : mailFrom.address,
          to: rcptTo.map(({ address }) => address),
          isEncrypted: session.secure,
          login: typeof session.user === "string" ? session.user : null,
        });
        if (losesReply) return cut();
        done();
      });
    },
    ...more,
  });
  const cut = (): void => {
    for (const socket of sockets) socket.destroy();
  };
  server.server.on("connection", (socket: Socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
  });
  server.on("error", () => {}); // of a connection that a test cuts
  server.listen(0, "127.0.0.1");
  await once(server.server, "listening");
  const address = server.server.address();
  // Not by cutting: to destroy a connection below TLS that is still shaking hands ends Node 20 with SIGSEGV.
  const close = async (): Promise<void> => {
    await new Promise<void>((resolve) => server.close(() => resolve()));
  };
  onTestFinished(close);
  return {
    port: typeof address === "object" && address ? address.port : 0,
    ca: authority.ca,
    received,
    connections: () => connections,
    behave: (next) => {
      behaviour = { ...CALM, ...next };
    },
    close,
  };
};

/** A server of a few lines: what it says when someone connects, and to each line. @returns its port, and all that it read */
export const startRawServer = async (
  talk: (socket: Socket, line: string | null) => void,
): Promise<{ port: number; read: () => string }> => {
  let read = "";
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => {});
    talk(socket, null);
    socket.on("data", (chunk) => {
      read += chunk.toString("latin1");
      for (const line of chunk.toString("latin1").split("\r\n").filter(Boolean)) talk(socket, line);
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy();
    server.close();
    await once(server, "close");
  });
  const address = server.address();
  return { port: typeof address === "object" && address ? address.port : 0, read: () => read };
};

export const FROM = { name: "Lintel", address: "lintel@age.test" };

/** The service's own way to a server of a test. */
export const mailerTo = (
  server: Pick<MailServer, "port"> & Partial<MailServer>,
  times?: Partial<MailTimes>,
) =>
  createMailer(
    {
      host: "127.0.0.1",
      isTlsFromStart: false,
      isTlsRequired: true,
      login: null,
      helloName: "age.test",
      from: FROM,
      ...server,
    },
    { connect: 2_000, greeting: 2_000, silence: 2_000, whole: 6_000, ...times },
  );
