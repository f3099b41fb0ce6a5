import { Fragment } from "react";
import styles from "./field-list.module.css";
import type { FieldRow } from "./schema.ts";

/** A text in which `this` is code, as in the contracts' descriptions. */
export const Inline = ({ text }: { text: string }) =>
  text
    .split("`")
    .map((part, index) => ({ part, key: `${index}-${part}`, isCode: index % 2 === 1 }))
    .map(({ part, key, isCode }) =>
      isCode ? <code key={key}>{part}</code> : <Fragment key={key}>{part}</Fragment>,
    );

type FieldListProps = {
  title: string;
  rows: readonly (FieldRow & { place?: string })[];
  /** Whether the tenant sends these fields, so that required ones are marked; else the optional ones are. */
  isInput?: boolean;
};

const presenceOf = ({ isRequired }: FieldRow, isInput: boolean): string => {
  if (isInput) return isRequired ? "required" : "";
  return isRequired ? "" : "may be absent";
};

/** Fields with type, limits and meaning, as rows that fit a phone. */
export const FieldList = ({ title, rows, isInput = false }: FieldListProps) =>
  rows.length === 0 ? null : (
    <section className={styles.fields}>
      <h4>{title}</h4>
      <dl>
        {rows.map((row) => {
          const presence = presenceOf(row, isInput);
          return (
            <div key={`${row.place ?? ""}${row.name}`} className={styles.row}>
              <dt>
                <code className={styles.name}>{row.name}</code>
                <span className={styles.type}>
                  {row.type}
                  {row.place && `, in ${row.place}`}
                </span>
                {presence !== "" && <span className={styles.presence}>{presence}</span>}
              </dt>
              <dd>
                {row.about !== "" && (
                  <span>
                    <Inline text={row.about} />
                  </span>
                )}
                {row.limits !== "" && <span className={styles.limits}>{row.limits}</span>}
              </dd>
            </div>
          );
        })}
      </dl>
    </section>
  );
