"""Uses the models that datamodel-code-generator wrote; the requests are the standard library's."""

import json
import sys
import urllib.error
import urllib.request
import uuid

from pydantic import ValidationError

sys.path.insert(0, "client")
import models  # noqa: E402
from signature import verify  # noqa: E402

with open("call.json", encoding="utf-8") as file:
    call = json.load(file)


def request(method: str, path: str, body: str | None = None) -> bytes:
    headers = {"authorization": f"Bearer {call['token']}", "content-type": "application/json"}
    data = None if body is None else body.encode()
    with urllib.request.urlopen(
        urllib.request.Request(call["baseUrl"] + path, data, headers, method=method)
    ) as response:
        return response.read()


person = models.PersonInput(firstName="Ada", lastName="Eze", email="ada.models@example.com", type="CONTRACTOR")
created = models.Person.model_validate_json(
    request("POST", "/v1/persons", person.model_dump_json(exclude_none=True))
)
assert created.firstName == "Ada", created
listed = models.PersonList.model_validate_json(request("GET", "/v1/persons?limit=100"))
assert created.id in [each.id for each in listed.data], listed

try:
    request("GET", f"/v1/persons/{uuid.uuid4()}")
    raise AssertionError("no error")
except urllib.error.HTTPError as error:
    assert models.Error.model_validate_json(error.read()).code == "resource_not_found"

verify(call["secret"], call["delivery"])
event = models.WebhookEvent.model_validate_json(call["delivery"]["body"]).root
assert isinstance(event, models.PersonCreatedEvent) and event.data.firstName == "Ada", event
try:
    models.WebhookEvent.model_validate_json(call["otherEvent"])
    raise AssertionError("its unions are open now: say so in docs/other-languages.md")
except ValidationError:
    pass
