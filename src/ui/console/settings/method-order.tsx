"use client";
import { ArrowDown, ArrowUp } from "lucide-react";
import { Button } from "../../kit/button.tsx";
import { Checkbox } from "../../kit/checkbox.tsx";
import { methodName } from "../words/method-names.ts";

type Props = {
  /** Those offered, in their order. */
  chosen: readonly string[];
  available: readonly string[];
  isStill: boolean;
  onChange: (methods: string[]) => void;
};

const swapped = (methods: readonly string[], from: number, to: number): string[] => {
  const moved = [...methods];
  const [method] = moved.splice(from, 1);
  return method === undefined ? moved : [...moved.slice(0, to), method, ...moved.slice(to)];
};

/** Which methods are offered, and which one first. */
export const MethodOrder = ({ chosen, available, isStill, onChange }: Props) => {
  const others = available.filter((method) => !chosen.includes(method));
  return (
    <ol className="divide-y rounded-md border">
      {[...chosen, ...others].map((method) => {
        const place = chosen.indexOf(method);
        const isOffered = place !== -1;
        const name = methodName(method);
        return (
          <li key={method} className="flex min-h-11 items-center gap-2 py-1 pr-1.5 pl-3">
            <Checkbox
              className="min-h-8 grow items-center!"
              label={
                <span className="flex items-baseline gap-2">
                  {name}
                  <span className="text-xs font-normal text-soft">
                    {isOffered ? (place === 0 ? "offered first" : `offered as ${place + 1}`) : "not offered"}
                  </span>
                </span>
              }
              checked={isOffered}
              disabled={isOffered && chosen.length === 1}
              onChange={() =>
                onChange(isOffered ? chosen.filter((other) => other !== method) : [...chosen, method])
              }
            />
            {isOffered && !isStill && (
              <>
                <Button
                  look="ghost"
                  size="icon-sm"
                  aria-label={`Move ${name} up`}
                  disabled={place === 0}
                  onClick={() => onChange(swapped(chosen, place, place - 1))}
                >
                  <ArrowUp size={14} aria-hidden="true" />
                </Button>
                <Button
                  look="ghost"
                  size="icon-sm"
                  aria-label={`Move ${name} down`}
                  disabled={place === chosen.length - 1}
                  onClick={() => onChange(swapped(chosen, place, place + 1))}
                >
                  <ArrowDown size={14} aria-hidden="true" />
                </Button>
              </>
            )}
          </li>
        );
      })}
    </ol>
  );
};
