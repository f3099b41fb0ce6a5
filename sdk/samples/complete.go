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
	// You know the age already: the service decides, and an approval has a token.
	decided, err := client.Complete(ctx, lintel.CompleteRequest{VerificationID: verificationID, VerifiedAge: lintel.Int(24)})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(decided.Status, decided.Token != "")
	// end
}
