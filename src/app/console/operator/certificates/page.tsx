import { operatorPage } from "#app/console/read-first.tsx";
import { CertificatesScreen } from "#console/operator/certificates-screen.tsx";
import { LISTED } from "#console/operator/operator-queries.ts";

export const metadata = { title: "Certificates" };

export default operatorPage(
  (queries, trpc) => queries.query(trpc.operator.certificates.queryOptions({ limit: LISTED })),
  CertificatesScreen,
);
