package main

import (
	"context"
	"fmt"
	"log"

	lintel "github.com/lintel/lintel-go"
)

func main() {
	ctx := context.Background()

	// sample
	client, err := lintel.New(lintel.Options{})
	if err != nil {
		log.Fatal(err)
	}
	page, err := client.List(ctx, lintel.Fields{"status": "completed", "limit": 20})
	if err != nil {
		log.Fatal(err)
	}
	for _, verification := range page.Verifications {
		fmt.Println(verification.VerificationID, verification.Status)
	}
	// end
}
