"use client";
import { useEffect, useId, useRef, useState } from "react";
import { CodeBlock } from "../code-block.tsx";
import styles from "./playground.module.css";
import { answerOf, bodyFault, keyFault, rateWords, type Trial, type TrialAnswer, targetOf } from "./trial.ts";
import { remember, useTrialMemory } from "./trial-memory.ts";

// What the samples have where an id belongs.
const SOME_ID = "ver_…";

const newKey = (): string => crypto.randomUUID();

const send = async (
  trial: Trial,
  target: string,
  key: string,
  idempotencyKey: string,
  body: string,
): Promise<TrialAnswer> => {
  const response = await fetch(target, {
    method: trial.method,
    headers: {
      "x-tenant-api-key": key,
      ...(trial.method === "POST" && { "idempotency-key": idempotencyKey }),
      ...(trial.body !== null && { "content-type": "application/json" }),
    },
    ...(trial.body !== null && { body }),
    // The key goes to this service only, and nothing of the console's goes with it.
    credentials: "omit",
    redirect: "error",
    cache: "no-store",
  });
  return answerOf(response.status, response.headers, await response.text());
};

const AnswerView = ({ answer }: { answer: TrialAnswer }) => {
  const rate = rateWords(answer.headers);
  return (
    <div className={styles.answer}>
      <p>
        <strong data-good={answer.status < 400}>Status {answer.status}</strong>
        {answer.requestId !== "" && (
          <span>
            Request <code>{answer.requestId}</code>
          </span>
        )}
        {rate !== null && <span>{rate}</span>}
      </p>
      {answer.sessionUrl !== undefined && (
        <p>
          <a href={answer.sessionUrl} target="_blank" rel="noreferrer">
            Open the hosted page
          </a>
          <a href="#verify.status">Then ask for its status</a>
        </p>
      )}
      <CodeBlock code={answer.body} label="Body" />
      <details>
        <summary>Headers</summary>
        <dl>
          {answer.headers.map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      </details>
    </div>
  );
};

const Form = ({ trial }: { trial: Trial }) => {
  const id = useId();
  const { key, verificationId } = useTrialMemory();
  const [queries, setQueries] = useState<Record<string, string>>({});
  const [body, setBody] = useState(trial.body ?? "");
  const [idempotencyKey, setIdempotencyKey] = useState(newKey);
  const [isSending, setSending] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [answer, setAnswer] = useState<TrialAnswer | null>(null);
  const keyBox = useRef<HTMLInputElement>(null);

  // The verification that was started on this page, unless something else was typed.
  const queryOf = (name: string): string =>
    queries[name] ?? (name === "verificationId" ? verificationId : "");
  const sentBody = verificationId === "" ? body : body.replaceAll(SOME_ID, verificationId);
  useEffect(() => {
    if (verificationId !== "") setBody((text) => text.replaceAll(SOME_ID, verificationId));
  }, [verificationId]);

  const submit = async (): Promise<void> => {
    const typed = key.trim();
    const fault = keyFault(typed) ?? (trial.body === null ? null : bodyFault(sentBody));
    setProblem(fault);
    setAnswer(null);
    if (keyFault(typed) !== null) keyBox.current?.focus();
    if (fault !== null) return;
    const values = Object.fromEntries(trial.queries.map(({ name }) => [name, queryOf(name).trim()]));
    setSending(true);
    try {
      const got = await send(trial, targetOf(trial.path, values), typed, idempotencyKey, sentBody);
      setAnswer(got);
      if (trial.id === "verify.start" && got.verificationId) remember({ verificationId: got.verificationId });
    } catch {
      setProblem("The service did not answer. Check your connection, then send again.");
    } finally {
      setSending(false);
    }
  };

  return (
    <form
      className={styles.form}
      autoComplete="off"
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <label htmlFor={`${id}-key`}>
        Test key
        <input
          ref={keyBox}
          id={`${id}-key`}
          type="text"
          autoComplete="off"
          spellCheck={false}
          placeholder="avk_test_…"
          value={key}
          aria-describedby={`${id}-about`}
          onChange={(event) => remember({ key: event.target.value })}
        />
      </label>
      <p id={`${id}-about`} className={styles.about}>
        It stays in this page's memory and is gone when you leave. Calls count against your tenant's limit per
        minute, as your backend's do.
      </p>
      {trial.queries.map(({ name, isRequired }) => (
        <label key={name} htmlFor={`${id}-${name}`}>
          <span>
            <code>{name}</code> {!isRequired && "(optional)"}
          </span>
          <input
            id={`${id}-${name}`}
            type="text"
            autoComplete="off"
            spellCheck={false}
            value={queryOf(name)}
            onChange={(event) => setQueries({ ...queries, [name]: event.target.value })}
          />
        </label>
      ))}
      {trial.body !== null && (
        <label htmlFor={`${id}-body`}>
          Body
          <textarea
            id={`${id}-body`}
            spellCheck={false}
            rows={Math.min(12, body.split("\n").length)}
            value={body}
            onChange={(event) => setBody(event.target.value)}
          />
        </label>
      )}
      {trial.method === "POST" && (
        <p className={styles.idempotency}>
          <span>
            Idempotency-Key <code>{idempotencyKey}</code>
          </span>
          <button type="button" onClick={() => setIdempotencyKey(newKey())}>
            New key
          </button>
        </p>
      )}
      <button type="submit" className={styles.send} disabled={isSending}>
        {isSending ? "Sending…" : `Send ${trial.method} ${trial.path}`}
      </button>
      <div aria-live="polite">
        {problem !== null && <p className={styles.problem}>{problem}</p>}
        {answer !== null && <AnswerView answer={answer} />}
      </div>
    </form>
  );
};

/** Sends a real request with the reader's test key. It does not appear before scripts run, because it needs them. */
export const Playground = ({ trial }: { trial: Trial }) => {
  const [isReady, setReady] = useState(false);
  const [isOpen, setOpen] = useState(false);
  useEffect(() => setReady(true), []);
  if (!isReady) return null;
  return (
    <details className={styles.playground} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>Try it</summary>
      {isOpen && <Form trial={trial} />}
    </details>
  );
};
