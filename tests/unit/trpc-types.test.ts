import type { TRPCClientErrorLike } from "@trpc/client";
import { expect, expectTypeOf, test } from "vitest";
import { z } from "zod";
import { appRouter, type ConsoleInputs, type ConsoleOutputs, type ConsoleRouter } from "#trpc/root.ts";

test("the page's types know our error code, the request's id and the fields, and that dates are dates", () => {
  type Data = NonNullable<TRPCClientErrorLike<ConsoleRouter>["data"]>;
  expectTypeOf<Data["requestId"]>().toEqualTypeOf<string | null>();
  expectTypeOf<Data["issues"]>().toEqualTypeOf<{ path: string; message: string }[]>();
  expectTypeOf<ConsoleOutputs["keys"]["list"][number]["createdAt"]>().toEqualTypeOf<Date>();
});

const ADDS = "It adds something: nothing that was saved is replaced.";
const ENDS = "It ends what it names, which has one end: of two who end it, both meant the same.";
const SAYS_WHICH = "It says which of two states it wants: whatever was seen before, it means the same.";
const ASKS = "It asks, tries or sends something, and saves nothing that someone else has written.";
const OWN = "It is about the caller alone, or about what they alone were given.";
const ANSWERS = "It answers what waits for one answer: a second one finds nothing that waits.";

/** The mutations that compare nothing, each with the reason. */
const ACTS = {
  "alerts.testSlack": ASKS,
  "deviceLogins.approve": ANSWERS,
  "deviceLogins.deny": ANSWERS,
  "deviceLogins.view": ASKS,
  "directory.connect": "It adds the one directory that there may be: a second one is refused.",
  "directory.disconnect": ENDS,
  "erasureRequests.carryOut": ANSWERS,
  "erasureRequests.decline": ANSWERS,
  "gates.create": ADDS,
  "gates.lookForLeaks": ASKS,
  "gates.remove": ENDS,
  "hosts.add": ADDS,
  "hosts.check": ASKS,
  "hosts.remove": ENDS,
  "hosts.switch": SAYS_WHICH,
  "identityProviders.add": ADDS,
  "identityProviders.ownAddress": "It goes one way, to the provider’s own address, and never back.",
  "identityProviders.remove": ENDS,
  "identityProviders.switch": SAYS_WHICH,
  "identityProviders.test": ASKS,
  "keys.create": ADDS,
  "keys.revoke": ENDS,
  "keys.rotate": "It adds a key and ends the one that it names: others that were made from it go on.",
  "members.invite": ADDS,
  "members.remove": ENDS,
  "members.renewInvitation": "The link before it ends, as with every renewal, and no other is lost.",
  "members.revokeInvitation": ENDS,
  "oidcClients.create": ADDS,
  "oidcClients.remove": ENDS,
  "operator.askToVisit": ADDS,
  "operator.closeTenant": ENDS,
  "operator.createAdminKey": ADDS,
  "operator.createTenant": ADDS,
  "operator.deleteTenant": ENDS,
  "operator.endVisit": ENDS,
  "operator.importTrustAnchors": "It takes a list in, and refuses one that is older than the one it has.",
  "operator.inviteOwner": ADDS,
  "operator.removeMember": ENDS,
  "operator.removePlanChange": ENDS,
  "operator.removePrices": ENDS,
  "operator.removeTrustAnchor": ENDS,
  "operator.renewInvitation": "As for members.",
  "operator.reopenTenant": SAYS_WHICH,
  "operator.revokeAdminKey": ENDS,
  "operator.setPrices": "It adds prices from a moment on: earlier ones stay, and a moment has one table.",
  "operator.suspendTenant": SAYS_WHICH,
  "operator.withdrawInvitation": ENDS,
  "operatorAccess.decline": ANSWERS,
  "operatorAccess.end": ENDS,
  "operatorAccess.grant": ANSWERS,
  "readerCertificates.add": ADDS,
  "readerCertificates.remove": ENDS,
  "session.acceptInvitation": OWN,
  "session.acceptOffer": "It names the role that the person was shown: another one is refused.",
  "session.begin": OWN,
  "session.declineOffer": OWN,
  "session.endAllSessions": OWN,
  "session.endOtherSessions": OWN,
  "session.endSession": OWN,
  "session.viewInvitation": ASKS,
  "settings.close": ENDS,
  "settings.openPage": ASKS,
  "settings.setLogo": "One picture, shown where it is chosen: nothing else goes with it.",
  "vendors.add": ADDS,
  "vendors.chooseSelfie": SAYS_WHICH,
  "vendors.remove": ENDS,
  "vendors.switch": SAYS_WHICH,
  "verifications.download": ASKS,
  "verifications.erase": ENDS,
  "verifications.revokeToken": ENDS,
  "vouchers.issue": ADDS,
  "vouchers.revoke": ENDS,
  "walletCertificates.remove": ENDS,
  "webhooks.createEndpoint": ADDS,
  "webhooks.disableEndpoint": SAYS_WHICH,
  "webhooks.enableEndpoint": SAYS_WHICH,
  "webhooks.removeEndpoint": ENDS,
  "webhooks.rollSecret": "Earlier secrets keep the rest of their time, unless it says that all end.",
  "webhooks.sendSample": ASKS,
} as const;

/** What is called like a replacement. */
type Verb = "update" | "change" | "set" | "rotate" | "replace" | "roll" | "turn" | "switch" | "make" | "put";
type Letter = "A" | "B" | "C" | "D" | "E" | "F" | "G" | "H" | "I" | "J" | "K" | "L" | "M";
type Later = "N" | "O" | "P" | "Q" | "R" | "S" | "T" | "U" | "V" | "W" | "X" | "Y" | "Z";
type Replaces = "rename" | Verb | `${Verb}${Letter | Later}${string}`;

/** The fields by which an input says what it was based on. */
const COMPARISONS = ["seen", "revision", "basedOn", "attempts", "counted"] as const;

/** Those whose input does not say what it was based on. */
type Unseen = {
  [Router in keyof ConsoleInputs & string]: {
    [Procedure in keyof ConsoleInputs[Router] & Replaces]: [
      Extract<keyof Extract<ConsoleInputs[Router][Procedure], object>, (typeof COMPARISONS)[number]>,
    ] extends [never]
      ? `${Router}.${Procedure}`
      : never;
  }[keyof ConsoleInputs[Router] & Replaces];
}[keyof ConsoleInputs & string];

test("what is called like a replacement can say what was seen before, or is an act: a new one does not compile", () => {
  expectTypeOf<Exclude<Unseen, keyof typeof ACTS>>().toEqualTypeOf<never>();
  expectTypeOf<Extract<keyof ConsoleInputs["gates"], Replaces>>().toEqualTypeOf<"update" | "rotateSecret">();
});

const declared = z.object({ type: z.string(), inputs: z.array(z.instanceof(z.ZodType)) });
const schemaOf = z.looseObject({
  properties: z.record(z.string(), z.unknown()).default({}),
  anyOf: z.array(z.unknown()).default([]),
});

/** Whether an input has a field that says what it was based on. @param json its schema */
const compares = (json: unknown): boolean => {
  const { properties, anyOf } = schemaOf.parse(json);
  return COMPARISONS.some((name) => Object.hasOwn(properties, name)) || anyOf.some(compares);
};

const asJson = (schema: z.ZodType): unknown =>
  z.toJSONSchema(schema, { io: "input", unrepresentable: "any" });

test("every mutation, whatever it is called, says what it was based on, or is named as an act with the reason", () => {
  const silent = Object.entries(appRouter._def.procedures).flatMap(([path, procedure]) => {
    const { type, inputs } = declared.parse(Reflect.get(procedure, "_def"));
    return type === "mutation" && !inputs.map(asJson).some(compares) ? [path] : [];
  });
  expect(silent.toSorted()).toEqual(Object.keys(ACTS).toSorted());
});
