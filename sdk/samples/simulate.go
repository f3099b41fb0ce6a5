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
	verificationID := os.Getenv("VERIFICATION_ID")

	// sample
	client, err := lintel.New(lintel.Config{}) // with a test key
	if err != nil {
		log.Fatal(err)
	}
	// What a tester would choose on the hosted page, for tests that run without a browser.
	ended, err := client.Simulate(ctx, lintel.SimulateRequest{VerificationID: verificationID, Outcome: "approve"})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(ended.Status, ended.Result != nil && ended.Result.Verified)
	// end
}
