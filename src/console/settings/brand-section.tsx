"use client";
import { checkBrandColour } from "#core/brand.ts";
import { useIsClient } from "#kit/hooks.ts";
import { OWN_GREEN } from "./colour-field.tsx";
import type { SectionProps } from "./settings-data.ts";
import { SettingsSection } from "./settings-section.tsx";
import { TrialPage } from "./trial-page.tsx";

type BrandPreviewProps = {
  name: string;
  logo: string | null;
  colour: string;
  age: string;
  hasSupport: boolean;
};

const initialOf = (name: string): string => [...name.trim()][0]?.toUpperCase() ?? "";

/** The hosted page as end users see it: always white, whatever the console's theme. */
const BrandPreview = ({ name, logo, colour, age, hasSupport }: BrandPreviewProps) => {
  const isClient = useIsClient();
  const check = checkBrandColour(colour);
  // A style from the server would violate the content policy; one set by the browser does not.
  const look =
    isClient && check.ok ? { style: { backgroundColor: colour, color: check.textColour } } : undefined;
  return (
    <figure className="grid content-start gap-2">
      <figcaption className="text-xs font-medium text-soft">Preview of the hosted page</figcaption>
      <div
        aria-hidden="true"
        className="grid grid-cols-[minmax(0,1fr)] place-items-center rounded-lg border bg-[#f5f4ef] p-5 select-none"
      >
        <div className="grid w-full max-w-64 grid-cols-[minmax(0,1fr)] gap-3 rounded-xl bg-[#fff] p-5 text-[#1a1d1a] shadow-card">
          <div className="flex min-w-0 items-center gap-2 text-xs font-medium">
            {logo ? (
              // biome-ignore lint/performance/noImgElement: a data URL has nothing to optimise
              <img src={logo} alt="" className="max-h-6 max-w-20 object-contain" />
            ) : (
              <span
                {...look}
                className="grid size-6 shrink-0 place-items-center rounded-sm bg-[#0f5b49] text-2xs text-[#fff]"
              >
                {initialOf(name)}
              </span>
            )}
            <span className="truncate">{name}</span>
          </div>
          <p className="text-lg leading-snug font-semibold tracking-tight wrap-anywhere">
            {name} asks you to prove that you are {age} or over
          </p>
          <span className="h-2 w-full rounded-full bg-[#eeede7]" />
          <span className="-mt-1 h-2 w-2/3 rounded-full bg-[#eeede7]" />
          <span
            {...look}
            className="mt-1 grid h-9 place-items-center rounded-md bg-[#0f5b49] text-sm font-medium text-[#fff]"
          >
            Continue
          </span>
          <span className="min-w-0 text-center text-xs text-[#555b54] wrap-anywhere">
            {hasSupport ? <span className="underline">Help from {name}</span> : "No support link"}
          </span>
        </div>
      </div>
    </figure>
  );
};

/** The tenant's name and how it appears on the hosted page. */
export const BrandSection = ({ settings }: SectionProps) => (
  <SettingsSection settings={settings} part="branding">
    {({ others, textOf, isDirty }) => (
      <div className="grid gap-6 md:grid-cols-[minmax(0,1fr)_19rem]">
        <div className="grid content-start gap-5">{others}</div>
        <div className="grid content-start gap-4">
          <BrandPreview
            name={textOf("displayName").trim() || textOf("name").trim()}
            logo={settings.logo}
            colour={textOf("brandColour") || OWN_GREEN}
            age={String(settings.minimumAge)}
            hasSupport={textOf("supportUrl").trim() !== ""}
          />
          <TrialPage isDirty={isDirty} />
        </div>
      </div>
    )}
  </SettingsSection>
);
