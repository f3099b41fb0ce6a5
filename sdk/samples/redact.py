import os

# sample
from lintel import Lintel
# end

verification_id = os.environ.get("VERIFICATION_ID", "")

# sample
lintel = Lintel()  # with a key that may erase

# Everything about the ended verification is erased. Keep the receipt: it is signed.
erased = lintel.redact(verification_id)
print(erased["redactedAt"], len(erased["receipt"]) > 0, len(erased["salt"]) > 0)
# end
