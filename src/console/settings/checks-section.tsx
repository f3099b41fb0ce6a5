"use client";
import { TenantLink } from "#console/client/access.tsx";
import { consolePath } from "#console/client/paths.ts";
import { Notice } from "#kit/states.tsx";
import type { SectionProps } from "./settings-data.ts";
import { SettingsSection } from "./settings-section.tsx";

/** Defaults for verifications whose call does not say otherwise, and which version of the policy decides the rest. */
export const ChecksSection = ({ settings }: SectionProps) => (
  <SettingsSection settings={settings} part="checks">
    {({ pairs, others }) => (
      <>
        {pairs}
        {settings.policy !== null && (
          <Notice>
            <TenantLink
              to={consolePath}
              of="policy"
              className="font-medium text-inherit underline underline-offset-2"
            >
              Version {settings.policy.number} of your policy
            </TenantLink>{" "}
            decides the methods and the attempts. The minimum age above applies only where the policy sets
            none.
          </Notice>
        )}
        {others}
      </>
    )}
  </SettingsSection>
);
