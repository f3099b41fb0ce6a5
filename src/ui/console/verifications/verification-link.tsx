import { Link } from "../../kit/link.tsx";
import { verificationPath } from "../paths.ts";

type Props = { tenantId: string; verificationId: string; name?: string | undefined };

export const shortId = (id: string): string => `…${id.slice(-8)}`;

/** The same to look at; the whole id to listen to, to copy and to search for: only its beginning is cut off. */
export const ShortId = ({ id }: { id: string }) => (
  <span className="inline-block max-w-[9ch] overflow-hidden align-bottom text-ellipsis whitespace-nowrap [direction:rtl]">
    <bdi dir="ltr">{id}</bdi>
  </span>
);

/** To a verification, by what people call it; without a name, by the end of its id. It covers its table row. */
export const VerificationLink = ({ tenantId, verificationId, name }: Props) => (
  <Link
    href={verificationPath(tenantId, verificationId)}
    prefetch={false}
    title={verificationId}
    className={`cover-link focus-inset text-ink no-underline ${name === undefined ? "font-mono text-xs whitespace-nowrap" : "block truncate font-medium"}`}
  >
    {name ?? <ShortId id={verificationId} />}
  </Link>
);
