// Verifies deliveries with the standard library. main is for the test vectors: one delivery in a line.
package main

import (
	"bufio"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"net/http"
	"os"
	"regexp"
	"strconv"
	"strings"
	"time"
)

var seconds = regexp.MustCompile(`^[0-9]{1,12}$`)

// Verify returns whether the delivery is authentic. The body must be the received bytes: io.ReadAll(request.Body).
func Verify(body []byte, headers http.Header, secrets []string, now time.Time) bool {
	id, timestamp := headers.Get("hook-id"), headers.Get("hook-timestamp")
	if id == "" || !seconds.MatchString(timestamp) {
		return false
	}
	sentAt, err := strconv.ParseInt(timestamp, 10, 64)
	if age := now.Unix() - sentAt; err != nil || age > 300 || age < -300 {
		return false
	}
	for _, secret := range secrets {
		key, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(secret, "whsec_"))
		if err != nil {
			return false
		}
		mac := hmac.New(sha256.New, key)
		mac.Write([]byte(id + "." + timestamp + "."))
		mac.Write(body)
		expected := "v1," + base64.StdEncoding.EncodeToString(mac.Sum(nil))
		for _, each := range strings.Split(headers.Get("hook-signature"), " ") {
			if hmac.Equal([]byte(each), []byte(expected)) {
				return true
			}
		}
	}
	return false
}

func main() {
	lines := bufio.NewScanner(os.Stdin)
	for lines.Scan() {
		part := strings.Split(lines.Text(), "\t")
		now, _ := strconv.ParseInt(part[0], 10, 64)
		body, _ := base64.StdEncoding.DecodeString(part[5])
		headers := http.Header{}
		headers.Set("hook-id", part[1])
		headers.Set("hook-timestamp", part[2])
		headers.Set("hook-signature", part[3])
		if Verify(body, headers, strings.Split(part[4], " "), time.Unix(now, 0)) {
			fmt.Println("accept")
		} else {
			fmt.Println("refuse")
		}
	}
}
