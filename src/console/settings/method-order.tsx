"use client";
import { useAccess } from "#console/client/access.tsx";
import { methodName } from "#console/words/words.ts";
import { MISSING_WORDS } from "#core/policy/offer.ts";
import { Checkbox } from "#kit/choices.tsx";
import { MoveButtons } from "#kit/move-buttons.tsx";
import type { Typing } from "./setting-kinds.tsx";
import type { SectionProps } from "./settings-data.ts";

export const methodsText = (methods: readonly string[]): string => methods.join("\n");

export const methodsIn = (text: string): string[] => text.split("\n").filter(Boolean);

/** Chooses the methods and their order. */
export const MethodOrder = ({ settings, value, onChange }: SectionProps & Typing) => {
  const isStill = useAccess().refusal("settings.write") !== null;
  const chosen = methodsIn(value);
  const choose = (methods: readonly string[]): void => onChange(methodsText(methods));
  const others = settings.availableMethods.filter((method) => !chosen.includes(method));
  return (
    <fieldset className="grid gap-1.5">
      <legend className="mb-1.5 text-sm font-medium">Methods</legend>
      <ol className="divide-y rounded-md border">
        {[...chosen, ...others].map((method) => {
          const place = chosen.indexOf(method);
          const isOffered = place !== -1;
          const order = place === 0 ? "offered first" : `offered as ${place + 1}`;
          const name = methodName(method);
          const missing = settings.notOffered.find(({ id }) => id === method);
          return (
            <li key={method} className="flex min-h-11 items-center gap-2 py-1 pr-1.5 pl-3">
              <Checkbox
                className="min-h-8 grow items-center!"
                label={
                  <span className="flex flex-wrap items-baseline gap-x-2">
                    {name}
                    <span className="text-xs font-normal text-soft">{isOffered ? order : "not offered"}</span>
                    {isOffered && missing && (
                      <span className="text-xs font-normal text-warn">
                        No one sees it now: {MISSING_WORDS[missing.why]}
                      </span>
                    )}
                  </span>
                }
                checked={isOffered}
                disabled={isOffered && chosen.length === 1}
                onChange={() =>
                  choose(isOffered ? chosen.filter((other) => other !== method) : [...chosen, method])
                }
              />
              {isOffered && !isStill && (
                <MoveButtons name={name} items={chosen} index={place} onChange={choose} />
              )}
            </li>
          );
        })}
      </ol>
      <p className="text-xs text-soft">
        The hosted page offers them in this order. Test keys also get the sandbox.
      </p>
    </fieldset>
  );
};
