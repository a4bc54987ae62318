"""Calls the client that openapi-python-client wrote."""

import json
import sys
import uuid

sys.path.insert(0, "client")
from signature import verify  # noqa: E402
from workforce import AuthenticatedClient  # noqa: E402
from workforce.api.persons import create_person, list_persons, read_person  # noqa: E402
from workforce.models import AnyOtherEvent, Error, Person, PersonCreatedEvent, PersonInput, PersonList  # noqa: E402

with open("call.json", encoding="utf-8") as file:
    call = json.load(file)

with AuthenticatedClient(base_url=call["baseUrl"], token=call["token"]) as client:
    body = PersonInput(first_name="Ada", last_name="Eze", email="ada.client@example.com", type_="CONTRACTOR")
    created = create_person.sync(client=client, body=body)
    assert isinstance(created, Person) and created.first_name == "Ada", created
    listed = list_persons.sync(client=client, limit=100)
    assert isinstance(listed, PersonList) and created.id in [person.id for person in listed.data], listed
    missing = read_person.sync(uuid.uuid4(), client=client)
    assert isinstance(missing, Error) and missing.code == "resource_not_found", missing

verify(call["secret"], call["delivery"])
event = PersonCreatedEvent.from_dict(json.loads(call["delivery"]["body"]))
assert event.data.first_name == "Ada", event
other = AnyOtherEvent.from_dict(json.loads(call["otherEvent"]))
assert other.event_type == "person.renamed", other
