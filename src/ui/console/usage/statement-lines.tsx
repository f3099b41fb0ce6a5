import type { Billing } from "#core/quota.ts";
import { STATEMENT_ITEMS, type StatementLine } from "#core/statement.ts";
import { moneyText, wholeText } from "../../kit/number-format.ts";
import { TableFrame } from "../../kit/table-frame.tsx";

const cell = "py-1.5 pl-4 text-right whitespace-nowrap print:py-0.5";
const first = "py-1.5 text-left font-normal print:py-0.5";

type Props = { lines: readonly StatementLine[]; billing: Billing };

/** What the amount is made of. */
export const StatementLines = ({ lines, billing: { currency, amountDue } }: Props) => (
  <div className="mt-6 border-t pt-4">
    <TableFrame label="What the amount is made of">
      <thead>
        <tr className="text-xs text-soft">
          <th scope="col" className={`${first} font-medium`}>
            Item
          </th>
          <th scope="col" className={`${cell} font-medium`}>
            Quantity
          </th>
          <th scope="col" className={`${cell} font-medium`}>
            Unit price
          </th>
          <th scope="col" className={`${cell} font-medium`}>
            Amount
          </th>
        </tr>
      </thead>
      <tbody className="tabular">
        {lines.map(({ item, quantity, unitPriceMinor, amountMinor }) => (
          <tr key={item} className="border-t">
            <th scope="row" className={first}>
              {STATEMENT_ITEMS[item]}
            </th>
            <td className={cell}>{wholeText(quantity)}</td>
            <td className={cell}>{moneyText(unitPriceMinor, currency)}</td>
            <td className={cell}>{moneyText(amountMinor, currency)}</td>
          </tr>
        ))}
      </tbody>
      <tfoot className="border-t-2 tabular">
        <tr>
          <th scope="row" colSpan={3} className={`${first} font-semibold`}>
            Amount due
          </th>
          <td className={`${cell} font-semibold`}>{moneyText(amountDue, currency)}</td>
        </tr>
      </tfoot>
    </TableFrame>
  </div>
);
