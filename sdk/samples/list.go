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
	client, err := lintel.New(lintel.Config{})
	if err != nil {
		log.Fatal(err)
	}
	page, err := client.List(ctx, lintel.ListParams{Status: "completed", Limit: lintel.Int(20)})
	if err != nil {
		log.Fatal(err)
	}
	for _, verification := range page.Verifications {
		fmt.Println(verification.VerificationID, verification.Status)
	}
	// end
}
