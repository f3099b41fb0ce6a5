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
	client, err := lintel.New(lintel.Options{})
	if err != nil {
		log.Fatal(err)
	}
	// No call for each token: the public keys are fetched now and then. A revoked token is not noticed.
	checked, err := client.ValidateOffline(ctx, token, lintel.OfflineOptions{Audience: tenantID, Mode: "test"})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(checked.Valid, checked.Over18, checked.Reason)
	// end
}
