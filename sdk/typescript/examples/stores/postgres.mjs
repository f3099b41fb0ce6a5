// A store for WebhookHandler in PostgreSQL, with `pg`. The event's note and what your function writes are one transaction:
//     create table lintel_event (id text primary key, at timestamptz not null default now());
//     create table lintel_cursor (stream text primary key, cursor text not null);
// Keep rows of lintel_event for as long as the service keeps events: its retention period for metadata.

/**
 * Your functions write with the client that they get as `tx`.
 * @param {import("pg").Pool} pool
 * @returns {import("@lintel/sdk").EventStore<import("pg").PoolClient>}
 */
export const postgresStore = (pool) => ({
  async once(eventId, work) {
    const tx = await pool.connect();
    /** @type {Error | undefined} */
    let broken;
    try {
      await tx.query("begin");
      // With the same id, a second one waits here until the first is committed or rolled back.
      const note = await tx.query("insert into lintel_event (id) values ($1) on conflict do nothing", [
        eventId,
      ]);
      if (note.rowCount === 1) await work(tx);
      await tx.query("commit");
      return note.rowCount === 1;
    } catch (error) {
      await tx.query("rollback").catch((lost) => {
        broken = lost;
      });
      throw error;
    } finally {
      tx.release(broken);
    }
  },
  async cursor(stream) {
    const { rows } = await pool.query("select cursor from lintel_cursor where stream = $1", [stream]);
    return rows[0]?.cursor ?? null;
  },
  async saveCursor(stream, cursor) {
    await pool.query(
      "insert into lintel_cursor values ($1, $2) on conflict (stream) do update set cursor = excluded.cursor",
      [stream, cursor],
    );
  },
});
