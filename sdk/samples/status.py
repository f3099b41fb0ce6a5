import os

# sample
from lintel import Lintel
# end

verification_id = os.environ.get("VERIFICATION_ID", "")

# sample
lintel = Lintel()

verification = lintel.status(verification_id)
print(verification["status"], verification.get("result", {}).get("verified"))
# end
