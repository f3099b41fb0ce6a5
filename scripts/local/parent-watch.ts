// Loaded before the service and its worker: when the process that started them is gone, they stop as if told to.
process.on("disconnect", () => process.kill(process.pid, "SIGTERM"));
// The channel to the parent must not keep a process alive that has nothing left to do.
process.channel?.unref();
