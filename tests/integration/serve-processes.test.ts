import { Agent, request } from "node:http";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { expect, onTestFinished, test } from "vitest";
import { childrenOf, PROCESSES, startCommand, startProcesses } from "../support/http/serve-process.ts";
import { eventually } from "../support/world/eventually.ts";

// Several processes on one port, under clients that send nothing twice: a request without its answer is lost.

const CLIENTS = 16;

type Answer = { pid: number } | { error: string };

const send = (port: number, agent: Agent | false): Promise<Answer> =>
  new Promise((resolve) => {
    const sending = request({ host: "127.0.0.1", port, agent }, (answer) => {
      text(answer).then(
        (body) => resolve({ pid: Number(body) }),
        (error: unknown) => resolve({ error: String(error) }),
      );
    });
    sending
      .once("error", (error) => resolve({ error: `${error.message}, reused: ${sending.reusedSocket}` }))
      .end();
  });

const isRefused = (answer: Answer): boolean => "error" in answer && answer.error.includes("ECONNREFUSED");

const isReset = (answer: Answer): boolean =>
  "error" in answer && answer.error.includes("ECONNRESET") && answer.error.endsWith("reused: false");

/**
 * Every second client keeps its connection. They go on until the port is closed, or the test is over. A new connection that
 * is reset counts as lost unless the port is closed by then: the kernel resets what arrives in that very instant.
 */
const startClients = (port: number) => {
  const lost: string[] = [];
  const answered = new Map<number, number>();
  let isOver = false;
  const client = async (number: number): Promise<void> => {
    const agent = number % 2 === 0 ? new Agent({ keepAlive: true, maxSockets: 1 }) : false;
    while (!isOver) {
      const answer = await send(port, agent);
      if ("pid" in answer) answered.set(answer.pid, (answered.get(answer.pid) ?? 0) + 1);
      else if (isRefused(answer) || (isReset(answer) && isRefused(await send(port, false)))) break;
      else lost.push(answer.error);
    }
    if (agent) agent.destroy();
  };
  const all = Promise.all(Array.from({ length: CLIENTS }, (_, number) => client(number)));
  onTestFinished(async () => {
    isOver = true;
    await all;
  });
  const count = (): number => [...answered.values()].reduce((sum, one) => sum + one, 0);
  return { lost, answered, count, all };
};

/** The processes that answer, once there are so many of them and no other one runs. */
const processesOf = async (pid: number, count: number): Promise<number[]> => {
  await eventually(() => childrenOf(pid).length, 60_000).toBe(count);
  return childrenOf(pid);
};

test("SIGTERM of three processes loses no request, on kept connections and on new ones", async () => {
  const served = await startProcesses(3, 1);
  const clients = startClients(served.port);
  await eventually(() => clients.answered.size, 60_000).toBe(3); // each has its share
  await eventually(clients.count, 60_000).toBeGreaterThan(300);
  served.kill("SIGTERM");
  expect(await served.ended).toBe(0);
  await clients.all;
  expect(clients.lost.join("; ")).toBe("");
}, 300_000);

test("SIGTERM to the whole group is one stop: the grace is kept, and no request is lost", async () => {
  const served = await startProcesses(2, 1);
  const clients = startClients(served.port);
  await eventually(clients.count, 60_000).toBeGreaterThan(100);
  const all = [...childrenOf(served.pid), served.pid, served.pid];
  for (const pid of all) process.kill(pid, "SIGTERM");
  const before = clients.count();
  expect(await served.ended).toBe(0);
  await clients.all;
  expect(clients.count()).toBeGreaterThan(before);
  expect(clients.lost.join("; ")).toBe("");
}, 300_000);

test("SIGHUP replaces three processes without a lost request", async () => {
  const served = await startProcesses(3, 1);
  const clients = startClients(served.port);
  const first = await processesOf(served.pid, 3);
  served.kill("SIGHUP");
  await eventually(served.output, 150_000).toContain("all processes are replaced");
  const second = await processesOf(served.pid, 3);
  expect(second.filter((pid) => first.includes(pid))).toEqual([]);
  await eventually(() => second.filter((pid) => !clients.answered.has(pid)), 60_000).toEqual([]);
  expect(clients.lost.join("; ")).toBe("");
}, 300_000);

test("a process that dies while others are replaced leaves as many as there were", async () => {
  const served = await startProcesses(3, 1);
  const first = await processesOf(served.pid, 3);
  served.kill("SIGHUP");
  await eventually(served.output).toContain("replacing all processes");
  process.kill(Math.max(...first), "SIGKILL"); // its turn comes last
  await eventually(served.output, 150_000).toContain("all processes are replaced");
  const clients = startClients(served.port);
  const second = await processesOf(served.pid, 3);
  expect(second.filter((pid) => first.includes(pid))).toEqual([]);
  await eventually(() => clients.answered.size, 60_000).toBe(3);
  served.kill("SIGTERM");
  expect(await served.ended).toBe(0);
  await clients.all;
  expect(clients.lost.join("; ")).toBe("");
}, 300_000);

test("what waits for a process that is killed before it takes it goes to another one", async () => {
  const served = await startProcesses(2, 0);
  const [stopped = 0] = await processesOf(served.pid, 2);
  process.kill(stopped, "SIGSTOP");
  const answers = Array.from({ length: 8 }, () => send(served.port, false));
  // All but the one on its way to the process that stands still.
  const counted = { answered: 0 };
  for (const answer of answers) void answer.then(() => (counted.answered += 1));
  await eventually(() => counted.answered, 60_000).toBe(7);
  process.kill(stopped, "SIGKILL");
  expect((await Promise.all(answers)).filter((answer) => "error" in answer)).toEqual([]);
}, 300_000);

test("a process gives up headers that do not come to their end, and answers a client that has ended its side", async () => {
  const served = await startProcesses(2, 0);
  const half = connect({ port: served.port, host: "127.0.0.1", allowHalfOpen: true });
  half.end("GET / HTTP/1.1\r\nHost: half\r\n\r\n");
  expect(await text(half)).toMatch(/^HTTP\/1\.1 200 /);
  const slow = connect(served.port, "127.0.0.1");
  slow.write("GET / HTTP/1.1\r\nHost: slow");
  expect(await text(slow)).toMatch(/^HTTP\/1\.1 408 /);
}, 300_000);

test("a port that is taken is an error of the first process", async () => {
  const served = await startProcesses(2, 0);
  const second = startCommand(process.execPath, [PROCESSES, "2", String(served.port), "0"], {});
  expect(await second.ended).toBe(1);
  expect(second.output()).toContain("EADDRINUSE");
}, 300_000);

test("a process whose settings do not fit is not started again: all end, with an error", async () => {
  const served = await startProcesses(2, 0);
  const [wrong = 0] = await processesOf(served.pid, 2);
  process.kill(wrong, "SIGUSR2");
  expect(await served.ended).toBe(1);
  expect(served.output()).toContain(`process ${wrong} cannot go on with these settings: all end with it`);
  expect(served.output()).not.toContain("is started again");
}, 300_000);

test("a process that does not end when it is asked to is ended", async () => {
  const served = await startProcesses(2, 0, 500);
  const [stopped = 0] = await processesOf(served.pid, 2);
  process.kill(stopped, "SIGSTOP");
  served.kill("SIGTERM");
  expect(await served.ended).toBe(0);
}, 300_000);
