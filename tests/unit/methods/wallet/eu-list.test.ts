import { expect, test } from "vitest";
import { readEuList } from "#methods/wallet/trust/read-eu-list.ts";
import { createAuthority } from "../../../support/wallet/authority.ts";

const listOf = (...certificates: string[]) =>
  `<TrustServiceStatusList>${certificates
    .map(
      (text) =>
        `<ServiceInformation><ServiceTypeIdentifier>x/PAA</ServiceTypeIdentifier><X509Certificate>${text}</X509Certificate></ServiceInformation>`,
    )
    .join("")}</TrustServiceStatusList>`;

test("a service whose certificate cannot be read is left out and counted", async () => {
  const good = Buffer.from((await createAuthority()).der).toString("base64");
  const read = readEuList(listOf("AAAA", good, "no base64!"));
  expect(read).toMatchObject({ ok: true, value: { skipped: 2, entries: [{ serviceType: "PAA" }] } });
});

test("the history of a service is not the service", async () => {
  const old = Buffer.from((await createAuthority()).der).toString("base64");
  const history = `<ServiceHistory><ServiceHistoryInstance><X509Certificate>${old}</X509Certificate></ServiceHistoryInstance></ServiceHistory>`;
  const read = readEuList(listOf().replace("</Trust", `${history}</Trust`));
  expect(read).toEqual({ ok: true, value: { entries: [], skipped: 0 } });
});

test("what is not such a list, and what is too large", () => {
  expect(readEuList("<list/>")).toEqual({ ok: false, code: "trusted_list_malformed" });
  expect(readEuList("x".repeat(9_000_000))).toEqual({ ok: false, code: "too_large" });
});
