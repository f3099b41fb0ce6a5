// Lists the last verifications of a tenant through the console's interface, as one of its members.
// docs/console-api.md explains each setting.
//
//   LINTEL_URL=https://age.example.com LINTEL_ACCESS_TOKEN=eyJ… LINTEL_TENANT=ten_… node examples/console-client.ts
import { createTRPCClient, httpBatchLink, TRPCClientError } from "@trpc/client";
import type { ConsoleRouter } from "lintel/console";
import superjson from "superjson";

const {
  LINTEL_URL: url = "http://localhost:3000",
  LINTEL_ACCESS_TOKEN: token = "",
  LINTEL_TENANT: tenant,
} = process.env;

// Inputs are plain JSON; answers are superjson, so that dates arrive as `Date`.
const plain = (input: unknown) => input;

const lintel = createTRPCClient<ConsoleRouter>({
  links: [
    httpBatchLink({
      url: `${url}/api/trpc`,
      transformer: { input: { serialize: plain, deserialize: plain }, output: superjson },
      methodOverride: "POST",
      maxItems: 20,
      headers: {
        authorization: `Bearer ${token}`,
        ...(tenant === undefined ? {} : { "x-lintel-tenant": tenant }),
      },
    }),
  ],
});

try {
  // Two calls, one request.
  const [me, page] = await Promise.all([
    lintel.session.me.query(),
    lintel.verifications.list.query({ limit: 20 }),
  ]);
  console.log(`${me.member.name}, member of ${me.tenants.map(({ tenantName }) => tenantName).join(", ")}`);
  for (const { verificationId, status, createdAt } of page.verifications) {
    console.log(`${verificationId}\t${status}\t${createdAt.toISOString()}`);
  }
} catch (error) {
  if (!(error instanceof TRPCClientError)) throw error;
  // The catalogue's code, as on every endpoint: docs/errors.md has a paragraph for each.
  console.error(`${error.data?.errorCode ?? error.data?.code ?? "no answer"}: ${error.message}`);
  process.exitCode = 1;
}
