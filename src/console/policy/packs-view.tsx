"use client";
import { useState } from "react";
import { useAccess } from "#console/client/access.tsx";
import { methodName } from "#console/words/words.ts";
import { editionOf } from "#core/policy/pack-edition.ts";
import { applyPack, missingMethods, NOT_LEGAL_ADVICE, PACKS, type Pack } from "#core/policy/packs.ts";
import type { Policy } from "#core/policy/policy.ts";
import { PROOF_KINDS, proofName } from "#core/policy/proof-kind.ts";
import { CLAUSES, LIST_IS } from "#core/policy/regulator-clauses.ts";
import { type Acceptance, LISTS, type Regulator, saysOf } from "#core/policy/regulators.ts";
import { Badge } from "#kit/badge.tsx";
import { Button } from "#kit/button.tsx";
import { Dialog } from "#kit/dialog/dialog.tsx";
import { DialogActions } from "#kit/dialog/dialog-parts.tsx";
import { Card } from "#kit/page-layout.tsx";
import { Notice } from "#kit/states.tsx";
import { Changes } from "./findings.tsx";

const LIST = new Intl.ListFormat("en-GB");

const Missing = ({ pack, known }: { pack: Pack; known: ReadonlySet<string> }) => {
  const missing = missingMethods(pack, known);
  if (missing.length === 0) return null;
  return (
    <Notice tone="warn">
      Left out, because this service does not offer it: {LIST.format(missing.map(methodName))}.
    </Notice>
  );
};

const SAID: Readonly<Record<Acceptance, string>> = {
  accepted: "Accepted",
  conditional: "On a condition",
  refused: "Refused",
};

/** What the list that a pack follows says of each kind of proof, with its sources. */
const ListLines = ({ regulator }: { regulator: Regulator }) => (
  <details className="text-xs">
    <summary className="cursor-pointer py-1">What the list says: {LISTS[regulator].name}</summary>
    <p className="text-soft wrap-anywhere">
      {LIST_IS[regulator]}. Other kinds of proof are not on the published list, as far as we know.
    </p>
    <ul className="mt-1 grid list-disc gap-1 pl-5">
      {PROOF_KINDS.flatMap((kind) => {
        const says = saysOf(regulator, kind);
        const clause = CLAUSES[regulator][kind];
        if (says === null || clause === null) return [];
        return [
          <li key={kind} className="wrap-anywhere">
            {SAID[says]}: {proofName(kind)} (
            <a href={clause.source.at} target="_blank" rel="noreferrer">
              {clause.words}
            </a>
            )
          </li>,
        ];
      })}
    </ul>
  </details>
);

type Props = {
  draft: Policy;
  /** The editions of packs that the draft has adopted. */
  packIds: readonly string[];
  known: ReadonlySet<string>;
  onAccept: (pack: Pack, policy: Policy) => void;
};

/** The packs with their sources, what each would change in the draft, and an owner's acceptance. */
export const PacksView = ({ draft, packIds, known, onAccept }: Props) => {
  const { refusal } = useAccess();
  const [looked, setLooked] = useState<Pack | null>(null);
  const close = (): void => setLooked(null);
  return (
    <div className="grid gap-4">
      <Notice>{NOT_LEGAL_ADVICE}</Notice>
      <div className="grid items-start gap-4 lg:grid-cols-2">
        {PACKS.map((pack) => (
          <Card
            key={pack.id}
            title={pack.title}
            about={pack.about}
            actions={packIds.includes(editionOf(pack)) && <Badge tone="ok">In the draft</Badge>}
          >
            <div className="grid gap-3 text-sm">
              <ul className="grid list-disc gap-1 pl-5">
                {pack.reasons.map((reason) => (
                  <li key={reason}>{reason}</li>
                ))}
              </ul>
              <div className="grid gap-1 text-xs text-soft">
                <p>Sources, compared on {pack.asOf}. Not legal advice.</p>
                <ul className="grid gap-1">
                  {pack.sources.map(({ title, dated, at }) => (
                    <li key={at} className="wrap-anywhere">
                      <a href={at} target="_blank" rel="noreferrer">
                        {title}
                      </a>{" "}
                      ({dated ?? "undated"})
                    </li>
                  ))}
                </ul>
              </div>
              <ListLines regulator={pack.regulator} />
              <div>
                <Button onClick={() => setLooked(pack)}>
                  See what it changes<span className="sr-only">: {pack.title}</span>
                </Button>
              </div>
            </div>
          </Card>
        ))}
      </div>
      <Dialog
        isOpen={looked !== null}
        onClose={close}
        title={`Accept the pack ${looked?.title ?? ""}?`}
        about="It goes into your draft. Nothing takes effect until you publish."
      >
        {looked && (
          <div className="grid gap-4">
            <Notice>{NOT_LEGAL_ADVICE}</Notice>
            <Missing pack={looked} known={known} />
            <Changes before={draft} after={applyPack(draft, looked, known)} />
            <DialogActions>
              <Button onClick={close}>Cancel</Button>
              <Button
                look="primary"
                refusal={refusal("policies.accept")}
                onClick={() => {
                  onAccept(looked, applyPack(draft, looked, known));
                  close();
                }}
              >
                Accept into the draft
              </Button>
            </DialogActions>
          </div>
        )}
      </Dialog>
    </div>
  );
};
