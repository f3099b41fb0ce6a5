"use client";
import { checkBrandColour } from "#core/brand.ts";
import { TextField } from "#kit/fields.tsx";
import { useIsClient } from "#kit/hooks.ts";
import { keptForm, READ } from "#kit/kept/kept-fields.ts";
import { ColourField } from "./colour-field.tsx";
import { Logo } from "./logo-field.tsx";
import type { SectionProps } from "./settings-data.ts";
import { SettingsSection } from "./settings-section.tsx";
import { TrialPage } from "./trial-page.tsx";
import { useDraft } from "./use-draft.ts";

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

const OWN_GREEN = "#0f5b49";

const KEPT = keptForm("settings-brand", {
  name: READ.text,
  displayName: READ.text,
  brandColour: READ.orNull(READ.text),
  supportUrl: READ.text,
});

/** The tenant's name and how it appears on the hosted page. */
export const BrandSection = ({ settings }: SectionProps) => {
  const { values, field, form } = useDraft(
    KEPT,
    {
      name: settings.name,
      displayName: settings.displayName ?? "",
      brandColour: settings.brandColour,
      supportUrl: settings.supportUrl ?? "",
    },
    (typed) => ({
      name: typed.name.trim(),
      displayName: typed.displayName.trim() || null,
      brandColour: typed.brandColour,
      supportUrl: typed.supportUrl.trim() || null,
    }),
  );
  const { name, displayName, brandColour, supportUrl } = values;
  return (
    <SettingsSection
      settings={settings}
      part="branding"
      about="What people see on the hosted page"
      form={form}
      isFaulty={brandColour !== null && !checkBrandColour(brandColour).ok}
      fields={["name", "displayName", "brandColour", "supportUrl"]}
    >
      <div className="grid gap-6 md:grid-cols-[minmax(0,1fr)_19rem]">
        <div className="grid content-start gap-5">
          <TextField
            label="Tenant name"
            hint="Shown in this console and on statements."
            {...field("name")}
            required
            maxLength={200}
          />
          <TextField
            label="Display name"
            hint="Shown on the hosted page instead of the tenant name."
            {...field("displayName")}
            maxLength={80}
            placeholder={name}
          />
          <Logo logo={settings.logo} />
          <ColourField {...field("brandColour")} fallback={OWN_GREEN} />
          <TextField
            label="Support link"
            hint="Where people can get help. Use an https: or mailto: address."
            {...field("supportUrl")}
            type="url"
            maxLength={500}
            placeholder="https://shop.example.com/help"
            autoComplete="off"
          />
        </div>
        <div className="grid content-start gap-4">
          <BrandPreview
            name={displayName.trim() || name.trim()}
            logo={settings.logo}
            colour={brandColour ?? OWN_GREEN}
            age={String(settings.minimumAge)}
            hasSupport={supportUrl.trim() !== ""}
          />
          <TrialPage isDirty={form.isDirty} />
        </div>
      </div>
    </SettingsSection>
  );
};
