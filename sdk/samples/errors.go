package main

import (
	"context"
	"errors"
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
	_, err = client.Status(ctx, "ver_unknown")

	var refused *lintel.APIError
	if errors.As(err, &refused) {
		fmt.Println(refused.Status, refused.Code, refused.RequestID)
	} else if err != nil {
		fmt.Println("no answer, after three tries")
	}
	// end
}
