import { operatorPage } from "#app/console/read-first.tsx";
import { CertificatesScreen } from "#console/operator/certificates-screen.tsx";

export const metadata = { title: "Certificates" };

export default operatorPage(
  (queries, trpc) => queries.query(trpc.operator.certificates.queryOptions()),
  CertificatesScreen,
);
