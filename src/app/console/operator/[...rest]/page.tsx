import { notFound } from "next/navigation";

/** An unknown page, shown in the tenant's frame. */
export default function UnknownPage() {
  notFound();
}
