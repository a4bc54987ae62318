// Verifies deliveries with the standard library. Main is for the test vectors: one delivery in a line.
using System;
using System.Linq;
using System.Security.Cryptography;
using System.Text;
using System.Text.RegularExpressions;

public static class Webhooks
{
    /// <summary>Returns whether the delivery is authentic. The body must be the received bytes: copy Request.Body to a MemoryStream.</summary>
    public static bool Verify(
        byte[] body, string id, string timestamp, string signatures, string[] secrets, DateTimeOffset now)
    {
        if (string.IsNullOrEmpty(id) || !Regex.IsMatch(timestamp ?? "", @"\A[0-9]{1,12}\z")) return false;
        if (Math.Abs(now.ToUnixTimeSeconds() - long.Parse(timestamp)) > 300) return false;
        byte[] signed = Encoding.UTF8.GetBytes($"{id}.{timestamp}.").Concat(body).ToArray();
        return secrets.Any(secret =>
        {
            byte[] key = Convert.FromBase64String(Regex.Replace(secret, "^whsec_", ""));
            string expected = "v1," + Convert.ToBase64String(HMACSHA256.HashData(key, signed));
            return (signatures ?? "").Split(' ').Any(each => CryptographicOperations.FixedTimeEquals(
                Encoding.UTF8.GetBytes(each), Encoding.UTF8.GetBytes(expected)));
        });
    }

    public static void Main()
    {
        for (string line = Console.ReadLine(); line != null; line = Console.ReadLine())
        {
            string[] part = line.Split('\t');
            DateTimeOffset now = DateTimeOffset.FromUnixTimeSeconds(long.Parse(part[0]));
            byte[] body = Convert.FromBase64String(part[5]);
            bool believed = Verify(body, part[1], part[2], part[3], part[4].Split(' '), now);
            Console.WriteLine(believed ? "accept" : "refuse");
        }
    }
}
