/** Addresses of the console, made in one place. */
export const consolePath = (tenantId: string, page = ""): string =>
  `/console/${tenantId}${page && `/${page}`}`;

export const verificationPath = (tenantId: string, id: string): string =>
  consolePath(tenantId, `verifications/${id}`);
export const endpointPath = (tenantId: string, id: string): string => consolePath(tenantId, `webhooks/${id}`);
export const deliveryPath = (tenantId: string, id: string): string =>
  consolePath(tenantId, `webhooks/deliveries/${id}`);
export const requestPath = (tenantId: string, requestId: string): string =>
  consolePath(tenantId, `logs/${encodeURIComponent(requestId)}`);
