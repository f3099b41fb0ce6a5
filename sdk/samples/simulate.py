import os

# sample
from lintel import Lintel
# end

verification_id = os.environ.get("VERIFICATION_ID", "")

# sample
lintel = Lintel()  # with a test key

# What a tester would choose on the hosted page, for tests that run without a browser.
ended = lintel.simulate({"verificationId": verification_id, "outcome": "approve"})
print(ended["status"], ended["result"]["verified"])
# end
