import type { Io } from "../io.ts";
import { type Answer, fieldIn, textIn } from "../request.ts";
import { ask, error, type Report, reportTo, warning } from "./finding.ts";

/** As LATE_MINUTES in src/core/operator/findings.ts, which this package cannot import; a test of the service compares them. */
const LATE_SECONDS = 300;

type Asked = {
  url: string;
  adminKey: string | undefined;
  /** Whether the address is one that others reach too; on the host itself, /admin is meant to answer. */
  isOutside: boolean;
};

/** Whether the service itself answers: a proxy that publishes no /admin says 404 or 503 in its place, or nothing. */
const isOfService = (answer: Answer | string): answer is Answer =>
  typeof answer !== "string" &&
  ![404, 503].includes(answer.status) &&
  (textIn(answer.body, "code") !== undefined || textIn(answer.body, "dbStatus") !== undefined);

/** Whether /admin answers where it should not and, where it answers and with its key, what it says of webhooks and the log. */
export async function examineAdmin(
  io: Io,
  { url, adminKey, isOutside }: Asked,
  report: Report,
): Promise<void> {
  if (!isOutside && adminKey === undefined) return;
  const headers: Record<string, string> = adminKey === undefined ? {} : { "x-admin-key": adminKey };
  const answer = await ask(io, `${url}/admin/metrics`, headers);
  if (!isOfService(answer)) {
    const unseen = " (so webhooks and the log were not looked at: npm run doctor on the host does that)";
    report.passed(`/admin is not published${adminKey === undefined ? "" : unseen}`);
    return;
  }
  if (isOutside)
    report.found(
      warning(
        "admin.published",
        "/admin answers from outside. It creates tenants and shows their keys: let the proxy answer 404 for it and all below it.",
        "docs/deployment.md#the-admin-interface",
      ),
    );
  if (adminKey === undefined) return;
  if (answer.status === 200) return examineMetrics(answer, report);
  report.found(
    error(
      "admin-key",
      `/admin/metrics was refused (status ${answer.status}). Check LINTEL_ADMIN_KEY.`,
      "docs/operations.md#admin_keys",
    ),
  );
}

function examineMetrics({ body }: Answer, report: Report): void {
  const lag = fieldIn(body, "webhooks", "oldestDueSeconds");
  const lagging = typeof lag === "number" && lag >= LATE_SECONDS;
  reportTo(
    report,
    "webhook queue",
    lagging
      ? error(
          "worker.queue",
          `The oldest webhook has been due for ${lag} s. Check that a worker runs (npm run worker).`,
          "docs/operations.md#alerts",
        )
      : null,
  );
  const dropped = fieldIn(body, "requestLogLinesDropped");
  reportTo(
    report,
    "request log",
    typeof dropped === "number" && dropped > 0
      ? warning(
          "request-log.dropped",
          `${dropped} lines of the request log were dropped since this process started. Look at the database's load.`,
          "docs/operations.md#health-and-readiness",
        )
      : null,
  );
}
