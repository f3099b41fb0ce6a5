import { expect, type Page } from "@playwright/test";
import { withClient } from "../../../scripts/lib/database.ts";
import { databaseUrl } from "./fill-tenant.ts";

type Query = { text: string; values: unknown[] };
type Oracle = { rowLink: string | null; query: (tenantId: string, params: URLSearchParams) => Query };

const PAGE = 50;

// A condition for each filter of the address, written here a second time and in plain SQL: what the page shows is
// compared with what the tables hold, not with what the page's own call answered.
type Conditions = Readonly<Record<string, string>>;

const queryOf =
  (select: string, order: string, conditions: Conditions): Oracle["query"] =>
  (tenantId, params) => {
    const values: unknown[] = [tenantId];
    const where = [...params].flatMap(([name, value]) => {
      const condition = conditions[name];
      if (value === "" || condition === undefined) return [];
      values.push(value);
      return [condition.replaceAll("?", `$${values.length}`)];
    });
    const tail = where.map((condition) => ` and (${condition})`).join("");
    return { text: `${select}${tail} order by ${order} limit ${PAGE}`, values };
  };

const dayBounds = (column: string): Conditions => ({
  from: `${column} >= (?::date)::timestamp at time zone 'UTC'`,
  to: `${column} < (?::date + 1)::timestamp at time zone 'UTC'`,
});

const STATUS =
  "case when status in ('pending', 'in_progress') and expires_at <= now() then 'expired' else status::text end";

const ORACLES: Readonly<Record<string, Oracle>> = {
  verifications: {
    rowLink: "verifications",
    query: queryOf("select id from verification where tenant_id = $1", "id desc", {
      status: `${STATUS} = ?`,
      mode: "mode::text = ?",
      method: "coalesce(method, '') = ?",
      waits:
        "? = any(methods) and appeal_of is not null and status in ('pending', 'in_progress') and expires_at > now()",
      search: "id = ? or exists (select 1 from jsonb_each_text(metadata) e where lower(e.value) = lower(?))",
      ...dayBounds("created_at"),
    }),
  },
  "webhooks/deliveries": {
    rowLink: "webhooks/deliveries",
    query: queryOf(
      "select d.id from webhook_delivery d join event e on e.id = d.event_id where d.tenant_id = $1",
      "d.id desc",
      {
        status: "d.status::text = ?",
        event: "e.type = ?",
        mode: "e.mode::text = ?",
        endpointId: "d.endpoint_id = ?",
        verificationId: "e.verification_id = ?",
        ...dayBounds("d.created_at"),
      },
    ),
  },
  logs: {
    rowLink: null,
    query: queryOf("select id from request_log where tenant_id = $1", "time desc, id desc", {
      method: "method = ?",
      status: "status::text like replace(?, 'xx', '__')",
      path: "url = ? or url like ? || '?%'",
      requestId: "request_id = ?",
      ...dayBounds("time"),
    }),
  },
  audit: {
    rowLink: null,
    query: queryOf("select id from audit_entry where tenant_id = $1", "id desc", {
      action: "action = ? or action like ? || '.%'",
      actor: "actor = ?",
      ...dayBounds("created_at"),
    }),
  },
};

export const isList = (path: string): boolean => path in ORACLES;

const shownIn = (page: Page, rowLink: string | null): Promise<string[]> =>
  page.locator("#content tbody tr").evaluateAll(
    (rows, link) =>
      rows.map((row) => {
        const anchor = link === null ? null : row.querySelector<HTMLAnchorElement>(`a[href*="/${link}/"]`);
        return anchor ? (new URL(anchor.href).pathname.split("/").at(-1) ?? "") : "a row";
      }),
    rowLink,
  );

/** What the list shows is what the tables hold under the filters that stand in its address, newest first. */
export const expectRows = async (
  page: Page,
  tenantId: string,
  path: string,
  where: string,
): Promise<number> => {
  const oracle = ORACLES[path];
  if (!oracle) throw new Error(`${path} is no list`);
  let count = 0;
  await expect
    .poll(
      async () => {
        const params = new URL(page.url()).searchParams;
        if (!params.has("mode")) params.set("mode", "live");
        const query = oracle.query(tenantId, params);
        const { rows } = await withClient(databaseUrl(), (client) => client.query<{ id: string }>(query));
        const shown = await shownIn(page, oracle.rowLink);
        const expected = rows.map(({ id }) => (oracle.rowLink === null ? "a row" : id));
        count = shown.length;
        return JSON.stringify(shown) === JSON.stringify(expected)
          ? "the same"
          : `shows ${shown.length} rows from ${shown[0]}, the tables hold ${expected.length} from ${expected[0]}`;
      },
      { message: `${where}: rows` },
    )
    .toBe("the same");
  if (count === 0) await expect(page.locator("#content"), where).toContainText(/No |Nothing|yet/);
  return count;
};
