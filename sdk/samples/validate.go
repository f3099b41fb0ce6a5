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
	token := os.Getenv("TOKEN")

	// sample
	client, err := lintel.New(lintel.Config{})
	if err != nil {
		log.Fatal(err)
	}
	// A refused token is a result, not an error.
	checked, err := client.Validate(ctx, token)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(checked.Valid, checked.Over18, checked.Reason)
	// end
}
