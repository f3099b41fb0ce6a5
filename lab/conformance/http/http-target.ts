import { NotOffered, type Target } from "../target.ts";
import { type Deployment, trustAdmin, trustedFingerprints, verificationStarter } from "./api.ts";
import { openPage } from "./page.ts";

/** A deployment at its address, as tenants, browsers and wallets see it. */
export const httpTarget = (deployment: Deployment): Target => {
  const start = verificationStarter(deployment);
  return {
    begin: async ({ minimumAge, mode = "test", liveKey = deployment.liveKey }) => {
      const key = mode === "live" ? liveKey : deployment.testKey;
      if (key === undefined) throw new NotOffered("no --live-key was given");
      const { sessionUrl } = await start(key, minimumAge);
      return openPage(sessionUrl);
    },
    trust: async () => {
      const { adminKey } = deployment;
      if (adminKey === undefined) throw new NotOffered("no --admin-key was given");
      return trustAdmin(deployment, adminKey);
    },
    trusted: () => {
      const { adminKey } = deployment;
      if (adminKey === undefined) throw new NotOffered("no --admin-key was given");
      return trustedFingerprints(deployment, adminKey);
    },
  };
};
