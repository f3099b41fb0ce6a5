"use client";
import { checkBrandColour } from "#core/colour.ts";
import { useIsClient } from "../../kit/use-is-client.ts";

type Props = { name: string; logo: string | null; colour: string; age: string; hasSupport: boolean };

const initialOf = (name: string): string => [...name.trim()][0]?.toUpperCase() ?? "";

/** How the person whose age is checked will see it: always on the white page, whatever theme the console has. */
export const BrandPreview = ({ name, logo, colour, age, hasSupport }: Props) => {
  const isClient = useIsClient();
  const check = checkBrandColour(colour);
  // A style from the server would break the content policy; one that the browser sets does not.
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
              // biome-ignore lint/performance/noImgElement: a data URL has nothing that could be optimised
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
          <p className="text-lg leading-snug font-semibold tracking-tight">Show that you are {age} or over</p>
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
