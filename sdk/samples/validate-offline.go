package main

import (
	"context"
	"fmt"
	"log"
	"os"

	lintel "github.com/lintel/lintel-go"
)

func main() {
	ctx := context.Background()
	token := os.Getenv("TOKEN")
	tenantID := os.Getenv("TENANT_ID")

	// sample
	client, err := lintel.New(lintel.Config{})
	if err != nil {
		log.Fatal(err)
	}
	// No call for each token: the public keys are fetched now and then. A revoked token is not noticed.
	// Mode: "test" for the tokens of a test key, "live" for those of a live key.
	checked, err := client.ValidateOffline(ctx, token, lintel.Offline{Audience: tenantID, Mode: "test"})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(checked.Valid, checked.Over18, checked.Reason)
	// end
}
