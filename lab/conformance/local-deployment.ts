import { DEMO_FILE, type Demo, readDemo } from "../../scripts/local/demo.ts";
import type { Deployment } from "./http/api.ts";

const deploymentOf = ({ baseUrl, adminKey, tenant }: Demo): Deployment => ({
  url: baseUrl,
  testKey: tenant.testKey,
  liveKey: tenant.liveKey,
  adminKey,
});

const answers = async (url: string): Promise<boolean> =>
  fetch(`${url}/health`).then(
    ({ ok }) => ok,
    () => false,
  );

/** The deployment of a running `npm start`, else one like the browser tests', which ends with the stack. */
export const localDeployment = async (stack: AsyncDisposableStack): Promise<Deployment> => {
  const running = readDemo(DEMO_FILE);
  if (running && (await answers(running.baseUrl))) return deploymentOf(running);
  console.log("No service is running: starting one for this run.");
  const { default: setUp } = await import("../../tests/support/run/start-app-under-test.ts");
  stack.defer(await setUp());
  const started = readDemo(process.env.E2E_DEMO ?? "");
  if (!started) throw new Error("The service did not start.");
  return deploymentOf(started);
};
