import { Fragment } from "react";
import styles from "./field-list.module.css";
import type { FieldRow } from "./schema.ts";

/** Text in which `this` is code, as in the contracts' descriptions. */
export const Inline = ({ text }: { text: string }) =>
  text
    .split("`")
    .map((part, index) => ({ part, key: `${index}-${part}`, Tag: index % 2 === 1 ? "code" : Fragment }))
    .map(({ part, key, Tag }) => <Tag key={key}>{part}</Tag>);

type FieldListProps = {
  title: string;
  rows: readonly (FieldRow & { place?: string })[];
  /** Whether the tenant sends these fields: if so, required ones are marked, otherwise optional ones. */
  isInput?: boolean;
};

/** Fields with type, limits and meaning, as rows that fit a phone. */
export const FieldList = ({ title, rows, isInput = false }: FieldListProps) =>
  rows.length === 0 ? null : (
    <section className={styles.fields}>
      <h4>{title}</h4>
      <dl>
        {rows.map((row) => (
          <div key={`${row.place ?? ""}${row.name}`} className={styles.row}>
            <dt>
              <code className={styles.name}>{row.name}</code>
              <span className={styles.type}>
                {row.type}
                {row.place && `, in ${row.place}`}
              </span>
              {row.isRequired === isInput && (
                <span className={styles.presence}>{isInput ? "required" : "may be absent"}</span>
              )}
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
        ))}
      </dl>
    </section>
  );
