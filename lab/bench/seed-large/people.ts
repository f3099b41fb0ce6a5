import { join } from "node:path";
import { z } from "zod";
import { ROOT, readJson } from "../../../scripts/lib/run.ts";
import { DEMO_FILE, readDemo } from "../../../scripts/local/demo.ts";
import { DEMO_PEOPLE, type DemoPerson } from "../../../scripts/local/oidc-people.ts";
import { insertMembership } from "../../../src/data/members/members.ts";
import type { Runtime } from "../../../src/runtime/runtime.ts";

/** The demo provider of this clone's `npm start`; null where it never ran. */
export const demoIssuer = (): string | null => {
  const provider = readJson(join(ROOT, ".local/oidc.json"), z.object({ port: z.int() }));
  return provider ? `http://localhost:${provider.port}` : null;
};

/**
 * Makes the demo people whom the service knows members of the tenant. Those who are members already keep their role.
 * @returns those who can open it now
 */
export const admitDemoPeople = async (
  { deps }: Pick<Runtime, "deps">,
  tenantId: string,
  issuer: string | null,
): Promise<DemoPerson[]> => {
  const admitted: DemoPerson[] = [];
  for (const person of issuer === null ? [] : DEMO_PEOPLE) {
    const member = await deps.db.orm.member.findUnique({
      where: { issuer_subject: { issuer: issuer ?? "", subject: person.subject } },
      select: { id: true },
    });
    if (!member) continue;
    await insertMembership(
      deps.db.orm,
      { tenantId, memberId: member.id, role: person.role, consent: "made_up" },
      deps.now(),
    );
    admitted.push(person);
  }
  return admitted;
};

/** How to open the tenant, as the last words of the seed. */
export const howToOpen = (
  tenantId: string,
  people: readonly DemoPerson[],
  baseUrl = readDemo(DEMO_FILE)?.baseUrl ?? "<address of the service>",
): string => {
  if (people.length > 0) {
    const names = people.map(({ name, role }) => `${name} (${role})`).join(" or ");
    return `Open ${baseUrl}/console/${tenantId} and sign in as ${names}.`;
  }
  return [
    "Nobody can open it in the console yet. Make a link that makes you its owner, and open that:",
    `  curl -X POST ${baseUrl}/admin/tenants/${tenantId}/invitations -H "x-admin-key: $ADMIN_KEY" \\`,
    "    -H 'content-type: application/json' -d '{}'",
  ].join("\n");
};
