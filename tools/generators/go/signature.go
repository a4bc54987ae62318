package main

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"log"
	"os"
	"strings"
)

type call struct {
	BaseUrl, Token, Secret, OtherEvent string
	Delivery                           struct{ Id, Timestamp, Signature, Body string }
}

func must[T any](value T, err error) T {
	if err != nil {
		log.Fatalf("%v", err)
	}
	return value
}

func check(holds bool, what string, details any) {
	if !holds {
		log.Fatalf("%s: %+v", what, details)
	}
}

func readCall() (read call) {
	check(json.Unmarshal(must(os.ReadFile("call.json")), &read) == nil, "call.json", nil)
	return read
}

// verify checks the signature of the delivery.
func (c call) verify() {
	key := must(base64.StdEncoding.DecodeString(strings.TrimPrefix(c.Secret, "whsec_")))
	mac := hmac.New(sha256.New, key)
	mac.Write([]byte(c.Delivery.Id + "." + c.Delivery.Timestamp + "." + c.Delivery.Body))
	for _, signature := range strings.Split(c.Delivery.Signature, " ") {
		given, _ := base64.StdEncoding.DecodeString(strings.TrimPrefix(signature, "v1,"))
		if hmac.Equal(mac.Sum(nil), given) {
			return
		}
	}
	log.Fatal("wrong signature")
}
