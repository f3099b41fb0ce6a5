package main

import (
	"context"
	"fmt"
	"log"
	"os"
	"time"

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
	// Asks again until the verification is completed, failed or expired.
	ended, err := client.Wait(ctx, verificationID, lintel.WithTimeout(10*time.Minute))
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(ended.Status, ended.Result != nil && ended.Result.Verified)
	// end
}
