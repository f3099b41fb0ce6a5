import type { FieldParts } from "./field.tsx";
import { TextInput } from "./text-input.tsx";

type Props = FieldParts & { min: number; max: number; value: string; onChange: (value: string) => void };

/** A whole number as it is typed: it may be half written. */
export const WholeNumberInput = ({ onChange, ...rest }: Props) => (
  <TextInput
    {...rest}
    type="number"
    inputMode="numeric"
    required
    className="max-w-32 tabular"
    onChange={(event) => onChange(event.target.value)}
  />
);
