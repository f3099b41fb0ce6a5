import { notFound } from "next/navigation";

/** What is no page of a tenant: told inside the tenant's own frame. */
export default function UnknownPage() {
  notFound();
}
