<?php
// Verifies deliveries with the standard library. The end is for the test vectors: one delivery in a line.

/** Returns whether the delivery is authentic. The body must be the received bytes: file_get_contents('php://input'). */
function verify(string $body, array $headers, array $secrets, ?int $now = null): bool
{
    $id = $headers['hook-id'] ?? '';
    $timestamp = $headers['hook-timestamp'] ?? '';
    if ($id === '' || preg_match('/\A[0-9]{1,12}\z/', $timestamp) !== 1) {
        return false;
    }
    if (abs(($now ?? time()) - (int) $timestamp) > 300) {
        return false;
    }
    foreach ($secrets as $secret) {
        $key = base64_decode(preg_replace('/^whsec_/', '', $secret), true);
        if ($key === false) {
            return false;
        }
        $expected = 'v1,' . base64_encode(hash_hmac('sha256', "$id.$timestamp.$body", $key, true));
        foreach (explode(' ', $headers['hook-signature'] ?? '') as $each) {
            if (hash_equals($expected, $each)) {
                return true;
            }
        }
    }
    return false;
}

while (($line = fgets(STDIN)) !== false) {
    [$now, $id, $timestamp, $signature, $secrets, $body] = explode("\t", rtrim($line, "\n"));
    $headers = ['hook-id' => $id, 'hook-timestamp' => $timestamp, 'hook-signature' => $signature];
    $believed = verify(base64_decode($body), $headers, explode(' ', $secrets), (int) $now);
    echo $believed ? "accept\n" : "refuse\n";
}
