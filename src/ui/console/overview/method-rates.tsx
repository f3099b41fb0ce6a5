import { shareText, wholeText } from "../../kit/number-format.ts";
import { ShareBar } from "../../kit/share-bar.tsx";
import { methodName } from "../words/method-names.ts";
import type { MethodRate } from "./overview-data.ts";

/** Of the decisions of each method, how many were approvals. */
export const MethodRates = ({ methods }: { methods: readonly MethodRate[] }) =>
  methods.length === 0 ? (
    <p className="py-6 text-center text-sm text-soft">No method has reached a decision in these days.</p>
  ) : (
    <ul className="grid gap-3.5">
      {methods.map(({ method, approved, decided, failed }) => (
        <li key={method} className="grid gap-1.5">
          <div className="flex items-baseline gap-1.5 text-sm">
            <span className="font-medium">{methodName(method)}</span>
            <span className="grow truncate text-xs text-soft">
              {wholeText(decided)} decided{failed > 0 && `, ${wholeText(failed)} failed`}
            </span>
            <span className="font-medium tabular">{shareText(approved, decided)}</span>
          </div>
          <ShareBar share={decided === 0 ? 0 : approved / decided} />
        </li>
      ))}
    </ul>
  );
