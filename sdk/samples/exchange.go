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
	code := os.Getenv("CODE")

	// sample
	client, err := lintel.New(lintel.Config{})
	if err != nil {
		log.Fatal(err)
	}
	// verificationID is from the person's session, code from the address that they came back to.
	exchanged, err := client.Exchange(ctx, lintel.ExchangeRequest{VerificationID: verificationID, Code: code})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(exchanged.Over18, exchanged.Token != "")
	// end
}
