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
	client, err := lintel.New(lintel.Config{})
	if err != nil {
		log.Fatal(err)
	}
	// You decided elsewhere: the service records it, without a token.
	recorded, err := client.Submit(ctx, lintel.SubmitRequest{VerificationID: verificationID, Result: "approved"})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(recorded.Status)
	// end
}
