// What package.json exports as "./console": types only, for programs that call the console's interface.
// docs/console-api.md says how, and examples/console-client.ts does it.
export type {
  AppRouter as ConsoleRouter,
  RouterInputs as ConsoleInputs,
  RouterOutputs as ConsoleOutputs,
} from "./root.ts";
