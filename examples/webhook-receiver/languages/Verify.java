// Verifies deliveries with the standard library. main is for the test vectors: one delivery in a line.
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

public class Verify {
  /** Returns whether the delivery is authentic. The body must be the received bytes: request.getInputStream().readAllBytes(). */
  static boolean verify(
      byte[] body, String id, String timestamp, String signatures, List<String> secrets, Instant now)
      throws GeneralSecurityException {
    if (id == null || id.isEmpty() || timestamp == null || !timestamp.matches("[0-9]{1,12}")) return false;
    if (Math.abs(now.getEpochSecond() - Long.parseLong(timestamp)) > 300) return false;
    for (String secret : secrets) {
      byte[] key = Base64.getDecoder().decode(secret.replaceFirst("^whsec_", ""));
      Mac mac = Mac.getInstance("HmacSHA256");
      mac.init(new SecretKeySpec(key, "HmacSHA256"));
      mac.update((id + "." + timestamp + ".").getBytes(StandardCharsets.UTF_8));
      String expected = "v1," + Base64.getEncoder().encodeToString(mac.doFinal(body));
      for (String each : (signatures == null ? "" : signatures).split(" ")) {
        // MessageDigest.isEqual compares in constant time.
        if (MessageDigest.isEqual(each.getBytes(StandardCharsets.UTF_8), expected.getBytes(StandardCharsets.UTF_8)))
          return true;
      }
    }
    return false;
  }

  public static void main(String[] args) throws Exception {
    BufferedReader lines = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      String[] part = line.split("\t", -1);
      byte[] body = Base64.getDecoder().decode(part[5]);
      Instant now = Instant.ofEpochSecond(Long.parseLong(part[0]));
      boolean believed = verify(body, part[1], part[2], part[3], List.of(part[4].split(" ")), now);
      System.out.println(believed ? "accept" : "refuse");
    }
  }
}
