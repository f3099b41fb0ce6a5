# sample
from lintel import Lintel

lintel = Lintel()

page = lintel.list({"status": "completed", "limit": 20})
for verification in page["verifications"]:
    print(verification["verificationId"], verification["status"])
# end
