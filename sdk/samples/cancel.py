import os

# sample
from lintel import Lintel
# end

verification_id = os.environ.get("VERIFICATION_ID", "")

# sample
lintel = Lintel()

# The order was withdrawn: the person's page says that the check has ended.
cancelled = lintel.cancel(verification_id)
print(cancelled["status"], cancelled["error"]["code"])
# end
