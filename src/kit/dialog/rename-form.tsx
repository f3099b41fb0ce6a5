import { TextField, useTexts } from "#kit/fields.tsx";
import { type DialogCall, DialogForm } from "./dialog.tsx";

type RenameFormProps = {
  /** The name that the form begins with. */
  start: string;
  /** What the button says. */
  action: string;
  hint?: string;
  /** In characters. */
  maxLength: number;
  call: DialogCall;
  onRename: (name: string) => void;
};

/** The one field of a dialog that gives something another name. */
export const RenameForm = ({ start, action, hint, maxLength, call, onRename }: RenameFormProps) => {
  const { values, field } = useTexts({ name: start }, call.problem?.issues);
  return (
    <DialogForm action={action} call={call} field="name" onSubmit={() => onRename(values.name.trim())}>
      <TextField label="Name" hint={hint} {...field("name")} required maxLength={maxLength} />
    </DialogForm>
  );
};
