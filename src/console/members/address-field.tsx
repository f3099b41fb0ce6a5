import { TextField } from "#kit/fields.tsx";

type Props = {
  label: string;
  hint: string;
  value: string;
  error: string | undefined;
  onChange: (address: string) => void;
  /**
   * One was typed, and is not kept as the rest of the form is. Without it the invitation would be for another person: for
   * anyone with the link, or for no one.
   */
  isMissing?: boolean;
};

/** The e-mail address of the person who is invited. */
export const AddressField = ({ hint, isMissing = false, ...field }: Props) => (
  <TextField
    {...field}
    hint={isMissing ? "Addresses are not kept. Enter it again, or start over." : hint}
    required={isMissing}
    type="email"
    maxLength={254}
    autoComplete="off"
    placeholder="ada@example.com"
  />
);
