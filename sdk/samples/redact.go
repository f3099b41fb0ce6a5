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
	client, err := lintel.New(lintel.Config{}) // with a key that may erase
	if err != nil {
		log.Fatal(err)
	}
	// Everything about the ended verification is erased. Keep the receipt: it is signed.
	erased, err := client.Redact(ctx, verificationID)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(erased.RedactedAt, erased.Receipt != "", erased.Salt != "")
	// end
}
