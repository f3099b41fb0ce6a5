// sample
import { Lintel } from "@lintel/sdk";

// end

const verificationId = process.env.VERIFICATION_ID ?? "";

// sample
const lintel = new Lintel();

// What your webhook endpoints were sent about it. Without an id: all events since a cursor.
const { events } = await lintel.events({ verificationId });
for (const { eventId, payload } of events) console.log(eventId, payload.event);
// end
