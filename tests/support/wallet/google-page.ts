import { systemCtx } from "#runtime/runtime.ts";
import { importTrustAnchors } from "#services/trust/import-list.ts";
import { GoogleRefusal, readAsGoogle } from "../../../lab/demo-wallet/wallet/google.ts";
import { ownerCtx } from "../../../scripts/lib/owner-ctx.ts";
import { secretOf, start } from "../http/actions.ts";
import { walletRequests } from "../http/handlers.ts";
import { BASE_URL, type TestService } from "../world/service.ts";
import { NOW, pemOf } from "./authority.ts";

type Prepared = {
  transactionId: string;
  requests: { protocol: string; data: Record<string, unknown> }[];
};

/** A tenant whose page asks wallets by the browser, for live verifications. */
export const newWalletTenant = async (
  service: TestService,
  trusted: { der: Uint8Array; types: string[] },
) => {
  const { deps, call } = service;
  await importTrustAnchors(systemCtx(deps), {
    format: "pem",
    content: pemOf(trusted.der),
    credentialTypes: trusted.types,
    eku: null,
  });
  const { id, liveKey } = await service.tenant({ plan: "scale" });
  await deps.db.orm.tenant.update({ where: { id }, data: { methods: ["wallet"] } });
  const page = async () => {
    const started = await start(call, liveKey);
    return { secret: secretOf(started), verificationId: started.verificationId };
  };
  const prepare = async (secret: string): Promise<Prepared> => {
    const headers = { origin: BASE_URL };
    const request = new Request(`${BASE_URL}/v/${secret}/wallet/requests`, { method: "POST", headers });
    return JSON.parse(await (await walletRequests(deps, request, { secret })).text());
  };
  return {
    deps,
    id,
    liveKey,
    owner: await ownerCtx(deps, id),
    page,
    prepare,
    /** The signed request of a new page, or undefined where none is offered. */
    signed: async () =>
      (await prepare((await page()).secret)).requests.find(
        ({ protocol }) => protocol === "openid4vp-v1-signed",
      ),
  };
};

export type WalletTenant = Awaited<ReturnType<typeof newWalletTenant>>;

/** What Google's wallet would show of a request of the Digital Credentials API, or why it refuses it. */
export const googleSays = async (
  request: { protocol: string; data: Record<string, unknown> } | undefined,
  { roots, origin = BASE_URL, now = NOW }: { roots: readonly Uint8Array[]; origin?: string; now?: Date },
) => {
  if (!request) return "not asked";
  try {
    return (await readAsGoogle(request, { roots, origin, now })).shown;
  } catch (error) {
    if (error instanceof GoogleRefusal) return error.reason;
    throw error;
  }
};
