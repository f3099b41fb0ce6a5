"use client";
import { useInfiniteQuery } from "@tanstack/react-query";
import { Ticket } from "lucide-react";
import { useState } from "react";
import { TenantLink, useAccess } from "#console/client/access.tsx";
import { useTRPC, useTRPCClient } from "#console/client/api-provider.tsx";
import { confirmDialog } from "#console/client/confirm-dialog.tsx";
import { useMode } from "#console/client/mode-notice.tsx";
import { NewestList } from "#console/client/newest-list.tsx";
import { consolePath } from "#console/client/paths.ts";
import { ONWARDS } from "#console/client/query-client.ts";
import { useUrlState } from "#console/client/use-url-state.ts";
import { VerificationLink } from "#console/verifications/verification-table.tsx";
import { PAGE_ROWS } from "#console/words/words.ts";
import { bandText } from "#core/age-over.ts";
import { isId } from "#core/ids.ts";
import { Badge } from "#kit/badge.tsx";
import { Button } from "#kit/button.tsx";
import { DASH, PageHeader } from "#kit/page-layout.tsx";
import { EmptyState, Notice } from "#kit/states.tsx";
import { actionsColumn, type Column, FILLS } from "#kit/table.tsx";
import { Time } from "#kit/time.tsx";
import type { ConsoleOutputs } from "#trpc/root.ts";
import { IssueDialog } from "./issue-voucher.tsx";

type VoucherSummary = ConsoleOutputs["vouchers"]["list"]["vouchers"][number];

const LOOKS = {
  open: { tone: "info", text: "Open" },
  used: { tone: "ok", text: "Used" },
  expired: { tone: "neutral", text: "Expired" },
  revoked: { tone: "danger", text: "Revoked" },
} as const;

const COLUMNS: readonly Column<VoucherSummary>[] = [
  {
    id: "state",
    name: "State",
    className: "w-24",
    cell: ({ state }) => <Badge tone={LOOKS[state].tone}>{LOOKS[state].text}</Badge>,
  },
  {
    id: "band",
    name: "Age seen",
    className: "whitespace-nowrap",
    cell: ({ band }) => <span className="font-medium">{bandText(band)}</span>,
  },
  {
    id: "by",
    name: "Issued by",
    className: `hidden sm:table-cell ${FILLS}`,
    cell: ({ issuedBy: { id, name } }) => (
      <span title={id} className="block truncate">
        {name ?? "Former member"}
      </span>
    ),
  },
  {
    id: "created",
    name: "Issued",
    className: "hidden md:table-cell print:table-cell",
    cell: ({ createdAt }) => <Time at={createdAt} />,
  },
  {
    id: "ends",
    name: "Ends",
    className: "hidden sm:table-cell",
    cell: ({ state, expiresAt }) => (state === "open" ? <Time at={expiresAt} as="relative" /> : DASH),
  },
  {
    id: "verification",
    name: "Used for",
    className: "hidden xl:table-cell print:table-cell",
    cell: ({ verificationId }) =>
      verificationId === null ? DASH : <VerificationLink verificationId={verificationId} />,
  },
];

const RevokeDialog = confirmDialog({
  act: ({ vouchers }) => vouchers.revoke.mutationOptions(),
  stale: ({ vouchers }) => vouchers.list.pathFilter(),
  ask: ({ id }: VoucherSummary) => ({
    title: "Revoke this voucher?",
    about: "Its code stops working immediately. This cannot be undone, but you can issue another.",
    verb: "Revoke voucher",
    input: { voucherId: id },
    done: ["Voucher revoked"],
  }),
});

type Offer = Pick<ConsoleOutputs["vouchers"]["list"], "isOffered" | "decidedBy">;

const OFFERED: Offer = { isOffered: true, decidedBy: "settings" };

/** Why a code issued now would open nothing. */
const Notices = ({ isOffered, decidedBy }: Offer) => {
  const isTest = useMode() === "test";
  return (
    <div className="mb-4 grid gap-3 empty:hidden">
      {isTest && (
        <Notice>
          Vouchers are for live mode only, and this list is the same in both modes. A test verification plays
          every outcome in its sandbox.
        </Notice>
      )}
      {!isOffered && (
        <Notice tone="warn">
          Your age checks do not offer vouchers yet, so a code cannot be used anywhere.{" "}
          <TenantLink
            to={consolePath}
            of={decidedBy}
            className="font-medium text-inherit underline underline-offset-2"
          >
            {decidedBy === "policy"
              ? "Add “Voucher” to the methods of your policy"
              : "Add “Voucher” to the methods in the settings"}
          </TenantLink>
        </Notice>
      )}
    </div>
  );
};

/** The appeal that an address names, if it can be one. */
const appealIn = (url: URLSearchParams): string | null => {
  const id = url.get("for") ?? "";
  return isId("verification", id) ? id : null;
};

export const VouchersScreen = () => {
  const { refusal } = useAccess();
  const trpc = useTRPC();
  const client = useTRPCClient();
  const [url, setUrl] = useUrlState();
  const [revoked, setRevoked] = useState<VoucherSummary | null>(null);
  const why = refusal("vouchers.issue");
  const input = { limit: PAGE_ROWS };
  const options = trpc.vouchers.list.infiniteQueryOptions(input, ONWARDS);
  const list = useInfiniteQuery(options);
  const offer = list.data?.pages.find((page) => !page.isOffered) ?? OFFERED;
  const actions = actionsColumn(
    (voucher: VoucherSummary) =>
      voucher.state === "open" && (
        <Button
          size="sm"
          look="danger-quiet"
          refusal={why}
          aria-label={`Revoke the voucher for ${bandText(voucher.band)}`}
          onClick={() => setRevoked(voucher)}
        >
          Revoke
        </Button>
      ),
  );
  const issue = (
    <Button look="primary" refusal={why} onClick={() => setUrl({ new: "voucher" })}>
      <Ticket size={15} aria-hidden="true" />
      Issue a voucher
    </Button>
  );
  return (
    <>
      <PageHeader
        title="Vouchers"
        about="For people without a suitable ID, phone or camera: look at their ID in person and give them a code. They type it in on the page of their age check."
        actions={issue}
      />
      <Notices {...offer} />
      <NewestList
        options={options}
        read={() => client.vouchers.list.query(input)}
        name="vouchers"
        rowId={({ id }) => id}
        label="Vouchers, newest first"
        noun="vouchers"
        columns={[...COLUMNS, actions]}
        skeletonRows={6}
        empty={
          <EmptyState icon={Ticket} title="No vouchers yet">
            Someone at your counter cannot prove their age on a phone? Look at their ID, choose what it shows,
            such as 18 or over, and hand them the code. Nothing about the person is kept: only who issued the
            code, for which age, and when.
          </EmptyState>
        }
      />
      <IssueDialog
        isOpen={url.has("new") && why === null}
        appealId={appealIn(url)}
        onClose={() => setUrl({ new: "", for: "" })}
      />
      <RevokeDialog of={revoked} onClose={() => setRevoked(null)} />
    </>
  );
};
