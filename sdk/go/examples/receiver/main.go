// A webhook receiver on net/http: LINTEL_WEBHOOK_SECRET=whsec_… go run ./examples/receiver
package main

import (
	"context"
	"log"
	"net/http"
	"os"

	lintel "github.com/lintel/lintel-go"
)

func ageWebhook(_ context.Context, event *lintel.WebhookEvent, _ lintel.EventContext[struct{}]) error {
	log.Println(event.Event, event.Metadata)
	return nil
}

func main() {
	address := "localhost:4000"
	if port := os.Getenv("PORT"); port != "" {
		address = "localhost:" + port
	}
	handler, err := lintel.NewWebhookHandler(lintel.WebhookHandlerConfig[struct{}]{
		Store: lintel.NewMemoryStore(), // in production one in your database: examples/sqlstore
		On:    map[string]lintel.WebhookFunction[struct{}]{"default": ageWebhook},
	})
	if err != nil {
		log.Fatal(err)
	}
	http.Handle("/hooks/age", handler)
	log.Fatal(http.ListenAndServe(address, nil))
}
