"""A webhook receiver in Django, all in one file. LINTEL_WEBHOOK_SECRET=whsec_… python django_receiver.py runserver 4000"""

import sys

from django.conf import settings
from django.core.management import execute_from_command_line
from django.http import HttpRequest, HttpResponse
from django.urls import path
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST

import lintel
from lintel import webhooks

seen = set()  # use your database: a webhook may arrive twice


@csrf_exempt  # the service has no cookie of yours; the signature proves who it is
@require_POST
def age_webhook(request: HttpRequest) -> HttpResponse:
    try:
        event = webhooks.verify(request.body, request.headers.get("X-Service-Signature"))
    except lintel.WebhookVerificationError as error:
        return HttpResponse(error.reason, status=401)
    key = event["request_id"] + event["event"]
    if key not in seen:
        seen.add(key)
        print(event["event"], event["metadata"], flush=True)
    return HttpResponse(status=204)


urlpatterns = [path("hooks/age", age_webhook)]

if __name__ == "__main__":
    settings.configure(ALLOWED_HOSTS=["localhost", "127.0.0.1"], ROOT_URLCONF=__name__, SECRET_KEY="for this example only")
    execute_from_command_line(sys.argv)
