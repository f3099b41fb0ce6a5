/** How a receiver checks a webhook, ready to be copied; tests/unit/docs.test.ts runs it. */
export const SIGNATURE_SAMPLE = `import { createHmac, timingSafeEqual } from "node:crypto";

// rawBody: the bytes as they came, before any JSON parser saw them.
export const isGenuine = (rawBody, header, secret, nowSeconds = Date.now() / 1000) => {
  const parts = header.split(",").map((part) => part.split("="));
  const time = parts.find(([name]) => name === "t")?.[1];
  if (!time || Math.abs(nowSeconds - Number(time)) > 300) return false;
  const expected = createHmac("sha256", secret).update(\`\${time}.\`).update(rawBody).digest();
  // While a secret is being replaced there are two v1: one that fits is enough.
  return parts.some(([name, value]) => {
    const given = Buffer.from(name === "v1" ? value : "", "hex");
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
};
`;
