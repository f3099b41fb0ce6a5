// What a shop does with an event. A webhook can arrive twice, so it remembers what it has done; yours is a table with a
// unique column.
const done = new Set();

export const fulfil = async (event) => {
  const once = `${event.request_id}:${event.event}`;
  if (done.has(once)) return;
  done.add(once);
  console.log(`${event.event} ${event.metadata.order ?? ""} ${event.verification?.status ?? ""}`.trim());
};
