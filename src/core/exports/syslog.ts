import type { ExportLine, ExportStreamName } from "./line.ts";

// RFC 5424, in the frames of RFC 5425.

/** §6.2.1: log audit, and local use 0. */
const FACILITIES: Readonly<Record<ExportStreamName, number>> = { audit: 13, requests: 16 };
const MSG_IDS: Readonly<Record<ExportStreamName, string>> = { audit: "audit", requests: "request" };
const ERROR = 3;
const INFORMATIONAL = 6;

/** The number of RFC 5612, for those who have none; ids of elements without one belong to IANA (§7). */
const ELEMENT = "lintel@32473";
const BOM = "\uFEFF";
const NIL = "-";

/** §6.3.3: the three characters that end a value or an element. Control characters are legal; many receivers cut lines there. */
const escaped = (value: string): string =>
  value
    .replace(/["\\\]]/g, "\\$&")
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is replaced
    .replace(/[\u0000-\u001f\u007f-\u009f]/g, "\uFFFD")
    .toWellFormed();

/** §6.2.4: printable ASCII, at most 255. */
const headerOf = (host: string): string => (/^[\x21-\x7e]{1,255}$/.test(host) ? host : NIL);

export type SyslogSender = { host: string; processId: number };

/** A message. MSG is UTF-8, so it begins with its mark (§6.4); it is one line of JSON, which has no control characters. */
export const syslogMessage = (
  { stream, at, isError, facts, text }: ExportLine,
  { host, processId }: SyslogSender,
): string => {
  const priority = FACILITIES[stream] * 8 + (isError ? ERROR : INFORMATIONAL);
  const params = Object.entries(facts).map(([name, value]) => ` ${name}="${escaped(value)}"`);
  const header = `<${priority}>1 ${at.toISOString()} ${headerOf(host)} lintel ${processId} ${MSG_IDS[stream]}`;
  return `${header} [${ELEMENT}${params.join("")}] ${BOM}${text}`;
};

/** RFC 5425 §4.3: the length in octets, then the message. */
export const syslogFrame = (line: ExportLine, sender: SyslogSender): Buffer => {
  const message = Buffer.from(syslogMessage(line, sender), "utf8");
  return Buffer.concat([Buffer.from(`${message.length} `), message]);
};
