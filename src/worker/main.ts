import { ConfigError, IS_RUN_BY_NPM } from "#config/config.ts";
import { misspeltSettings } from "#config/faults.ts";
import { SigningKeyError } from "#platform/keys/signing-key.ts";
import { freezeIntrinsics } from "#platform/process/intrinsics.ts";
import { onStopSignal } from "#platform/process/stop-signals.ts";
import { getRuntime } from "#runtime/runtime.ts";
import { endWhenBroken } from "#runtime/self-check.ts";
import { checkSecretsAtStart, endOnWrongSecrets, WrongSecretsError } from "#runtime/start-check.ts";
import { runWorker } from "./run-worker.ts";

const main = async (): Promise<void> => {
  const stop = new AbortController();
  const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
  onStopSignal({ signals, isRunByNpm: IS_RUN_BY_NPM }, () => stop.abort());
  const runtime = await getRuntime();
  for (const sentence of misspeltSettings()) console.error(sentence);
  await checkSecretsAtStart(runtime.config, endOnWrongSecrets);
  freezeIntrinsics(); // everything is loaded by now
  const endLooking = endWhenBroken(runtime.deps);
  runtime.deps.log.info("the worker is running");
  await runWorker(runtime, stop.signal);
  endLooking();
  await runtime.close();
};

main().catch((error: unknown) => {
  // The text of a wrong setting tells the operator what to change; a stack would hide it.
  const isSetting =
    error instanceof ConfigError || error instanceof SigningKeyError || error instanceof WrongSecretsError;
  console.error(isSetting ? error.message : error);
  process.exitCode = 1;
});
