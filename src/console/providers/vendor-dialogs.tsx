"use client";
import { confirmDialog } from "#console/client/confirm-dialog.tsx";
import { formDialog } from "#console/client/form-dialog.tsx";
import { oneOf } from "#console/words/words.ts";
import { hasSelfieChoice, VENDOR_KINDS, VENDOR_NAMES, type VendorKind } from "#core/identity/vendor.ts";
import type { Mode } from "#core/verification.ts";
import { Checkbox } from "#kit/choices.tsx";
import { SelectField, TextAreaField, TextField, type useTexts } from "#kit/fields.tsx";
import { type KeptValues, keptForm, READ } from "#kit/kept/kept-fields.ts";
import { Notice } from "#kit/states.tsx";
import type { ConsoleInputs, ConsoleOutputs } from "#trpc/root.ts";
import { ModeField } from "./add-provider.tsx";
import { whereOffered } from "./where-offered.ts";

export type Vendor = ConsoleOutputs["vendors"]["list"][number];

/** What the id of an account there is called; null: it has none. */
export const ACCOUNT_ID_NAMES: Readonly<Record<VendorKind, string | null>> = {
  stripe: null,
  yoti: "SDK id",
  didit: "Workflow id",
};

type Keys = Pick<ConsoleInputs["vendors"]["add"], "accountId" | "apiKey" | "callbackKey">;

const KINDS = VENDOR_KINDS.map((value) => ({ value, label: VENDOR_NAMES[value] }));

const NO_KEYS = { accountId: "", apiKey: "", callbackKey: "" };

/** Empty fields are left out. */
const keysOf = ({ accountId, apiKey, callbackKey }: typeof NO_KEYS): Keys => ({
  apiKey: apiKey.trim(),
  ...(accountId.trim() !== "" && { accountId: accountId.trim() }),
  ...(callbackKey.trim() !== "" && { callbackKey: callbackKey.trim() }),
});

type KeyFieldsProps = {
  kind: string;
  mode: Mode;
  field: ReturnType<typeof useTexts<typeof NO_KEYS>>["field"];
};

/** What Didit issues; its keys are one line each. */
const DiditFields = ({ mode, field }: Omit<KeyFieldsProps, "kind">) => (
  <>
    <TextField
      label="Workflow id"
      hint="Of a published workflow at Didit that checks a document and compares the person’s face with it."
      {...field("accountId")}
      required
      spellCheck={false}
    />
    <TextField
      label="API key"
      hint={`Of a ${mode === "test" ? "sandbox" : "live"} application: it may write sessions, read decisions, and delete sessions and users. It is tried now and sealed.`}
      {...field("apiKey")}
      required
      type="password"
      autoComplete="off"
    />
    <TextField
      label="Secret of the webhook destination"
      hint="Of the destination at Didit that has the callback address, for status.updated."
      {...field("callbackKey")}
      required
      type="password"
      autoComplete="off"
    />
  </>
);

/** The fields for what the vendor issued, by vendor. */
const KeyFields = ({ kind, mode, field }: KeyFieldsProps) => {
  if (kind === "didit") return <DiditFields mode={mode} field={field} />;
  const isStripe = kind === "stripe";
  return (
    <>
      {!isStripe && (
        <TextField
          label="SDK id"
          hint="From the Yoti Hub."
          {...field("accountId")}
          required
          spellCheck={false}
        />
      )}
      {isStripe ? (
        <TextField
          label="API key"
          hint={`A restricted key, rk_${mode}_…, that may write verification sessions and read sensitive verification results. It is tried now and sealed.`}
          {...field("apiKey")}
          required
          type="password"
          autoComplete="off"
        />
      ) : (
        // A PEM has lines, which a password field would drop.
        <TextAreaField
          label={mode === "test" ? "Private key of the sandbox service" : "API key or private key"}
          hint={
            mode === "test"
              ? "As PEM, from the Yoti Hub: the sandbox takes no API key. It is tried now and sealed."
              : "From the Yoti Hub; a private key as PEM. Encrypted immediately. You will not see it again."
          }
          {...field("apiKey")}
          required
          spellCheck={false}
          autoComplete="off"
        />
      )}
      {isStripe ? (
        <TextField
          label="Signing secret of the webhook endpoint"
          hint="whsec_…, which Stripe shows once the callback address is registered there."
          {...field("callbackKey")}
          required
          type="password"
          autoComplete="off"
        />
      ) : (
        <TextAreaField
          label={mode === "test" ? "Public key of the sandbox" : "Public key (optional)"}
          hint={mode === "test" ? "As PEM, from the Yoti Hub." : "Empty: the one that Yoti has published."}
          {...field("callbackKey")}
          required={mode === "test"}
          spellCheck={false}
          placeholder="-----BEGIN PUBLIC KEY-----"
        />
      )}
    </>
  );
};

/** What a selfie proves, and what the vendor then has. */
const SelfieField = ({ isAsked, onChange }: { isAsked: boolean; onChange: (isAsked: boolean) => void }) => (
  <Checkbox
    label="Ask for a selfie and compare it with the document"
    hint="Shows whose document it is: without one, someone else’s passes. The vendor then also has the selfie, and biometric data made from it, until they are erased. It asks people for their consent: offer another method to those who refuse."
    checked={isAsked}
    onChange={(event) => onChange(event.target.checked)}
  />
);

// The keys are typed once more.
const KEPT = keptForm("vendor-add", {
  kind: READ.oneOf(VENDOR_KINDS),
  mode: READ.oneOf<Mode>(["live", "test"]),
  accountId: READ.text,
  asksSelfie: READ.flag,
});

type Kept = KeptValues<typeof KEPT>;

export const AddVendorDialog = formDialog({
  act: ({ vendors }) => vendors.add.mutationOptions(),
  done: ({ method, mode }) => [`Added ${method}`, whereOffered(mode)],
  keeps: KEPT,
  place: (mode: Mode) => ["new", mode],
  start: (mode): Kept & typeof NO_KEYS => ({ kind: "stripe", mode, asksSelfie: true, ...NO_KEYS }),
  asks: () => ({
    title: "Add a vendor",
    about: "A company that checks identities, under your own contract with it.",
  }),
  form: ({ values, field, change }) => {
    const { kind, mode, asksSelfie } = values;
    const choice = hasSelfieChoice(kind) ? { asksSelfie } : {};
    return {
      action: "Add vendor",
      field: "apiKey",
      send: () => ({ kind, mode, ...keysOf(values), ...choice }),
      fields: (
        <>
          <SelectField
            label="Vendor"
            value={kind}
            options={KINDS}
            onChange={(text) => change({ kind: oneOf(VENDOR_KINDS, text) ?? "stripe", ...NO_KEYS })}
          />
          <ModeField mode={mode} onChange={(chosen) => change({ mode: chosen })} />
          <KeyFields kind={kind} mode={mode} field={field} />
          {hasSelfieChoice(kind) && (
            <SelfieField isAsked={asksSelfie} onChange={(isAsked) => change({ asksSelfie: isAsked })} />
          )}
          <Notice>No vendor has been tried against its real service. Try yours in test mode first.</Notice>
        </>
      ),
    };
  },
});

export const RotateVendorDialog = formDialog({
  act: ({ vendors }) => vendors.rotate.mutationOptions(),
  stale: ({ vendors }) => vendors.list.queryFilter(),
  done: ({ name }) => [`New keys for ${name}`, "They are now in use."],
  seen: ({ keysMark }: Vendor) => ({ keysMark }),
  start: ({ accountId }) => ({ ...NO_KEYS, accountId: accountId ?? "" }),
  asks: () => ({
    title: "Replace the keys",
    about: "The old keys stop working here immediately. Remove them at the vendor as well.",
  }),
  form: ({ values, field, seen }, { id, kind, mode }) => ({
    action: "Replace keys",
    field: "apiKey",
    send: () => ({ id, ...keysOf(values), seen }),
    fields: <KeyFields kind={kind} mode={mode} field={field} />,
  }),
});

export const SwitchVendorDialog = confirmDialog({
  act: ({ vendors }) => vendors.switch.mutationOptions(),
  stale: ({ vendors }) => vendors.list.queryFilter(),
  ask: ({ id, name, isActive }: Vendor) => ({
    title: isActive ? `Switch ${name} off?` : "Switch this vendor on?",
    about: isActive
      ? "It is no longer offered, and checks in progress do not count. It is still asked to erase what it collected."
      : "It is offered again wherever the settings or a policy name it.",
    verb: isActive ? "Switch off" : "Switch on",
    look: isActive ? "danger" : "primary",
    input: { id, isActive: !isActive },
    done: [isActive ? "Vendor switched off" : "Vendor switched on"],
  }),
});
