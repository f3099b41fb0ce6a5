import { TENANT_HEADER } from "#contracts/console/common.ts";
import { accessToken } from "./access-token.ts";
import { readText } from "./read-field.ts";

/** Hands a file to the browser. */
export const saveFile = (content: Blob, name: string): void => {
  const url = URL.createObjectURL(content);
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
};

/** All verifications that a filter finds, as CSV. @throws Error with the service's own words */
export const exportVerifications = async (tenantId: string, filter: object): Promise<void> => {
  const response = await fetch("/api/console/export/verifications", {
    method: "POST",
    headers: {
      authorization: `Bearer ${await accessToken()}`,
      "content-type": "application/json",
      [TENANT_HEADER]: tenantId,
    },
    body: JSON.stringify(filter),
  });
  if (!response.ok) throw new Error(readText(await response.json(), "message") ?? "the export did not work");
  saveFile(await response.blob(), "verifications.csv");
};
