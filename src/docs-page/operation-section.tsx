import { CodeBlock } from "./code-block.tsx";
import { FieldList, Inline } from "./field-list.tsx";
import styles from "./operation-section.module.css";
import { curlOf, type Operation } from "./reference.ts";

const ErrorLines = ({ errors }: Pick<Operation, "errors">) => (
  <details className={styles.errors}>
    <summary>
      {errors.length} {errors.length === 1 ? "possible error" : "possible errors"}
    </summary>
    <ul>
      {errors.map(({ status, code, title }) => (
        <li key={code}>
          <span>{status}</span>
          <a href={`#${code}`}>
            <code>{code}</code>
          </a>
          <span>{title}</span>
        </li>
      ))}
    </ul>
  </details>
);

/** Everything about one endpoint. */
export const OperationSection = ({ operation, baseUrl }: { operation: Operation; baseUrl: string }) => {
  const { id, method, path, summary, description, key, parameters, body, answer, errors } = operation;
  return (
    <section id={id} className={styles.operation} aria-labelledby={`${id}.title`}>
      <h3 id={`${id}.title`}>{summary}</h3>
      <p className={styles.address}>
        <span className={styles.method} data-method={method}>
          {method}
        </span>
        <code>{path}</code>
      </p>
      <p className={styles.about}>
        <Inline text={description} />
      </p>
      <p className={styles.key}>
        <Inline text={key === null ? "Needs no key." : `Needs a key in \`${key.header}\`.`} />
      </p>
      <CodeBlock code={curlOf(operation, baseUrl)} label="curl" />
      <FieldList title="Parameters" rows={parameters} isInput />
      <FieldList title="Body" rows={body} isInput />
      <FieldList title="Answer, status 200" rows={answer} />
      <ErrorLines errors={errors} />
    </section>
  );
};
