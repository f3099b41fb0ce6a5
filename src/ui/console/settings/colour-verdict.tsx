import { CircleCheck, TriangleAlert } from "lucide-react";
import { checkBrandColour, contrastOf } from "#core/colour.ts";

const PAPER = "#ffffff";

const ratio = (one: string, other: string): string => `${(contrastOf(one, other) ?? 1).toFixed(1)} : 1`;

/** Whether a colour can be read, while it is being chosen. */
export const ColourVerdict = ({ colour }: { colour: string }) => {
  const check = checkBrandColour(colour);
  if (!check.ok) {
    return (
      <span className="flex items-start gap-1.5 text-danger">
        <TriangleAlert size={13} className="mt-0.5 shrink-0" aria-hidden="true" />
        <span>{`${check.message.charAt(0).toUpperCase()}${check.message.slice(1)}.`}</span>
      </span>
    );
  }
  return (
    <span className="flex items-start gap-1.5 text-ok">
      <CircleCheck size={13} className="mt-0.5 shrink-0" aria-hidden="true" />
      <span>
        Contrast with the page: {ratio(colour, PAPER)}. Text on it is{" "}
        {check.textColour === PAPER ? "white" : "black"}: {ratio(colour, check.textColour)}.
      </span>
    </span>
  );
};
