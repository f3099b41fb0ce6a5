type Asker<Asked, Answer> = {
  asked: Asked;
  answer: (answer: Answer | Promise<Answer>) => void;
  fail: (error: unknown) => void;
};

/**
 * Collects the questions asked in one turn of the event loop, so that under load one message serves many
 * requests.
 * @param mostAtOnce how many collections may be in flight; the next one waits for one of them and grows in
 *   the meantime
 * @param send returns an answer for each question, in the same order, or the promise of one; if it throws,
 *   every asker gets the error
 */
export const gatherTurn = <Asked, Answer>(
  mostAtOnce: number,
  send: (asked: readonly Asked[]) => Promise<readonly (Answer | Promise<Answer>)[]>,
): ((asked: Asked) => Promise<Answer>) => {
  const askers: Asker<Asked, Answer>[] = [];
  let sent = 0;

  const sendAll = async (): Promise<void> => {
    if (askers.length === 0 || sent >= mostAtOnce) return;
    const together = askers.splice(0);
    sent += 1;
    try {
      const answers = await send(together.map(({ asked }) => asked));
      for (const [place, answer] of answers.entries()) together[place]?.answer(answer);
    } catch (error) {
      for (const { fail } of together) fail(error);
    }
    sent -= 1;
    if (askers.length > 0) setImmediate(sendAll);
  };

  return (asked) =>
    new Promise<Answer>((answer, fail) => {
      if (askers.push({ asked, answer, fail }) === 1) setImmediate(sendAll);
    });
};
