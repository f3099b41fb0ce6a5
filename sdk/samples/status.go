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
	verification, err := client.Status(ctx, verificationID)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(verification.Status, verification.Result != nil && verification.Result.Verified)
	// end
}
