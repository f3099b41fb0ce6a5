import os

# sample
from lintel import Lintel
# end

verification_id = os.environ.get("VERIFICATION_ID", "")

# sample
lintel = Lintel()

# You decided elsewhere: the service records it, without a token.
recorded = lintel.submit({"verificationId": verification_id, "result": "approved"})
print(recorded["status"])
# end
