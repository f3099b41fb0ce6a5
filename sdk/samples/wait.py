import os

# sample
from lintel import Lintel
# end

verification_id = os.environ.get("VERIFICATION_ID", "")

# sample
lintel = Lintel()

# Asks again until the verification is completed, failed or expired.
ended = lintel.wait(verification_id, timeout=600)
print(ended["status"], ended.get("result", {}).get("verified"))
# end
