import { changeTexts } from "./change-texts.ts";

/** What changed, name by name. */
export const AuditChanges = ({ changes }: { changes: unknown }) => {
  const texts = changeTexts(changes);
  if (texts.length === 0) return <span className="text-soft">–</span>;
  return (
    <span className="grid text-xs leading-snug">
      {texts.slice(0, 4).map(({ name, value }) => (
        <span key={name} title={value} className="truncate">
          {name && <span className="text-soft">{name} </span>}
          {value}
        </span>
      ))}
      {texts.length > 4 && <span className="text-soft">and {texts.length - 4} more</span>}
    </span>
  );
};
