import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test } from "vitest";
import { InvitationView } from "#console/sign-in/invitation.tsx";

const REFUSED = {
  message: "The invitation is unknown, used, expired or not for you.",
  code: "INVITATION_INVALID",
  requestId: null,
  issues: {},
};
const INVITATION = {
  tenantId: "ten_01k9zzzzzzzzzzzzzzzzzzzzzz",
  tenantName: "Shop",
  role: "viewer",
  expiresAt: new Date("2026-12-01"),
  madeFor: null,
  tenantCreatedAt: new Date("2026-11-01"),
  from: { kind: "member", name: "Ada" },
  isLookAlike: false,
} as const;

const textOf = (props: Partial<Parameters<typeof InvitationView>[0]>): string =>
  renderToStaticMarkup(
    createElement(InvitationView, {
      invitation: null,
      problem: null,
      person: null,
      isBusy: false,
      onAccept: () => {},
      onLeave: () => {},
      onSwitch: () => {},
      ...props,
    }),
  )
    .replaceAll("&#x27;", "'")
    .replace(/<[^>]*>/g, "|");

describe("an invitation", () => {
  test("for another account says who is signed in and how to change that, and cannot be accepted", () => {
    const text = textOf({ problem: REFUSED, person: { name: "Ben", email: "ben@people.test" } });
    expect(text).toContain("not for you");
    expect(text).toContain("You are signed in as |Ben| (ben@people.test).");
    expect(text).toContain("Use another account");
    expect(text).toContain("Go to the console");
    expect(text).not.toContain("Accept and join");
  });

  test("tells somebody without a confirmed address to ask for a new link", () => {
    const text = textOf({ problem: REFUSED, person: { name: "Ben", email: null } });
    expect(text).toContain("You are signed in as |Ben|.");
    expect(text).toContain("Your identity provider does not confirm your e-mail address.");
    expect(text).toContain("Ask for a new link.");
  });

  test("that can be accepted says as whom", () => {
    const text = textOf({ invitation: INVITATION, person: { name: "Ben", email: "ben@people.test" } });
    expect(text).toContain("Join Shop");
    expect(text).toContain("Accept and join");
    expect(text).toContain("You are signed in as |Ben| (ben@people.test).");
    expect(text).not.toContain("An invitation to another address");
  });

  test("made for an address that nobody confirms says which one, and asks to confirm", () => {
    const text = textOf({
      invitation: { ...INVITATION, madeFor: "ben@people.test" },
      person: { name: "Ben", email: null },
    });
    expect(text).toContain("This invitation was made for ben@people.test");
    expect(text).toContain("Confirm and join");
    expect(text).not.toContain("Accept and join");
  });
});
