/** RFC 7468 §5. */
export const pemOf = (der: Uint8Array): string =>
  `-----BEGIN CERTIFICATE-----\n${Buffer.from(der)
    .toString("base64")
    .replace(/.{64}(?=.)/g, "$&\n")}\n-----END CERTIFICATE-----\n`;
