# sample
from lintel import Lintel

lintel = Lintel()  # reads LINTEL_URL and LINTEL_API_KEY

verification = lintel.start({
    "minimumAge": 18,
    "callback_url": "https://shop.example/age-checked",
})
print(verification["verificationId"], verification["sessionUrl"])
# end
