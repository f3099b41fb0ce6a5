import os

# sample
from lintel import Lintel
# end

verification_id = os.environ.get("VERIFICATION_ID", "")

# sample
lintel = Lintel()

# You know the age already: the service decides, and an approval has a token.
decided = lintel.complete({"verificationId": verification_id, "verifiedAge": 24})
print(decided["status"], "token" in decided)
# end
