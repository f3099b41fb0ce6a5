import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { signatureHeaders } from "#platform/webhooks/signature.ts";
import { ROOT } from "../../scripts/lib/run.ts";
import {
  createGoBuilds,
  freePort,
  lacksGo,
  lacksPhp,
  lacksPython,
  PYTHON_ENV,
  php,
  python,
  serve,
} from "./support/languages.ts";

// The examples that integrators copy, each in its own framework, with webhooks that the service's own code signs.

const SECRET = `whsec_${Buffer.alloc(32, 7).toString("base64")}`;
const OTHER = `whsec_${Buffer.alloc(32, 8).toString("base64")}`;
const BODY = JSON.stringify({
  event: "verification.completed",
  request_id: "req_1",
  timestamp: "2026-03-01T12:00:04.210Z",
  verification: { status: "verified", verified_age: 34, processing_time_ms: 41_230 },
  metadata: { order: "é😀 A-1001" },
});

const noGo = lacksGo();
const builds = createGoBuilds();
afterAll(() => builds.remove());

type Example = {
  name: string;
  lacks: string | null;
  command: (port: number) => readonly [string, ...string[]];
};

const EXAMPLES: readonly Example[] = [
  {
    name: "Django",
    lacks: lacksPython("django"),
    command: (port) => python("examples/django_receiver.py", "runserver", "--noreload", `127.0.0.1:${port}`),
  },
  {
    name: "Flask",
    lacks: lacksPython("flask"),
    command: (port) => {
      const [file, path = ""] = python("examples/flask_receiver.py");
      return [file, "-m", "flask", "--app", path, "run", "--port", String(port)];
    },
  },
  {
    name: "plain PHP",
    lacks: lacksPhp(),
    command: (port) => {
      const [file, path = ""] = php("examples/receiver.php");
      return [file, "-S", `127.0.0.1:${port}`, path];
    },
  },
  {
    name: "Laravel's controller, on a stand-in of its Request and Response",
    lacks: lacksPhp(),
    command: (port) => {
      const [file, path = ""] = php("tests/laravel_stand_in.php");
      return [file, "-S", `127.0.0.1:${port}`, path];
    },
  },
  {
    name: "the shop of docs/integrate-python.md",
    lacks: lacksPython("flask"),
    command: (port) => {
      const [file, path = ""] = python("examples/shop.py");
      return [file, "-m", "flask", "--app", path, "run", "--port", String(port)];
    },
  },
  {
    name: "the shop of docs/integrate-php.md",
    lacks: lacksPhp(),
    command: (port) => {
      const [file, path = ""] = php("examples/shop.php");
      return [file, "-S", `127.0.0.1:${port}`, path];
    },
  },
  { name: "net/http", lacks: noGo, command: () => [builds.build("./examples/receiver")] },
];

for (const { name, lacks, command } of EXAMPLES) {
  describe.skipIf(lacks !== null)(lacks === null ? name : `${name}: ${lacks}`, () => {
    let url = "";
    let server: ReturnType<typeof serve>;
    const post = async (body: string, headers: Record<string, string>) => {
      const response = await fetch(url, { method: "POST", body, headers });
      return { status: response.status, said: (await response.text()).trim() };
    };
    const signed = (body: string, secrets: readonly string[], at = Date.now()) => ({
      "Content-Type": "application/json",
      ...signatureHeaders({ id: "evt_1", timestampSeconds: Math.floor(at / 1_000), body, secrets }),
    });
    beforeAll(async () => {
      const port = await freePort();
      url = `http://127.0.0.1:${port}/hooks/age`;
      server = serve(command(port), {
        ...PYTHON_ENV,
        LINTEL_PHP: join(ROOT, "sdk/php/autoload.php"),
        LINTEL_URL: "http://127.0.0.1:9",
        LINTEL_API_KEY: "avk_test_shop",
        LINTEL_WEBHOOK_SECRET: SECRET,
        PORT: String(port),
      });
      const answers = () => fetch(url, { method: "POST" }).then(({ status }) => expect(status).toBe(401));
      await vi.waitFor(answers, { timeout: 60_000, interval: 50 });
    }, 120_000);
    afterAll(() => server.stop());

    test("takes what the service signs, also twice and while a secret is being rolled", async () => {
      expect(await post(BODY, signed(BODY, [SECRET]))).toMatchObject({ status: 204 });
      expect(await post(BODY, signed(BODY, [SECRET]))).toMatchObject({ status: 204 });
      expect(await post(BODY, signed(BODY, [OTHER, SECRET]))).toMatchObject({ status: 204 });
    });

    test.each([
      ["another secret", BODY, signed(BODY, [OTHER]), "signature_mismatch"],
      ["another body", BODY.replace("34", "17"), signed(BODY, [SECRET]), "signature_mismatch"],
      ["no signature", BODY, {}, "malformed_header"],
      ["an hour ago", BODY, signed(BODY, [SECRET], Date.now() - 3_600_000), "timestamp_too_old"],
    ])("answers 401 to %s", async (_, body, headers, reason) => {
      expect(await post(body, headers)).toEqual({ status: 401, said: reason });
    });
  });
}
