import { describe, expect, test } from "vitest";
import { mailableAddress, oneLine, quotedName } from "#core/mail/mail.ts";
import { renderMail } from "#core/mail/render.ts";

describe("an address that mail goes to", () => {
  test.each([
    ["ada@example.com", "ada@example.com"],
    [" Ada.Lovelace+x@Example.COM ", "Ada.Lovelace+x@example.com"],
    ["ada@bücher.example", "ada@xn--bcher-kva.example"],
    ["o'hara@example.com", "o'hara@example.com"],
  ])("%j is %s", (given, sent) => {
    expect(mailableAddress(given)).toBe(sent);
  });

  test.each([
    '"a\r\nBcc: x"@example.com',
    '"a b"@example.com',
    "a b@example.com",
    "a@b@example.com",
    "ada@example.com, eve@example.com",
    "ada@example.com;eve@example.com",
    "ada@example.com\r\nBcc: eve@example.com",
    "ada@example.com\nRCPT TO:<eve@example.com>",
    "ada@example.com\0",
    "ada@example.com>\r\nDATA",
    "<ada@example.com>",
    "Ada <ada@example.com>",
    "ada(comment)@example.com",
    "ada@[127.0.0.1]",
    "ada@127.0.0.1",
    "ada@localhost",
    "ada@example.com:25",
    "ada@example.com/x",
    "ada@example..com",
    "ada@-example.com",
    ".ada@example.com",
    "ada..b@example.com",
    "@example.com",
    "ada@",
    "ada",
    "",
    "ä@example.com",
    "ada@exa\u202emple.com",
    "ada\u200b@example.com",
    `${"a".repeat(65)}@example.com`,
    `ada@${"a".repeat(64)}.com`,
    `ada@${"abc.".repeat(70)}com`,
  ])("%j is none", (given) => {
    expect(mailableAddress(given)).toBeNull();
  });
});

describe("a name that someone chose", () => {
  test.each([
    ["Shop", "“Shop”"],
    ["Shop\r\nBcc: x@y.example", "“Shop Bcc: x@ y. example”"],
    ["https://evil.example/login", "“https: / / evil. example/ login”"],
    ["\u202egnp.exe", "“gnp. exe”"],
    ["  ", "“(no name)”"],
    ['x” invites you. Go to "y', "“x' invites you. Go to 'y”"],
    ["A".repeat(300), `“${"A".repeat(39)}…”`],
  ])("%j stands as %s", (given, shown) => {
    expect(quotedName(given)).toBe(shown);
  });

  test("an emoji is not cut in two", () => {
    expect(quotedName(`${"a".repeat(38)}👩‍👩‍👧‍👦👩‍👩‍👧‍👦`)).toBe(`“${"a".repeat(38)}…”`);
    expect(oneLine("a\r\nb\u2028c\u202e", 10)).toBe("a b c");
  });
});

test("the HTML part fetches nothing, and shows markup as text", () => {
  const frame = { operatorName: "Op <img src=x>", publicUrl: "https://age.test", isAnswered: false };
  const { text, html } = renderMail(
    {
      subject: "</title><script>",
      paragraphs: ['<img src="https://evil.example/pixel">', "a & b"],
      action: { label: "Go</a><img src=x>", url: 'https://age.test/x#"><script>' },
    },
    frame,
  );
  expect(
    html
      .match(/<(?!\/)(\w+)/g)
      ?.map((tag) => tag.slice(1))
      .toSorted(),
  ).toEqual([..."a body div head html meta meta p p p p title".split(" ")].toSorted());
  const tags = html.match(/<[^>]+>/g)?.join("") ?? "";
  expect(tags.match(/\b(?:src|srcset|background|url|href|action)\b[^ ]*/g)).toEqual([
    'href="https://age.test/x#&quot;&gt;&lt;script&gt;"',
  ]);
  expect(html).toContain(">Go&lt;/a&gt;&lt;img src=x&gt;</a>");
  expect(text).toContain("Please do not reply to it.");
});

describe("the footer says who sent it, in both forms", () => {
  const content = { subject: "s", paragraphs: [] };
  const frame = { operatorName: "Example Ltd", publicUrl: "https://age.test:8443", isAnswered: true };
  test.each([
    [frame, "This e-mail was sent by Example Ltd from https://age.test:8443."],
    // OPERATOR_NAME is not set.
    [{ ...frame, operatorName: null }, "This e-mail was sent from https://age.test:8443."],
    [
      { ...frame, operatorName: null, isAnswered: false },
      "This e-mail was sent from https://age.test:8443. Please do not reply to it.",
    ],
  ])("%#", (given, footer) => {
    const { text, html } = renderMail(content, given);
    expect(text).toBe(`-- \n${footer}`);
    expect(html).toContain(`;opacity:.75">${footer}</p>`);
  });
});
