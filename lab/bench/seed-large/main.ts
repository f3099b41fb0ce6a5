// npm run seed:large [-- --verifications 10000000]: one tenant with that many verifications over ninety days, to try how the
// console feels then. For DATABASE_URL, or the database of a running `npm start`.
import { parseArgs } from "node:util";
import { explainDatabaseError, findDatabaseUrl } from "../../../scripts/lib/database.ts";
import { Foreseen, runScript } from "../../../scripts/lib/foreseen.ts";
import { scriptRuntime } from "../../../scripts/lib/script-runtime.ts";
import { admitDemoPeople, demoIssuer, howToOpen } from "./people.ts";
import { seedLarge } from "./seed.ts";
import { TENANT_NAME } from "./tenant.ts";

const DEFAULT_COUNT = "1000000";
const OPTIONS = { verifications: { type: "string" }, count: { type: "string" } } as const;

const countFrom = (text: string): number => {
  if (/^[1-9]\d{0,7}$/.test(text)) return Number(text);
  throw new Foreseen(`--verifications: expected a whole number from 1 to 99999999, got ${text}`);
};

const main = async (): Promise<void> => {
  const { values } = parseArgs({ options: OPTIONS });
  const count = countFrom(values.verifications ?? values.count ?? DEFAULT_COUNT);
  const { LINTEL_ENV: environment, DATABASE_URL: given = "" } = process.env;
  // The service takes an environment that says nothing for production, and so does this.
  if (environment === "production" || (environment !== "development" && given !== "")) {
    throw new Foreseen(
      "This writes invented verifications, and not into production. Where DATABASE_URL names a database that may\n" +
        "have them, say so with LINTEL_ENV=development.",
    );
  }
  const databaseUrl = findDatabaseUrl();
  const runtime = await scriptRuntime(databaseUrl);
  try {
    const seeded = await seedLarge(runtime, { databaseUrl, count, note: (line) => console.log(line) });
    const total = seeded.total.toLocaleString("en");
    console.log(
      seeded.written === 0
        ? `Nothing to do: ${TENANT_NAME} (${seeded.tenantId}) has ${total} verifications already.`
        : `${TENANT_NAME} (${seeded.tenantId}): ${total} verifications, ${seeded.seconds.toFixed(0)} s, ${Math.round(seeded.written / seeded.seconds).toLocaleString("en")} a second.`,
    );
    const people = await admitDemoPeople(runtime, seeded.tenantId, demoIssuer());
    console.log(howToOpen(seeded.tenantId, people));
  } catch (error) {
    throw explainDatabaseError(error, databaseUrl);
  } finally {
    await runtime.close();
  }
};

await runScript(main);
