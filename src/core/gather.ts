type Asker<Asked, Answer> = {
  asked: Asked;
  answer: (answer: Answer | Promise<Answer>) => void;
  fail: (error: unknown) => void;
};

/**
 * Collects what is asked for in one turn of the event loop, so that under load one message serves many requests.
 * @param mostAtOnce how many collections may be on their way; the next waits for one of them, and grows in the meantime
 * @param send gives an answer for each, in the same order, or the promise of one; what it throws, all who asked get
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
