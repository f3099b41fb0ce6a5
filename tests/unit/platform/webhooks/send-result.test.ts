import { expect, test } from "vitest";
import { failureOf, handshakeFailureOf } from "#platform/webhooks/send-result.ts";

test("a receiver that speaks HTTP/2 only is a fault of the connection, not of its certificate", () => {
  const alert = Object.assign(new Error("no application protocol"), {
    code: "ERR_SSL_TLSV1_ALERT_NO_APPLICATION_PROTOCOL",
  });
  for (const failure of [handshakeFailureOf(alert), failureOf(alert)]) {
    expect([failure.code, failure.message]).toEqual([
      "CONNECTION",
      "The receiver does not speak HTTP/1.1 (ERR_SSL_TLSV1_ALERT_NO_APPLICATION_PROTOCOL).",
    ]);
  }
  const other = Object.assign(new Error("handshake failure"), {
    code: "ERR_SSL_SSLV3_ALERT_HANDSHAKE_FAILURE",
  });
  expect(handshakeFailureOf(other).code).toBe("TLS");
});
