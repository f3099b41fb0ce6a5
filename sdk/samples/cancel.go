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
	// The order was withdrawn: the person's page says that the check has ended.
	cancelled, err := client.Cancel(ctx, verificationID)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(cancelled.Status, cancelled.Error.Code)
	// end
}
