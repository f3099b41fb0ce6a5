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
	client, err := lintel.New(lintel.Options{})
	if err != nil {
		log.Fatal(err)
	}
	// You decided elsewhere: the service records it, without a token.
	recorded, err := client.Submit(ctx, lintel.Fields{"verificationId": verificationID, "result": "approved"})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(recorded.Status)
	// end
}
