import {
  EXIT_TOO_MUCH_MEMORY,
  isScanRequest,
  type ScanReply,
} from "../../../../packages/document-reader/src/process/scan-protocol.ts";

// A scan process for tests. The picture's text says what it does, so that one pool can meet all of it in turn.

const say = (hint: string): void => {
  const reply: ScanReply = { kind: "result", result: { kind: "no_read", code: "DOCUMENT_NOT_FOUND", hint } };
  process.send?.(reply);
};

const acts: Record<string, () => void> = {
  "exit 0": () => process.exit(0),
  "exit 1": () => process.exit(1),
  "out of memory": () => process.exit(EXIT_TOO_MUCH_MEMORY),
  "kill itself": () => process.kill(process.pid, "SIGKILL"),
  hang: () => {
    for (;;);
  },
  silent: () => undefined,
  "close the channel": () => process.disconnect(),
  garbage: () => {
    process.send?.({ kind: "result", result: { kind: "evidence", age: 99 } });
    process.send?.("read");
    process.send?.(null);
    say("after garbage");
  },
  pid: () => say(String(process.pid)),
  environment: () => say(Object.keys(process.env).join()),
};

process.on("disconnect", () => process.exit(0));
process.on("message", (message) => {
  if (!isScanRequest(message)) return;
  const act = new TextDecoder().decode(message.photo);
  (acts[act] ?? (() => say(act)))();
});
process.send?.({ kind: "ready" });
