// One request, then says which modules of OpenTelemetry were asked for and where sockets went.
import { registerHooks } from "node:module";
import { Socket } from "node:net";

const modules = new Set<string>();
registerHooks({
  resolve: (specifier, context, nextResolve) => {
    if (specifier.startsWith("@opentelemetry/")) modules.add(specifier);
    return nextResolve(specifier, context);
  },
});

const ports = new Set<number>();
const { connect } = Socket.prototype;
Object.assign(Socket.prototype, {
  connect(this: Socket, ...target: unknown[]) {
    this.once("connect", () => ports.add(this.remotePort ?? 0));
    return Reflect.apply(connect, this, target);
  },
});

const { createRuntime } = await import("#runtime/runtime.ts");
const { loadConfig } = await import("#config/config.ts");
const { dispatch } = await import("#http/dispatch.ts");

const runtime = await createRuntime(loadConfig());
const request = new Request("https://age.test/verify/status?verificationId=none", {
  headers: { "x-tenant-api-key": `avk_live_${"0".repeat(40)}` },
});
const answer = await dispatch(runtime.deps, "/verify/status", request);
await runtime.close();
process.stdout.write(JSON.stringify({ status: answer?.status, modules: [...modules], ports: [...ports] }));
