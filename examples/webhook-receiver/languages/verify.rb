# Verifies deliveries with the standard library. The end is for the test vectors: one delivery in a line.
require 'openssl'

# Returns whether the delivery is authentic. The body must be the received bytes: request.raw_post in Rails, request.body.read in Rack.
def verify(body, headers, secrets, now = Time.now)
  id, timestamp = headers.values_at('hook-id', 'hook-timestamp')
  return false if id.to_s.empty? || !/\A[0-9]{1,12}\z/.match?(timestamp.to_s)
  return false if (now.to_i - timestamp.to_i).abs > 300

  signatures = headers.fetch('hook-signature', '').split(' ')
  secrets.any? do |secret|
    key = secret.delete_prefix('whsec_').unpack1('m0')
    digest = OpenSSL::HMAC.digest('SHA256', key, "#{id}.#{timestamp}.".b + body.b)
    expected = "v1,#{[digest].pack('m0')}"
    signatures.any? { |each| OpenSSL.secure_compare(each, expected) }
  end
end

if $PROGRAM_NAME == __FILE__
  $stdin.each_line(chomp: true) do |line|
    now, id, timestamp, signature, secrets, body = line.split("\t", -1)
    headers = { 'hook-id' => id, 'hook-timestamp' => timestamp, 'hook-signature' => signature }
    puts verify(body.unpack1('m0'), headers, secrets.split(' '), Time.at(now.to_i)) ? 'accept' : 'refuse'
  end
end
