import type { Socket } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import type { MailCode } from "#core/mail/mail.ts";
import { mailableAddress, quotedName } from "#core/mail/mail.ts";
import { renderMail } from "#core/mail/render.ts";
import { FROM, mailerTo, startMailServer, startRawServer } from "../support/mail/mail-server.ts";
import { createAuthority, selfSignedCertificate } from "../support/world/certificates.ts";

// The way to a mail server, against real ones: npm's smtp-server, and servers of a few lines for what it never does.

const MAIL = {
  id: "mai_1",
  to: "zoe@people.test",
  subject: "Invitation",
  text: "Hello",
  html: "<p>Hello</p>",
  date: new Date("2026-03-01T12:00:00Z"),
};
const LOGIN = { user: "lintel", password: "hunter2" };

describe("a mail", () => {
  test("goes encrypted, once, to one address, as text and as HTML", async () => {
    const server = await startMailServer();
    const mailer = mailerTo({ port: server.port, extraCa: server.ca, login: LOGIN });
    expect(await mailer.send({ ...MAIL, subject: "Grüße an “Åse” 👋" })).toBeNull();
    const [mail] = server.received;
    expect(server.received).toHaveLength(1);
    expect(mail).toMatchObject({
      from: "lintel@age.test",
      to: ["zoe@people.test"],
      isEncrypted: true,
      login: "lintel",
      parsed: {
        subject: "Grüße an “Åse” 👋",
        messageId: "<mai_1@age.test>",
        date: MAIL.date,
        from: { text: '"Lintel" <lintel@age.test>' },
        to: { text: "zoe@people.test" },
      },
    });
    expect(mail?.parsed.text?.trim()).toBe("Hello");
    expect(mail?.parsed.html).toContain("<p>Hello</p>");
    expect(mail?.parsed.attachments).toEqual([]);
    const names = [...(mail?.parsed.headers.keys() ?? [])].toSorted();
    expect(names).toEqual([
      ...["auto-submitted", "content-type", "date", "from", "message-id", "mime-version", "subject", "to"],
      "x-auto-response-suppress",
    ]);
    expect(mail?.parsed.headers.get("auto-submitted")).toBe("auto-generated");
  });

  test("with TLS from the start, and with an address for answers where one is set", async () => {
    const server = await startMailServer({ secure: true });
    const replyTo = { name: "Help", address: "help@age.test" };
    const mailer = mailerTo({ port: server.port, extraCa: server.ca, isTlsFromStart: true, replyTo });
    expect(await mailer.probe()).toBeNull();
    expect(await mailer.send(MAIL)).toBeNull();
    expect(server.received[0]?.parsed.replyTo?.text).toBe('"Help" <help@age.test>');
  });

  test("in clear text only where the operator says so, for a server on this machine", async () => {
    const server = await startMailServer({ hideSTARTTLS: true, disabledCommands: ["STARTTLS"] });
    expect(await mailerTo({ port: server.port, isTlsRequired: false }).send(MAIL)).toBeNull();
    expect(server.received[0]?.isEncrypted).toBe(false);
  });
});

describe("what goes wrong has a word, and nothing of the server's own", () => {
  const stages = [
    ["connect", 421, "connection"],
    ["connect", 554, "connection"],
    ["login", 454, "login"],
    ["login", 535, "login"],
    ["sender", 451, "deferred"],
    ["sender", 530, "login"],
    ["sender", 550, "sender"],
    ["recipient", 450, "deferred"],
    ["recipient", 550, "address"],
    ["data", 451, "deferred"],
    ["data", 554, "refused"],
  ] as const;
  test.each(stages)("%s answered with %i: %s", async (stage, status, code) => {
    const server = await startMailServer();
    const mailer = mailerTo({ port: server.port, extraCa: server.ca, login: LOGIN });
    server.behave({ [stage]: status });
    expect(await mailer.send(MAIL)).toBe(code);
    server.behave({});
    expect(await mailer.send(MAIL)).toBeNull();
    expect(server.received).toHaveLength(1);
  });

  test("the connection is cut while the mail is being sent, and after the server took it", async () => {
    const server = await startMailServer();
    const mailer = mailerTo({ port: server.port, extraCa: server.ca });
    server.behave({ cutsInData: true });
    expect(await mailer.send(MAIL)).toBe("connection");
    server.behave({ losesReply: true });
    expect(await mailer.send(MAIL)).toBe("connection");
    server.behave({});
    expect(await mailer.send(MAIL)).toBeNull();
    const ids = server.received.map(({ parsed }) => parsed.messageId);
    expect(ids).toEqual(["<mai_1@age.test>", "<mai_1@age.test>"]);
    expect(server.received[0]?.raw.replace(/--_NmP.*|boundary=.*/g, "")).toBe(
      server.received[1]?.raw.replace(/--_NmP.*|boundary=.*/g, ""),
    );
  });

  test("nobody listens", async () => {
    const server = await startMailServer();
    await server.close();
    expect(await mailerTo({ port: server.port }).send(MAIL)).toBe("connection");
  });
});

describe("without encryption that holds, nothing is sent", () => {
  test("STARTTLS was stripped from what the server offers", async () => {
    const stripped = await startMailServer({ hideSTARTTLS: true });
    const off = await startMailServer({ hideSTARTTLS: true, disabledCommands: ["STARTTLS"] });
    for (const server of [stripped, off]) {
      const mailer = mailerTo({ port: server.port, login: LOGIN });
      expect(await mailer.send(MAIL)).toBe("tls");
      expect(await mailer.probe()).toBe("tls");
      expect(server.received).toEqual([]);
    }
  });

  test("STARTTLS is answered with 454, with 220 and clear text, and not at all", async () => {
    for (const answer of ["454 not now", "220 go on\r\n250 clear text", null]) {
      const server = await startRawServer((socket, line) => {
        if (line === null) socket.write("220 mail.test ESMTP\r\n");
        else if (/^EHLO/i.test(line)) socket.write("250-mail.test\r\n250-STARTTLS\r\n250 AUTH PLAIN\r\n");
        else if (/^STARTTLS/i.test(line)) answer === null ? socket.destroy() : socket.write(`${answer}\r\n`);
        else socket.write("250 ok\r\n");
      });
      const code = await mailerTo({ port: server.port, login: LOGIN }, { whole: 3_000 }).send(MAIL);
      expect(["tls", "timeout", "connection"] satisfies MailCode[]).toContain(code);
      expect(server.read()).not.toMatch(/AUTH|MAIL FROM|hunter2|zoe/i);
    }
  });

  test("an answer that was slipped in before the encryption began is not read as an answer within it", async () => {
    const server = await startRawServer((socket, line) => {
      if (line === null) socket.write("220 mail.test ESMTP\r\n");
      else if (/^EHLO/i.test(line)) socket.write("250-mail.test\r\n250 STARTTLS\r\n");
      else if (/^STARTTLS/i.test(line))
        socket.write("220 go\r\n250-mail.test\r\n250 AUTH PLAIN\r\n235 ok\r\n");
    });
    const code = await mailerTo({ port: server.port, login: LOGIN }, { whole: 3_000 }).send(MAIL);
    expect(code).not.toBeNull();
    expect(server.read()).not.toMatch(/hunter2|zoe/);
  });

  test.each([
    ["signed by nobody that is trusted", () => ({})],
    ["signed by itself", () => ({ certificate: selfSignedCertificate(["127.0.0.1"]) })],
    ["for another host", () => ({ certificate: createAuthority().issue(["mail.example"]) })],
    [
      "expired",
      () => ({ certificate: createAuthority().issue(["127.0.0.1"], { validUntil: new Date("2020-01-01") }) }),
    ],
  ])("a certificate that is %s", async (_name, options) => {
    for (const isTlsFromStart of [false, true]) {
      const server = await startMailServer({ ...options(), secure: isTlsFromStart });
      const mailer = mailerTo({ port: server.port, isTlsFromStart, login: LOGIN });
      expect(await mailer.send(MAIL)).toBe("tls");
      expect(server.received).toEqual([]);
    }
  });

  test("the right authority, and another host's certificate", async () => {
    const authority = createAuthority();
    const server = await startMailServer({ certificate: authority.issue(["mail.example"]) });
    expect(await mailerTo({ port: server.port, extraCa: authority.ca }).send(MAIL)).toBe("tls");
  });
});

describe("a slow server", () => {
  test.each([
    ["says nothing", () => {}],
    [
      "says its banner in drops, for ever",
      (socket: Socket, line: string | null) => {
        const drip = async (): Promise<void> => {
          while (!socket.destroyed) {
            socket.write("220-wait\r\n");
            await pause(100);
          }
        };
        if (line === null) void drip();
      },
    ],
    [
      "falls silent after the greeting",
      (socket: Socket, line: string | null) => {
        if (line === null) socket.write("220 mail.test ESMTP\r\n");
      },
    ],
    [
      "agrees to STARTTLS, and never shakes hands",
      (socket: Socket, line: string | null) => {
        if (line === null) socket.write("220 mail.test ESMTP\r\n");
        else if (/^EHLO/i.test(line)) socket.write("250-mail.test\r\n250 STARTTLS\r\n");
        else if (/^STARTTLS/i.test(line)) socket.write("220 go\r\n");
      },
    ],
  ])("that %s is given up", async (_name, talk) => {
    const { port } = await startRawServer(talk);
    const mailer = mailerTo({ port }, { greeting: 400, silence: 400, whole: 1_500 });
    expect(await mailer.send(MAIL)).toBe("timeout");
  });

  test("that sends an answer without end is cut off", async () => {
    const { port } = await startRawServer((socket, line) => {
      if (line === null) socket.write(`220 ${"x".repeat(1024 * 1024)}`);
    });
    expect(await mailerTo({ port }).send(MAIL)).not.toBeNull();
  });
});

// What an owner of a tenant, a member or someone who is invited may try to be called.
const HOSTILE_NAMES = [
  "Shop\r\nBcc: eve@evil.example",
  "Shop\nBcc: eve@evil.example",
  "Shop\rBcc: eve@evil.example",
  "Shop\r\n\r\n<h1>other body</h1>",
  "Shop\r\n.\r\nMAIL FROM:<eve@evil.example>",
  "Shop\u0000Bcc: eve@evil.example",
  "Shop\u2028Bcc: eve@evil.example",
  "Shop\u2029Bcc: eve@evil.example",
  "Shop\u0085Bcc: eve@evil.example",
  "Shop\u000bBcc: eve@evil.example",
  "Shop\u000cBcc: eve@evil.example",
  "嘊嘍Bcc: eve@evil.example",
  "=?utf-8?B?DQpCY2M6IGV2ZUBldmlsLmV4YW1wbGU=?=",
  "=?utf-8?Q?=0D=0ABcc:_eve=40evil.example?=",
  "=?us-ascii?Q?a?= =?us-ascii?Q?b?=",
  "%0d%0aBcc: eve@evil.example",
  "\\r\\nBcc: eve@evil.example",
  "\u202emoc.live",
  "\u2066Shop\u2069\u2067poh",
  "S\u200bh\u200co\u200dp",
  "\ufeffShop",
  "https://evil.example/reset-password",
  "www.evil.example",
  "evil.example",
  "mailto:eve@evil.example",
  "evil。example",
  "evil．example",
  '<a href="https://evil.example">Click</a>',
  "<script>alert(1)</script>",
  "<img src=https://evil.example/p.png>",
  "--boundary\r\nContent-Type: text/html\r\n\r\nx",
  "Shop\r\nContent-Type: multipart/mixed; boundary=x",
  "Shop\r\nTo: eve@evil.example",
  "Shop\r\nFrom: ceo@bank.example",
  "Shop\r\nReply-To: eve@evil.example",
  "Shop\r\nMessage-ID: <x@evil.example>",
  "Shop\r\n folded",
  "Shop\r\n\tfolded",
  '"Shop" <eve@evil.example>, "x',
  "eve@evil.example, zoe@people.test",
  "a".repeat(5_000),
  "é".repeat(5_000),
  "👩‍👩‍👧‍👦".repeat(500),
  "\ud800",
  "Z͑ͫ̓ͪ̂ͫ̽͏̴̙̤̞͉͚̯̞̠͍A̴̵̜̰͔ͫ͗͢L̠ͨͧͩ͘G̴̻͈͍͔̹̑͗̎̅͛́Ǫ̵̹̻̝̳͂̌̌͘!͖̬̰̙̗̿̋ͥͥ̂ͣ̐́́͜͞",
  "“Bank” has closed your account. Go to “",
  "\u001b[31mred",
  "\u0007bell",
  "سلام",
  "日本の店",
  "Ünïcödé & Söhne",
  "",
  "   ",
  ".",
  "..\r\n.\r\n",
];

describe("names that someone chose change nothing but themselves", () => {
  test(`${HOSTILE_NAMES.length} hostile names, as the recipient's program reads them`, async () => {
    expect(HOSTILE_NAMES.length).toBeGreaterThan(50);
    const server = await startMailServer();
    const mailer = mailerTo({ port: server.port, extraCa: server.ca });
    const frame = { operatorName: "Op", publicUrl: "https://age.test", isAnswered: false };
    for (const [index, name] of HOSTILE_NAMES.entries()) {
      const content = {
        subject: `Invitation to the console of ${quotedName(name)}`,
        paragraphs: [`${quotedName(name)} invites you.`],
        action: { label: "Look", url: "https://age.test/console/invitation#vi_x" },
      };
      const mail = { ...MAIL, ...renderMail(content, frame), id: `mai_${index}`, subject: content.subject };
      expect(await mailer.send(mail)).toBeNull();
      const got = server.received.at(-1);
      expect(got?.to).toEqual(["zoe@people.test"]);
      expect(got?.from).toBe(FROM.address);
      expect(got?.parsed.subject).toBe(content.subject);
      expect(got?.parsed.messageId).toBe(`<mai_${index}@age.test>`);
      expect(got?.parsed.headers.size).toBe(9);
      expect([
        got?.parsed.from?.text,
        got?.parsed.to,
        got?.parsed.bcc,
        got?.parsed.cc,
        got?.parsed.replyTo,
      ]).toEqual([
        '"Lintel" <lintel@age.test>',
        expect.objectContaining({ text: "zoe@people.test" }),
        undefined,
        undefined,
        undefined,
      ]);
      // mailparser makes links of what looks like one, as mail programs do: only ours is left.
      const links = got?.parsed.textAsHtml?.match(/href="[^"]*"/g);
      expect([...new Set(links)]).toEqual([
        'href="https://age.test/console/invitation#vi_x"',
        'href="https://age.test"',
      ]);
      // RFC 5322 §2.1.1
      expect(Math.max(...(got?.raw.split("\r\n").map(({ length }) => length) ?? []))).toBeLessThan(999);
      expect(got?.raw.replaceAll("\r\n", "")).not.toMatch(/[\r\n\0]/);
    }
    expect(server.received).toHaveLength(HOSTILE_NAMES.length);
  });

  test("an address with a line break or a second address is refused before anything connects", async () => {
    const server = await startMailServer();
    for (const address of [
      '"a\r\nBcc: x"@y.example',
      "a@y.example, b@y.example",
      "a@y.example>\r\nRCPT TO:<b@y.example",
    ])
      expect(mailableAddress(address)).toBeNull();
    expect(server.connections()).toBe(0);
  });
});
