import os

# sample
from lintel import Lintel
# end

verification_id = os.environ.get("VERIFICATION_ID", "")

# sample
lintel = Lintel()

# What your webhook endpoints were sent about it. Without an id: all events since a cursor.
answer = lintel.events({"verificationId": verification_id})
for event in answer["events"]:
    print(event["eventId"], event["payload"]["event"])
# end
