import { z } from "zod";
import { answerScim } from "#http/scim/answer.ts";
import { consoleCall, sayYes } from "../console/call.ts";
import { type consoleForFile, knownPerson } from "../sign-in/identity.ts";

export const USER = "urn:ietf:params:scim:schemas:core:2.0:User";
export const ENTERPRISE = "urn:ietf:params:scim:schemas:extension:enterprise:2.0:User";
export const PATCH_OP = "urn:ietf:params:scim:api:messages:2.0:PatchOp";

export type Sent = { method?: string; body?: unknown; token?: string; type?: string; raw?: string };
export type Got = {
  status: number;
  body: Record<string, unknown>;
  text: string;
  headers: Record<string, string>;
};

/** Tenants with a directory, and what a directory and members can do to them. */
export const directoriesOf = (service: ReturnType<typeof consoleForFile>) => {
  /** A call of the console by a person. */
  const as = async (subject: string, path: string, input?: unknown, tenantId?: string) => {
    const { deps, identity } = service.get();
    return consoleCall(deps, path, input, { bearer: await identity.bearer(subject), tenantId });
  };

  /** A request of a directory. */
  const scim = async (
    path: string,
    { method = "GET", body, token = "", type, raw }: Sent = {},
  ): Promise<Got> => {
    const sent = raw ?? (body === undefined ? null : JSON.stringify(body));
    const request = new Request(`http://localhost${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        "content-type": type ?? "application/scim+json",
      },
      ...(sent === null ? {} : { body: sent }),
    });
    const answer = await answerScim(service.get().deps, path, request);
    if (!answer) throw new Error("not an address of SCIM's");
    const parsed: unknown = answer.body === "" ? {} : JSON.parse(answer.body);
    return {
      status: answer.status,
      text: answer.body,
      headers: { ...answer.headers },
      body: z.record(z.string(), z.unknown()).parse(parsed),
    };
  };

  const connected = async (role = "viewer") => {
    const { id: tenantId } = await service.get().tenant();
    const owner = await knownPerson(service.get(), "ada", { tenantId, role: "owner" });
    const answer = await as("ada", "directory.connect", { role }, tenantId);
    const { token } = z.object({ token: z.string() }).parse(answer.data);
    const call = (path: string, sent: Sent = {}) => scim(`/scim/v2${path}`, { token, ...sent });
    const add = async (userName: string, more: object = {}) => {
      const { body, status } = await call("/Users", {
        method: "POST",
        body: { schemas: [USER], userName, active: true, ...more },
      });
      return { status, id: String(body.id), body };
    };
    const patch = (id: string, ...operations: unknown[]) =>
      call(`/Users/${id}`, { method: "PATCH", body: { schemas: [PATCH_OP], Operations: operations } });
    const filtered = (filter: string) => call(`/Users?filter=${encodeURIComponent(filter)}`);
    /** Signs in, says yes to what the tenant asks, and looks. */
    const roleOf = async (subject: string): Promise<string | null> => {
      await knownPerson(service.get(), subject);
      await sayYes(as, subject, tenantId);
      const { data } = await as(subject, "session.begin");
      const mine = z.array(z.object({ tenantId: z.string(), role: z.string() })).safeParse(data);
      return mine.data?.find((each) => each.tenantId === tenantId)?.role ?? null;
    };
    return { tenantId, ownerId: owner.id, token, call, add, patch, filtered, roleOf };
  };

  return { as, scim, connected };
};
