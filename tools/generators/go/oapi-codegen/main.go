// Calls the client that oapi-codegen wrote.
package main

import (
	"context"
	"encoding/json"
	"net/http"

	workforce "example/client"

	"github.com/google/uuid"
	"github.com/oapi-codegen/runtime/types"
)

func main() {
	call, ctx := readCall(), context.Background()
	authorize := func(_ context.Context, request *http.Request) error {
		request.Header.Set("Authorization", "Bearer "+call.Token)
		return nil
	}
	client := must(workforce.NewClientWithResponses(call.BaseUrl, workforce.WithRequestEditorFn(authorize)))

	first, last, email, kind := "Ada", "Eze", types.Email("ada.oapi@example.com"), "CONTRACTOR"
	input := workforce.PersonInput{FirstName: &first, LastName: &last, Email: &email, Type: &kind}
	created := must(client.CreatePersonWithResponse(ctx, nil, input))
	check(created.JSON2XX != nil && *created.JSON2XX.FirstName == "Ada", "create a person", created)
	listed := must(client.ListPersonsWithResponse(ctx, nil))
	check(listed.JSON2XX != nil && len(listed.JSON2XX.Data) > 0, "list persons", listed)
	missing := must(client.ReadPersonWithResponse(ctx, uuid.New(), nil))
	check(missing.JSON404 != nil && missing.JSON404.Code == "resource_not_found", "read nobody", missing)

	call.verify()
	var event, other workforce.WebhookEvent
	check(json.Unmarshal([]byte(call.Delivery.Body), &event) == nil, "parse the event", nil)
	person, isPerson := must(event.ValueByDiscriminator()).(workforce.PersonCreatedEvent)
	check(isPerson && person.Data.FirstName == "Ada", "event", person)
	check(json.Unmarshal([]byte(call.OtherEvent), &other) == nil, "parse another event", nil)
	check(must(other.AsAnyOtherEvent()).EventType == "person.renamed", "other event", other)
}
