import { notFound } from "next/navigation";

/** An unknown page, shown inside the tenant's frame. */
export default function UnknownPage() {
  notFound();
}
