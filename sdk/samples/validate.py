import os

# sample
from lintel import Lintel
# end

token = os.environ.get("TOKEN", "")

# sample
lintel = Lintel()

# A refused token is a result, not an exception.
checked = lintel.validate(token)
print(checked["over18"] if checked["valid"] else checked["reason"])
# end
