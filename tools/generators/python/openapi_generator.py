"""Calls the client that openapi-generator wrote."""

import json
import sys
import uuid

sys.path.insert(0, "client")
import workforce  # noqa: E402
from signature import verify  # noqa: E402

with open("call.json", encoding="utf-8") as file:
    call = json.load(file)

configuration = workforce.Configuration(host=call["baseUrl"], access_token=call["token"])
with workforce.ApiClient(configuration) as client:
    persons = workforce.PersonsApi(client)

    created = persons.create_person(
        workforce.PersonInput(firstName="Ada", lastName="Eze", email="ada.python@example.com", type="CONTRACTOR")
    )
    assert created.first_name == "Ada"
    listed = persons.list_persons(limit=100)
    assert created.id in [person.id for person in listed.data], listed

    try:
        persons.read_person(uuid.uuid4())
        raise AssertionError("no error")
    except workforce.exceptions.NotFoundException as error:
        assert error.data.code == "resource_not_found", error

verify(call["secret"], call["delivery"])
event = workforce.WebhookEvent.from_json(call["delivery"]["body"]).actual_instance
assert isinstance(event, workforce.PersonCreatedEvent) and event.data.first_name == "Ada", event
other = workforce.WebhookEvent.from_json(call["otherEvent"]).actual_instance
assert isinstance(other, workforce.AnyOtherEvent) and other.event_type == "person.renamed", other
