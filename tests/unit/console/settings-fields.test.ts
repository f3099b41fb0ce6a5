import { expect, test } from "vitest";
import { FIELDS } from "#console/settings/fields.tsx";
import type { SettingsData } from "#console/settings/settings-data.ts";
import { NAMES, namesOf, settingsOf, textIn } from "#console/settings/use-draft.ts";
import { updateSettings } from "#contracts/console/settings.ts";

const UNCHOSEN: SettingsData = {
  ...{ tenantId: "ten_1", isActive: true, logo: null, policy: null, notOffered: [] },
  availableMethods: ["document", "oidc:eid", "age_key"],
  name: "Corner Shop",
  displayName: null,
  brandColour: null,
  supportUrl: null,
  minimumAge: 21,
  maxAttempts: 5,
  methods: ["oidc:eid", "document"],
  listMetadataKey: null,
  callbackHosts: [],
  returnWith: "token",
  tokenTtlSeconds: 3_600,
  metadataRetentionDays: 45,
  documentReuseDays: null,
  documentReuseLimit: 4,
  acceptVisas: false,
};

const CHOSEN: SettingsData = {
  ...UNCHOSEN,
  displayName: "Wine & more",
  brandColour: "#7a1f5c",
  supportUrl: "https://shop.example/help",
  disclosure: "thresholds",
  listMetadataKey: "orderId",
  uniqueReferences: true,
  callbackHosts: ["shop.example.com", "*.example.com"],
  returnWith: "code",
  resultRetentionDays: 30,
  erasesAtOnce: true,
  documentReuseDays: 7,
  acceptVisas: true,
  walletProofs: "prefer",
};

test("the text of every setting stands for what is saved, which the contract takes", () => {
  const settings = settingsOf(NAMES, textIn(CHOSEN));
  expect(settings).toEqual(Object.fromEntries(NAMES.map((name) => [name, CHOSEN[name]])));
  expect(updateSettings.parse(settings)).toEqual(settings);
});

test("what a tenant has not chosen is shown, and would be saved, as what counts then", () => {
  expect(settingsOf(NAMES, textIn(UNCHOSEN))).toMatchObject({
    ...{ displayName: null, brandColour: null, supportUrl: null, listMetadataKey: null, callbackHosts: [] },
    ...{ disclosure: "age", uniqueReferences: false, erasesAtOnce: false, acceptVisas: false },
    ...{ resultRetentionDays: null, documentReuseDays: null, walletProofs: null },
  });
});

test("spaces around a name and an address are left out, and an empty text is none", () => {
  const typed = { name: " Shop ", displayName: "  ", brandColour: "", supportUrl: " mailto:a@shop.example " };
  const text = (name: string): string => new Map(Object.entries(typed)).get(name) ?? "";
  expect(settingsOf(["name", "displayName", "brandColour", "supportUrl"], text)).toEqual({
    name: "Shop",
    displayName: null,
    brandColour: null,
    supportUrl: "mailto:a@shop.example",
  });
});

test("what a policy decides is not a field of the page", () => {
  const fields = ["minimumAge", "maxAttempts", "disclosure", "methods"];
  expect(namesOf("checks", CHOSEN)).toEqual(fields);
  expect(namesOf("checks", { ...CHOSEN, policy: { number: 3 } })).toEqual(["minimumAge", "disclosure"]);
});

test("a limit on documents that are not remembered is not shown, so it is not sent", () => {
  const hiddenWith = (days: string): string[] =>
    NAMES.filter((name) =>
      FIELDS[name].isHidden?.((other) => (other === "documentReuseDays" ? days : textIn(CHOSEN)(other))),
    );
  expect(hiddenWith("off")).toEqual(["documentReuseLimit"]);
  expect(hiddenWith("30")).toEqual([]);
});

test("no setting that the tab keeps until it is saved is a secret, or about a person", () => {
  expect(NAMES.length).toBeGreaterThan(15);
  const telling =
    /secret|password|passphrase|apiKey|callbackKey|privateKey|accessToken|jwk|voucher|slack|mail|phone|search/i;
  expect(NAMES.filter((name) => telling.test(name))).toEqual([]);
});
