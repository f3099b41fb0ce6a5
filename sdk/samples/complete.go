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
	// You know the age already: the service decides, and an approval has a token.
	decided, err := client.Complete(ctx, lintel.Fields{"verificationId": verificationID, "verifiedAge": 24})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(decided.Status, decided.Token != "")
	// end
}
