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
	// What your webhook endpoints were sent about it. Without an id: all events since a cursor.
	answer, err := client.Events(ctx, lintel.EventsParams{VerificationID: verificationID})
	if err != nil {
		log.Fatal(err)
	}
	for _, event := range answer.Events {
		fmt.Println(event.EventID, event.Payload.(map[string]any)["event"])
	}
	// end
}
