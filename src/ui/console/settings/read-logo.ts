import { checkLogo, LOGO } from "#core/logo.ts";

export type ReadLogo = { png: string } | { message: string };

/** A chosen file as the service wants it, or why it is not taken: said before it is sent. */
export const readLogo = async (file: File): Promise<ReadLogo> => {
  if (file.size > LOGO.maxBytes) return { message: `Choose a PNG of at most ${LOGO.maxBytes / 1024} KiB.` };
  const bytes = new Uint8Array(await file.arrayBuffer());
  const check = checkLogo(bytes);
  return check.ok
    ? { png: btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join("")) }
    : { message: `This file cannot be used: ${check.message}.` };
};
