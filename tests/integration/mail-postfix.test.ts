import { simpleParser } from "mailparser";
import { expect, test } from "vitest";
import { quotedName } from "#core/mail/mail.ts";
import { renderMail } from "#core/mail/render.ts";
import { mailerTo } from "../support/mail/mail-server.ts";
import { postfixMissing, startPostfix } from "../support/mail/postfix.ts";
import { eventually } from "../support/world/eventually.ts";

const content = {
  subject: `Invitation to the console of ${quotedName("Grüße\r\nBcc: eve@people.test")}`,
  paragraphs: ["“Ada” invites you.", "."],
  action: { label: "Look", url: "https://age.test/console/invitation#vi_x" },
};
const frame = { operatorName: "Op", publicUrl: "https://age.test", isAnswered: false };
const mail = {
  ...renderMail(content, frame),
  id: "mai_1",
  to: "zoe@people.test",
  subject: content.subject,
  date: new Date("2026-03-01T12:00:00Z"),
};

test.skipIf(postfixMissing !== "")(
  `Debian's Postfix takes a mail over STARTTLS and delivers it as it was written${postfixMissing}`,
  async () => {
    const postfix = await startPostfix();
    const mailer = mailerTo({ port: postfix.port, extraCa: postfix.ca });
    await eventually(() => mailer.probe()).toBeNull();
    expect(await mailer.send(mail)).toBeNull();
    await eventually(postfix.mailbox).toContain("https://age.test");
    const got = await simpleParser(postfix.mailbox().replace(/^From .*\n/, ""));
    expect(got.subject).toBe(content.subject);
    expect(got.text).toContain("“Ada” invites you.\n\n.\n\nLook:\nhttps://age.test/console/invitation#vi_x");
    expect([got.messageId, got.bcc, got.headers.get("auto-submitted")]).toEqual([
      "<mai_1@age.test>",
      undefined,
      "auto-generated",
    ]);
    // It relays nothing for strangers, knows its mailboxes, and insists on encryption, as ours does.
    expect(await mailer.send({ ...mail, to: "eve@elsewhere.test" })).toBe("address");
    expect(await mailer.send({ ...mail, to: "nobody@people.test" })).toBe("address");
    expect(await mailerTo({ port: postfix.port }).send(mail)).toBe("tls");
    const clear = mailerTo({ port: postfix.port, isTlsRequired: false });
    expect(await clear.send(mail)).not.toBeNull();
  },
);
