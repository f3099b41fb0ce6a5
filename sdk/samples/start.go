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
	client, err := lintel.New(lintel.Config{}) // reads LINTEL_URL and LINTEL_API_KEY
	if err != nil {
		log.Fatal(err)
	}
	verification, err := client.Start(ctx, lintel.StartRequest{
		MinimumAge:  lintel.Int(18),
		CallbackURL: "https://shop.example/age-checked",
	})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(verification.VerificationID, verification.SessionURL)
	// end
}
