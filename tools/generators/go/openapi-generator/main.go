// Calls the client that openapi-generator wrote.
package main

import (
	"context"
	"encoding/json"
	"errors"

	workforce "example/client"
)

func main() {
	call := readCall()
	configuration := workforce.NewConfiguration()
	configuration.Servers = workforce.ServerConfigurations{{URL: call.BaseUrl}}
	client := workforce.NewAPIClient(configuration)
	ctx := context.WithValue(context.Background(), workforce.ContextAccessToken, call.Token)

	input := workforce.NewPersonInput()
	input.SetFirstName("Ada")
	input.SetLastName("Eze")
	input.SetEmail("ada.go@example.com")
	input.SetType("CONTRACTOR")
	created, _, err := client.PersonsAPI.CreatePerson(ctx).PersonInput(*input).Execute()
	check(err == nil && created.GetFirstName() == "Ada", "create a person", err)
	listed, _, err := client.PersonsAPI.ListPersons(ctx).Limit(100).Execute()
	check(err == nil && len(listed.Data) > 0, "list persons", err)

	_, _, err = client.PersonsAPI.ReadPerson(ctx, "00000000-0000-4000-8000-000000000000").Execute()
	var refused *workforce.GenericOpenAPIError
	check(errors.As(err, &refused), "read nobody", err)
	body, isError := refused.Model().(workforce.Error)
	check(isError && body.Code == "resource_not_found", "error object", refused.Model())

	call.verify()
	var event, other workforce.WebhookEvent
	check(json.Unmarshal([]byte(call.Delivery.Body), &event) == nil, "parse the event", nil)
	check(event.PersonCreatedEvent != nil && event.PersonCreatedEvent.Data.FirstName == "Ada", "event", event)
	check(json.Unmarshal([]byte(call.OtherEvent), &other) == nil, "parse another event", nil)
	check(other.AnyOtherEvent != nil && other.AnyOtherEvent.EventType == "person.renamed", "other event", other)
}
