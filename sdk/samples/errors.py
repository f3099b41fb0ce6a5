# sample
from lintel import Lintel, LintelApiError, LintelConnectionError

lintel = Lintel()

try:
    lintel.status("ver_unknown")
except LintelApiError as error:
    print(error.status, error.code, error.request_id)
except LintelConnectionError:
    print("no answer, after three tries")
# end
