import os

# sample
from lintel import Lintel
# end

verification_id = os.environ.get("VERIFICATION_ID", "")
code = os.environ.get("CODE", "")

# sample
lintel = Lintel()

# verification_id is from the person's session, code from the address that they came back to.
exchanged = lintel.exchange({"verificationId": verification_id, "code": code})
print(exchanged["over18"], len(exchanged["token"]) > 0)
# end
