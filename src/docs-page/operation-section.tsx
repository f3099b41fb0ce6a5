import { CodeBlock } from "./code-block.tsx";
import { FieldList, Inline } from "./field-list.tsx";
import styles from "./operation-section.module.css";
import { Playground } from "./playground/playground.tsx";
import { curlOf, type Operation, trialOf } from "./reference.ts";
import { samplesOf } from "./samples/by-endpoint.ts";
import { SampleTabs } from "./samples/sample-tabs.tsx";

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
  const samples = samplesOf(operation);
  const trial = trialOf(operation);
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
      {samples.length === 0 && <CodeBlock code={curlOf(operation, baseUrl)} label="curl" />}
      {samples.map(({ name, title, samples: languages }) => (
        <div key={name}>
          {title !== undefined && <h4 className={styles.sample}>{title}</h4>}
          <SampleTabs name={name} samples={languages} />
        </div>
      ))}
      {trial !== null && <Playground trial={trial} />}
      <FieldList title="Parameters" rows={parameters} isInput />
      <FieldList title="Body" rows={body} isInput />
      <FieldList title="Answer, status 200" rows={answer} />
      <ErrorLines errors={errors} />
    </section>
  );
};
