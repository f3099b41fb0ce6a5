"""A webhook receiver in Django, all in one file. LINTEL_WEBHOOK_SECRET=whsec_… python django_receiver.py runserver 4000"""

import sys

from django.conf import settings
from django.core.management import execute_from_command_line
from django.http import HttpRequest, HttpResponse
from django.urls import path
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST

from lintel import MemoryStore, WebhookHandler

handler = WebhookHandler(
    store=MemoryStore(),  # in production one in your database, such as sqlite_store.py
    on={"default": lambda event, context: print(event["event"], event["metadata"], flush=True)},
)


@csrf_exempt  # the service has no cookie of yours; the signature proves who it is
@require_POST
def age_webhook(request: HttpRequest) -> HttpResponse:
    status, text = handler.receive(request, request.headers)
    return HttpResponse(text, status=status)


urlpatterns = [path("hooks/age", age_webhook)]

if __name__ == "__main__":
    settings.configure(ALLOWED_HOSTS=["localhost", "127.0.0.1"], ROOT_URLCONF=__name__, SECRET_KEY="for this example only")
    execute_from_command_line(sys.argv)
