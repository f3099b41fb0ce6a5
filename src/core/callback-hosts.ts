const LABEL = "[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?"; // RFC 1123 §2.1
const HOST = new RegExp(`^(?:\\*\\.)?${LABEL}(?:\\.${LABEL})*(?::\\d{1,5})?$`);

/** How many hosts a tenant can list. */
export const MAX_CALLBACK_HOSTS = 50;

/**
 * Whether a text names a host in a tenant's list: `shop.example.com`, `*.example.com` for every host below it
 * (not for itself), `localhost:8080` for exactly that port.
 */
export const isCallbackHost = (text: string): boolean =>
  HOST.test(text) && text.length <= 253 && (!text.startsWith("*.") || text.split(".").length > 2);
