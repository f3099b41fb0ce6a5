import os

# sample
from lintel import Lintel
# end

token = os.environ.get("TOKEN", "")
tenant_id = os.environ.get("TENANT_ID", "")

# sample
lintel = Lintel()

# No call for each token: the public keys are fetched now and then. A revoked token is not noticed.
# mode: "test" for the tokens of a test key, "live" for those of a live key.
checked = lintel.validate(token, offline=True, audience=tenant_id, mode="test")
print(checked["over18"] if checked["valid"] else checked["reason"])
# end
