import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Base64;
import java.util.UUID;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.openapitools.client.ApiClient;
import org.openapitools.client.ApiException;
import org.openapitools.client.api.PersonsApi;
import org.openapitools.client.model.AnyOtherEvent;
import org.openapitools.client.model.Error;
import org.openapitools.client.model.Person;
import org.openapitools.client.model.PersonCreatedEvent;
import org.openapitools.client.model.PersonInput;
import org.openapitools.client.model.WebhookEvent;

/** Calls the client that openapi-generator wrote. */
public class Call {
  private static void check(boolean holds, String what) {
    if (!holds) throw new AssertionError(what);
  }

  /** Verifies the signature of the delivery. */
  private static void verify(String secret, JsonNode delivery) throws Exception {
    Mac mac = Mac.getInstance("HmacSHA256");
    mac.init(new SecretKeySpec(Base64.getDecoder().decode(secret.replaceFirst("^whsec_", "")), "HmacSHA256"));
    String signed = delivery.get("id").asText() + "." + delivery.get("timestamp").asText() + "." + delivery.get("body").asText();
    String digest = "v1," + Base64.getEncoder().encodeToString(mac.doFinal(signed.getBytes("UTF-8")));
    check(Arrays.asList(delivery.get("signature").asText().split(" ")).contains(digest), "wrong signature");
  }

  public static void main(String[] args) throws Exception {
    ApiClient client = new ApiClient();
    JsonNode call = client.getObjectMapper().readTree(Files.readString(Path.of("call.json")));
    client.updateBaseUri(call.get("baseUrl").asText());
    client.setRequestInterceptor(request -> request.header("Authorization", "Bearer " + call.get("token").asText()));
    PersonsApi persons = new PersonsApi(client);

    PersonInput input =
        new PersonInput().firstName("Ada").lastName("Eze").email("ada.java@example.com").type("CONTRACTOR");
    Person created = persons.createPerson(input, null);
    check("Ada".equals(created.getFirstName()), "create a person");
    check(
        persons.listPersons(null, null, 100, null).getData().stream()
            .anyMatch(person -> person.getId().equals(created.getId())),
        "list persons");
    try {
      persons.readPerson(UUID.randomUUID(), null);
      throw new AssertionError("no error");
    } catch (ApiException refused) {
      Error error = client.getObjectMapper().readValue(refused.getResponseBody(), Error.class);
      check("resource_not_found".equals(error.getCode()), "error object");
    }

    verify(call.get("secret").asText(), call.get("delivery"));
    PersonCreatedEvent event = read(client, call.at("/delivery/body")).getPersonCreatedEvent();
    check("Ada".equals(event.getData().getFirstName()), "event");
    AnyOtherEvent other = read(client, call.get("otherEvent")).getAnyOtherEvent();
    check("person.renamed".equals(other.getEventType()), "other event");
  }

  private static WebhookEvent read(ApiClient client, JsonNode text) throws Exception {
    return client.getObjectMapper().readValue(text.asText(), WebhookEvent.class);
  }
}
